import PubNubWire

/// The condition of a change, from its `If-Match` header (RFC 9110, 13.1.1), or of a read, from its `If-None-Match` header.
struct EntityTagCondition {
    private let tags: [Substring]

    /// - Parameter header: The value of the header; nil without one. An empty one means no condition, as with the service.
    init(_ header: String?) {
        let elements = header?.split(at: ",") ?? []
        tags = elements.map { Self.withoutQuotes(Self.trimmed($0)) }.filter { !$0.isEmpty }
    }

    /// Whether an object with this tag may be changed.
    ///
    /// - Parameter tag: The tag of the object; nil for an object that does not exist.
    /// - Returns: Whether it may.
    func accepts(_ tag: String?) -> Bool {
        guard !tags.isEmpty else { return true }
        guard let tag else { return false }
        return tags.contains { $0 == "*" || $0 == tag }
    }

    /// Whether a tag is one of the header `If-None-Match`, compared without the prefix of weak tags (RFC 9110, 13.1.2).
    ///
    /// - Parameter tag: The tag of what the request reads, without quotes.
    /// - Returns: Whether it is, so that the client has the content already.
    func matchesWeakly(_ tag: String) -> Bool {
        tags.contains { other in
            other == "*" || other == tag || other.hasPrefix("W/") && Self.withoutQuotes(other.dropFirst(2)) == tag
        }
    }

    /// Clients of the service leave the quotes out. A weak tag, `W/"…"`, keeps its prefix, and so equals no tag.
    private static func withoutQuotes(_ tag: Substring) -> Substring {
        let isQuoted = tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
        return isQuoted ? tag.dropFirst().dropLast() : tag
    }

    private static func trimmed(_ tag: Substring) -> Substring {
        var tag = tag
        while let first = tag.first, first == " " || first == "\t" { tag.removeFirst() }
        while let last = tag.last, last == " " || last == "\t" { tag.removeLast() }
        return tag
    }
}
