import Dispatch
import PubNubCore
import PubNubMachines
import PubNubWire

/// The size of a message before it is sent (utilities "Get size of message").
///
/// The size is that of the whole request in which this client would send the message now: request line and header
/// fields, with the message encrypted and compressed if the configuration and the call require it. It is that of the
/// HTTP/1.1 form before TLS. Over HTTP/2 fewer bytes are sent, because header fields are compressed.
///
/// The size is -1 for a message that the client would not send: no message, no channel or an invalid name, a value that
/// JSON cannot hold, a string that begins and ends like JSON and is not valid JSON, or missing keys. A message that is too long has its size: the service accepts
/// 32 KiB. With a random initialization vector (``PNConfiguration/shouldUseRandomInitializationVector``) every
/// encryption differs, and the size with it by some bytes.
extension PubNub {
    /// Calculates the size of a message without metadata.
    ///
    /// - Parameters:
    ///   - message: String, number, array, dictionary or null.
    ///   - channel: The name of the channel of the message.
    ///   - compressMessage: Whether the message would be sent as a compressed POST; false by default.
    ///   - shouldStore: Whether history might keep it; true by default.
    ///   - block: Called with the number of bytes, or with -1, on the configuration's `callbackQueue`.
    public func sizeOfMessage(
        _ message: Any?,
        toChannel channel: String,
        compressed compressMessage: Bool = false,
        storeInHistory shouldStore: Bool = true,
        withCompletion block: @escaping PNMessageSizeCalculationCompletionBlock
    ) {
        face.sizeOfMessage(message, channel, isCompressed: compressMessage, isStored: shouldStore, nil, block)
    }

    /// Calculates the size of a message with metadata.
    ///
    /// - Parameters:
    ///   - message: String, number, array, dictionary or null.
    ///   - channel: The name of the channel of the message.
    ///   - compressMessage: Whether the message would be sent as a compressed POST; false by default.
    ///   - shouldStore: Whether history might keep it; true by default.
    ///   - metadata: The metadata for filters of subscribers; `nil` for none.
    ///   - block: Called with the number of bytes, or with -1, on the configuration's `callbackQueue`.
    public func sizeOfMessage(
        _ message: Any?,
        toChannel channel: String,
        compressed compressMessage: Bool = false,
        storeInHistory shouldStore: Bool = true,
        withMetadata metadata: [String: Any]?,
        completion block: @escaping PNMessageSizeCalculationCompletionBlock
    ) {
        face.sizeOfMessage(message, channel, isCompressed: compressMessage, isStored: shouldStore, metadata, block)
    }
}

/// Calculating the sizes of messages.
extension ClientFace {
    /// The size of a message that would not be sent.
    private static let noSize = -1

    /// Calculates the size of the request that would send a message. Arguments are read before this returns. Encryption
    /// and compression run neither on the caller's thread nor on the callback queue.
    func sizeOfMessage(
        _ message: Any?,
        _ channel: String,
        isCompressed: Bool,
        isStored: Bool,
        _ metadata: [String: Any]?,
        _ block: @escaping PNMessageSizeCalculationCompletionBlock
    ) {
        var options = PublishOptions(isCompressed: isCompressed, isStored: isStored)
        let draft = MessageDraft.new(message: message, channel: PNChannel(name: channel))
        let drafted: PNMessage
        do throws(Failure) {
            if let metadata { options.metadata = try JSONBridge.json(metadata) }
            drafted = try draft.message(options, sendsTextAsJSON: engine.sendsTextAsJSONOfLastCall)
        } catch {
            return hub.hand(Self.noSize, to: block)
        }
        let box = CallbackBox(block)
        DispatchQueue.global().async { [self, options] in
            hub.hand((try? size(of: drafted, options)) ?? Self.noSize, to: box.value)
        }
    }

    private func size(of message: PNMessage, _ options: PublishOptions) throws(Failure) -> Int {
        // A message of an outbox is sent with a mark.
        let isMarked = engine.usesOutbox
        let (_, call) = try composed(message, options, id: isMarked ? ClientEngine.newMark() : "")
        return try engine.byteCount(of: call) ?? Self.noSize
    }
}
