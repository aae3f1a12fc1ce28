@testable import PubNub

/// The eight forms of the call (utilities, "Get size of message").
enum MessageSizeForm: CaseIterable {
    case plain, compressed, stored, compressedStored
    case metadata, compressedMetadata, storedMetadata, compressedStoredMetadata

    /// The metadata of messages in the forms that accept it.
    static var filterData: [String: Any] { ["senderID": "bob", "level": 2, "ü": true] }

    /// Whether history may store the message: the forms with this option disable it.
    var isStored: Bool {
        switch self {
        case .plain, .compressed, .metadata, .compressedMetadata: true
        case .stored, .compressedStored, .storedMetadata, .compressedStoredMetadata: false
        }
    }

    var isCompressed: Bool {
        switch self {
        case .plain, .stored, .metadata, .storedMetadata: false
        case .compressed, .compressedStored, .compressedMetadata, .compressedStoredMetadata: true
        }
    }

    var hasMetadata: Bool {
        switch self {
        case .plain, .compressed, .stored, .compressedStored: false
        case .metadata, .compressedMetadata, .storedMetadata, .compressedStoredMetadata: true
        }
    }

    /// Returns the size by this form of the call.
    func size(of message: Any?, to channel: String, _ client: PubNub) async -> Int {
        await withCheckedContinuation { continuation in
            ask(message, channel, client) { continuation.resume(returning: $0) }
        }
    }

    private func ask(_ message: Any?, _ channel: String, _ client: PubNub, _ block: @escaping (Int) -> Void) {
        let metadata = Self.filterData
        switch self {
        case .plain:
            client.sizeOfMessage(message, toChannel: channel, withCompletion: block)
        case .compressed:
            client.sizeOfMessage(message, toChannel: channel, compressed: true, withCompletion: block)
        case .stored:
            client.sizeOfMessage(message, toChannel: channel, storeInHistory: false, withCompletion: block)
        case .compressedStored:
            client.sizeOfMessage(
                message,
                toChannel: channel,
                compressed: true,
                storeInHistory: false,
                withCompletion: block
            )
        case .metadata:
            client.sizeOfMessage(message, toChannel: channel, withMetadata: metadata, completion: block)
        case .compressedMetadata:
            client.sizeOfMessage(
                message,
                toChannel: channel,
                compressed: true,
                withMetadata: metadata,
                completion: block
            )
        case .storedMetadata:
            client.sizeOfMessage(
                message,
                toChannel: channel,
                storeInHistory: false,
                withMetadata: metadata,
                completion: block
            )
        case .compressedStoredMetadata:
            client.sizeOfMessage(
                message,
                toChannel: channel,
                compressed: true,
                storeInHistory: false,
                withMetadata: metadata,
                completion: block
            )
        }
    }
}
