import Foundation
import PubNubWire

/// Asking who is where.
extension ClientEngine {
    /// What an answer is to contain.
    struct ParticipantOptions: Sendable {
        var identifiers = true
        var state = false
    }

    /// Asks who is on `objects`, or on the whole subscribe key when there are none.
    ///
    /// The handler takes the place of an identical call's one, unless `replaces` is false.
    func requestParticipants(
        of objects: [any PNChannelProtocol],
        _ options: ParticipantOptions,
        replaces: Bool = true,
        _ handler: PNClientParticipantsHandlingBlock?
    ) {
        let key = Completion.Key("here now", objects.names + ["\(options.identifiers)", "\(options.state)"])
        let completion = hub.completion(handler.map(PNEvent.hereNow.handler), for: replaces ? key : nil)
        let feeds: [Feed]
        do throws(PNError) {
            feeds = objects.isEmpty ? [] : try Validation.feeds(objects)
        } catch {
            emit(.hereNow(objects: objects, .failure(error.associated(with: objects))), completion: completion)
            return
        }
        let call =
            feeds.isEmpty
            ? PresenceEndpoints.hereNowGlobal(identifiers: options.identifiers, state: options.state)
            : PresenceEndpoints.hereNow(
                channels: feeds.channelNames,
                groups: feeds.groupNames,
                identifiers: options.identifiers,
                state: options.state
            )
        submit(call) { [self] result in
            let answer =
                result
                .map { hereNow($0, asked: objects, options) }
                .mapError { $0.associated(with: objects) }
            emit(.hereNow(objects: objects, answer), completion: completion)
        }
    }

    private func hereNow(
        _ page: HereNowPage,
        asked objects: [any PNChannelProtocol],
        _ options: ParticipantOptions
    ) -> PNHereNow {
        let asked = objects.reduce(into: [String: PNChannel]()) { known, object in
            if !object.isChannelGroup, let channel = object as? PNChannel { known[channel.name] = channel }
        }
        let now = PNDate(date: .now)
        let entries = page.channels.sorted { $0.key < $1.key }.map { name, presence in
            let channel = asked[name] ?? PNChannel.channel(withName: name)
            let clients = presence.participants.map { participant in
                PNClient(
                    identifier: participant.identifier,
                    channel: channel,
                    states: participant.state.map { [name: $0] } ?? [:]
                )
            }
            let occupancy = UInt(max(presence.occupancy, 0))
            channel.update(participants: presence.participants.map(\.identifier), occupancy: occupancy, at: now)
            return PNHereNow.Entry(
                channel: channel,
                clients: clients,
                occupancy: occupancy,
                identifiersIncluded: options.identifiers
            )
        }
        return PNHereNow(entries: entries)
    }
}
