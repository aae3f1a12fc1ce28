import PubNubMachines
import PubNubWire

/// Converts between the application's objects and the targets of the subscribe loop.
extension SubscriptionChange.Entry {
    /// The target of an object of the application, or its presence part if the name ends in `-pnpres`.
    init(_ object: any PNChannelProtocol) {
        let (name, isPresence) = PresenceName.stripAll(object.name)
        let presence = isPresence ? nil : (object as? PNChannel)?.observesPresence
        self.init(
            target: SubscriptionTarget(name: name, isGroup: object.isChannelGroup),
            presence: presence,
            messages: !isPresence
        )
    }
}

extension SubscriptionTarget {
    /// A new object for this target.
    var object: any PNChannelProtocol {
        isGroup ? PNChannelGroup(wireName: name) : PNChannel.exactly(named: name)
    }
}
