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

    package struct Entry: Sendable, Equatable {
        package var feed: Feed
        /// What the application asked about presence events with the object itself; nil leaves them as they are.
        package var presence: Bool?
        /// False for a name that ends in `-pnpres`: only the presence events are wanted.
        package var messages = true

        package init(feed: Feed, presence: Bool? = nil, messages: Bool = true) {
            self.feed = feed
            self.presence = presence
            self.messages = messages
        }
    }

    /// The engine finds objects and completion of the call by it.
    package let id: UInt64
    package let kind: Kind
    package var entries: [Entry]
    /// Presence state came with the call, so that even an unchanged list is announced again.
    package var carriesState = false

    package init(id: UInt64, kind: Kind, entries: [Entry], carriesState: Bool = false) {
        self.id = id
        self.kind = kind
        self.entries = entries
        self.carriesState = carriesState
    }

    package var feeds: [Feed] { entries.map(\.feed) }

    /// What the list becomes by this change.
    func applied(to list: FeedList) -> FeedList {
        var result = list
        result.update(entries.map { ($0.feed, interest(of: $0, now: list[$0.feed])) })
        return result
    }

    private func interest(of entry: Entry, now: FeedList.Interest) -> FeedList.Interest {
        var interest = now
        switch kind {
        case .subscribe:
            interest.messages = interest.messages || entry.messages
            interest.presence = entry.messages ? entry.presence ?? interest.presence : true
        case .unsubscribe:
            interest = entry.messages ? FeedList.Interest() : FeedList.Interest(messages: now.messages)
        case .enablePresence: interest.presence = true
        case .disablePresence: interest.presence = false
        case .identify: break
        }
        return interest
    }
}
