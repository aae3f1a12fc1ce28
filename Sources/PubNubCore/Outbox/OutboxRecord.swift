package import PubNubWire

/// One entry of an outbox's file.
package enum OutboxRecord: Sendable, Equatable {
    /// The first entry: the keyset of the messages.
    case keyset(String)
    case message(StoredMessage)
    /// The service has accepted or refused the message with this mark, or the application has discarded it.
    case done(String)

    /// A message in the form in which it is sent; its content is encrypted if the configuration requires it.
    package struct StoredMessage: Sendable, Equatable {
        /// Marks the message, however often it is sent.
        package var id: String
        package var channel: String
        /// The published JSON.
        package var payload: [UInt8]
        package var isCompressed = false
        package var isStored = true
        package var hoursStored: Int?
        package var metadata: JSON?

        package init(
            id: String,
            channel: String,
            payload: [UInt8],
            isCompressed: Bool = false,
            isStored: Bool = true,
            hoursStored: Int? = nil,
            metadata: JSON? = nil
        ) {
            self.id = id
            self.channel = channel
            self.payload = payload
            self.isCompressed = isCompressed
            self.isStored = isStored
            self.hoursStored = hoursStored
            self.metadata = metadata
        }
    }
}

extension OutboxRecord {
    private enum Key {
        static let keyset = "keyset"
        static let done = "done"
        static let id = "id"
        static let channel = "channel"
        static let payload = "payload"
        static let isCompressed = "compressed"
        static let isStored = "stored"
        static let hours = "hours"
        static let metadata = "meta"
    }

    /// The entry as JSON.
    var body: [UInt8] {
        switch self {
        case .keyset(let keyset): return JSON.object([Key.keyset: .string(keyset)]).bytes
        case .done(let id): return JSON.object([Key.done: .string(id)]).bytes
        case .message(let message):
            var object: [String: JSON] = [
                Key.id: .string(message.id),
                Key.channel: .string(message.channel),
                // As a string, so that every byte stays the same.
                Key.payload: .string(String(decoding: message.payload, as: UTF8.self)),
                Key.isCompressed: .bool(message.isCompressed),
                Key.isStored: .bool(message.isStored),
            ]
            object[Key.hours] = message.hoursStored.map { .integer(Int64($0)) }
            object[Key.metadata] = message.metadata
            return JSON.object(object).bytes
        }
    }

    /// Reads an entry; `nil` if the bytes are not one.
    init?(body: [UInt8]) {
        guard let object = try? JSON(parsing: body) else { return nil }
        if let keyset = object[Key.keyset]?.string {
            self = .keyset(keyset)
        } else if let id = object[Key.done]?.string {
            self = .done(id)
        } else if let id = object[Key.id]?.string, let channel = object[Key.channel]?.string,
            let payload = object[Key.payload]?.string
        {
            self = .message(
                StoredMessage(
                    id: id,
                    channel: channel,
                    payload: Array(payload.utf8),
                    isCompressed: object[Key.isCompressed]?.bool ?? false,
                    isStored: object[Key.isStored]?.bool ?? true,
                    hoursStored: object[Key.hours]?.int64Value.flatMap { Int(exactly: $0) },
                    metadata: object[Key.metadata]
                )
            )
        } else {
            return nil
        }
    }
}
