import PubNubWire

/// The holders of the streams of a client: its calls to subscribe, and its iterations, which are counted.
///
/// A stream is subscribed when its first holder asks for it, and unsubscribed when its last holder ends. Iterations that
/// begin or end while a change for others is in progress wait, and then become one change together.
package struct SubscriptionReferences: Sendable, Equatable {
    package typealias Interest = SubscriptionTargetList.Interest

    /// The changes for the iterations that began or ended since the last ones. Both may be empty.
    package struct Changes: Sendable, Equatable {
        package var subscribe: [SubscriptionChange.Entry] = []
        package var unsubscribe: [SubscriptionChange.Entry] = []
        /// Whether an iteration needs the time of the service, even if the list does not change.
        package var isAnnounced = false

        package var isEmpty: Bool { subscribe.isEmpty && unsubscribe.isEmpty }
    }

    private struct Count: Sendable, Equatable {
        var messages = 0
        var presence = 0

        var interest: Interest { Interest(messages: messages > 0, presence: presence > 0) }
    }

    /// The streams that calls asked for.
    private var called: [SubscriptionTarget: Interest] = [:]
    /// The numbers of iterations that hold each stream.
    private var counts: [SubscriptionTarget: Count] = [:]
    private var begun: Set<SubscriptionTarget> = []
    private var isAnnounced = false
    /// The streams that nothing needs any more.
    private var left: [SubscriptionTarget: Interest] = [:]
    /// Those that could not be left. They are left after the next connect, and not with other streams: a service that refuses one
    /// would refuse all.
    private var unfinishedLeaves: [SubscriptionTarget: Interest] = [:]
    /// The targets of changes that the service could not make, which are asked for again after a pause.
    private var postponed: Set<SubscriptionTarget> = []
    private var changesInProgress = 0

    package init() {}

    /// Whether changes for iterations are in progress.
    package var isChanging: Bool { changesInProgress > 0 }

    /// Whether targets are asked for again after a pause.
    package var isPostponing: Bool { !postponed.isEmpty }

    /// Whether iterations began or ended since the last changes.
    package var hasFurtherChanges: Bool { !begun.isEmpty || !left.isEmpty }

    /// Notes a call that changes the subscription, and adds the streams that iterations need to it.
    package mutating func noteCall(_ change: inout SubscriptionChange) {
        for entry in change.entries {
            var interest = called[entry.target] ?? Interest()
            switch change.kind {
            case .subscribe:
                interest.messages = interest.messages || entry.messages
                interest.presence = entry.messages ? entry.presence ?? interest.presence : true
                unfinishedLeaves[entry.target] = nil
            case .unsubscribe:
                interest.presence = false
                if entry.messages { interest.messages = false }
            case .enablePresence: interest.presence = true
            case .disablePresence: interest.presence = false
            case .identify: continue
            }
            called[entry.target] = interest == Interest() ? nil : interest
            if let count = counts[entry.target] { change.retained[entry.target] = count.interest }
        }
    }

    /// Forgets what calls asked for: the client has no subscriptions any more.
    package mutating func forgetCalls() { called = [:] }

    /// Forgets what calls asked for these targets and did not get: they failed.
    ///
    /// - Parameters:
    ///   - targets: The targets.
    ///   - list: The list of the client, with the streams that earlier calls got.
    package mutating func forgetCalls(
        for targets: [SubscriptionTarget],
        retaining list: SubscriptionTargetList = SubscriptionTargetList()
    ) {
        for target in targets {
            if var interest = called[target] {
                interest.messages = interest.messages && list[target].messages
                interest.presence = interest.presence && list[target].presence
                called[target] = interest == Interest() ? nil : interest
            }
            if counts[target] != nil { begun.insert(target) }
        }
    }

    /// Forgets what calls asked for these targets, because the client does not restore them. Calls whose changes have not ended
    /// still count.
    ///
    /// - Parameters:
    ///   - targets: The targets.
    ///   - machine: The machine, which may have subscribed to some of them again.
    package mutating func forgotten(_ targets: [SubscriptionTarget], by machine: SubscribeMachine) {
        forgetCalls(for: targets, retaining: machine.confirmedList)
        for var change in machine.calls { noteCall(&change) }
    }

    /// An iteration needs these targets from now on.
    ///
    /// - Parameters:
    ///   - targets: The targets.
    ///   - presence: Whether it needs their presence events.
    ///   - mustAnnounce: Whether the targets are announced even if they are subscribed: the client does not know the present
    ///     time of the service, or has state for them.
    package mutating func began(_ targets: [SubscriptionTarget], presence: Bool, mustAnnounce: Bool = false) {
        if mustAnnounce {
            begun.formUnion(targets)
            isAnnounced = true
        }
        for target in targets {
            let before = interest(in: target)
            var count = counts[target] ?? Count()
            count.messages += 1
            if presence { count.presence += 1 }
            counts[target] = count
            if interest(in: target) != before { begun.insert(target) }
        }
    }

    /// An iteration needs these targets no longer.
    package mutating func ended(_ targets: [SubscriptionTarget], presence: Bool) {
        for target in targets {
            guard var count = counts[target] else { continue }
            let before = interest(in: target)
            count.messages -= 1
            if presence { count.presence -= 1 }
            counts[target] = count.messages > 0 ? count : nil
            let after = interest(in: target)
            var lost = left[target] ?? Interest()
            lost.messages = lost.messages || before.messages && !after.messages
            lost.presence = lost.presence || before.presence && !after.presence
            if lost != Interest() { left[target] = lost }
        }
    }

    /// The client has a new connection: all targets that iterations hold are asked for again, and those that could not be left
    /// are left. The former has no effect on targets that the client restores.
    package mutating func connected() {
        begun.formUnion(counts.keys)
        postponed = []
        left.merge(unfinishedLeaves) { $0.union($1) }
        unfinishedLeaves = [:]
    }

    /// The changes to make now. Each is one change in progress until ``changeEnded()``.
    package mutating func takeChanges() -> Changes {
        guard changesInProgress == 0, hasFurtherChanges else { return Changes() }
        var changes = Changes()
        for target in begun.sorted() {
            guard let interest = counts[target]?.interest else { continue }
            changes.subscribe.append(.init(target: target, presence: interest.presence ? true : nil))
        }
        for target in Set(left.keys).sorted() {
            guard let lost = left[target] else { continue }
            let wanted = interest(in: target)
            // Another holder may have begun in the meantime.
            if lost.messages && !wanted.messages {
                changes.unsubscribe.append(.init(target: target))
            } else if lost.presence && !wanted.presence {
                changes.unsubscribe.append(.init(target: target, messages: false))
            }
        }
        changes.isAnnounced = isAnnounced && !changes.subscribe.isEmpty
        postponed.subtract(begun)
        begun = []
        isAnnounced = false
        left = [:]
        changesInProgress = (changes.subscribe.isEmpty ? 0 : 1) + (changes.unsubscribe.isEmpty ? 0 : 1)
        return changes
    }

    /// A change ended. Targets of a change that could not be made are asked for again with the next one.
    package mutating func changeEnded(unfinished targets: [SubscriptionTarget] = []) {
        changesInProgress = max(0, changesInProgress - 1)
        let remaining = targets.filter { counts[$0] != nil }
        guard !remaining.isEmpty else { return }
        begun.formUnion(remaining)
        // The change that failed may have been for the time of the service.
        isAnnounced = true
    }

    /// A change ended that the service could not make. Its targets are asked for again after a pause, and not with the next
    /// change: other iterations need not wait for them.
    package mutating func changeEnded(postponing targets: [SubscriptionTarget]) {
        changesInProgress = max(0, changesInProgress - 1)
        postponed.formUnion(targets.filter { counts[$0] != nil })
    }

    /// The pause is over: the postponed targets that iterations still hold are asked for with the next change.
    package mutating func pauseEnded() {
        let remaining = postponed.filter { counts[$0] != nil }
        postponed = []
        guard !remaining.isEmpty else { return }
        begun.formUnion(remaining)
        // The change that failed may have been for the time of the service.
        isAnnounced = true
    }

    /// A change that unsubscribes targets ended.
    ///
    /// - Parameter entries: Those that are still subscribed.
    package mutating func leaveEnded(unfinished entries: [SubscriptionChange.Entry]) {
        changesInProgress = max(0, changesInProgress - 1)
        for entry in entries {
            unfinishedLeaves[entry.target] = Interest(messages: entry.messages, presence: true)
        }
    }

    /// The streams of a target that anyone needs.
    package func interest(in target: SubscriptionTarget) -> Interest {
        var interest = called[target] ?? Interest()
        guard let held = counts[target]?.interest else { return interest }
        interest.messages = interest.messages || held.messages
        interest.presence = interest.presence || held.presence
        return interest
    }
}

extension Set where Element == SubscriptionTarget {
    /// The targets in an order that does not depend on hashing.
    fileprivate func sorted() -> [SubscriptionTarget] {
        sorted { (NameKey($0.name), $0.isGroup ? 1 : 0) < (NameKey($1.name), $1.isGroup ? 1 : 0) }
    }
}
