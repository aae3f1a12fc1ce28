import PubNub

/// Access rights as async functions that throw the `PNError` of a failure.
extension PubNub {
    /// Changes rights on `objects`, or on everything when there are none.
    func changedRights(
        of keys: [String],
        on objects: [any PNChannelProtocol],
        to rights: PNAccessRights,
        minutes: Int
    ) async throws -> PNAccessRightsCollection {
        try await answer { once in
            let done: PNClientChannelAccessRightsChangeBlock = { once.resume($0, $1) }
            if objects.isEmpty {
                changeApplicationAccessRights(to: rights, onPeriod: minutes, andCompletionHandling: done)
            } else if keys.isEmpty {
                changeAccessRights(for: objects, to: rights, onPeriod: minutes, withCompletionHandling: done)
            } else {
                changeAccessRights(ofClients: keys, on: objects, to: rights, onPeriod: minutes, done)
            }
        }
    }

    /// The rights on `objects`, or all when there are none.
    func auditedRights(
        of keys: [String],
        on objects: [any PNChannelProtocol]
    ) async throws -> PNAccessRightsCollection {
        try await answer { once in
            let done: PNClientChannelAccessRightsAuditBlock = { once.resume($0, $1) }
            if objects.isEmpty {
                auditAccessRightsForApplication(completionHandling: done)
            } else {
                auditAccessRights(ofClients: keys, on: objects, done)
            }
        }
    }
}
