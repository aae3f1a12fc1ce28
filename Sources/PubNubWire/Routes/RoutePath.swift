/// The path of a request, taken apart at its slashes.
///
/// The segments are ranges of bytes, so that a string is made only of a segment that is read.
package struct RoutePath: Sendable {
    /// The path, and what is behind it.
    let text: String
    /// Where the segments are among the UTF-8 bytes of the text.
    let segments: [Range<Int>]
    /// The query behind the question mark, still escaped; nil without one.
    package let query: Substring?

    /// The path of a target, which may have a query; nil if it does not start with `/`.
    package init?(target: String) {
        var text = target
        let mark = text.withUTF8 { UnsafeRawBufferPointer($0).place(of: UInt8(ascii: "?")) }
        self.init(text, end: mark)
    }

    /// A path without a query; nil if it does not start with `/`.
    package init?(path: String) {
        self.init(path, end: nil)
    }

    private init?(_ path: String, end: Int?) {
        var text = path
        guard text.utf8.first == ASCII.slash else { return nil }
        segments = text.withUTF8 { Self.split(UnsafeRawBufferPointer($0), end: end) }
        query = end.map { text[text.utf8.index(text.utf8.startIndex, offsetBy: $0 + 1)...] }
        self.text = text
    }

    /// Calls a closure with the bytes of the text.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        // The text was made contiguous, so that this copies nothing.
        var text = text
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    private static func split(_ bytes: UnsafeRawBufferPointer, end: Int?) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        segments.reserveCapacity(usualSegments)
        let end = end ?? bytes.count
        var start = 1
        for place in 1..<max(end, 1) where bytes[place] == ASCII.slash {
            segments.append(start..<place)
            start = place + 1
        }
        segments.append(start..<end)
        return segments
    }

    /// The segments of most paths.
    private static let usualSegments = 8
}

/// The placeholders in the templates of all routes.
package enum RouteArgument: String, Sendable, CaseIterable {
    case action
    case callback
    case channel
    case channels
    case group
    case id
    case message
    case namespace
    case pub
    case sub
    case timetoken
    case token
    case uuid
}

/// The values of the placeholders of a route in a path.
package struct RouteArguments: Sendable {
    /// The placeholder that each segment of the template is; nil for one that is the same in all paths.
    let names: [RouteArgument?]
    let text: String
    /// Where the value of each segment is among the UTF-8 bytes of the text.
    let segments: [Range<Int>]

    /// A value, still escaped; nil if the route has no such placeholder.
    package subscript(argument: RouteArgument) -> Substring? {
        place(of: argument).map { range in
            let start = text.utf8.index(text.utf8.startIndex, offsetBy: range.lowerBound)
            return text[start..<text.utf8.index(start, offsetBy: range.count)]
        }
    }

    /// A value without escapes; nil if the route has no such placeholder, or the value is not UTF-8.
    package func text(_ argument: RouteArgument) -> String? { bytes(argument) { PercentEncoding.unescape($0) } }

    /// The bytes of a value without escapes, which need not be UTF-8; nil if the route has no such placeholder.
    package func bytes(_ argument: RouteArgument) -> [UInt8]? { bytes(argument) { PercentEncoding.unescapedBytes($0) } }

    /// The length of a value as it was sent, in bytes; nil if the route has no such placeholder.
    package func encodedLength(of argument: RouteArgument) -> Int? { place(of: argument)?.count }

    /// The values by the names of their placeholders, each changed by a closure.
    package func mapValues<Value>(_ transform: (Substring) -> Value) -> [String: Value] {
        var changed: [String: Value] = [:]
        for case let name? in names { changed[name.rawValue] = self[name].map(transform) }
        return changed
    }

    private func place(of argument: RouteArgument) -> Range<Int>? {
        for index in names.indices where names[index] == argument { return segments[index] }
        return nil
    }

    private func bytes<Value>(_ argument: RouteArgument, _ body: (UnsafeRawBufferPointer) -> Value?) -> Value? {
        guard let range = place(of: argument) else { return nil }
        var text = text
        return text.withUTF8 { body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0)[range])) }
    }
}
