extension Route {
    /// A row of the service that keeps message actions.
    ///
    /// - Parameters:
    ///   - verb: the HTTP method.
    ///   - rest: the path below the channel.
    /// - Returns: the row.
    static func actions(_ verb: Verb, _ rest: String) -> RouteRow {
        RouteRow(
            verb,
            RouteTemplate("/v1/message-actions/{sub}/channel/{channel}" + rest),
            callback: .none,
            sendsIdentifier: true,
            // Here `{message}` is the timetoken of a message, not its content.
            logged: LoggableParts(path: "channel message action", query: "start end limit")
        )
    }
}
