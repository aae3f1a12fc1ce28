extension Route {
    /// A row of the registration of devices for notifications.
    ///
    /// - Parameters:
    ///   - template: the path.
    ///   - prefix: the prefix of a callback. Where a path lists, that is the one of lists: what `add` and `remove`
    ///     change there is told by `cpe` and `cpd`.
    /// - Returns: the row.
    static func push(_ template: RouteTemplate, callback prefix: String) -> RouteRow {
        RouteRow(
            .get,
            template,
            callback: .query(prefix: prefix),
            sendsIdentifier: true,
            logged: LoggableParts(query: "add remove start count type environment topic")
        )
    }
}
