/// Cuts the bytes of a terminal into keys: a character, a control character such as "\u{3}" for Ctrl-C, or a sequence such as
/// "\u{1B}[D" for the arrow to the left.
struct KeyDecoder {
    private var pending: [UInt8] = []

    /// The keys that are complete with these bytes; the rest waits for more.
    mutating func keys(in bytes: [UInt8]) -> [String] {
        pending += bytes
        var keys: [String] = []
        while let length = Self.length(of: pending), length <= pending.count {
            keys.append(String(decoding: pending.prefix(length), as: UTF8.self))
            pending.removeFirst(length)
        }
        return keys
    }

    private static func length(of bytes: [UInt8]) -> Int? {
        guard let first = bytes.first else { return nil }
        guard first == 0x1B else { return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4 }
        guard bytes.count > 1, "[O".utf8.contains(bytes[1]) else { return bytes.count > 1 && bytes[1] == 0x1B ? 1 : 2 }
        return bytes.dropFirst(2).firstIndex { !(0x20...0x3F).contains($0) }.map { $0 + 1 }
    }
}
