extension Route {
    /// A row of version 3 of the storage service, which came after the JSONP clients.
    ///
    /// - Parameters:
    ///   - verb: the HTTP method.
    ///   - rest: the path below the subscribe key.
    ///   - service: the first part of the path behind the version.
    /// - Returns: the row.
    static func storage(_ verb: Verb, _ rest: String, service: String = "history") -> RouteRow {
        RouteRow(
            verb,
            RouteTemplate("/v3/\(service)/sub-key/{sub}" + rest),
            callback: .none,
            sendsIdentifier: true,
            logged: LoggableParts(
                path: "channel channels",
                query: "start end max timetoken channelsTimetoken include_meta include_message_type include_uuid"
                    + " include_custom_message_type"
            )
        )
    }
}
