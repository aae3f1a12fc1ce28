import Foundation
import PubNubCodec
import PubNubMachines
import PubNubWire

/// Turns a page of the subscribe loop into messages and events.
extension ClientEngine {
    /// Delivers a whole page with one hop to the callback queue, however many messages it contains.
    func deliver(_ page: SubscribePage) {
        distribute(page)
        observers.measure { $0.received(page.envelopes.count, undelivered: read { $0.backlog.waiting }) }
        guard let client, reportsEvents else { return }
        let count = page.envelopes.count
        let (cryptor, list, objects) = change { state in
            state.backlog.handedOver(count)
            return (state.cryptor, state.machine.subscription.confirmedList, state.objects)
        }
        if count > 0 {
            PNLogger.log(
                .deserializerInfoLevel,
                from: client,
                "\(count) messages and events up to \(page.cursor.timetoken)"
            )
        }
        var delivery = Delivery(of: page, cryptor: cryptor, list: list, objects: objects)
        let arrivals = page.envelopes.map { delivery.arrival(of: $0) }
        if !delivery.otherChannels.isEmpty {
            change { state in
                for channel in delivery.otherChannels { state.knownChannels.retain(channel) }
            }
        }
        hub.emit(arrivals, from: client) { [weak self] in self?.delivered(count) }
    }

    /// Sends a long poll, or holds it back while too many messages wait for the application.
    func sendPoll(_ poll: DeliveryBacklog.Poll) {
        guard change({ $0.backlog.maySend(poll) }) else {
            let backlog = "The application is behind by \(DeliveryBacklog.limit) messages"
            let text = "\(backlog); polling pauses until it catches up"
            return PNLogger.log(.communicationChannelLayerWarnLevel, from: client, text)
        }
        send(poll)
    }

    func cancel(_ id: RequestID) {
        change { $0.backlog.cancelled(id) }
        transport.cancel(id)
    }

    private func delivered(_ count: Int) {
        releasePoll { $0.backlog.delivered(count) }
    }

    /// Sends the poll that is held back, if it may be sent.
    func releasePoll(if mayRelease: (inout State) -> Bool) {
        guard change(mayRelease) else { return }
        // Ordered with the machines' actions, so that a poll that is cancelled in between is not sent.
        apply { state in
            state.batch.run { [weak self] in
                guard let self, let poll = change({ $0.backlog.release() }) else { return }
                send(poll)
            }
        }
    }

    /// Reads a page that a channel may have lost.
    func sendLoad(_ load: GapFillMachine.Load) {
        let call = HistoryEndpoints.page(
            channel: load.channel,
            start: load.after,
            end: load.through,
            reverse: true,
            includeToken: true,
            includeMetadata: true
        )
        submit(call) { [weak self] result in
            let messages = (try? result.get())?.envelopes(on: load.channel)
            self?.apply { $0.machine.loadFinished(load, messages, into: &$0.batch.actions) }
        }
    }

    private func send(_ poll: DeliveryBacklog.Poll) {
        sendSubscribe(poll.request, poll.names, poll.cursor, isFirst: false)
    }

    private struct Delivery {
        let cryptor: MessageCipher?
        let list: SubscriptionTargetList
        let objects: [SubscriptionTarget: any PNChannelProtocol]
        let pageTimetoken: Timetoken
        /// Found once per page, not once per message.
        private var channels: [NameKey: PNChannel]
        private var groups: [SubscriptionTarget: PNChannelGroup] = [:]
        /// The channels of the page that are not subscribed themselves: a group, a wildcard or presence brought them.
        private(set) var otherChannels: [PNChannel] = []

        init(
            of page: SubscribePage,
            cryptor: MessageCipher?,
            list: SubscriptionTargetList,
            objects: [SubscriptionTarget: any PNChannelProtocol]
        ) {
            self.cryptor = cryptor
            self.list = list
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
                PNLogger.log(.deserializerErrorLevel, from: self, "A message on \(channel.name) cannot be decrypted")
            }
            if envelope.payload.isNestedTooDeeply {
                PNLogger.log(.deserializerErrorLevel, from: self, "A message on \(channel.name) is nested too deeply")
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
}

extension HistoryPage {
    /// The messages as if they had been received; `nil` if a time is missing, so that their order is not known.
    fileprivate func envelopes(on channel: String) -> [Envelope]? {
        let envelopes = items.compactMap { item in
            item.timetoken.map { timetoken in
                Envelope(channel: channel, payload: item.message, timetoken: timetoken, metadata: item.metadata)
            }
        }
        return envelopes.count == items.count ? envelopes : nil
    }
}
