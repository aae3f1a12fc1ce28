import PubNub
import PubNubWire

/// The library's calls about presence as async functions that throw the `PNError` of a failure.
extension PubNub {
    /// Fetches the clients in `objects`, or in all channels if `objects` is empty.
    func participants(
        of objects: [any PNChannelProtocol],
        withIdentifiers: Bool,
        withState: Bool
    ) async throws -> PNHereNow {
        try await outcome { outcome in
            guard !objects.isEmpty else {
                requestParticipantsList(withClientIdentifiers: withIdentifiers, clientState: withState) {
                    found,
                    _,
                    error in
                    outcome.end(found, error)
                }
                return
            }
            requestParticipantsList(
                for: objects,
                clientIdentifiersRequired: withIdentifiers,
                clientState: withState
            ) { found, _, error in
                outcome.end(found, error)
            }
        }
    }

    func channels(of identifier: String) async throws -> [PNChannel] {
        try await outcome { outcome in
            requestParticipantChannelsList(identifier) { _, channels, error in outcome.end(channels, error) }
        }
    }

    func state(of identifier: String, in object: any PNChannelProtocol) async throws -> PNClient {
        try await outcome { outcome in
            requestClientState(identifier, forObject: object) { client, error in outcome.end(client, error) }
        }
    }

    func changedState(
        of identifier: String,
        to state: [String: JSON],
        in object: any PNChannelProtocol
    ) async throws -> PNClient {
        try await outcome { outcome in
            updateClientState(identifier, state: state.mapValues(\.native), forObject: object) { client, error in
                outcome.end(client, error)
            }
        }
    }
}
