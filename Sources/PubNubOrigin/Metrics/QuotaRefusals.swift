import Synchronization

/// How many calls were refused because of each quota. Threads add to them without a lock.
final class QuotaRefusals: Sendable {
    private let counts: InlineArray<11, Atomic<UInt64>> = InlineArray { _ in Atomic(0) }

    /// Counts a refusal.
    func add(_ quota: OriginQuota) {
        counts[Self.slot(of: quota)].wrappingAdd(1, ordering: .relaxed)
    }

    /// How many calls a quota has refused.
    subscript(quota: OriginQuota) -> UInt64 { counts[Self.slot(of: quota)].load(ordering: .relaxed) }

    private static func slot(of quota: OriginQuota) -> Int {
        switch quota {
        case .requestsPerSecond: 0
        case .messagesPerSecond: 1
        case .heldPolls: 2
        case .occupants: 3
        case .stateBytes: 4
        case .registeredChannels: 5
        case .grants: 6
        case .objects: 7
        case .actions: 8
        case .storedBytes: 9
        case .fileBytes: 10
        }
    }
}
