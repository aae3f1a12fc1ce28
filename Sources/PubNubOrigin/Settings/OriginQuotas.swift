/// What one keyset may use at most. A quota that is nil sets no limit beyond those of the server.
///
/// A call that needs more is refused with 429, and has no effect; a message that does not fit in ``storedBytes`` with 413, a file that does not
/// fit in ``fileBytes`` with 403.
public struct OriginQuotas: Sendable, Equatable {
    /// Requests in a second on average. A pause saves up those of one second.
    public var requestsPerSecond: Int?
    /// Messages and signals in a second on average. A pause saves up those of one second.
    public var messagesPerSecond: Int?
    /// Subscribe calls that wait at the same time.
    public var heldPolls: Int?
    /// Clients in channels, each counted in every channel it is in.
    public var occupants: Int?
    /// Bytes of the clients' states.
    public var stateBytes: Int?
    /// Channels in channel groups and on devices registered for notifications together.
    public var registeredChannels: Int?
    /// Grants of the access manager, each on one target and for one key or every client.
    public var grants: Int?
    /// Users, channels and memberships together.
    public var objects: Int?
    /// Message actions.
    public var actions: Int?
    /// Bytes of the payloads and metadata of stored messages. With a data file, messages that were deleted count for up to two minutes of
    /// traffic more.
    public var storedBytes: Int?
    /// Bytes of stored files. An upload that brings more is refused with 403.
    public var fileBytes: Int?

    /// Makes quotas without limits.
    public init() {}

    /// These quotas, with those of `others` for each that is nil.
    func completed(by others: OriginQuotas) -> OriginQuotas {
        var completed = self
        for quota in OriginQuota.allCases where self[keyPath: quota.path] == nil {
            completed[keyPath: quota.path] = others[keyPath: quota.path]
        }
        return completed
    }
}

/// The name of a quota, as files and metrics have it.
package enum OriginQuota: String, Sendable, CaseIterable {
    case requestsPerSecond, messagesPerSecond, heldPolls, occupants, stateBytes, registeredChannels, grants, objects
    case actions, storedBytes, fileBytes

    /// Where ``OriginQuotas`` has it.
    package var path: any WritableKeyPath<OriginQuotas, Int?> & Sendable {
        switch self {
        case .requestsPerSecond: \.requestsPerSecond
        case .messagesPerSecond: \.messagesPerSecond
        case .heldPolls: \.heldPolls
        case .occupants: \.occupants
        case .stateBytes: \.stateBytes
        case .registeredChannels: \.registeredChannels
        case .grants: \.grants
        case .objects: \.objects
        case .actions: \.actions
        case .storedBytes: \.storedBytes
        case .fileBytes: \.fileBytes
        }
    }
}
