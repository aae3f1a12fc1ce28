import PubNubCodec
package import PubNubWire

/// Sending messages (3.7.8 README, "Publishing Messages").
extension PubNub {
    /// Sends a message to a channel.
    ///
    /// Messages sent to one channel arrive in the order of the calls; different channels do not wait for each other.
    /// The client never sends a message twice by itself. If no response arrives, the message may or may not have been
    /// published, and ``PNError/isOutcomeUnknown`` of the error is true. The ``PNError/associatedObject`` of every
    /// error is the message, which this function also returns and which can be sent again. ``PNConfiguration/outbox``
    /// lets the client do that.
    ///
    /// - Parameters:
    ///   - message: String, number, array, dictionary or null. `nil` sends only a push notification, and is an error
    ///     (132) without one; an empty string is an error (133), and so is an object that JSON cannot hold (112).
    ///   - apnsPayload: The payload for the Apple push gateway; `nil`, the default, for none.
    ///   - gcmPayload: The payload for the Google push gateway; `nil`, the default, for none.
    ///   - channel: The channel. `nil` or an empty name is an error (134), and so is a name with `,` `/` or `:` (117).
    ///   - shouldCompressMessage: Whether the message is sent as a compressed POST; false by default.
    ///   - shouldStoreInHistory: Whether the service may store the message; true by default.
    ///   - success: Called when sending begins, and again when the message was sent (with the ``PNMessage``) or failed
    ///     (with the ``PNError``). Pass `nil`, the default, to ignore the result.
    /// - Returns: The message, which can be sent again; `nil` without a message to send.
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

    /// Sends a message with settings of newer services: metadata for filters, and the number of hours for which it is
    /// stored.
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

    /// Sends a message again that an earlier call made or that was loaded from a file.
    ///
    /// - Parameters:
    ///   - message: The message. nil is an error (132).
    ///   - shouldCompressMessage: Whether the message is sent as a compressed POST; false by default.
    ///   - shouldStoreInHistory: Whether the service may store the message; true by default.
    ///   - success: Called when sending begins, and again at its end. Pass `nil`, the default, to ignore the result.
    public func send(
        _ message: PNMessage?,
        compressed shouldCompressMessage: Bool = false,
        storeInHistory shouldStoreInHistory: Bool = true,
        withCompletionBlock success: PNClientMessageProcessingBlock? = nil
    ) {
        let options = ClientEngine.PublishOptions(isCompressed: shouldCompressMessage, isStored: shouldStoreInHistory)
        engine.publish(.again(message), options, success)
    }

    /// Removes all messages from the outbox (``PNConfiguration/outbox``) and from its file.
    ///
    /// Each ends with ``kPNOutboxClearedError``, except a message in flight: that ends with its outcome, and is not
    /// sent again.
    public func clearOutbox() {
        engine.clearOutbox()
    }

    /// Removes the messages for one channel from the outbox (``PNConfiguration/outbox``) and from its file. Those for
    /// other channels stay.
    ///
    /// A message that the service neither accepts nor refuses, as with responses of status 5xx, blocks its channel.
    /// This function discards that message and the messages behind it. Each ends as with ``clearOutbox()``.
    ///
    /// - Parameter channel: The channel.
    public func clearOutbox(channel: PNChannel) {
        engine.clearOutbox(channel: channel.name)
    }
}

/// Sending messages.
extension ClientEngine {
    /// The form in which a message is sent, and whether it is stored.
    struct PublishOptions: Sendable {
        var isCompressed = false
        var isStored = true
        /// The metadata for filters of subscribers.
        var metadata: JSONValue?
        /// For how many hours the service stores the message; `nil` for the key's own setting.
        var hoursStored: Int?
    }

    /// Sends a message of the application, or reports why it cannot be sent.
    ///
    /// - Returns: The message; `nil` if the draft is not a message.
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
            let usesOutbox = try prepareOutbox()
            (stored, call) = try composed(message, options, id: usesOutbox ? Self.newMark() : "")
            try checkSize(of: call)
        } catch {
            emit(.sendFailed(message, error.associated(with: message)), completion: completion)
            return
        }
        guard stored.id.isEmpty else { return keep(stored, message, completion) }
        emit(.willSend(message), completion: completion)
        // One request in flight for each channel, unless the configuration allows more, preserves the order.
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

    /// The message in the form in which it is sent, marked with `id` unless that is empty.
    func composed(
        _ message: PNMessage,
        _ options: PublishOptions,
        id: String
    ) throws(PNError) -> (OutboxRecord.StoredMessage, Call<Timetoken>) {
        let (cryptor, missingKey) = read { state in
            (state.cryptor, state.settings.hasKeys(for: .publish) ? nil : state.settings.missingKey)
        }
        if let missingKey { throw missingKey }
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

    /// Makes an unpredictable mark, so that a client cannot forge a duplicate of a message before it has received the message.
    static func newMark() throws(PNError) -> String {
        do throws(CryptorError) {
            return Digest.hex(try SecureRandom.bytes(12))
        } catch {
            throw PNError(error)
        }
    }
}

extension PNMessage {
    /// The published JSON.
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

/// The arguments of a call to send, before they are known to be a message.
enum MessageDraft {
    /// A message, and the payloads for push gateways by the names of their members in the message.
    case new(message: Any?, push: [String: Any] = [:], channel: PNChannel?)
    /// A message that was made before, or loaded from a file; `nil` if the application passed none.
    case again(PNMessage?)

    /// The message.
    ///
    /// - Parameter options: The form in which a new message is sent, which the message remembers.
    /// - Returns: The message, which can be sent.
    /// - Throws: 132 without a message, 133 without content, 134 without a channel, 117 for an invalid channel name,
    ///   112 for content that JSON cannot hold.
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

    /// The message for the report of an invalid draft: its channel, and its content as far as JSON can hold it.
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
