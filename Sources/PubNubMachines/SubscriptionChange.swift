package import PubNubWire

/// One call of the application that changes its subscriptions.
package struct SubscriptionChange: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case subscribe
        case unsubscribe
        case enablePresence
        case disablePresence
        /// Leaves with the old identifier and returns with the new one (3.7.8 README, "Client configuration", soft state
        /// reset).
        case identify(String, catchUp: Bool)
    }

    /// The request of a call for one target.
    ///
    /// A name that ends in `-pnpres` is the presence part of the channel or group before it. It is not a target of its own.
    package struct Entry: Sendable, Equatable {
        package var target: SubscriptionTarget
        /// The requested setting of presence events; `nil` leaves it as it is.
        package var presence: Bool?
        /// False if the call names only the presence part of the target.
        package var messages = true

        package init(target: SubscriptionTarget, presence: Bool? = nil, messages: Bool = true) {
            self.target = target
            self.presence = presence
            self.messages = messages
        }
    }

    /// The engine finds objects and completion of the call by it.
    package let id: UInt64
    package let kind: Kind
    /// One entry for each target, in the order of the call.
    package var entries: [Entry]
    /// Whether even an unchanged list is announced again: the call changes the presence state, or an iteration needs the time
    /// of the service.
    package var isAnnounced = false
    /// The time after which polling begins if nothing is subscribed yet; `nil` for the present.
    package var since: Timetoken?
    /// The streams that the client needs even after this change, because others than the caller asked for them.
    package var retained: [SubscriptionTarget: SubscriptionTargetList.Interest] = [:]
    /// Whether iterations need the change, and no call of the application. They ask again for what they hold with each
    /// connection, so the events of such a change name only what it changed.
    package var isForIterations = false

    /// Makes a change of the targets of a call, which may name a target more than once: by its name and by its presence
    /// name, or by equal names. The entries of a target are merged, so their order has no effect.
    package init(id: UInt64, kind: Kind, entries: [Entry], isAnnounced: Bool = false) {
        self.id = id
        self.kind = kind
        self.entries = Entry.merged(entries)
        self.isAnnounced = isAnnounced
    }

    package var targets: [SubscriptionTarget] { entries.map(\.target) }

    /// The list after this change.
    package func applied(to list: SubscriptionTargetList) -> SubscriptionTargetList {
        var result = list
        result.update(entries.map { ($0.target, interest(of: $0, now: list[$0.target])) })
        return result
    }

    /// The interest in the target after this change.
    private func interest(of entry: Entry, now: SubscriptionTargetList.Interest) -> SubscriptionTargetList.Interest {
        var interest = now
        switch kind {
        case .subscribe:
            interest.messages = interest.messages || entry.messages
            interest.presence = entry.messages ? entry.presence ?? interest.presence : true
        case .unsubscribe:
            interest =
                entry.messages
                ? SubscriptionTargetList.Interest() : SubscriptionTargetList.Interest(messages: now.messages)
        case .enablePresence: interest.presence = true
        case .disablePresence: interest.presence = false
        case .identify: break
        }
        guard let retained = retained[entry.target] else { return interest }
        interest.messages = interest.messages || retained.messages && now.messages
        interest.presence = interest.presence || retained.presence && now.presence
        return interest
    }
}

extension SubscriptionChange.Entry {
    /// One entry for each target. It asks for messages if one of them did. It turns presence on if one of them did or named
    /// the presence part; otherwise it turns presence off if one of them did.
    fileprivate static func merged(_ entries: [Self]) -> [Self] {
        var indexes = [SubscriptionTarget: Int](minimumCapacity: entries.count)
        var result: [Self] = []
        result.reserveCapacity(entries.count)
        for entry in entries {
            if let index = indexes[entry.target] {
                result[index].add(entry)
            } else {
                indexes[entry.target] = result.count
                result.append(entry)
            }
        }
        return result
    }

    private mutating func add(_ other: Self) {
        // Of a name and its presence name, one asks for messages and the other for presence events.
        let isOn = presence == true || other.presence == true || messages != other.messages
        presence = isOn ? true : presence ?? other.presence
        messages = messages || other.messages
    }
}
