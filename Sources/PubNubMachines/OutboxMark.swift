package import PubNubWire

/// Marks a message of an outbox, so that receivers recognise a second copy of it.
///
/// The mark is part of the metadata of the message, which only filters read and no application receives.
package enum OutboxMark {
    private static let name = "pn_outbox"
    private static let firstByte = UInt8(ascii: "p")
    /// No mark is longer; a longer value is metadata of another origin.
    private static let maxBytes = 64

    /// The metadata that a message is sent with: its own, and the mark if it has one. Metadata that is not an object is
    /// sent unchanged, without a mark.
    ///
    /// - Parameters:
    ///   - metadata: The message's own metadata; `nil` if it has none.
    ///   - mark: The mark; empty for a message without one.
    /// - Returns: The metadata to send; `nil` for none.
    package static func metadata(_ metadata: JSON?, markedWith mark: String) -> JSON? {
        guard !mark.isEmpty else { return metadata }
        switch metadata {
        case nil: return .object([name: .string(mark)])
        case .object(var fields):
            fields[name] = .string(mark)
            return .object(fields)
        case let other: return other
        }
    }

    /// The mark in the metadata of a received message; `nil` if it has none.
    package static func mark(in metadata: RawJSON?) -> String? {
        guard let metadata, mayHoldMark(metadata), let mark = metadata.value()[name]?.string, !mark.isEmpty,
            mark.utf8.count <= maxBytes
        else { return nil }
        return mark
    }

    /// Whether parsing is worthwhile: metadata without a mark is skipped at little cost.
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
