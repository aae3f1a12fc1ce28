/// A subscribe call, reduced to what its answer needs.
struct HeldPoll: Sendable, Equatable {
    let id: RequestID
    /// What is subscribed to, without repetitions, in the order asked.
    let subscriptions: [Subscription]
    /// The timetoken it goes on from, echoed when there is nothing to say.
    var timetoken: UInt64
    /// The form of its answer.
    let form: SubscribeForm
    /// The JSONP function its answer is wrapped in; nil for plain JSON.
    let callback: String?
    /// The client's authorization key; nil when it has none.
    var key: String?
    /// What it wants of its messages; nil for all. Presence events come whatever it says.
    var filter: FilterExpression?

    /// Whether a message is one that the subscriber's filter lets through.
    func wants(_ message: ChannelMessage, _ subject: FilterSubject) -> Bool {
        message.isPresence || filter?.matches(subject) ?? true
    }

    /// Whether a message that matches a subscription is for this subscriber: it has not had it yet, and a pattern
    /// without presence suffix brings presence events in version 1 only, and not when the one with it is subscribed to
    /// as well.
    func takes(_ message: ChannelMessage, through subscription: Subscription) -> Bool {
        guard message.timetoken > timetoken else { return false }
        guard subscription.kind == .wildcard, message.isPresence, !subscription.isPresence else { return true }
        guard case .matched = form else { return false }
        let presence = ChannelName.presence(of: subscription.topic.name)
        return !subscriptions.contains { $0.topic.name == presence }
    }
}
