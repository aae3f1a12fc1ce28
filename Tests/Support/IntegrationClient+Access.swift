package import PubNub

/// Access rights.
extension IntegrationClient {
    /// Gives rights.
    ///
    /// - Parameters:
    ///   - rights: The rights; none takes all away.
    ///   - objects: What they are given on; nil, the default, is everything.
    ///   - key: Who gets them; nil, the default, is everybody.
    ///   - minutes: How long they last; an hour by default.
    /// - Returns: What the service says it has done.
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

    /// Takes all rights away from everybody, or from the owner of a key.
    @discardableResult
    package func revoke(
        on objects: [any PNChannelProtocol]? = nil,
        of key: String? = nil
    ) async throws -> PNAccessRightsCollection {
        try await grant(.noAccessRights, on: objects, to: key)
    }

    /// Asks for the rights on objects, or on everything, of everybody or of some keys.
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
