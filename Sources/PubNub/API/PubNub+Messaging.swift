package import PubNubWire

/// Sending messages (README "Publishing Messages").
extension PubNub {
    /// Sends a message to a channel.
    ///
    /// Messages sent to one channel arrive in the order in which they were sent; different channels do not wait for each
    /// other. A message is never sent twice by the client itself: where nobody can know whether it arrived, the error's
    /// ``PNError/isOutcomeUnknown`` is true. The ``PNError/associatedObject`` of every error is the message, which is the
    /// returned object, too, and can be sent again. ``PNConfiguration/outbox`` lets the client do that.
    ///
    /// - Parameters:
    ///   - message: Text, number, array, dictionary or null. nil sends a push notification alone, and is an error (132)
    ///     without one; an empty text is one too (133). 112 for an object that JSON cannot hold.
    ///   - apnsPayload: What an Apple push gateway is given; nil, the default, for none.
    ///   - gcmPayload: What a Google push gateway is given; nil, the default, for none.
    ///   - channel: Where to send it. nil or an empty name is an error (134), one with `,` `/` or `:` too (117).
    ///   - shouldCompressMessage: Whether it travels as a compressed POST; false by default.
    ///   - shouldStoreInHistory: Whether history may keep it; true by default.
    ///   - success: Called when sending begins, and once more when the message was sent (with the ``PNMessage``) or could
    ///     not be (with the ``PNError``). nil, the default, when nobody waits for it.
    /// - Returns: The message, to be sent again where that is wanted; nil where nothing could be sent.
    @discardableResult
    public func sendMessage(
        _ message: Any?,
        applePushNotification apnsPayload: [String: Any]? = nil,
        googleCloudNotification gcmPayload: [String: Any]? = nil,
        to channel: PNChannel?,
        compressed shouldCompressMessage: Bool = false,
        storeInHistory shouldStoreInHistory: Bool = true,
        withCompletionBlock success: PNClientMessageProcessingBlock? = nil
    ) -> PNMessage? {
        let push = PushKeys.members(apnsPayload, gcmPayload)
        let draft = MessageDraft.new(message: message, push: push, channel: channel)
        let options = ClientEngine.PublishOptions(isCompressed: shouldCompressMessage, isStored: shouldStoreInHistory)
        return engine.publish(draft, options, success)
    }

    /// Sends a message with what only newer services know: metadata for filters, and how many hours history keeps it.
    package func sendMessage(
        _ message: Any?,
        applePushNotification apnsPayload: [String: Any]?,
        googleCloudNotification gcmPayload: [String: Any]?,
        to channel: PNChannel,
        compressed: Bool,
        storeInHistory: Bool,
        metadata: JSONValue?,
        hoursInHistory: Int?,
        withCompletionBlock success: @escaping PNClientMessageProcessingBlock
    ) {
        let push = PushKeys.members(apnsPayload, gcmPayload)
        let draft = MessageDraft.new(message: message, push: push, channel: channel)
        let options = ClientEngine.PublishOptions(
            isCompressed: compressed,
            isStored: storeInHistory,
            metadata: metadata,
            hoursStored: hoursInHistory
        )
        engine.publish(draft, options, success)
    }

    /// Sends a message that was made by an earlier call, or loaded from a file, again.
    ///
    /// - Parameters:
    ///   - message: The message. nil is an error (132).
    ///   - shouldCompressMessage: Whether it travels as a compressed POST; false by default.
    ///   - shouldStoreInHistory: Whether history may keep it; true by default.
    ///   - success: Called when sending begins, and once more at its end; nil, the default, when nobody waits for it.
    public func send(
        _ message: PNMessage?,
        compressed shouldCompressMessage: Bool = false,
        storeInHistory shouldStoreInHistory: Bool = true,
        withCompletionBlock success: PNClientMessageProcessingBlock? = nil
    ) {
        let options = ClientEngine.PublishOptions(isCompressed: shouldCompressMessage, isStored: shouldStoreInHistory)
        engine.publish(.again(message), options, success)
    }

    /// Takes all messages out of the outbox (``PNConfiguration/outbox``) and out of its file.
    ///
    /// Each ends with ``kPNOutboxClearedError``, except what is on its way to the service now: that ends as it does, and is
    /// not sent again.
    public func clearOutbox() {
        engine.clearOutbox()
    }

    /// Takes the messages for one channel out of the outbox (``PNConfiguration/outbox``) and out of its file, and leaves
    /// those for other channels.
    ///
    /// A message that the service neither takes nor refuses, as with answers of status 5xx, holds up its channel; this gives
    /// it up, and what waits behind it. Each ends as with ``clearOutbox()``.
    ///
    /// - Parameter channel: The channel.
    public func clearOutbox(channel: PNChannel) {
        engine.clearOutbox(channel: channel.name)
    }
}
