/// Messages that notify devices (utilities "Push notification configuration").
extension PubNub {
    /// Sends a message together with what push gateways are given.
    ///
    /// It is sent as by ``sendMessage(_:applePushNotification:googleCloudNotification:to:compressed:storeInHistory:withCompletionBlock:)-method``:
    /// in the order of its channel, through the outbox if there is one, and told to the delegate and to observers, too. With
    /// a cipher key the message is encrypted; what push gateways are given is not, since they have to read it.
    ///
    /// - Parameters:
    ///   - message: Text, number, array, dictionary or null; nil sends the notification alone.
    ///   - channel: The name of the channel.
    ///   - payloads: What push gateways are given, as ``PNNotificationsPayload/dictionaryRepresentation(for:)`` makes it. A
    ///     name that does not begin with `pn_` gets that beginning, and a dictionary `aps` goes to Apple. nil for none.
    ///   - block: Called once, when the message was sent or could not be; nil, the default, when nobody waits for it.
    public func publish(
        _ message: Any?,
        toChannel channel: String,
        mobilePushPayload payloads: [String: Any]?,
        withCompletion block: PNPublishCompletionBlock? = nil
    ) {
        let push = PushKeys.members(mobilePush: payloads ?? [:])
        let draft = MessageDraft.new(message: message, push: push, channel: PNChannel(name: channel))
        engine.publish(draft, block)
    }
}

/// Messages whose end is told as a status.
extension ClientEngine {
    /// Sends what the application gave, and tells how that ended.
    func publish(_ draft: MessageDraft, _ block: PNPublishCompletionBlock?) {
        let options = PublishOptions()
        guard let block else {
            publish(draft, options, nil)
            return
        }
        // What can be sent is read now, so that another try sends the same.
        let sent = (try? draft.message(options)).map(MessageDraft.again) ?? draft
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
