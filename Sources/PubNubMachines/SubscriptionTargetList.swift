package import PubNubWire

/// The subscriptions of a client, in the order of the calls, with the names prepared for requests.
package struct SubscriptionTargetList: Sendable, Equatable {
    /// The wanted streams of a target.
    package struct Interest: Sendable, Equatable {
        package var messages = false
        package var presence = false

        /// An interest in the given streams; in none by default.
        package init(messages: Bool = false, presence: Bool = false) {
            self.messages = messages
            self.presence = presence
        }

        /// The streams of either.
        package func union(_ other: Interest) -> Interest {
            Interest(messages: messages || other.messages, presence: presence || other.presence)
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

    /// The targets whose messages are wanted. The client is present in these.
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

    /// The group through which an envelope came, if that can be determined; `nil` if it came by its channel or by a
    /// wildcard.
    ///
    /// The service names the matched subscription and the channel, but not the kind of the subscription. If both names
    /// are equal, the client assumes the channel if that is subscribed; otherwise the group of that name.
    package func group(of envelope: Envelope) -> SubscriptionTarget? {
        guard !names.groups.isEmpty else { return nil }
        let name = envelope.subscription ?? envelope.channel
        let group = SubscriptionTarget(name: name, isGroup: true)
        guard isWanted(group, envelope) else { return nil }
        return envelope.isOfOtherName || !isWanted(SubscriptionTarget(name: name, isGroup: false), envelope)
            ? group : nil
    }

    /// Whether the target is subscribed for the kind of the envelope.
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

    /// Removes the streams of these names on the wire: messages by the plain name, presence by the presence name.
    package mutating func removeStreams(channels: [String], groups: [String]) {
        let channels = Set(channels.map(NameKey.init))
        let groups = Set(groups.map(NameKey.init))
        update(
            targets.map { target in
                let names = target.isGroup ? groups : channels
                var interest = self[target]
                if names.contains(NameKey(target.name)) { interest.messages = false }
                if names.contains(NameKey(PresenceName.make(target.name))) { interest.presence = false }
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
    /// Whether the matched subscription has another name than the channel and is not a wildcard. Then it is a group: a
    /// channel brings only its own messages.
    package var isOfOtherName: Bool {
        guard let subscription else { return false }
        return subscription.utf8.last != UInt8(ascii: "*")
    }
}

/// A channel, wildcard or channel group that a client can subscribe to, by its name on the wire. Names are different if their bytes are.
package struct SubscriptionTarget: Sendable {
    /// Without `-pnpres`; a group in a namespace reads `namespace:group`.
    package let name: String
    package let isGroup: Bool

    package init(name: String, isGroup: Bool) {
        self.name = name
        self.isGroup = isGroup
    }
}

extension SubscriptionTarget: Hashable {
    package static func == (left: SubscriptionTarget, right: SubscriptionTarget) -> Bool {
        left.isGroup == right.isGroup && left.name.hasSameBytes(as: right.name)
    }

    package func hash(into hasher: inout Hasher) {
        name.hashBytes(into: &hasher)
        hasher.combine(isGroup)
    }
}

/// Channel or group names together with their form on the wire.
///
/// The wire form is made once, when the list changes, and not again for each long poll.
package struct NameList: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The names as the application uses them.
    package let names: [String]

    /// The names, each strictly escaped, joined by a literal comma; empty without names.
    package let escaped: String

    /// The given names in the given order.
    package init(_ names: [String]) {
        self.names = names
        escaped = names.isEmpty ? "" : PercentEncoding.escapeList(names)
    }

    package init(arrayLiteral elements: String...) {
        self.init(elements)
    }

    /// The only name in the list, which may occur repeatedly; `nil` if there are several or none.
    package var single: String? {
        guard let first = names.first, names.allSatisfy({ $0.hasSameBytes(as: first) }) else { return nil }
        return first
    }

    /// Whether the list has no names.
    package var isEmpty: Bool { names.isEmpty }

    /// The segment of the path: the names, or `,` without names.
    package var pathSegment: String { names.isEmpty ? "," : escaped }

    package var withoutPresence: NameList {
        let plain = names.filter { !PresenceName.strip($0).isPresence }
        return plain.count == names.count ? self : NameList(plain)
    }
}
