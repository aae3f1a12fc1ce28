import PubNubWire

/// The target of a request as it came over the wire, before it is taken apart.
enum RequestTarget {
    /// Whether the target is a path or `*`, each `%` has two hexadecimal digits behind it, and the escapes stand for UTF-8 without NUL.
    static func isWellFormed(_ target: String) -> Bool {
        var target = target
        return target.withUTF8 { isWellFormed($0) }
    }

    /// The path and the query of a target in one of the forms for servers: a path, `*`, or a URL of HTTP, whose host counts in place of the
    /// `Host` header (RFC 9112, 3.2.2), and which no response depends on.
    ///
    /// - Parameters:
    ///   - target: The target as it was sent.
    ///   - method: The method, as `OPTIONS` of a URL without a path means the server.
    /// - Returns: nil for a target in another form.
    static func originForm(of target: UnsafeRawBufferPointer, method: String) -> String? {
        guard target.areVisibleASCII, let first = target.first else { return nil }
        if first == UInt8(ascii: "/") || first == UInt8(ascii: "*") { return String(decoding: target, as: UTF8.self) }
        guard let colon = target.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = UnsafeRawBufferPointer(rebasing: target[..<colon])
        let rest = target[colon...]
        guard scheme.isName("http") || scheme.isName("https"), rest.starts(with: "://".utf8) else { return nil }
        let start = colon + 3
        let end = target[start...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? target.count
        guard HostName.isValid(UnsafeRawBufferPointer(rebasing: target[start..<end])) else { return nil }
        let path = String(decoding: target[end...], as: UTF8.self)
        if path.isEmpty { return method == "OPTIONS" ? "*" : "/" }
        return path.hasPrefix("/") ? path : "/" + path
    }

    /// The host of a target that is a URL and has an ``originForm(of:method:)``; nil for a path.
    static func authority(of target: UnsafeRawBufferPointer) -> String? {
        guard target.first != UInt8(ascii: "/"), let colon = target.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let host = target[colon...].dropFirst(3).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        return String(decoding: host, as: UTF8.self)
    }

    private static func isWellFormed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first, first == UInt8(ascii: "/") || (first == UInt8(ascii: "*") && text.count == 1)
        else { return false }
        let bytes = UnsafeRawBufferPointer(text)
        guard bytes.position(of: 0) == nil else { return false }
        // The string is UTF-8, so only what its escapes stand for can be something else.
        var escaped = UTF8Check()
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "%") else {
                // A character that escapes began ends with escapes.
                guard escaped.isComplete else { return false }
                let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
                guard let next = rest.position(of: UInt8(ascii: "%")) else { return true }
                index += next
                continue
            }
            guard index + 2 < bytes.count, let high = ASCII.hexValue(bytes[index + 1]),
                let low = ASCII.hexValue(bytes[index + 2])
            else { return false }
            let byte = high << 4 | low
            guard byte != 0, escaped.take(byte) else { return false }
            index += 3
        }
        return escaped.isComplete
    }
}

/// Checks UTF-8 byte by byte.
private struct UTF8Check {
    /// Continuation bytes that have to follow.
    private var missing = 0
    /// The valid values of the next continuation byte.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether no character is incomplete.
    var isComplete: Bool { missing == 0 }

    /// Takes a byte. Returns false if it cannot follow those before it.
    mutating func take(_ byte: UInt8) -> Bool {
        if missing > 0 {
            guard allowed.contains(byte) else { return false }
            allowed = 0x80...0xBF
            missing -= 1
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, allowed) = (2, 0xA0...0xBF)
        case 0xED: (missing, allowed) = (2, 0x80...0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, allowed) = (3, 0x90...0xBF)
        case 0xF1...0xF3: missing = 3
        case 0xF4: (missing, allowed) = (3, 0x80...0x8F)
        default: return false
        }
        return true
    }
}
