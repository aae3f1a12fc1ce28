import PubNubWire

/// Between the application's objects and the feeds of the subscribe loop.
extension SubscriptionChange.Entry {
    init(_ object: any PNChannelProtocol) {
        let presence = (object as? PNChannel)?.observesPresence
        let (name, isPresence) = PresenceName.strip(object.name)
        if !object.isChannelGroup, isPresence {
            self.init(feed: Feed(name: name, isGroup: false), presence: nil, messages: false)
        } else {
            self.init(feed: Feed(name: object.name, isGroup: object.isChannelGroup), presence: presence)
        }
    }
}

extension Feed {
    /// A new object for this feed.
    var object: any PNChannelProtocol {
        guard isGroup else { return PNChannel.channel(withName: name) }
        let (first, second) = name.cut(at: ":")
        guard let second else { return PNChannelGroup(name: name) }
        return PNChannelGroup(name: String(second), inNamespace: String(first))
    }
}
