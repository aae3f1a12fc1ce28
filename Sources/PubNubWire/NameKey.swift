/// A name as a key: two names are equal if their UTF-8 bytes are.
///
/// Strings are equal if they are canonically equivalent, for instance “é” as one scalar and as two. For the service they are two names, as
/// they are for SQLite, so tables of channels, groups, clients and objects have keys of this type.
package struct NameKey: Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

extension NameKey: Hashable {
    package static func == (left: NameKey, right: NameKey) -> Bool { left.text.hasSameBytes(as: right.text) }

    package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension NameKey: Comparable {
    /// The order of the bytes, which is the order of the code points.
    package static func < (left: NameKey, right: NameKey) -> Bool { left.text.precedesInBytes(right.text) }
}

extension NameKey {
    /// The values by string. Of names that are equal as strings, it has the one whose bytes come first.
    package static func strings<Value>(_ values: [NameKey: Value]) -> [String: Value] {
        Dictionary(values.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }) { first, _ in first }
    }
}

extension NameKey: CustomStringConvertible {
    package var description: String { text }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are those of another buffer of the same length, word by word.
    ///
    /// Most compared names are equal, so that all of their bytes are compared. `elementsEqual` of two buffers took 340
    /// instructions for a name in `Benchmarks/instructions`, and each received message has three names.
    @inline(__always)
    func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset + 8 <= count {
            let word = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard word == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
            offset += 8
        }
        while offset < count {
            guard self[offset] == other[offset] else { return false }
            offset += 1
        }
        return true
    }
}

extension String {
    /// Whether the strings have the same UTF-8 bytes.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return withBytes(of: other) { $0.hasSameBytes(as: $1) } ?? utf8.elementsEqual(other.utf8)
    }

    /// Whether the UTF-8 bytes come before those of another string.
    package func precedesInBytes(_ other: String) -> Bool {
        withBytes(of: other) { $0.lexicographicallyPrecedes($1) } ?? utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Hashes the UTF-8 bytes, and an end that no string has within it.
    package func hashBytes(into hasher: inout Hasher) {
        let isHashed: Void? = utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil {
            for byte in utf8 { hasher.combine(byte) }
        }
        hasher.combine(0xFF as UInt8)
    }

    /// Whether the last UTF-8 bytes of the string are those of a suffix.
    package func endsInBytes(of suffix: StaticString) -> Bool {
        let start = utf8.count - suffix.utf8CodeUnitCount
        guard start >= 0 else { return false }
        return withBytes { bytes in
            for index in 0..<suffix.utf8CodeUnitCount where bytes[start + index] != suffix.utf8Start[index] {
                return false
            }
            return true
        }
    }

    private func withBytes(
        of other: String,
        _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
    ) -> Bool? {
        utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                body(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
            }
        } ?? nil
    }
}

extension Array where Element == String {
    /// The names that others do not have, in their order.
    package func names(notIn others: [String]) -> [String] {
        let others = Set(others.map(NameKey.init))
        return filter { !others.contains(NameKey($0)) }
    }
}
