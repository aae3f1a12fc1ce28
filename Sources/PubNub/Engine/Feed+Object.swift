import PubNubMachines
import PubNubWire

/// Between the application's objects and the feeds of the subscribe loop.
extension SubscriptionChange.Entry {
    /// What an object of the application stands for: a feed, or its presence part if the name ends in `-pnpres`.
    init(_ object: any PNChannelProtocol) {
        let (name, isPresence) = PresenceName.stripAll(object.name)
        let presence = isPresence ? nil : (object as? PNChannel)?.observesPresence
        self.init(
            feed: Feed(name: name, isGroup: object.isChannelGroup),
            presence: presence,
            messages: !isPresence
        )
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
