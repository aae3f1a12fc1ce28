/// The path of a request, taken apart at its slashes.
///
/// The segments are ranges of bytes, so that a string is made only of a segment that is read.
package struct RoutePath: Sendable {
    /// The path, and what is behind it.
    let text: String
    /// Where the segments are among the UTF-8 bytes of the text.
    let segments: [Range<Int>]
    /// Where the query begins among the UTF-8 bytes of the text, behind the question mark; nil without one.
    package let queryStart: Int?

    /// The path of a target, which may have a query; nil if it does not start with `/`.
    package init?(target: String) {
        guard target.utf8.first == ASCII.slash else { return nil }
        let mark = target.withBytes { $0.position(of: UInt8(ascii: "?")) }
        segments = target.withBytes { Self.split($0, end: mark ?? $0.count) }
        queryStart = mark.map { $0 + 1 }
        text = target
    }

    /// A path without a query; nil if it does not start with `/`.
    package init?(path: String) {
        guard path.utf8.first == ASCII.slash else { return nil }
        segments = path.withBytes { Self.split($0, end: $0.count) }
        queryStart = nil
        text = path
    }

    private static func split(_ bytes: UnsafeRawBufferPointer, end: Int) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        segments.reserveCapacity(usualSegments)
        var start = 1
        while let position = bytes.position(of: ASCII.slash, from: start), position < end {
            segments.append(start..<position)
            start = position + 1
        }
        segments.append(start..<end)
        return segments
    }

    /// The segments of most paths.
    private static let usualSegments = 8
}

/// The placeholders in the templates of all routes.
package enum RouteArgument: UInt8, Sendable, CaseIterable {
    case action
    case callback
    case channel
    case channels
    case group
    case id
    case message
    case name
    case namespace
    case pub
    case sub
    case timetoken
    case token
    case uuid

    /// The placeholder with a name; nil if no template has it.
    package init?(name: Substring) {
        guard let argument = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = argument
    }

    /// The name between the braces of a template.
    package var name: String { "\(self)" }
}

/// Where the placeholders of a template are among its segments.
struct RoutePositions: Sendable, Hashable {
    /// The number of the segment for each placeholder; negative for one that the template does not have.
    private var segments: [Int]

    init(_ arguments: [RouteArgument?]) {
        segments = Array(repeating: -1, count: RouteArgument.allCases.count)
        for (segment, argument) in arguments.enumerated() {
            if let argument { segments[Int(argument.rawValue)] = segment }
        }
    }

    /// The number of the segment that is a placeholder; nil if no segment is.
    subscript(argument: RouteArgument) -> Int? {
        let segment = segments[Int(argument.rawValue)]
        return segment < 0 ? nil : segment
    }
}

/// The values of the placeholders of a route in a path.
///
/// It is a class, as it is handed on several times and never changes.
package final class RouteArguments: Sendable {
    let positions: RoutePositions
    let text: String
    /// Where the value of each segment is among the UTF-8 bytes of the text.
    let segments: [Range<Int>]

    init(positions: RoutePositions, text: String, segments: [Range<Int>]) {
        self.positions = positions
        self.text = text
        self.segments = segments
    }

    /// A value, still escaped; nil if the route has no such placeholder.
    package subscript(argument: RouteArgument) -> Substring? {
        position(of: argument).map { range in
            let start = text.utf8.index(text.utf8.startIndex, offsetBy: range.lowerBound)
            return text[start..<text.utf8.index(start, offsetBy: range.count)]
        }
    }

    /// A value without escapes; nil if the route has no such placeholder, or the value is not UTF-8.
    package func text(_ argument: RouteArgument) -> String? { bytes(argument) { PercentEncoding.unescape($0) } }

    /// The bytes of a value without escapes, which need not be UTF-8; nil if the route has no such placeholder.
    package func bytes(_ argument: RouteArgument) -> [UInt8]? { bytes(argument) { PercentEncoding.unescapedBytes($0) } }

    /// The length of a value as it was sent, in bytes; nil if the route has no such placeholder.
    package func encodedLength(of argument: RouteArgument) -> Int? { position(of: argument)?.count }

    /// The values by the names of their placeholders, each changed by a closure.
    package func mapValues<Value>(_ transform: (Substring) -> Value) -> [String: Value] {
        var changed: [String: Value] = [:]
        for argument in RouteArgument.allCases { changed[argument.name] = self[argument].map(transform) }
        return changed
    }

    /// Whether a value without its escapes is `.` or `..`.
    package func isDotSegment(_ argument: RouteArgument) -> Bool {
        // Two escaped dots have six bytes.
        guard let range = position(of: argument), range.count <= 6 else { return false }
        return text.withBytes { bytes in
            var dots = 0
            var index = range.lowerBound
            while index < range.upperBound {
                if bytes[index] == ASCII.dot {
                    index += 1
                } else {
                    guard bytes[index] == ASCII.percent, index + 2 < range.upperBound,
                        ASCII.hexValue(bytes[index + 1]) == ASCII.dot >> 4,
                        ASCII.hexValue(bytes[index + 2]) == ASCII.dot & 0x0F
                    else { return false }
                    index += 3
                }
                dots += 1
            }
            return dots == 1 || dots == 2
        }
    }

    private func position(of argument: RouteArgument) -> Range<Int>? { positions[argument].map { segments[$0] } }

    private func bytes<Value>(_ argument: RouteArgument, _ body: (UnsafeRawBufferPointer) -> Value?) -> Value? {
        guard let range = position(of: argument) else { return nil }
        return text.withBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
}
