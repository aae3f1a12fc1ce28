import Glibc
import PubNubWire

/// Marks a message of an outbox, so that receivers know a second copy of it.
///
/// The mark travels in the metadata of the message, which only filters look at, and which reaches no application.
enum OutboxMark {
    private static let name = "pn_outbox"
    /// No mark is longer; anything else is somebody's own metadata.
    private static let longest = 64

    /// The metadata that a message is sent with: its own, and the mark if it has one. Metadata that is no object stays as
    /// it is, and the message without a mark.
    static func metadata(of message: OutboxRecord.StoredMessage) -> JSONValue? {
        guard !message.id.isEmpty else { return message.metadata }
        switch message.metadata {
        case nil: return .object([name: .string(message.id)])
        case .object(var fields):
            fields[name] = .string(message.id)
            return .object(fields)
        case let other: return other
        }
    }

    /// The mark in the metadata of a received message; nil when there is none.
    static func mark(in metadata: RawJSON?) -> String? {
        guard let metadata, mayHoldMark(metadata), let mark = metadata.value()[name]?.stringValue, !mark.isEmpty,
            mark.utf8.count <= longest
        else { return nil }
        return mark
    }

    /// Whether it is worth reading: what has no mark is passed over at little cost.
    private static func mayHoldMark(_ metadata: RawJSON) -> Bool {
        metadata.bytes.withUnsafeBytes { bytes in
            name.withCString { name in
                let length = strlen(name)
                guard let start = bytes.baseAddress, bytes.count >= length else { return false }
                return (0...bytes.count - length).contains { memcmp(start + $0, name, length) == 0 }
            }
        }
    }
}
