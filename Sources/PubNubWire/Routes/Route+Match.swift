extension Route {
    /// Finds the route of a request.
    ///
    /// - Parameters:
    ///   - verb: the HTTP method.
    ///   - path: the path without its query, still escaped.
    /// - Returns: the route and the values of its placeholders, still escaped; nil when no route has this form.
    package static func match(verb: Verb, path: Substring) -> (route: Route, arguments: [String: Substring])? {
        guard let parts = RouteTemplate.split(path), let candidates = index[Shape(verb: verb, length: parts.count)]
        else { return nil }
        for (route, template) in candidates {
            if let arguments = template.match(parts) { return (route, arguments) }
        }
        return nil
    }

    private struct Shape: Hashable {
        let verb: Verb
        let length: Int
    }

    private static let index: [Shape: [(route: Route, template: RouteTemplate)]] = {
        var index: [Shape: [(route: Route, template: RouteTemplate)]] = [:]
        for route in allCases {
            let row = route.row
            for template in [row.template] + row.aliases {
                index[Shape(verb: row.verb, length: template.segments.count), default: []].append((route, template))
            }
        }
        return index
    }()
}
