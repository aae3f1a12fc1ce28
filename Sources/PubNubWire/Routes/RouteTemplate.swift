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
    /// The path in front of the first placeholder.
    private let beginning: String
    private let pieces: [Piece]

    /// A placeholder, and the path between it and the next one.
    private struct Piece: Sendable, Hashable {
        let placeholder: String
        let behind: String
    }

    package init(_ text: String) {
        self.text = text
        let parts = text.split(at: "{", keepsEmpty: true)
        beginning = parts.first.map(String.init) ?? ""
        pieces = parts.dropFirst().map { part in
            let (name, behind) = part.cut(at: "}")
            return Piece(placeholder: String(name), behind: String(behind ?? ""))
        }
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
        url += beginning
        for piece in pieces {
            if let value = value(piece.placeholder) { url += value }
            url += piece.behind
        }
    }

    /// The values of the placeholders in `path`, still escaped; nil when the path is not of this form.
    ///
    /// The path comes without its query. A placeholder never matches an empty segment.
    package func match(_ path: Substring) -> RouteArguments? {
        Self.split(path).flatMap { match($0) }
    }

    /// The segments of an absolute path; nil when it does not start with `/`.
    static func split(_ path: Substring) -> [Substring]? {
        guard path.utf8.first == ASCII.slash else { return nil }
        return Substring(path.utf8.dropFirst()).split(at: "/", keepsEmpty: true)
    }

    func match(_ parts: [Substring]) -> RouteArguments? {
        guard fits(parts) else { return nil }
        var arguments = RouteArguments(capacity: segments.count)
        for index in segments.indices {
            if case .placeholder(let name) = segments[index] { arguments.append(name, parts[index]) }
        }
        if parts.count > segments.count, let end = parts.last {
            let start = parts[segments.count - 1].startIndex
            arguments.replaceLast(with: end.base[start..<end.endIndex])
        }
        return arguments
    }

    /// Whether the segments of a path are of this form.
    private func fits(_ parts: [Substring]) -> Bool {
        guard parts.count == segments.count || isOpenEnded && parts.count > segments.count else { return false }
        // By index, as a copy of each element would be counted by its references.
        for index in segments.indices {
            switch segments[index] {
            case .literal(let text):
                guard parts[index] == text else { return false }
            case .placeholder:
                guard !parts[index].isEmpty else { return false }
            }
        }
        return true
    }
}

/// The values of the placeholders of a route in a path, still escaped.
package struct RouteArguments: Sendable {
    private struct Item: Sendable {
        let name: String
        var value: Substring
    }

    /// In the order of the path: looking through so few is faster than a dictionary.
    private var items: [Item] = []

    init(capacity: Int) {
        items.reserveCapacity(capacity)
    }

    /// The value of a placeholder; nil if the route has none of that name.
    package subscript(name: String) -> Substring? {
        for index in items.indices where items[index].name == name { return items[index].value }
        return nil
    }

    /// The values by the names of the placeholders, each changed by a closure.
    package func mapValues<Value>(_ transform: (Substring) -> Value) -> [String: Value] {
        Dictionary(items.map { ($0.name, transform($0.value)) }) { first, _ in first }
    }

    mutating func append(_ name: String, _ value: Substring) {
        items.append(Item(name: name, value: value))
    }

    mutating func replaceLast(with value: Substring) {
        guard !items.isEmpty else { return }
        items[items.count - 1].value = value
    }
}

extension Route {
    /// Finds the route of a request.
    ///
    /// - Parameters:
    ///   - verb: the HTTP method.
    ///   - path: the path without its query, still escaped.
    /// - Returns: the route and the values of its placeholders, still escaped; nil when no route has this form.
    package static func match(verb: Verb, path: Substring) -> (route: Route, arguments: RouteArguments)? {
        guard let parts = RouteTemplate.split(path) else { return nil }
        if parts.count < index.count, let match = match(verb, parts, index[parts.count]) { return match }
        return match(verb, parts, openEnded)
    }

    private static func match(
        _ verb: Verb,
        _ parts: [Substring],
        _ candidates: [Candidate]
    ) -> (route: Route, arguments: RouteArguments)? {
        for index in candidates.indices where candidates[index].verb == verb {
            if let arguments = candidates[index].template.match(parts) { return (candidates[index].route, arguments) }
        }
        return nil
    }

    private struct Candidate {
        let verb: Verb
        let route: Route
        let template: RouteTemplate
    }

    private static let candidates: [Candidate] = allCases.flatMap { route in
        let row = route.row
        return ([row.template] + row.aliases).map { Candidate(verb: row.verb, route: route, template: $0) }
    }

    /// The templates by their numbers of segments.
    private static let index: [[Candidate]] = {
        let longest = candidates.map(\.template.segments.count).max() ?? 0
        return (0...longest).map { length in candidates.filter { $0.template.segments.count == length } }
    }()

    private static let openEnded = candidates.filter(\.template.isOpenEnded)
}
