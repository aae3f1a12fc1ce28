/// The dictionary of a presence event.
package struct PresencePayload: Sendable, Hashable {
    /// What happened.
    package var action: PresenceAction
    /// Seconds since 1970 UTC; nil when the event does not say.
    package var timestamp: Int64?
    /// The client concerned; nil for anonymous clients and for events about the number of clients.
    package var identifier: String?
    /// How many clients are there afterwards; nil when the event does not say.
    package var occupancy: Int?
    /// The client's state, an object; nil when none is attached.
    package var state: JSON?
    /// Identifiers of those who came since the last event of kind `interval`.
    package var joined: [String]
    /// Identifiers of those who left.
    package var left: [String]
    /// Identifiers of those who timed out.
    package var timedOut: [String]
    /// True when there were too many changes to list, so that the occupants should be asked for.
    package var hereNowRefresh: Bool

    package init(
        action: PresenceAction,
        timestamp: Int64?,
        identifier: String? = nil,
        occupancy: Int? = nil,
        state: JSON? = nil,
        joined: [String] = [],
        left: [String] = [],
        timedOut: [String] = [],
        hereNowRefresh: Bool = false
    ) {
        self.action = action
        self.timestamp = timestamp
        self.identifier = identifier
        self.occupancy = occupancy
        self.state = state
        self.joined = joined
        self.left = left
        self.timedOut = timedOut
        self.hereNowRefresh = hereNowRefresh
    }

    /// Reads the dictionary; nil when it has neither a timestamp with an occupancy nor an action with an identifier.
    package init?(_ value: JSON) {
        guard let members = value.object,
            members["timestamp"] != nil && members["occupancy"] != nil
                || members["action"] != nil && members["uuid"] != nil
        else { return nil }
        action = members["action"]?.string.flatMap { PresenceAction(rawValue: $0) } ?? .changed
        timestamp = members["timestamp"]?.wholeNumber
        identifier = members["uuid"]?.string
        occupancy = members["occupancy"]?.wholeNumber.flatMap { Int(exactly: $0) }
        if let data = members["data"], data.object != nil { state = data }
        joined = Self.identifiers(members["join"])
        left = Self.identifiers(members["leave"])
        timedOut = Self.identifiers(members["timeout"])
        hereNowRefresh = members["here_now_refresh"]?.bool ?? false
    }

    /// The dictionary as it travels.
    package var json: JSON {
        var members: [String: JSON] = [:]
        if action != .changed { members["action"] = .string(action.rawValue) }
        members["timestamp"] = timestamp.map { .integer($0) }
        members["uuid"] = identifier.map { .string($0) }
        members["occupancy"] = occupancy.map { JSON($0) }
        members["data"] = state
        if !joined.isEmpty { members["join"] = .array(joined.map { .string($0) }) }
        if !left.isEmpty { members["leave"] = .array(left.map { .string($0) }) }
        if !timedOut.isEmpty { members["timeout"] = .array(timedOut.map { .string($0) }) }
        if hereNowRefresh { members["here_now_refresh"] = true }
        return .object(members)
    }

    private static func identifiers(_ value: JSON?) -> [String] {
        value?.array?.compactMap(\.string) ?? []
    }
}

/// The change that a presence event reports.
package enum PresenceAction: String, Sendable, Hashable, CaseIterable {
    /// A client came.
    case join
    /// A client left.
    case leave
    /// A client sent no heartbeat in time.
    case timeout
    /// A client's state was set.
    case stateChange = "state-change"
    /// The number of clients changed; the current form, which may list the clients that joined and left.
    case interval
    /// The number of clients changed; the old form, which has no action. Also stands for unknown actions.
    case changed
}

/// The second name of a channel or group, under which its presence events travel.
package enum PresenceName {
    /// The suffix of the name.
    package static let suffix = "-pnpres"

    /// The presence name of a channel or group.
    package static func make(_ name: String) -> String {
        name + suffix
    }

    /// The name without the suffix, and whether it had one.
    package static func strip(_ name: String) -> (name: String, isPresence: Bool) {
        // A channel called just "-pnpres" has no name in front to belong to.
        let length = suffix.utf8.count
        guard name.utf8.count > length, name.utf8.suffix(length).elementsEqual(suffix.utf8) else {
            return (name, false)
        }
        return (String(Substring(name.utf8.dropLast(length))), true)
    }

    /// The name without any number of suffixes, and whether it had one: a presence name has no presence name of its own.
    package static func stripAll(_ name: String) -> (name: String, isPresence: Bool) {
        var result = strip(name)
        while case let next = strip(result.name), next.isPresence { result = next }
        return result
    }
}
