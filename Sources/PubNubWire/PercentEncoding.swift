/// Percent-encoding of URL parts.
///
/// Everything but `A-Z a-z 0-9 - _ .` is escaped, including `~` and `'`, so that client and server sign the same
/// string.
package enum PercentEncoding {
    /// Escapes one part: UTF-8, upper-case digits, a space as `%20`.
    package static func escape(_ text: String) -> String {
        var text = text
        return text.withUTF8 { escape(UnsafeRawBufferPointer($0)) }
    }

    /// Escapes one part given as UTF-8.
    package static func escape(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { escape($0) }
    }

    /// Escapes each name and joins them with a literal `,`; an empty list is `,`.
    package static func escapeList(_ names: [String]) -> String {
        names.isEmpty ? "," : names.map { escape($0) }.joined(separator: ",")
    }

    /// Resolves `%XX`; `+` stands for itself.
    ///
    /// - Returns: nil when a `%` is not followed by two hexadecimal digits or the result is not UTF-8.
    package static func unescape(_ text: Substring) -> String? {
        let resolved = text.utf8.withContiguousStorageIfAvailable { unescape(UnsafeRawBufferPointer($0)) }
        // Only a string that is not UTF-8 inside has no such storage.
        return resolved ?? unescape(String(text))
    }

    /// Resolves `%XX`; `+` stands for itself.
    ///
    /// - Returns: nil when a `%` is not followed by two hexadecimal digits or the result is not UTF-8.
    package static func unescape(_ text: String) -> String? {
        guard text.holds("%") else { return text }
        var text = text
        return text.withUTF8 { unescape(UnsafeRawBufferPointer($0)) }
    }

    /// Resolves `%XX` to bytes, which need not be UTF-8; `+` stands for itself.
    ///
    /// - Returns: nil when a `%` is not followed by two hexadecimal digits.
    static func unescapedBytes(_ source: UnsafeRawBufferPointer) -> [UInt8]? {
        var isMalformed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: source.count) { target, count in
            let end = unescape(source, to: UnsafeMutableRawBufferPointer(target))
            isMalformed = end == nil
            count = end ?? 0
        }
        return isMalformed ? nil : bytes
    }

    /// Resolves `%XX`; `+` stands for itself.
    ///
    /// - Returns: nil when a `%` is not followed by two hexadecimal digits or the result is not UTF-8.
    package static func unescape(_ source: UnsafeRawBufferPointer) -> String? {
        guard source.position(of: ASCII.percent) != nil else { return String(decoding: source, as: UTF8.self) }
        return withUnsafeTemporaryAllocation(byteCount: source.count, alignment: 1) { target in
            guard let end = unescape(source, to: target) else { return nil }
            return String(validating: UnsafeRawBufferPointer(rebasing: target[..<end]), as: UTF8.self)
        }
    }

    /// Writes the resolved bytes. The target needs as much room as the source has bytes.
    ///
    /// - Returns: their number; nil when a `%` is not followed by two hexadecimal digits.
    private static func unescape(_ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer) -> Int? {
        guard let base = target.baseAddress else { return source.isEmpty ? 0 : nil }
        var end = 0
        var index = 0
        while index < source.count {
            if source[index] == ASCII.percent {
                guard index + 2 < source.count, let high = ASCII.hexValue(source[index + 1]),
                    let low = ASCII.hexValue(source[index + 2])
                else { return nil }
                target[end] = high << 4 | low
                end += 1
                index += 3
            } else {
                let next = source.position(of: ASCII.percent, from: index) ?? source.count
                let bytes = UnsafeRawBufferPointer(rebasing: source[index..<next])
                UnsafeMutableRawBufferPointer(start: base + end, count: target.count - end).copyMemory(from: bytes)
                end += bytes.count
                index = next
            }
        }
        return end
    }

    private static func escape(_ source: UnsafeRawBufferPointer) -> String {
        String(unsafeUninitializedCapacity: source.count * 3) { target in
            var end = 0
            for byte in source {
                if isUnreserved(byte) {
                    target[end] = byte
                    end &+= 1
                } else {
                    target[end] = ASCII.percent
                    target[end &+ 1] = ASCII.upperHexDigit(byte >> 4)
                    target[end &+ 2] = ASCII.upperHexDigit(byte)
                    end &+= 3
                }
            }
            return end
        }
    }

    @inline(__always)
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, ASCII.minus, ASCII.dot, UInt8(ascii: "_"): true
        default: false
        }
    }
}

/// Splits strings at the bytes of the protocol's separators.
///
/// Swift compares characters, and takes a separator and a combining mark after it as one character: `?` is not the
/// first character of `?` followed by U+0301. In a URL and in a list it is still a separator.
///
/// The functions are not generic, so that other modules call fast code.
extension Substring {
    /// The parts between ASCII separators; empty ones are left out unless `keepsEmpty` says otherwise.
    package func split(at separator: Unicode.Scalar, keepsEmpty: Bool = false) -> [Substring] {
        let separator = UInt8(ascii: separator)
        var parts: [Substring] = []
        parts.reserveCapacity(Self.usualParts)
        var start = startIndex
        while let position = utf8.position(of: separator, from: start) {
            if keepsEmpty || position > start { parts.append(self[start..<position]) }
            start = utf8.index(after: position)
        }
        if keepsEmpty || start < endIndex { parts.append(self[start...]) }
        return parts
    }

    /// The segments of most paths.
    private static let usualParts = 8

    /// The parts before and after the first ASCII separator; `nil` after it if the string contains no separator.
    package func cut(at separator: Unicode.Scalar) -> (before: Substring, behind: Substring?) {
        guard let position = utf8.position(of: UInt8(ascii: separator)) else { return (self, nil) }
        return (self[..<position], self[utf8.index(after: position)...])
    }
}

extension String {
    /// The parts between ASCII separators; empty ones are left out unless `keepsEmpty` says otherwise.
    package func split(at separator: Unicode.Scalar, keepsEmpty: Bool = false) -> [Substring] {
        self[...].split(at: separator, keepsEmpty: keepsEmpty)
    }

    /// The parts before and after the first ASCII separator; `nil` after it if the string contains no separator.
    package func cut(at separator: Unicode.Scalar) -> (before: Substring, behind: Substring?) {
        self[...].cut(at: separator)
    }

    /// Whether the string contains the ASCII character.
    package func holds(_ separator: Unicode.Scalar) -> Bool {
        withBytes { $0.position(of: UInt8(ascii: separator)) != nil }
    }
}

extension Substring.UTF8View {
    /// The first index of a byte; nil if the bytes do not contain it. Faster than `firstIndex(of:)`, which looks at one index after the other.
    fileprivate func position(of byte: UInt8) -> Index? { position(of: byte, from: startIndex) }

    /// The same from an index on.
    fileprivate func position(of byte: UInt8, from start: Index) -> Index? {
        let first = distance(from: startIndex, to: start)
        let offset = withContiguousStorageIfAvailable { bytes in
            UnsafeRawBufferPointer(bytes).position(of: byte, from: first) ?? bytes.count
        }
        guard let offset else { return self[start...].firstIndex(of: byte) }
        return offset < count ? index(startIndex, offsetBy: offset) : nil
    }
}
