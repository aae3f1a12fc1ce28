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
