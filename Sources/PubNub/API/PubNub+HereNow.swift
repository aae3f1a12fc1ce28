import Foundation
import PubNubMachines
import PubNubWire

/// Who is where (README "Who is Here Now ?").
extension PubNub {
    /// Asks who is on any channel of the subscribe key.
    ///
    /// - Parameters:
    ///   - isClientIdentifiersRequired: Whether clients are named and not only counted; true by default.
    ///   - shouldFetchClientState: Whether named clients come with their state; false by default.
    ///   - handleBlock: Called with the answer and its channels, or with the error. nil, the default, when nobody waits.
    public func requestParticipantsList(
        withClientIdentifiers isClientIdentifiersRequired: Bool = true,
        clientState shouldFetchClientState: Bool = false,
        andCompletionBlock handleBlock: PNClientParticipantsHandlingBlock? = nil
    ) {
        engine.requestParticipants(
            of: [],
            .init(identifiers: isClientIdentifiersRequired, state: shouldFetchClientState),
            handleBlock
        )
    }

    /// Asks who is on any channel of the subscribe key, by identifier.
    ///
    /// - Parameter handleBlock: Called with the answer and its channels, or with the error; nil when nobody waits for it.
    public func requestParticipantsList(completionBlock handleBlock: PNClientParticipantsHandlingBlock?) {
        requestParticipantsList(andCompletionBlock: handleBlock)
    }

    /// Asks who is on channels and on the channels of groups.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects; an empty list asks about the whole subscribe key.
    ///   - isClientIdentifiersRequired: Whether clients are named and not only counted; true by default.
    ///   - shouldFetchClientState: Whether named clients come with their state; false by default.
    ///   - handleBlock: Called with the answer and the objects asked for, or with the error, whose `associatedObject` holds
    ///     them. nil, the default, when nobody waits for it.
    public func requestParticipantsList(
        for channelObjects: [any PNChannelProtocol],
        clientIdentifiersRequired isClientIdentifiersRequired: Bool = true,
        clientState shouldFetchClientState: Bool = false,
        withCompletionBlock handleBlock: PNClientParticipantsHandlingBlock? = nil
    ) {
        engine.requestParticipants(
            of: channelObjects,
            .init(identifiers: isClientIdentifiersRequired, state: shouldFetchClientState),
            handleBlock
        )
    }

    /// Asks who is on channels and on the channels of groups, under the name that the headers of 3.7.8 use.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects.
    ///   - isClientIdentifiersRequired: Whether clients are named and not only counted.
    ///   - shouldFetchClientState: Whether named clients come with their state.
    public func requestParticipantsList(
        _ channelObjects: [any PNChannelProtocol],
        clientIdentifiersRequired isClientIdentifiersRequired: Bool,
        clientState shouldFetchClientState: Bool
    ) {
        requestParticipantsList(
            for: channelObjects,
            clientIdentifiersRequired: isClientIdentifiersRequired,
            clientState: shouldFetchClientState
        )
    }
}

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
        let targets: [SubscriptionTarget]
        do throws(PNError) {
            targets = objects.isEmpty ? [] : try Validation.targets(objects)
        } catch {
            emit(.hereNow(objects: objects, .failure(error.associated(with: objects))), completion: completion)
            return
        }
        let call =
            targets.isEmpty
            ? PresenceEndpoints.hereNowGlobal(identifiers: options.identifiers, state: options.state)
            : PresenceEndpoints.hereNow(
                channels: targets.channelNames,
                groups: targets.groupNames,
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
