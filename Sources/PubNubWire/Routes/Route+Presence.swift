extension Route {
    /// A row of the presence service, whose paths older clients spell with `sub_key`.
    ///
    /// - Parameters:
    ///   - rest: the path below the subscribe key.
    ///   - place: where a callback is named.
    ///   - sendsIdentifier: whether the query carries the client identifier.
    ///   - query: the query items that a log may show, besides `channel-group`.
    /// - Returns: the row.
    static func presence(
        _ rest: String,
        callback place: CallbackPlace,
        sendsIdentifier: Bool = false,
        logged query: String
    ) -> RouteRow {
        RouteRow(
            .get,
            RouteTemplate("/v2/presence/sub-key/{sub}" + rest),
            aliases: [RouteTemplate("/v2/presence/sub_key/{sub}" + rest)],
            callback: place,
            sendsIdentifier: sendsIdentifier,
            logged: LoggableParts(path: "channels uuid", query: "channel-group " + query)
        )
    }
}
