package import PubNubWire

/// Marks a message of an outbox, so that receivers know a second copy of it.
///
/// The mark travels in the metadata of the message, which only filters look at, and which reaches no application.
package enum OutboxMark {
    private static let name = "pn_outbox"
    private static let firstByte = UInt8(ascii: "p")
    /// No mark is longer; anything else is somebody's own metadata.
    private static let longest = 64

    /// The metadata that a message is sent with: its own, and the mark if it has one. Metadata that is no object stays as
    /// it is, and the message without a mark.
    ///
    /// - Parameters:
    ///   - metadata: The message's own metadata; nil when it has none.
    ///   - mark: The mark; empty for a message without one.
    /// - Returns: What is sent; nil for no metadata.
    package static func metadata(_ metadata: JSONValue?, markedWith mark: String) -> JSONValue? {
        guard !mark.isEmpty else { return metadata }
        switch metadata {
        case nil: return .object([name: .string(mark)])
        case .object(var fields):
            fields[name] = .string(mark)
            return .object(fields)
        case let other: return other
        }
    }

    /// The mark in the metadata of a received message; nil when there is none.
    package static func mark(in metadata: RawJSON?) -> String? {
        guard let metadata, mayHoldMark(metadata), let mark = metadata.value()[name]?.stringValue, !mark.isEmpty,
            mark.utf8.count <= longest
        else { return nil }
        return mark
    }

    /// Whether it is worth reading: what has no mark is passed over at little cost.
    private static func mayHoldMark(_ metadata: RawJSON) -> Bool {
        metadata.bytes.withUnsafeBytes { bytes in
            var start = bytes.startIndex
            while let first = bytes[start...].firstIndex(of: firstByte) {
                if bytes[first...].starts(with: name.utf8) { return true }
                start = first + 1
            }
            return false
        }
    }
}
