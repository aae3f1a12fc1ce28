package import PubNub

/// Where-now, here-now, state and observation of presence.
extension IntegrationClient {
    package func whereNow(_ identifier: String) async throws -> [String] {
        try await call("where now") { finish in
            pubnub.requestParticipantChannelsList(identifier) { _, channels, error in
                finish(error.map { .failure($0) } ?? .success(channels?.map(\.name) ?? []))
            }
        }
    }

    /// The state of a client on a channel or in a group.
    package func state(of identifier: String, on object: any PNChannelProtocol) async throws -> PNClient {
        try await call("state") { finish in
            pubnub.requestClientState(identifier, forObject: object) { client, error in
                if let error { finish(.failure(error)) } else if let client { finish(.success(client)) }
            }
        }
    }

    @discardableResult
    package func setState(
        of identifier: String,
        _ state: [String: Any],
        on object: any PNChannelProtocol
    ) async throws -> PNClient {
        try await call("set state") { finish in
            pubnub.updateClientState(identifier, state: state, forObject: object) { client, error in
                if let error { finish(.failure(error)) } else if let client { finish(.success(client)) }
            }
        }
    }

    package func observePresence(of objects: [any PNChannelProtocol]) async throws -> [String] {
        try await call("enable presence") { finish in
            pubnub.enablePresenceObservation(for: objects) { objects, error in
                finish(error.map { .failure($0) } ?? .success(objects?.map(\.name) ?? []))
            }
        }
    }

    package func ignorePresence(of objects: [any PNChannelProtocol]) async throws -> [String] {
        try await call("disable presence") { finish in
            pubnub.disablePresenceObservation(for: objects) { objects, error in
                finish(error.map { .failure($0) } ?? .success(objects?.map(\.name) ?? []))
            }
        }
    }
}
