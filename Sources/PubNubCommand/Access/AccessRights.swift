import PubNub
import PubNubWire

/// Access rights as async functions that throw the `PNError` of a failure.
extension PubNub {
    /// Changes rights on `objects`, or on the whole subscribe key if `objects` is empty.
    func changedRights(
        of keys: [String],
        on objects: [any PNChannelProtocol],
        to rights: PNAccessRights,
        minutes: Int
    ) async throws -> PNAccessRightsCollection {
        try await outcome { outcome in
            let done: PNClientChannelAccessRightsChangeBlock = { outcome.end($0, $1) }
            if objects.isEmpty {
                changeApplicationAccessRights(to: rights, onPeriod: minutes, andCompletionHandling: done)
            } else if keys.isEmpty {
                changeAccessRights(for: objects, to: rights, onPeriod: minutes, withCompletionHandling: done)
            } else {
                changeAccessRights(ofClients: keys, on: objects, to: rights, onPeriod: minutes, done)
            }
        }
    }

    /// Fetches the rights on `objects`, or all rights if `objects` is empty.
    func auditedRights(
        of keys: [String],
        on objects: [any PNChannelProtocol]
    ) async throws -> PNAccessRightsCollection {
        try await outcome { outcome in
            let done: PNClientChannelAccessRightsAuditBlock = { outcome.end($0, $1) }
            if objects.isEmpty {
                auditAccessRightsForApplication(completionHandling: done)
            } else if keys.isEmpty {
                auditAccessRights(for: objects, withCompletionHandling: done)
            } else {
                auditAccessRights(ofClients: keys, on: objects, done)
            }
        }
    }
}

extension PNAccessRightsCollection {
    /// The JSON object.
    var report: JSON {
        .object(["level": .string(level.word), "rights": .array(information.map(\.report))])
    }

    /// The rights as columns for people.
    var lines: [String] {
        let rows = information.map { item in
            [
                item.kind, item.object?.name ?? "", item.authorizationKey ?? "", item.words,
                "\(item.accessPeriodDuration)",
            ]
        }
        return Terminal.columns([["LEVEL", "NAME", "KEY", "RIGHTS", "MINUTES"]] + rows)
    }
}

extension PNAccessRightsInformation {
    fileprivate var report: JSON {
        .object([
            "kind": .string(kind),
            "object": .text(object?.name),
            "auth": .text(authorizationKey),
            "read": .bool(hasReadRight()),
            "write": .bool(hasWriteRight()),
            "manage": .bool(hasManagementRight()),
            "period": .integer(Int64(clamping: accessPeriodDuration)),
        ])
    }

    fileprivate var kind: String {
        switch object {
        case nil: "application"
        case is PNChannelGroupNamespace: "namespace"
        case let object? where object.isChannelGroup: "channel-group"
        case _?: "channel"
        }
    }

    fileprivate var words: String {
        let words = [(hasReadRight(), "read"), (hasWriteRight(), "write"), (hasManagementRight(), "manage")]
        let given = words.filter(\.0).map(\.1)
        return given.isEmpty ? "none" : given.joined(separator: ", ")
    }
}

extension PNAccessRightsLevel {
    fileprivate var word: String {
        switch self {
        case .applicationAccessRightsLevel: "application"
        case .channelGroupAccessRightsLevel: "channel-group"
        case .channelAccessRightsLevel: "channel"
        default: "user"
        }
    }
}
