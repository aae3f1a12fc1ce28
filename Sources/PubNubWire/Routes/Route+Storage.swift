extension Route {
    /// A row of version 3 of the storage service, which came after the JSONP clients.
    ///
    /// - Parameters:
    ///   - verb: the HTTP method.
    ///   - rest: the path below the subscribe key.
    /// - Returns: the row.
    static func storage(_ verb: Verb, _ rest: String) -> RouteRow {
        RouteRow(
            verb,
            RouteTemplate("/v3/history/sub-key/{sub}" + rest),
            callback: .none,
            sendsIdentifier: true
        )
    }
}
