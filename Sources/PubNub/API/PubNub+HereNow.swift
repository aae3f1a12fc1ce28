import Foundation
import PubNubCore
import PubNubMachines
import PubNubWire

/// Participants of channels (3.7.8 README, "Who is Here Now ?").
extension PubNub {
    /// Requests the participants of all channels of the subscribe key.
    ///
    /// - Parameters:
    ///   - isClientIdentifiersRequired: Whether the response names clients in addition to counting them; true by
    ///     default.
    ///   - shouldFetchClientState: Whether named clients come with their state; false by default.
    ///   - handleBlock: Called with the participants and their channels, or with the error. Pass `nil`, the default, to
    ///     ignore the result.
    public func requestParticipantsList(
        withClientIdentifiers isClientIdentifiersRequired: Bool = true,
        clientState shouldFetchClientState: Bool = false,
        andCompletionBlock handleBlock: PNClientParticipantsHandlingBlock? = nil
    ) {
        face.requestParticipants(
            of: [],
            .init(identifiers: isClientIdentifiersRequired, state: shouldFetchClientState),
            handleBlock
        )
    }

    /// Requests the participants of all channels of the subscribe key, with identifiers.
    ///
    /// - Parameter handleBlock: Called with the participants and their channels, or with the error. Pass `nil` to
    ///   ignore the result.
    public func requestParticipantsList(completionBlock handleBlock: PNClientParticipantsHandlingBlock?) {
        requestParticipantsList(andCompletionBlock: handleBlock)
    }

    /// Requests the participants of channels and of the channels of groups.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects; an empty list means the whole subscribe key.
    ///   - isClientIdentifiersRequired: Whether the response names clients in addition to counting them; true by
    ///     default.
    ///   - shouldFetchClientState: Whether named clients come with their state; false by default.
    ///   - handleBlock: Called with the participants and the objects of the call, or with the error, whose
    ///     `associatedObject` is the list of objects. Pass `nil`, the default, to ignore the result.
    public func requestParticipantsList(
        for channelObjects: [any PNChannelProtocol],
        clientIdentifiersRequired isClientIdentifiersRequired: Bool = true,
        clientState shouldFetchClientState: Bool = false,
        withCompletionBlock handleBlock: PNClientParticipantsHandlingBlock? = nil
    ) {
        face.requestParticipants(
            of: channelObjects,
            .init(identifiers: isClientIdentifiersRequired, state: shouldFetchClientState),
            handleBlock
        )
    }

    /// Requests the participants of channels and of the channels of groups, under the name that the headers of 3.7.8
    /// use.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects.
    ///   - isClientIdentifiersRequired: Whether the response names clients in addition to counting them.
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

/// Requesting participants.
extension ClientFace {
    /// The requested content of a response.
    struct ParticipantOptions: Sendable {
        var identifiers = true
        var state = false
    }

    /// Requests the participants of `objects`, or of the whole subscribe key if `objects` is empty.
    ///
    /// - Parameters:
    ///   - objects: The channels and groups.
    ///   - options: The requested content.
    ///   - waits: Whether the request waits for the calls before it; true by default.
    ///   - handler: Receives the result.
    func requestParticipants(
        of objects: [any PNChannelProtocol],
        _ options: ParticipantOptions,
        waits: Bool = true,
        _ handler: PNClientParticipantsHandlingBlock?
    ) {
        let completion = Completion(handler.map(PNEvent.hereNow.handler))
        let call: LineCall = { [self] in requestParticipants(of: objects, options, completion, at: $0) }
        if waits { inLine("here now", call) } else { call(.apart) }
    }

    private func requestParticipants(
        of objects: [any PNChannelProtocol],
        _ options: ParticipantOptions,
        _ completion: Completion?,
        at position: CallPosition
    ) {
        let targets: [SubscriptionTarget]
        do throws(Failure) {
            targets = objects.isEmpty ? [] : try Validation.targets(objects)
        } catch {
            let outcome = PNEvent.Outcome<PNHereNow>.failure(error.associated(with: objects))
            return emit(.hereNow(objects: objects, outcome), completion: completion, ending: position)
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
        submit(call, at: position) { [self] result in
            let outcome =
                result
                .map { hereNow($0, asked: objects, options) }
                .mapError { $0.associated(with: objects) }
            let change = result.value.flatMap { page in
                outcome.value.map { ChannelChange.participants(of: page, $0) }
            }
            emit(.hereNow(objects: objects, outcome), changing: change, completion: completion, ending: position)
        }
    }

    private func hereNow(
        _ page: HereNowPage,
        asked objects: [any PNChannelProtocol],
        _ options: ParticipantOptions
    ) -> PNHereNow {
        let asked = objects.reduce(into: [NameKey: PNChannel]()) { known, object in
            if !object.isChannelGroup, let channel = object as? PNChannel { known[NameKey(channel.name)] = channel }
        }
        let entries = page.channels.sorted { $0.key < $1.key }.map { name, presence in
            let channel = asked[NameKey(name)] ?? .exactly(named: name)
            let clients = presence.participants.map { participant in
                PNClient(
                    identifier: participant.identifier,
                    channel: channel,
                    states: participant.state.map { [name: $0] } ?? [:]
                )
            }
            return PNHereNow.Occupant(
                channel: channel,
                clients: clients,
                occupancy: UInt(max(presence.occupancy, 0)),
                identifiersIncluded: options.identifiers
            )
        }
        let found = PNHereNow(entries: entries)
        change { state in
            for channel in found.channels() { state.knownChannels.retain(channel) }
        }
        return found
    }
}

extension ChannelChange {
    /// The participants of the channels of a response.
    fileprivate static func participants(of page: HereNowPage, _ found: PNHereNow) -> ChannelChange {
        let lists = page.channels.compactMap { name, presence in
            found.entry(for: name).map { entry in
                Participants(
                    channel: entry.channel,
                    clients: presence.participants,
                    occupancy: entry.count,
                    anonymous: entry.anonymous
                )
            }
        }
        return .participants(lists, at: PNDate(date: .now))
    }
}
