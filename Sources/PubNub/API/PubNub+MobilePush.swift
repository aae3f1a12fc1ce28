import PubNubCore

/// Messages with push notifications for devices (utilities "Push notification configuration").
extension PubNub {
    /// Sends a message together with payloads for push gateways.
    ///
    /// It is sent as by
    /// ``sendMessage(_:applePushNotification:googleCloudNotification:to:compressed:storeInHistory:withCompletionBlock:)-method``:
    /// in the order of its channel, through the outbox if there is one, and reported also to the delegate and to
    /// observers. With a cipher key the message is encrypted, but not the payloads, which the gateways have to read.
    ///
    /// - Parameters:
    ///   - message: String, number, array, dictionary or null; `nil` sends only the notification. Without payloads a string
    ///     that is JSON is sent as that JSON (``PNConfiguration/shouldSendTextAsJSON``).
    ///   - channel: The name of the channel. An empty name is an error (134), and so is a name with `,` `/` or `:`
    ///     (117).
    ///   - payloads: The payloads, as ``PNNotificationsPayload/dictionaryRepresentation(for:)`` makes them. A name that
    ///     does not begin with `pn_` gets that prefix, and a dictionary `aps` goes to Apple. `nil` for none.
    ///   - block: Called once, when the message was sent or failed. Pass `nil`, the default, to ignore the result.
    public func publish(
        _ message: Any?,
        toChannel channel: String,
        mobilePushPayload payloads: [String: Any]?,
        withCompletion block: PNPublishCompletionBlock? = nil
    ) {
        let push = PushKeys.members(mobilePush: payloads ?? [:])
        let draft = MessageDraft.new(message: message, push: push, channel: PNChannel(name: channel))
        face.publish(draft, block)
    }
}

/// Messages whose sending ends with a status.
extension ClientFace {
    /// Sends a message of the application, and reports the outcome.
    func publish(_ draft: MessageDraft, _ block: PNPublishCompletionBlock?) {
        let options = PublishOptions()
        guard let block else {
            publish(draft, options, nil)
            return
        }
        // The message is made now, so that a repetition sends the same.
        let message = try? draft.message(options, sendsTextAsJSON: engine.sendsTextAsJSONOfLastCall)
        let sent = message.map(MessageDraft.again) ?? draft
        let box = CallbackBox((draft: sent, block: block))
        publish(sent, options) { [weak self] state, object in
            switch state {
            case .sent:
                box.value.block(PNPublishStatus(object as? PNMessage))
            case .sendingError:
                let error = object as? PNError ?? PNError(code: kPNUnknownError)
                let again: @Sendable () -> Void = { [weak self] in self?.publish(box.value.draft, box.value.block) }
                box.value.block(PNPublishStatus(error, again: again))
            default: break
            }
        }
    }
}
