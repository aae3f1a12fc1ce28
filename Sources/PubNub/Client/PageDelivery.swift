import PubNubCore
import PubNubMachines
import PubNubWire

/// Makes the events of one page.
struct PageDelivery {
    private let cryptor: MessageCipher?
    private let list: SubscriptionTargetList
    private let objects: [SubscriptionTarget: any PNChannelProtocol]
    private let pageTimetoken: Timetoken
    /// Found once per page, not once per message.
    private var channels: [NameKey: PNChannel]
    private var groups: [SubscriptionTarget: PNChannelGroup] = [:]
    /// The channels of the page that are not subscribed themselves: a group, a wildcard or presence brought them.
    private(set) var otherChannels: [PNChannel] = []

    init(
        of page: SubscribePage,
        _ context: DeliveryContext,
        objects: [SubscriptionTarget: any PNChannelProtocol]
    ) {
        cryptor = context.cryptor
        list = context.subscriptions
        self.objects = objects
        pageTimetoken = page.cursor.timetoken
        channels = Dictionary(minimumCapacity: min(objects.count, page.envelopes.count))
    }

    mutating func arrival(of envelope: Envelope) -> EventHub.Arrival {
        let channel = self.channel(named: envelope.channel)
        let group = list.group(of: envelope).map { self.group($0) }
        let timetoken = envelope.timetoken ?? pageTimetoken
        if envelope.isPresence, let payload = PresencePayload(envelope.payload.value()) {
            let event = PNPresenceEvent(
                payload: payload,
                channel: channel,
                group: group,
                timetoken: timetoken,
                subscription: envelope.subscription ?? group?.name
            )
            return EventHub.Arrival(event: .presence(event), change: .presence(event))
        }
        return EventHub.Arrival(
            event: event(for: envelope, on: channel, group, at: timetoken),
            change: .received(on: channel, at: timetoken)
        )
    }

    /// The event of an envelope with a message, a signal, or an event of objects or actions.
    private func event(
        for envelope: Envelope,
        on channel: PNChannel,
        _ group: PNChannelGroup?,
        at timetoken: Timetoken
    ) -> PNEvent {
        if envelope.kind == .signal {
            return .signal(PNSignalResult(data: PNSignalEventData(envelope, at: timetoken)))
        }
        // An unknown event is delivered as a message.
        if envelope.kind == .object, let data = PNObjectEventData(envelope, at: timetoken) {
            return .object(PNObjectEventResult(data: data))
        }
        if envelope.kind == .action, let data = PNMessageActionEventData(envelope, at: timetoken) {
            return .messageAction(PNMessageActionResult(data: data))
        }
        let decrypted = MessageDecryptor.decrypt(envelope.payload, with: cryptor)
        if decrypted.failure != nil {
            ClientLog.log(.replyError, "A message on \(channel.name) cannot be decrypted")
        }
        if envelope.payload.isNestedTooDeeply {
            ClientLog.log(.replyError, "A message on \(channel.name) is nested too deeply")
        }
        return .message(
            PNMessage(
                // If the application retains the message, that must not retain the rest of the page.
                payload: decrypted.payload.compacted(),
                channel: channel,
                group: group,
                timetoken: timetoken,
                arrival: timetoken,
                kind: envelope.kind,
                subscription: envelope.subscription ?? group?.name,
                publisher: envelope.publisher,
                metadata: envelope.metadata?.compacted()
            )
        )
    }

    private mutating func channel(named name: String) -> PNChannel {
        let key = NameKey(name)
        if let channel = channels[key] { return channel }
        let known = objects[SubscriptionTarget(name: name, isGroup: false)] as? PNChannel
        // An object that was subscribed only for presence differs from that of its channel.
        let subscribed = known.flatMap { $0.name == name ? $0 : nil }
        let channel = subscribed ?? .exactly(named: name)
        if subscribed == nil { otherChannels.append(channel) }
        channels[key] = channel
        return channel
    }

    /// The application's object for a group, or a new one if it subscribed to the group's presence only.
    private mutating func group(_ target: SubscriptionTarget) -> PNChannelGroup {
        if let group = groups[target] { return group }
        let known = objects[target] as? PNChannelGroup
        let group =
            known.flatMap { $0.name == target.name ? $0 : nil } ?? PNChannelGroup.object(wireName: target.name)
        groups[target] = group
        return group
    }
}
