/// Splits an input into single bytes that select values, and strings.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// One of `values`, selected by the next byte; the first one at the end of the input. Letters and digits count from their
    /// own start, so that inputs can be written by hand.
    mutating func choice<Value>(_ values: [Value]) -> Value {
        let byte = Int(rest.popFirst() ?? 0)
        return values[(byte >= 0x30 ? byte - 0x30 : byte) % values.count]
    }

    /// The rest of the input.
    var bytes: [UInt8] { Array(rest) }

    /// The rest of the input as a string, with invalid bytes replaced.
    var text: String { String(decoding: rest, as: UTF8.self) }

    /// The lines of the rest.
    var lines: [ArraySlice<UInt8>] {
        rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
}
