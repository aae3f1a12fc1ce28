import Dispatch
import PubNubMachines
import PubNubWire

/// The size of a message before it is sent (utilities "Get size of message").
///
/// The size is that of the whole request in which this client would send the message now: request line and header fields,
/// with the message encrypted and compressed where it would be, and all that goes with it. It is that of the HTTP/1.1 form,
/// before TLS; over HTTP/2 fewer bytes travel, since header fields are compressed there.
///
/// It is -1 for what would not be sent: without a message, with an empty text, without a channel or with a name that no
/// channel can have, with what JSON cannot hold, or without keys. A message that is too long has its size: the service takes
/// 32 KiB of message. With a random initialization vector (``PNConfiguration/shouldUseRandomInitializationVector``) every
/// encryption differs, and sizes of one message by some bytes with it.
extension PubNub {
    /// Calculates the size of a message without metadata.
    ///
    /// - Parameters:
    ///   - message: Text, number, array, dictionary or null.
    ///   - channel: The name of the channel it would be sent to.
    ///   - compressMessage: Whether it would travel as a compressed POST; false by default.
    ///   - shouldStore: Whether history might keep it; true by default.
    ///   - block: Called with the number of bytes, or with -1, on the configuration's `callbackQueue`.
    public func sizeOfMessage(
        _ message: Any?,
        toChannel channel: String,
        compressed compressMessage: Bool = false,
        storeInHistory shouldStore: Bool = true,
        withCompletion block: @escaping PNMessageSizeCalculationCompletionBlock
    ) {
        engine.sizeOfMessage(message, channel, isCompressed: compressMessage, isStored: shouldStore, nil, block)
    }

    /// Calculates the size of a message with metadata.
    ///
    /// - Parameters:
    ///   - message: Text, number, array, dictionary or null.
    ///   - channel: The name of the channel it would be sent to.
    ///   - compressMessage: Whether it would travel as a compressed POST; false by default.
    ///   - shouldStore: Whether history might keep it; true by default.
    ///   - metadata: What filters of subscribers are applied to; nil for none.
    ///   - block: Called with the number of bytes, or with -1, on the configuration's `callbackQueue`.
    public func sizeOfMessage(
        _ message: Any?,
        toChannel channel: String,
        compressed compressMessage: Bool = false,
        storeInHistory shouldStore: Bool = true,
        withMetadata metadata: [String: Any]?,
        completion block: @escaping PNMessageSizeCalculationCompletionBlock
    ) {
        engine.sizeOfMessage(message, channel, isCompressed: compressMessage, isStored: shouldStore, metadata, block)
    }
}

/// How large messages would be.
extension ClientEngine {
    /// What stands for the size of a message that would not be sent.
    private static let noSize = -1

    /// Tells the size of the request in which a message would be sent. What is given is read at once; encryption and
    /// compression are not on the caller's time, and not on that of the callback queue.
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
        do throws(PNError) {
            if let metadata { options.metadata = try JSONBridge.value(metadata) }
            drafted = try draft.message(options)
        } catch {
            return hub.hand(Self.noSize, to: block)
        }
        let box = CallbackBox(block)
        DispatchQueue.global().async { [self, options] in
            hub.hand((try? size(of: drafted, options)) ?? Self.noSize, to: box.value)
        }
    }

    private func size(of message: PNMessage, _ options: PublishOptions) throws(PNError) -> Int {
        // Messages of an outbox are marked, and the mark is sent with them.
        let isMarked = read { $0.settings.outbox != nil || $0.outbox.machine.count > 0 }
        let (_, call) = try composed(message, options, id: isMarked ? Self.newMark() : "")
        do throws(Failure) {
            // The request is not sent, so its identifier has no meaning.
            return try read { $0.builder }.build(call, id: RequestID(rawValue: 0)).byteCount ?? Self.noSize
        } catch {
            throw PNError(error)
        }
    }
}
