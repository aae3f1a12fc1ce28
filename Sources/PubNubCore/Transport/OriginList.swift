import Glibc

/// Numbers the origins (scheme, host and port) of requests. There are few, so a list is faster than hashing.
struct OriginList {
    /// The number of a request's origin, and the length of the origin in its URL.
    struct Origin: Equatable {
        var origin: Int
        var length: Int
    }

    private static let schemes: [[UInt8]] = [Array("http://".utf8), Array("https://".utf8)]

    private var origins: [[UInt8]] = []

    /// Nil for a URL that is not an http or https one.
    mutating func base(of url: String) -> Origin? {
        var url = url
        return url.withUTF8 { text in
            if let known = origins.firstIndex(where: { Self.has(text, prefix: $0) && Self.ends(text, at: $0.count) }) {
                return Origin(origin: known, length: origins[known].count)
            }
            guard let scheme = Self.schemes.first(where: { Self.has(text, prefix: $0) }) else { return nil }
            var end = scheme.count
            while !Self.ends(text, at: end) {
                end += 1
            }
            guard end > scheme.count else { return nil }
            origins.append(Array(text[..<end]))
            return Origin(origin: origins.count - 1, length: end)
        }
    }

    private static func has(_ text: UnsafeBufferPointer<UInt8>, prefix: [UInt8]) -> Bool {
        guard text.count >= prefix.count, let start = text.baseAddress else { return false }
        return memcmp(start, prefix, prefix.count) == 0
    }

    private static func ends(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        index == text.count || text[index] == UInt8(ascii: "/") || text[index] == UInt8(ascii: "?")
    }
}
