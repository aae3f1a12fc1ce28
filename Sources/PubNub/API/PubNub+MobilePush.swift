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
