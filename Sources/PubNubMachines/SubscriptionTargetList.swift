package import PubNubWire

/// What a client listens to, in the order it asked for it, with the names ready for a request.
package struct SubscriptionTargetList: Sendable, Equatable {
    /// Which of the two streams of a target are wanted.
    package struct Interest: Sendable, Equatable {
        package var messages = false
        package var presence = false

        /// An interest in the given streams; in none by default.
        package init(messages: Bool = false, presence: Bool = false) {
            self.messages = messages
            self.presence = presence
        }
    }

    /// One of the two streams of a target. A channel and a group of one name have different streams.
    package struct Stream: Sendable, Hashable {
        package let target: SubscriptionTarget
        package let isPresence: Bool
    }

    /// The list as a subscribe request carries it: escaped and joined once per change, not once per request.
    package struct Names: Sendable, Equatable {
        package var channels: NameList = []
        package var groups: NameList = []
    }

    package private(set) var targets: [SubscriptionTarget] = []
    private var interests: [SubscriptionTarget: Interest] = [:]
    package private(set) var names = Names()

    package var isEmpty: Bool { targets.isEmpty }

    package subscript(target: SubscriptionTarget) -> Interest {
        interests[target] ?? Interest()
    }

    /// The targets whose messages are wanted; those are the ones in which the client is present.
    package private(set) var messageTargets: [SubscriptionTarget] = []

    /// The streams that a request for this list asks for.
    package var streams: [Stream] {
        targets.flatMap { target -> [Stream] in
            let interest = self[target]
            return (interest.messages ? [Stream(target: target, isPresence: false)] : [])
                + (interest.presence ? [Stream(target: target, isPresence: true)] : [])
        }
    }

    /// Whether this is a message of a target whose messages are wanted.
    func wants(_ message: Envelope) -> Bool {
        let name = message.subscription ?? message.channel
        return self[SubscriptionTarget(name: name, isGroup: false)].messages
            || self[SubscriptionTarget(name: name, isGroup: true)].messages
    }

    /// The group that brought an envelope, as far as the wire tells: nil if it came by its channel or by a wildcard.
    ///
    /// The service names the matched subscription and the channel, but not which kind of subscription it was. If both have
    /// one name, the envelope came by the channel if that is subscribed, as far as the client can tell; otherwise it came
    /// by the group of that name.
    package func group(of envelope: Envelope) -> SubscriptionTarget? {
        guard !names.groups.isEmpty else { return nil }
        let name = envelope.subscription ?? envelope.channel
        let group = SubscriptionTarget(name: name, isGroup: true)
        guard isWanted(group, envelope) else { return nil }
        return envelope.isOfOtherName || !isWanted(SubscriptionTarget(name: name, isGroup: false), envelope)
            ? group : nil
    }

    /// Whether the target is listened to for what the envelope is.
    private func isWanted(_ target: SubscriptionTarget, _ envelope: Envelope) -> Bool {
        envelope.isPresence ? self[target].presence : self[target].messages
    }

    package mutating func update(_ changes: [(target: SubscriptionTarget, interest: Interest)]) {
        var removed: Set<SubscriptionTarget> = []
        for (target, interest) in changes {
            let isWanted = interest != Interest()
            switch (interests[target] != nil, isWanted) {
            case (false, true): targets.append(target)
            case (true, false): removed.insert(target)
            case (true, true), (false, false): break
            }
            interests[target] = isWanted ? interest : nil
        }
        if !removed.isEmpty { targets.removeAll(where: removed.contains) }
        messageTargets = targets.filter { interests[$0]?.messages == true }
        names = SubscriptionTargetList.names(of: targets, interests)
    }

    package mutating func remove(_ removed: [SubscriptionTarget]) {
        update(removed.map { ($0, Interest()) })
    }

    /// Takes away what these names on the wire stand for: messages by the plain name, presence by the other.
    package mutating func removeStreams(channels: [String], groups: [String]) {
        let (channels, groups) = (Set(channels), Set(groups))
        update(
            targets.map { target in
                let names = target.isGroup ? groups : channels
                var interest = self[target]
                if names.contains(target.name) { interest.messages = false }
                if names.contains(PresenceName.make(target.name)) { interest.presence = false }
                return (target, interest)
            }
        )
    }

    private static func names(of targets: [SubscriptionTarget], _ interests: [SubscriptionTarget: Interest]) -> Names {
        var channels: [String] = []
        var groups: [String] = []
        for target in targets {
            guard let interest = interests[target] else { continue }
            var streams: [String] = []
            if interest.messages { streams.append(target.name) }
            if interest.presence { streams.append(PresenceName.make(target.name)) }
            if target.isGroup { groups += streams } else { channels += streams }
        }
        return Names(channels: NameList(channels), groups: NameList(groups))
    }
}

extension Envelope {
    /// Whether the matched subscription has another name than the channel and is no wildcard. It is a group then: a channel
    /// brings only its own messages.
    package var isOfOtherName: Bool {
        guard let subscription else { return false }
        return subscription.utf8.last != UInt8(ascii: "*")
    }
}

/// One thing a client can listen to: a channel (or wildcard) or a channel group, by its name on the wire.
package struct SubscriptionTarget: Sendable, Hashable {
    /// Without `-pnpres`; a group in a namespace reads `namespace:group`.
    package let name: String
    package let isGroup: Bool

    package init(name: String, isGroup: Bool) {
        self.name = name
        self.isGroup = isGroup
    }
}

/// Channel or group names together with their form on the wire.
///
/// The wire form is made once, when the list changes, and not again for each long poll.
package struct NameList: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The names as the application knows them.
    package let names: [String]

    /// The names, each strictly escaped, joined by a literal comma; empty when there are none.
    package let escaped: String

    /// The given names in the given order.
    package init(_ names: [String]) {
        self.names = names
        escaped = names.isEmpty ? "" : PercentEncoding.escapeList(names)
    }

    package init(arrayLiteral elements: String...) {
        self.init(elements)
    }

    /// The one name in the list, however often it is there; nil when there are several or none.
    package var single: String? {
        guard let first = names.first, names.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// Whether there are no names.
    package var isEmpty: Bool { names.isEmpty }

    /// What stands in the path: the names, or `,` when there are none.
    package var pathSegment: String { names.isEmpty ? "," : escaped }

    /// The list without the names of presence targets.
    package var withoutPresence: NameList {
        let plain = names.filter { !PresenceName.strip($0).isPresence }
        return plain.count == names.count ? self : NameList(plain)
    }
}
