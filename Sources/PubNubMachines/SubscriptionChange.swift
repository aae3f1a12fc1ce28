/// One call of the application that changes what the client listens to.
package struct SubscriptionChange: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case subscribe
        case unsubscribe
        case enablePresence
        case disablePresence
        /// Leave with the old identifier, come back with the new one (README "Client configuration", soft state reset).
        case identify(String, catchUp: Bool)
    }

    /// What a call says about one target.
    ///
    /// A name that ends in `-pnpres` is the presence part of the channel or group before it. It is not a target of its own.
    package struct Entry: Sendable, Equatable {
        package var target: SubscriptionTarget
        /// What the application asked about presence events; nil leaves them as they are.
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
    /// Presence state came with the call, so that even an unchanged list is announced again.
    package var carriesState = false

    /// Makes a change of what a call named, which may include a target more than once: by its name and by its presence name,
    /// or by equal names. The parts of a target are put together, so that their order has no effect.
    package init(id: UInt64, kind: Kind, entries: [Entry], carriesState: Bool = false) {
        self.id = id
        self.kind = kind
        self.entries = Entry.merged(entries)
        self.carriesState = carriesState
    }

    package var targets: [SubscriptionTarget] { entries.map(\.target) }

    /// What the list becomes by this change.
    package func applied(to list: SubscriptionTargetList) -> SubscriptionTargetList {
        var result = list
        result.update(entries.map { ($0.target, interest(of: $0, now: list[$0.target])) })
        return result
    }

    /// What the target becomes by this change.
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
        return interest
    }
}

extension SubscriptionChange.Entry {
    /// One entry for each target. It asks for messages if one of them did. It turns presence on if one of them did or named
    /// the presence part; otherwise it turns presence off if one of them did.
    fileprivate static func merged(_ entries: [Self]) -> [Self] {
        var places = [SubscriptionTarget: Int](minimumCapacity: entries.count)
        var result: [Self] = []
        result.reserveCapacity(entries.count)
        for entry in entries {
            if let place = places[entry.target] {
                result[place].add(entry)
            } else {
                places[entry.target] = result.count
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
