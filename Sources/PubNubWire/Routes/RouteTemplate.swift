/// A path with placeholders, such as `/v2/subscribe/{sub}/{channels}/{callback}`.
///
/// A placeholder fills one whole segment, except `{message}` at the end, which takes all that is left of the path: some
/// clients leave the slashes of a message as they are. Values are escaped when filled in, and still so when matched.
package struct RouteTemplate: Sendable, Hashable, ExpressibleByStringLiteral {
    /// One part of the path between two slashes.
    enum Segment: Sendable, Hashable {
        case literal(String)
        case placeholder(String)

        /// The text that is the same in all paths; empty for a placeholder.
        var literal: String {
            if case .literal(let text) = self { text } else { "" }
        }

        /// The placeholder; nil for a literal.
        var argument: RouteArgument? {
            if case .placeholder(let name) = self { RouteArgument(name: name[...]) } else { nil }
        }
    }

    /// The text the template was made from.
    package let text: String
    let segments: [Segment]
    /// True when a path may have more segments than the template.
    let isOpenEnded: Bool
    /// The path in front of the first placeholder.
    private let beginning: String
    private let pieces: [Piece]
    /// The placeholder that each segment is; nil for a literal.
    private let arguments: [RouteArgument?]
    private let positions: RoutePositions
    /// Where each literal is in `literalBytes`; empty for a placeholder. Ranges and bytes have no reference counts, so
    /// comparing a path with them changes none.
    private let literals: [Range<Int>]
    private let literalBytes: [UInt8]

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
        var literals: [Range<Int>] = []
        var bytes: [UInt8] = []
        for text in segments.map(\.literal) {
            literals.append(bytes.count..<bytes.count + text.utf8.count)
            bytes += text.utf8
        }
        self.literals = literals
        literalBytes = bytes
        arguments = segments.map(\.argument)
        positions = RoutePositions(arguments)
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

    /// The values of the placeholders in `path`; nil when the path is not of this form.
    ///
    /// The path comes without its query. A placeholder never matches an empty segment.
    package func match(_ path: Substring) -> RouteArguments? {
        guard let path = RoutePath(path: String(path)) else { return nil }
        return path.text.withBytes({ fits(path.segments, of: $0) }) ? arguments(of: path) : nil
    }

    /// Whether the segments of a path are of this form.
    func fits(_ path: [Range<Int>], of bytes: UnsafeRawBufferPointer) -> Bool {
        guard path.count == literals.count || isOpenEnded && path.count > literals.count else { return false }
        for index in literals.indices {
            if arguments[index] != nil {
                if path[index].isEmpty { return false }
            } else {
                guard path[index].count == literals[index].count else { return false }
                for offset in 0..<path[index].count
                where bytes[path[index].lowerBound + offset] != literalBytes[literals[index].lowerBound + offset] {
                    return false
                }
            }
        }
        return true
    }

    /// The values of the placeholders in a path of this form.
    func arguments(of path: RoutePath) -> RouteArguments {
        var segments = path.segments
        if segments.count > literals.count, let end = segments.last?.upperBound {
            segments.removeSubrange(literals.count...)
            let last = literals.count - 1
            segments[last] = segments[last].lowerBound..<end
        }
        return RouteArguments(positions: positions, text: path.text, segments: segments)
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
        RoutePath(path: String(path)).flatMap { match(verb: verb, path: $0) }
    }

    /// The same with a path that was taken apart.
    package static func match(verb: Verb, path: RoutePath) -> (route: Route, arguments: RouteArguments)? {
        let count = path.segments.count
        return path.text.withBytes { bytes in
            if count < index.count, let match = match(verb, path, bytes, index[count]) { return match }
            return match(verb, path, bytes, openEnded)
        }
    }

    private static func match(
        _ verb: Verb,
        _ path: RoutePath,
        _ bytes: UnsafeRawBufferPointer,
        _ candidates: [Candidate]
    ) -> (route: Route, arguments: RouteArguments)? {
        for candidate in candidates
        where candidate.verb == verb && candidate.template.fits(path.segments, of: bytes) {
            return (candidate.route, candidate.template.arguments(of: path))
        }
        return nil
    }

    /// A class, as a copy of a template would be counted by its references.
    private final class Candidate: Sendable {
        let verb: Verb
        let route: Route
        let template: RouteTemplate

        init(verb: Verb, route: Route, template: RouteTemplate) {
            self.verb = verb
            self.route = route
            self.template = template
        }
    }

    private static let candidates: [Candidate] = allCases.flatMap { route in
        let row = route.row
        return ([row.template] + row.aliases).map { Candidate(verb: row.verb, route: route, template: $0) }
    }

    /// The templates by their numbers of segments.
    private static let index: [[Candidate]] = {
        let maxCount = candidates.map(\.template.segments.count).max() ?? 0
        return (0...maxCount).map { length in candidates.filter { $0.template.segments.count == length } }
    }()

    private static let openEnded = candidates.filter(\.template.isOpenEnded)
}
