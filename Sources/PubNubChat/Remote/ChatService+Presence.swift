import PubNub

/// Presence, and presence state.
extension ChatService {
    /// The users who are present on channels.
    ///
    /// - Parameter request: Selects the channels.
    /// - Returns: The channels of the request, and those of its groups that have present users; empty if the request
    ///   asks only for counts.
    /// - Throws: `PNError` or `CancellationError` if the call fails.
    func hereNow(_ request: FetchHereNowRequest) async throws -> [ChannelPresence] {
        let objects = try Self.objects(request.channels, request.groups)
        let answer: PNHereNow = try await answer { finish in
            pubnub.participants(
                of: objects,
                identifiers: request.includeUUIDs,
                state: request.includeState
            ) { answer, _, error in
                finish(Self.result(answer, error))
            }
        }
        guard request.includeUUIDs else { return [] }
        let occupied = try answer.channels().map { channel in
            let clients = answer.participants(for: channel).filter { !$0.isAnonymous() }
            let states = try clients.map { ($0.identifier, try Self.members($0.state(for: channel))) }
            return ChannelPresence(
                channelId: channel.name,
                states: Dictionary(states) { first, _ in first },
                isComplete: clients.count == Int(clamping: answer.participantsCount(for: channel))
            )
        }
        let named = Set(occupied.map(\.channelId))
        let empty = request.channels.filter { !named.contains($0) }
        return occupied + empty.map { ChannelPresence(channelId: $0, states: [:], isComplete: true) }
    }

    /// The presence state of a user.
    ///
    /// - Parameter request: Selects the user and the channels.
    /// - Returns: The state by channel, for each channel of the request and those of its groups that have one.
    /// - Throws: `PNError` or `CancellationError` if a call fails.
    func state(_ request: FetchPresenceStateRequest) async throws -> [String: [String: JSON]] {
        try await states(request.channels, request.groups) { object, finish in
            pubnub.clientState(of: request.uuid, on: object, completion: finish)
        }
    }

    /// Changes the presence state of a user.
    ///
    /// - Parameter request: The change.
    /// - Returns: The state by channel, for each channel of the request.
    /// - Throws: `PNError` or `CancellationError` if a call fails. Earlier calls have changed the state of their
    ///   channels.
    func setState(_ request: SetPresenceStateRequest) async throws -> [String: [String: JSON]] {
        try await states(request.channels, request.groups) { object, finish in
            pubnub.setClientState(of: request.currentUserId, request.state.native, on: object, completion: finish)
        }
    }

    /// Makes a call for each channel and group.
    private func states(
        _ channels: [String],
        _ groups: [String],
        _ call: (any PNChannelProtocol, @escaping PNClientStateRetrieveHandlingBlock) -> Void
    ) async throws -> [String: [String: JSON]] {
        var found: [String: [String: JSON]] = [:]
        for object in try Self.objects(channels, groups) {
            let client: PNClient = try await answer { finish in
                call(object) { client, error in
                    finish(Self.result(client, error))
                }
            }
            if !object.isChannelGroup { found[object.name] = [:] }
            for channel in client.channels where channel.name != object.name || !object.isChannelGroup {
                found[channel.name] = try Self.members(client.state(for: channel))
            }
        }
        return found
    }

    /// The result of a closure. A failure also has a value, which names the request.
    private static func result<Value>(_ value: Value?, _ error: PNError?) -> Result<Value, any Error> {
        if let value, error == nil { .success(value) } else { .failure(error ?? PNError.unknown) }
    }

    private static func members(_ state: [String: Any]) throws(PNError) -> [String: JSON] {
        try [String: JSON](client: state) ?? [:]
    }

    private static func objects(
        _ channels: [String],
        _ groups: [String]
    ) throws(ChatError) -> [any PNChannelProtocol] {
        guard !channels.isEmpty || !groups.isEmpty else { throw .missingRequiredData("channels") }
        return PNChannel.exactly(named: channels) + groups.map { PNChannelGroup.object(wireName: $0) }
    }
}
