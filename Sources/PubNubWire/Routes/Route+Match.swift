extension Route {
    /// Finds the route of a request.
    ///
    /// - Parameters:
    ///   - verb: the HTTP method.
    ///   - path: the path without its query, still escaped.
    /// - Returns: the route and the values of its placeholders, still escaped; nil when no route has this form.
    package static func match(verb: Verb, path: Substring) -> (route: Route, arguments: [String: Substring])? {
        guard let parts = RouteTemplate.split(path) else { return nil }
        for candidates in [index[Shape(verb: verb, length: parts.count)], openEnded[verb]] {
            for (route, template) in candidates ?? [] {
                if let arguments = template.match(parts) { return (route, arguments) }
            }
        }
        return nil
    }

    private typealias Candidate = (route: Route, template: RouteTemplate)

    private struct Shape: Hashable {
        let verb: Verb
        let length: Int
    }

    private static let candidates: [Candidate] = allCases.flatMap { route in
        ([route.row.template] + route.row.aliases).map { (route, $0) }
    }

    private static let index = Dictionary(grouping: candidates) { route, template in
        Shape(verb: route.row.verb, length: template.segments.count)
    }

    private static let openEnded = Dictionary(grouping: candidates.filter(\.template.isOpenEnded), by: \.route.row.verb)
}
