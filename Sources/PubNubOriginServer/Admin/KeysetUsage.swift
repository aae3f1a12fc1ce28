import PubNubOrigin

/// The usage of a keyset, by the resources that quotas bound, at one time.
struct KeysetUsage {
    let subscribeKey: String
    let quotas: OriginQuotas
    /// The amounts, by quota, in the order of the names.
    let amounts: [(quota: OriginQuota, amount: Int)]

    /// - Parameters:
    ///   - keyset: The settings of the keyset.
    ///   - name: The subscribe key, which common settings of all keysets do not name. That of the settings by default.
    ///   - core: The server.
    init(of keyset: OriginKeyset, named name: String? = nil, _ core: OriginCore) {
        let name = name ?? keyset.subscribeKey
        subscribeKey = name
        quotas = keyset.quotas
        let ofState = core.withState { state -> [(OriginQuota, Int)] in
            [
                (.occupants, state.presence.count(keyset: name)),
                (.stateBytes, state.presence.stateBytes(keyset: name)),
                (.actions, state.actions.count(keyset: name)),
                (.registeredChannels, state.groups.count(keyset: name) + state.push.count(keyset: name)),
            ]
        }
        let others: [(OriginQuota, Int)] = [
            (.heldPolls, core.withLocal { $0.held.count(keyset: name) }),
            (.storedBytes, core.storedBytes(keyset: name)),
            (.fileBytes, core.fileBytes(keyset: name)),
        ]
        amounts = (ofState + others).sorted { $0.0.rawValue < $1.0.rawValue }
    }
}

extension KeysetUsage {
    /// The keysets in metrics. Others would make the text, and what a collector stores of it, grow without a bound.
    static let maxReported = 50

    /// The usage of the listed keysets, the first ones in order of their subscribe keys. A server for any keys lists none: clients choose those.
    static func reported(_ core: OriginCore) -> [KeysetUsage] {
        core.withState(\.keysets).listed.prefix(maxReported).map { KeysetUsage(of: $0, core) }
    }
}
