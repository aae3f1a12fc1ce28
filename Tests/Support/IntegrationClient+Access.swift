package import PubNub

/// Access rights.
extension IntegrationClient {
    /// Grants rights.
    ///
    /// - Parameters:
    ///   - rights: The rights; an empty set revokes all.
    ///   - objects: The channels or groups; nil, the default, means the application.
    ///   - key: The authorization key; nil, the default, means all clients.
    ///   - minutes: The lifetime of the rights; an hour by default.
    /// - Returns: The rights in the service's response.
    /// - Throws: The error of the call.
    @discardableResult
    package func grant(
        _ rights: PNAccessRights,
        on objects: [any PNChannelProtocol]? = nil,
        to key: String? = nil,
        minutes: Int = 60
    ) async throws -> PNAccessRightsCollection {
        try await call("grant") { finish in
            let handler: PNClientChannelAccessRightsChangeBlock = { collection, error in
                if let collection { finish(.success(collection)) } else if let error { finish(.failure(error)) }
            }
            switch (objects, key) {
            case (nil, _):
                pubnub.changeApplicationAccessRights(to: rights, onPeriod: minutes, andCompletionHandling: handler)
            case (let objects?, nil):
                pubnub.changeAccessRights(
                    for: objects,
                    to: rights,
                    onPeriod: minutes,
                    withCompletionHandling: handler
                )
            case (let objects?, let key?):
                pubnub.changeAccessRights(ofClients: [key], on: objects, to: rights, onPeriod: minutes, handler)
            }
        }
    }

    /// Revokes all rights of all clients, or of clients with a key.
    @discardableResult
    package func revoke(
        on objects: [any PNChannelProtocol]? = nil,
        of key: String? = nil
    ) async throws -> PNAccessRightsCollection {
        try await grant(.noAccessRights, on: objects, to: key)
    }

    /// Lists the rights on objects, or on the application, of all clients or of some keys.
    package func audit(
        on objects: [any PNChannelProtocol]? = nil,
        of keys: [String] = []
    ) async throws -> PNAccessRightsCollection {
        try await call("audit") { finish in
            let handler: PNClientChannelAccessRightsAuditBlock = { collection, error in
                if let collection { finish(.success(collection)) } else if let error { finish(.failure(error)) }
            }
            guard let objects else { return pubnub.auditAccessRightsForApplication(completionHandling: handler) }
            if keys.isEmpty {
                pubnub.auditAccessRights(for: objects, withCompletionHandling: handler)
            } else {
                pubnub.auditAccessRights(ofClients: keys, on: objects, handler)
            }
        }
    }
}
