extension Route {
    /// A row of App Context. `{id}` is the object that is spoken of; the item `uuid` of the query names who asks.
    ///
    /// - Parameters:
    ///   - verb: the HTTP method.
    ///   - rest: the path below the subscribe key.
    /// - Returns: the row.
    static func objects(_ verb: Verb, _ rest: String) -> RouteRow {
        RouteRow(
            verb,
            RouteTemplate("/v2/objects/{sub}" + rest),
            callback: .none,
            sendsIdentifier: true,
            logged: LoggableParts(path: "id", query: "include count limit start end sort")
        )
    }
}
