package import PubNubWire

/// The iterations of a client's subscriptions: the streams that each holds, and from when on it receives them.
///
/// One long poll serves all iterations, and may continue from a time long before an iteration begins. So each target of an
/// iteration has a start of its own: the time that the iteration asked for, or the time of the service when the target was
/// confirmed. Nothing older is delivered to the iteration, and no older gap is reported to it.
package struct IterationTable: Sendable, Equatable {
    /// Where the subscribe loop is.
    package struct Position: Sendable {
        /// The list that the service has confirmed.
        package var list: SubscriptionTargetList
        /// Everything up to this time has been received; `nil` without subscriptions.
        package var cursor: Timetoken?
        /// The time of the service in its last response to a first request.
        package var joined: Timetoken?
        /// The number of such responses.
        package var joins: UInt64
        /// Whether messages that were published some time ago may still arrive.
        package var isBehind: Bool

        package init(
            list: SubscriptionTargetList,
            cursor: Timetoken?,
            joined: Timetoken?,
            joins: UInt64,
            isBehind: Bool
        ) {
            self.list = list
            self.cursor = cursor
            self.joined = joined
            self.joins = joins
            self.isBehind = isBehind
        }

        /// The latest time of the service that the client knows; `nil` without subscriptions.
        fileprivate var now: Timetoken? { cursor.map { max($0, joined ?? $0) } }
    }

    /// A range of time whose messages the long poll does not bring to an iteration.
    package struct Past: Sendable, Equatable {
        package let target: SubscriptionTarget
        package let after: Timetoken
        package let through: Timetoken
    }

    /// An iteration whose targets are all subscribed.
    package struct Confirmation: Sendable, Equatable {
        package let id: UInt64
        /// The ranges that history has to bring.
        package let past: [Past]
    }

    /// From when on an iteration receives a target.
    private enum Start: Sendable, Equatable {
        /// Nothing is delivered until the service has confirmed the target.
        ///
        /// - `joins`: The first requests before the iteration asked for the target. While the client is behind, only a later
        ///   one tells the time of the service.
        /// - `since`: The time that the iteration asked for.
        case waiting(joins: UInt64, since: Timetoken?)
        /// Messages and events after `time` are delivered, and gaps that end after `gaps` are reported.
        case after(_ time: Timetoken, gaps: Timetoken)
    }

    private struct Holder: Sendable, Equatable {
        let hasPresence: Bool
        var start: Start
    }

    /// What one iteration holds.
    package struct Iteration: Sendable, Equatable {
        package fileprivate(set) var targets: [SubscriptionTarget] = []
        package let hasPresence: Bool
        /// Whether it knows that its targets are subscribed.
        package fileprivate(set) var isLive = false
    }

    package private(set) var all: [UInt64: Iteration] = [:]
    private var holders: [SubscriptionTarget: [UInt64: Holder]] = [:]

    package init() {}

    package var isEmpty: Bool { all.isEmpty }

    package subscript(id: UInt64) -> Iteration? { all[id] }

    /// An iteration begins.
    ///
    /// - Parameters:
    ///   - id: Its number.
    ///   - targets: Its channels and groups.
    ///   - hasPresence: Whether it receives presence events.
    ///   - since: The time after which it receives its targets; `nil` for the present.
    ///   - position: Where the subscribe loop is now.
    package mutating func begin(
        _ id: UInt64,
        _ targets: [SubscriptionTarget],
        hasPresence: Bool,
        since: Timetoken?,
        at position: Position
    ) {
        all[id] = Iteration(hasPresence: hasPresence)
        hold(targets, by: id, since: since, at: position)
    }

    /// Adds targets that the iteration does not hold. They begin at the present time.
    package mutating func add(_ targets: [SubscriptionTarget], to id: UInt64, at position: Position) {
        hold(targets, by: id, since: nil, at: position)
    }

    private mutating func hold(
        _ targets: [SubscriptionTarget],
        by id: UInt64,
        since: Timetoken?,
        at position: Position
    ) {
        guard var iteration = all[id] else { return }
        let start = Start.waiting(joins: position.joins, since: since)
        for target in targets {
            holders[target, default: [:]][id] = Holder(hasPresence: iteration.hasPresence, start: start)
        }
        iteration.targets += targets
        iteration.isLive = false
        all[id] = iteration
    }

    /// Removes targets that the iteration holds.
    package mutating func remove(_ targets: [SubscriptionTarget], from id: UInt64) {
        let removed = Set(targets)
        all[id]?.targets.removeAll { removed.contains($0) }
        for target in targets {
            holders[target]?[id] = nil
            if holders[target]?.isEmpty == true { holders[target] = nil }
        }
    }

    /// The iteration ends.
    ///
    /// - Returns: The iteration; `nil` if it had ended.
    package mutating func end(_ id: UInt64) -> Iteration? {
        guard let iteration = all[id] else { return nil }
        remove(iteration.targets, from: id)
        all[id] = nil
        return iteration
    }

    /// The connection ended: the iterations receive another confirmation when their targets are subscribed again. Their starts
    /// remain.
    package mutating func disconnected() {
        for id in all.keys { all[id]?.isLive = false }
    }

    /// The iterations that do not know that their targets are subscribed, in the order in which they began.
    package var unconfirmed: [UInt64] { all.compactMap { $0.value.isLive ? nil : $0.key }.sorted() }

    /// The iterations that hold any of these targets.
    package func holding(_ targets: [SubscriptionTarget]) -> [UInt64] {
        var wanted: Set<UInt64> = []
        for target in targets { if let holders = holders[target] { wanted.formUnion(holders.keys) } }
        return wanted.sorted()
    }

    /// The earliest time that an iteration asked for and has not been given, of those that hold any of these targets.
    package func earliestSince(of targets: [SubscriptionTarget]) -> Timetoken? {
        var earliest: Timetoken?
        for target in targets {
            for holder in holders[target, default: [:]].values {
                guard case .waiting(_, let since?) = holder.start else { continue }
                earliest = min(since, earliest ?? since)
            }
        }
        return earliest
    }

    /// The iterations that receive what was published at this time.
    package func receivers(of target: SubscriptionTarget, isPresence: Bool, at time: Timetoken) -> [UInt64] {
        guard let holders = holders[target] else { return [] }
        return holders.compactMap { id, holder in
            guard !isPresence || holder.hasPresence, case .after(let start, _) = holder.start, time > start else {
                return nil
            }
            return id
        }
    }

    /// The part of a gap that concerns an iteration: between the two times, messages for it may be missing.
    package func gap(from start: Timetoken, to end: Timetoken, for id: UInt64) -> ClosedRange<Timetoken>? {
        let starts = all[id, default: Iteration(hasPresence: false)].targets.compactMap { target -> Timetoken? in
            guard case .after(_, let gaps)? = holders[target]?[id]?.start else { return nil }
            return gaps
        }
        guard let first = starts.min(), first < end else { return nil }
        return max(first, start)...end
    }

    /// Gives starts to the targets that are confirmed.
    ///
    /// - Returns: The iterations, in the order of the argument, whose targets are all confirmed and that were not told.
    package mutating func confirm(_ ids: some Sequence<UInt64>, at position: Position) -> [Confirmation] {
        ids.compactMap { confirm($0, at: position) }
    }

    private mutating func confirm(_ id: UInt64, at position: Position) -> Confirmation? {
        guard let iteration = all[id], !iteration.isLive else { return nil }
        var isWhole = true
        var postponed: [SubscriptionTarget] = []
        for target in iteration.targets {
            let interest = position.list[target]
            let isSubscribed = interest.messages && (interest.presence || !iteration.hasPresence)
            guard isSubscribed, let now = position.now, let cursor = position.cursor else {
                isWhole = false
                continue
            }
            guard case .waiting(let joins, let since)? = holders[target]?[id]?.start else { continue }
            guard !position.isBehind || position.joins > joins else {
                isWhole = false
                continue
            }
            switch since {
            case nil: holders[target]?[id]?.start = .after(now, gaps: now)
            // The long poll brings everything. A time in the future is the present, if the service has told it since.
            case let since? where since >= cursor:
                let start = position.joins > joins ? min(since, now) : since
                holders[target]?[id]?.start = .after(start, gaps: start)
            // History is read once all targets are confirmed, and before what the long poll brings.
            case _?: postponed.append(target)
            }
        }
        guard isWhole else { return nil }
        all[id]?.isLive = true
        return Confirmation(id: id, past: postponed.compactMap { begin($0, of: id, at: position) })
    }

    /// Gives a start to a target that begins before the long poll does.
    private mutating func begin(_ target: SubscriptionTarget, of id: UInt64, at position: Position) -> Past? {
        guard case .waiting(_, let since?)? = holders[target]?[id]?.start, let cursor = position.cursor else {
            return nil
        }
        // History has no wildcards: what was published before the long poll is a gap.
        let through = target.isWildcard ? cursor : position.now ?? cursor
        holders[target]?[id]?.start = .after(since, gaps: through)
        return Past(target: target, after: since, through: through)
    }
}

extension SubscriptionTarget {
    /// Whether it stands for all channels with a prefix.
    package var isWildcard: Bool { !isGroup && name.utf8.last == UInt8(ascii: "*") }
}
