import PubNubCore
import PubNubMachines
package import PubNubWire

/// Sending messages (3.7.8 README, "Publishing Messages").
extension PubNub {
    /// Sends a message to a channel.
    ///
    /// Messages are sent in the order of the calls, each after the outcome of the call before it. With
    /// ``PNConfiguration/shouldRunCallsInParallel``, only messages to the same channel wait for each other. The client never sends a message twice by itself. If no response arrives, the message may or may not have been
    /// published, and ``PNError/isOutcomeUnknown`` of the error is true. The ``PNError/associatedObject`` of every
    /// error is the message, which this function also returns and which can be sent again. ``PNConfiguration/outbox``
    /// lets the client do that.
    ///
    /// - Parameters:
    ///   - message: String, number, array, dictionary or null. A string that is JSON is sent as that JSON
    ///     (``PNConfiguration/shouldSendTextAsJSON``). `nil` sends only a push notification, and is an error (133) without
    ///     one; an object that JSON cannot hold is an error (112), and so is a string that begins and ends like JSON and is
    ///     not valid JSON.
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
        return face.publish(draft, options, success)
    }

    /// Sends a message with settings of newer services: metadata for filters, and the number of hours for which it is
    /// stored. A string is always sent as a string.
    package func sendMessage(
        _ message: Any?,
        applePushNotification apnsPayload: [String: Any]?,
        googleCloudNotification gcmPayload: [String: Any]?,
        to channel: PNChannel,
        compressed: Bool,
        storeInHistory: Bool,
        metadata: JSON?,
        hoursInHistory: Int?,
        withCompletionBlock success: @escaping PNClientMessageProcessingBlock
    ) {
        let push = PushKeys.members(apnsPayload, gcmPayload)
        let draft = MessageDraft.new(message: message, push: push, channel: channel, hasLiteralStrings: true)
        let options = ClientEngine.PublishOptions(
            isCompressed: compressed,
            isStored: storeInHistory,
            metadata: metadata,
            hoursStored: hoursInHistory
        )
        face.publish(draft, options, waits: false, success)
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
        face.publish(.again(message), options, success)
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
extension ClientFace {
    typealias PublishOptions = ClientEngine.PublishOptions

    /// Sends a message of the application, or reports why it cannot be sent; after the calls before it unless `waits` is
    /// false.
    ///
    /// - Returns: The message; `nil` if the draft is not a message.
    @discardableResult
    func publish(
        _ draft: MessageDraft,
        _ options: PublishOptions,
        waits: Bool = true,
        _ handler: PNClientMessageProcessingBlock?
    ) -> PNMessage? {
        let completion = Completion(handler.map { .messageProcessing($0) })
        do throws(Failure) {
            let message = try draft.message(options, sendsTextAsJSON: engine.sendsTextAsJSONOfLastCall)
            let call: LineCall = { [self] in send(message, options, completion, at: $0) }
            // The outbox has an order of its own, and stores messages immediately.
            if waits, engine.runsCallsInParallel || !engine.usesOutbox { inLine("publish", call) } else { call(.apart) }
            return message
        } catch {
            let attempt = draft.attempt
            let failure = PNEvent.sendFailed(attempt, error.associated(with: attempt))
            let call: LineCall = { [self] in emit(failure, completion: completion, ending: $0) }
            if waits { inLine("publish", call) } else { call(.apart) }
            return nil
        }
    }

    private func send(
        _ message: PNMessage,
        _ options: PublishOptions,
        _ completion: Completion?,
        at position: CallPosition
    ) {
        if let refusal = position.refusal {
            let failure = PNEvent.sendFailed(message, refusal.associated(with: message))
            return emit(failure, completion: completion, ending: position)
        }
        let (stored, call): (OutboxRecord.StoredMessage, Call<Timetoken>)
        do throws(Failure) {
            let usesOutbox = try engine.prepareOutbox()
            (stored, call) = try composed(message, options, id: usesOutbox ? ClientEngine.newMark() : "")
            try engine.checkSize(of: call)
        } catch {
            let failure = PNEvent.sendFailed(message, error.associated(with: message))
            return emit(failure, completion: completion, ending: position)
        }
        guard stored.id.isEmpty else {
            let sent = SentMessage(message: message, completion: completion)
            engine.keep(stored) { ticket in change { $0.messages[ticket] = sent } }
            return engine.leave(position)
        }
        emit(.willSend(message), completion: completion)
        // One request in flight for each channel, unless the configuration allows more, preserves the order.
        engine.publish(call, on: stored.channel) { [self] result in
            switch result {
            case .success(let timetoken):
                message.accepted(at: timetoken)
                emit(.didSend(message), completion: completion, ending: position)
            case .failure(let error):
                let failure = PNEvent.sendFailed(message, error.associated(with: message))
                emit(failure, completion: completion, ending: position)
            }
        }
    }

    /// The message in the form in which it is sent, marked with `id` unless that is empty.
    func composed(
        _ message: PNMessage,
        _ options: PublishOptions,
        id: String
    ) throws(Failure) -> (OutboxRecord.StoredMessage, Call<Timetoken>) {
        try engine.composed(
            message.payload,
            push: message.outgoing?.push ?? [:],
            to: message.channel.name,
            options,
            id: id
        )
    }
}

/// The arguments of a call to send, before they are known to be a message.
enum MessageDraft {
    /// A message, and the payloads for push gateways by the names of their members in the message. With
    /// `hasLiteralStrings` every string is sent as a string in any configuration.
    case new(message: Any?, push: [String: Any] = [:], channel: PNChannel?, hasLiteralStrings: Bool = false)
    /// A message that was made before, or loaded from a file; `nil` if the application passed none.
    case again(PNMessage?)

    /// The message.
    ///
    /// - Parameters:
    ///   - options: The form in which a new message is sent, which the message remembers.
    ///   - sendsTextAsJSON: Whether the configuration sends a string that is JSON as that JSON.
    /// - Returns: The message, which can be sent.
    /// - Throws: 132 without a message object, 133 without content, 134 without a channel, 117 for an invalid channel
    ///   name, 112 for content that JSON cannot hold.
    func message(
        _ options: ClientEngine.PublishOptions,
        sendsTextAsJSON: @autoclosure () -> Bool
    ) throws(Failure) -> PNMessage {
        switch self {
        case .again(nil):
            throw Failure(unsent: ErrorCode.messageMissing)
        case .again(let message?):
            _ = try Validation.channel(message.channel)
            return message
        case .new(let message, let push, let channel, let hasLiteralStrings):
            let outgoing = try Self.outgoing(push, options)
            guard message != nil || !push.isEmpty else { throw Failure(unsent: ErrorCode.messageEmpty) }
            let value = try JSONBridge.json(message)
            // Next to a push payload the string becomes a member of an object, and 3.7.8 sent it as a string.
            if !hasLiteralStrings, push.isEmpty, case .string(let text) = value,
                let json = try JSONText.json(text, if: sendsTextAsJSON())
            {
                let channel = try Validation.channel(channel)
                return PNMessage(payload: json, channel: channel, outgoing: outgoing, jsonText: text)
            }
            return PNMessage(payload: RawJSON(value), channel: try Validation.channel(channel), outgoing: outgoing)
        }
    }

    /// The message for the report of an invalid draft: its channel, and its content as far as JSON can hold it.
    var attempt: PNMessage {
        switch self {
        case .again(let message?): return message
        case .again(nil): return PNMessage(payload: RawJSON(.null), channel: PNChannel(name: ""))
        case .new(let message, _, let channel, _):
            let payload = (try? JSONBridge.json(message)) ?? .null
            return PNMessage(payload: RawJSON(payload), channel: channel ?? PNChannel(name: ""))
        }
    }

    private static func outgoing(
        _ push: [String: Any],
        _ options: ClientEngine.PublishOptions
    ) throws(Failure) -> PNMessage.Outgoing {
        var outgoing = PNMessage.Outgoing(isCompressed: options.isCompressed, isStored: options.isStored)
        for (name, payload) in push { outgoing.push[name] = try JSONBridge.json(payload) }
        return outgoing
    }
}
