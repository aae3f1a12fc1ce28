import PubNubMachines
import PubNubWire

/// The iterations of a client's subscriptions, by the streams that they hold.
struct IterationTable: Sendable {
    /// What one iteration holds.
    struct Iteration: Sendable {
        let buffer: EventBuffer
        var targets: [SubscriptionTarget]
        let hasPresence: Bool
        /// Whether it knows that its targets are subscribed.
        var isLive = false
    }

    private(set) var all: [UInt64: Iteration] = [:]
    private var messages: [SubscriptionTarget: [UInt64: EventBuffer]] = [:]
    private var presence: [SubscriptionTarget: [UInt64: EventBuffer]] = [:]

    var isEmpty: Bool { all.isEmpty }

    subscript(id: UInt64) -> Iteration? { all[id] }

    mutating func add(_ buffer: EventBuffer, _ targets: [SubscriptionTarget], hasPresence: Bool) {
        all[buffer.id] = Iteration(buffer: buffer, targets: [], hasPresence: hasPresence)
        add(targets, to: buffer.id)
    }

    /// Adds targets that the iteration does not hold.
    mutating func add(_ targets: [SubscriptionTarget], to id: UInt64) {
        guard var iteration = all[id] else { return }
        for target in targets {
            messages[target, default: [:]][id] = iteration.buffer
            if iteration.hasPresence { presence[target, default: [:]][id] = iteration.buffer }
        }
        iteration.targets += targets
        iteration.isLive = false
        all[id] = iteration
    }

    /// Removes targets that the iteration holds.
    mutating func remove(_ targets: [SubscriptionTarget], from id: UInt64) {
        let removed = Set(targets)
        all[id]?.targets.removeAll { removed.contains($0) }
        for target in targets {
            messages.remove(id, from: target)
            presence.remove(id, from: target)
        }
    }

    mutating func remove(_ id: UInt64) -> Iteration? {
        guard let iteration = all[id] else { return nil }
        remove(iteration.targets, from: id)
        all[id] = nil
        return iteration
    }

    /// The buffers for the messages or the presence events of a target.
    func buffers(for target: SubscriptionTarget, isPresence: Bool) -> [UInt64: EventBuffer] {
        (isPresence ? presence[target] : messages[target]) ?? [:]
    }

    /// The iterations that hold any of these targets.
    func holding(_ targets: [SubscriptionTarget]) -> [UInt64] {
        var wanted: Set<UInt64> = []
        for target in targets { if let buffers = messages[target] { wanted.formUnion(buffers.keys) } }
        return wanted.sorted()
    }

    mutating func setLive(_ isLive: Bool, _ id: UInt64) { all[id]?.isLive = isLive }
}

extension Dictionary where Key == SubscriptionTarget, Value == [UInt64: EventBuffer] {
    fileprivate mutating func remove(_ id: UInt64, from target: SubscriptionTarget) {
        self[target]?[id] = nil
        if self[target]?.isEmpty == true { self[target] = nil }
    }
}
