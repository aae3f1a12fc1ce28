import Foundation

/// A line of output that is written in parts.
struct OutputLine {
    private static let partSize = 65_536

    private let write: (Data) -> Void
    private var part = Data()

    init(write: @escaping (Data) -> Void) {
        self.write = write
    }

    mutating func append(_ text: String) {
        part += text.utf8
        if part.count >= Self.partSize { flush() }
    }

    /// Appends a JSON array or object with the parts between `open` and `close`, separated by commas.
    mutating func append(_ open: String, _ parts: some Sequence<String>, _ close: String) {
        append(open)
        var isFirst = true
        for part in parts {
            if !isFirst { append(",") }
            append(part)
            isFirst = false
        }
        append(close)
    }

    /// Writes what is left.
    mutating func flush() {
        if !part.isEmpty { write(part) }
        part.removeAll(keepingCapacity: true)
    }
}
