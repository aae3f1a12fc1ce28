/// A path with placeholders, such as `/v2/subscribe/{sub}/{channels}/{callback}`.
///
/// A placeholder fills one whole segment, except `{message}` at the end, which takes all that is left of the path: some
/// clients leave the slashes of a message as they are. Values are escaped when filled in, and still so when matched.
package struct RouteTemplate: Sendable, Hashable, ExpressibleByStringLiteral {
    /// One part of the path between two slashes.
    enum Segment: Sendable, Hashable {
        case literal(String)
        case placeholder(String)
    }

    /// The text the template was made from.
    package let text: String
    let segments: [Segment]
    /// True when a path may have more segments than the template.
    let isOpenEnded: Bool

    package init(_ text: String) {
        self.text = text
        segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.hasPrefix("{") && part.hasSuffix("}")
                ? .placeholder(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
        isOpenEnded = segments.last == .placeholder("message")
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// The names of the placeholders, in the order of the path.
    package var placeholders: [String] {
        segments.compactMap { segment in
            guard case .placeholder(let name) = segment else { return nil }
            return name
        }
    }

    /// The path with every placeholder replaced by its escaped text in `values`.
    ///
    /// `callback` is `0` when it is missing; any other missing value is left empty, which no server takes for a path
    /// of this route.
    package func fill(_ values: [String: String]) -> String {
        var path = ""
        fill(&path) { name in values[name] ?? (name == "callback" ? "0" : nil) }
        return path
    }

    /// Appends the path to `url`, every placeholder replaced by its escaped text; nil leaves it empty.
    package func fill(_ url: inout String, with value: (String) -> String?) {
        for segment in segments {
            url += "/"
            switch segment {
            case .literal(let text): url += text
            case .placeholder(let name): url += value(name) ?? ""
            }
        }
    }

    /// The values of the placeholders in `path`, still escaped; nil when the path is not of this form.
    ///
    /// The path comes without its query. A placeholder never matches an empty segment.
    package func match(_ path: Substring) -> [String: Substring]? {
        Self.split(path).flatMap { match($0) }
    }

    /// The segments of an absolute path; nil when it does not start with `/`.
    static func split(_ path: Substring) -> [Substring]? {
        guard path.utf8.first == ASCII.slash else { return nil }
        return Substring(path.utf8.dropFirst()).split(at: "/", keepsEmpty: true)
    }

    func match(_ parts: [Substring]) -> [String: Substring]? {
        guard parts.count == segments.count || isOpenEnded && parts.count > segments.count else { return nil }
        var values: [String: Substring] = [:]
        for (segment, part) in zip(segments, parts) {
            switch segment {
            case .literal(let text):
                guard part == text else { return nil }
            case .placeholder(let name):
                guard !part.isEmpty else { return nil }
                values[name] = part
            }
        }
        if parts.count > segments.count, let end = parts.last {
            let start = parts[segments.count - 1].startIndex
            values["message"] = end.base[start..<end.endIndex]
        }
        return values
    }
}

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
