/// Takes an input apart: single bytes that choose, and texts that are read.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// One of `values`, chosen by the next byte; the first when nothing is left. Letters and digits count from their
    /// own start, so that inputs can be written by hand.
    mutating func choice<Value>(_ values: [Value]) -> Value {
        let byte = Int(rest.popFirst() ?? 0)
        return values[(byte >= 0x30 ? byte - 0x30 : byte) % values.count]
    }

    /// All that is left.
    var bytes: [UInt8] { Array(rest) }

    /// All that is left, invalid bytes replaced.
    var text: String { String(decoding: rest, as: UTF8.self) }

    /// The lines of what is left.
    var lines: [ArraySlice<UInt8>] {
        rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
}
