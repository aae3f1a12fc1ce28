extension OriginState {
    /// All subscriptions that a message is for.
    func subscriptions(matching message: ChannelMessage) -> [Subscription] {
        let keyset = message.topic.keyset
        let suffix = message.isPresence ? ChannelName.presenceSuffix : ""
        let channel = ChannelName.base(message.topic.name)
        let patterns = ChannelName.patterns(covering: channel)
        var matching = [Subscription.channel(message.topic.name, keyset: keyset)]
        for pattern in patterns {
            matching.append(.channel(pattern + suffix, keyset: keyset))
            if message.isPresence { matching.append(.channel(pattern, keyset: keyset)) }
        }
        for name in [channel] + patterns {
            for group in groups.groups(holding: name, keyset: keyset).sorted() {
                matching.append(.group(group + suffix, keyset: keyset))
            }
        }
        // A group may list the presence of a channel as a channel of its own.
        if message.isPresence {
            for group in groups.groups(holding: message.topic.name, keyset: keyset).sorted() {
                matching.append(.group(group, keyset: keyset))
            }
        }
        return matching.withoutRepetitions()
    }

    /// The buffered channels that a subscription selects.
    func topics(selectedBy subscription: Subscription, form: SubscribeForm) -> [Topic] {
        let topic = subscription.topic
        switch subscription.kind {
        case .channel:
            return [topic]
        case .wildcard:
            return buffered(under: topic, form: form)
        case .group:
            let suffix = subscription.isPresence ? ChannelName.presenceSuffix : ""
            return groups.channels(of: ChannelName.base(topic.name), keyset: topic.keyset).flatMap { name in
                let member = Topic(keyset: topic.keyset, name: name + suffix)
                return ChannelName.isWildcard(name) ? Array(buffers.topics(coveredBy: member)) : [member]
            }
        }
    }

    private func buffered(under pattern: Topic, form: SubscribeForm) -> [Topic] {
        let covered = Array(buffers.topics(coveredBy: pattern))
        guard case .matched = form, !ChannelName.isPresence(pattern.name) else { return covered }
        let presence = Topic(keyset: pattern.keyset, name: ChannelName.presence(of: pattern.name))
        return covered + buffers.topics(coveredBy: presence)
    }
}
