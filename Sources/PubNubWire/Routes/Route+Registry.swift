extension Route {
    /// A row of the channel registry.
    ///
    /// - Parameters:
    ///   - rest: the path below the subscribe key.
    ///   - prefix: the prefix of a callback. Where a path lists, that is the one of lists: what `add` and `remove`
    ///     change there is told by `cgac` and `cgrc`.
    /// - Returns: the row.
    static func registry(_ rest: String, callback prefix: String) -> RouteRow {
        RouteRow(
            .get,
            RouteTemplate("/v1/channel-registration/sub-key/{sub}" + rest),
            callback: .query(prefix: prefix),
            logged: LoggableParts(path: "namespace group", query: "add remove")
        )
    }
}
