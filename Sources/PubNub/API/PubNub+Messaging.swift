import PubNubCodec
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

/// Sending messages.
extension ClientEngine {
    /// How a message travels and whether it is kept.
    struct PublishOptions: Sendable {
        var isCompressed = false
        var isStored = true
        /// What filters of subscribers are applied to.
        var metadata: JSONValue?
        /// How many hours the history keeps the message; nil for the key's own setting.
        var hoursStored: Int?
    }

    /// Sends what the application gave, or tells why it cannot be sent.
    ///
    /// - Returns: The message; nil when what was given is not one.
    @discardableResult
    func publish(
        _ draft: MessageDraft,
        _ options: PublishOptions,
        _ handler: PNClientMessageProcessingBlock?
    ) -> PNMessage? {
        let completion = hub.completion(handler.map { .messageProcessing($0) }, for: nil)
        do throws(PNError) {
            let message = try draft.message(options)
            send(message, options, completion)
            return message
        } catch {
            let attempt = draft.attempt
            emit(.sendFailed(attempt, error.associated(with: attempt)), completion: completion)
            return nil
        }
    }

    private func send(_ message: PNMessage, _ options: PublishOptions, _ completion: Completion?) {
        let (stored, call): (OutboxRecord.StoredMessage, Call<Timetoken>)
        do throws(PNError) {
            let isKept = try prepareOutbox()
            (stored, call) = try composed(message, options, id: isKept ? Self.newMark() : "")
            try Validation.size(of: call)
        } catch {
            emit(.sendFailed(message, error.associated(with: message)), completion: completion)
            return
        }
        guard stored.id.isEmpty else { return keep(stored, message, completion) }
        emit(.willSend(message), completion: completion)
        // One in flight at a time for each channel, unless the configuration allows more, keeps their order.
        submit(call, order: stored.channel, as: .publish) { [self] result in
            switch result {
            case .success(let timetoken):
                message.accepted(at: timetoken)
                emit(.didSend(message), completion: completion)
            case .failure(let error):
                emit(.sendFailed(message, error.associated(with: message)), completion: completion)
            }
        }
    }

    /// The message as it is going to be sent, marked with `id` unless that is empty.
    func composed(
        _ message: PNMessage,
        _ options: PublishOptions,
        id: String
    ) throws(PNError) -> (OutboxRecord.StoredMessage, Call<Timetoken>) {
        let (cryptor, hasKeys) = read { ($0.cryptor, $0.settings.hasKeys(for: .publish)) }
        guard hasKeys else { throw PNError(code: kPNInvalidSubscribeOrPublishKeyError) }
        let text: [UInt8]
        do throws(CryptorError) {
            text = try message.text(encryptedWith: cryptor)
        } catch {
            throw PNError(error)
        }
        let stored = OutboxRecord.StoredMessage(
            id: id,
            channel: message.channel.name,
            payload: text,
            isCompressed: options.isCompressed,
            isStored: options.isStored,
            hoursStored: options.hoursStored,
            metadata: options.metadata
        )
        return (stored, MessagingEndpoints.publish(stored))
    }

    /// Marks a message so that nobody can make another one with the same mark before having seen it.
    static func newMark() throws(PNError) -> String {
        do throws(CryptorError) {
            return Digest.hex(try SecureRandom.bytes(12))
        } catch {
            throw PNError(error)
        }
    }
}

extension PNMessage {
    /// The JSON text that is published.
    fileprivate func text(encryptedWith cryptor: MessageCipher?) throws(CryptorError) -> [UInt8] {
        let push = outgoing?.push ?? [:]
        guard cryptor != nil || !push.isEmpty else { return Array(payload.bytes) }
        let message = payload.value()
        let composed = try PayloadComposer.compose(
            message: !push.isEmpty && message.isNull ? nil : message,
            push: push,
            cryptor: cryptor
        )
        return (composed ?? .null).serialized()
    }
}

/// What an application gave to be sent, before it is known to be a message.
enum MessageDraft {
    /// A message, and what push gateways are given, by the member of the message that is to hold it.
    case new(message: Any?, push: [String: Any] = [:], channel: PNChannel?)
    /// Made before, or loaded from a file; nil when the application gave none.
    case again(PNMessage?)

    /// The message.
    ///
    /// - Parameter options: How a new message is sent; it remembers them.
    /// - Returns: The message, which can be sent.
    /// - Throws: 132 without a message, 133 without content, 134 without a channel, 117 for a channel name that cannot
    ///   be, 112 for what JSON cannot hold.
    func message(_ options: ClientEngine.PublishOptions) throws(PNError) -> PNMessage {
        switch self {
        case .again(nil):
            throw PNError(code: kPNMessageObjectError)
        case .again(let message?):
            _ = try Validation.channel(message.channel)
            return message
        case .new(let message, let push, let channel):
            let outgoing = try Self.outgoing(push, options)
            guard message != nil || !push.isEmpty else { throw PNError(code: kPNMessageObjectError) }
            let payload = try JSONBridge.value(message)
            guard payload != .string("") || !push.isEmpty else { throw PNError(code: kPNMessageHasNoContentError) }
            return PNMessage(payload: RawJSON(payload), channel: try Validation.channel(channel), outgoing: outgoing)
        }
    }

    /// What can be shown of a message that is none: its channel, and its content as far as JSON can hold it.
    var attempt: PNMessage {
        switch self {
        case .again(let message?): return message
        case .again(nil): return PNMessage(payload: RawJSON(.null), channel: PNChannel(name: ""))
        case .new(let message, _, let channel):
            let payload = (try? JSONBridge.value(message)) ?? .null
            return PNMessage(payload: RawJSON(payload), channel: channel ?? PNChannel(name: ""))
        }
    }

    private static func outgoing(
        _ push: [String: Any],
        _ options: ClientEngine.PublishOptions
    ) throws(PNError) -> PNMessage.Outgoing {
        var outgoing = PNMessage.Outgoing(isCompressed: options.isCompressed, isStored: options.isStored)
        for (name, payload) in push { outgoing.push[name] = try JSONBridge.value(payload) }
        return outgoing
    }
}
