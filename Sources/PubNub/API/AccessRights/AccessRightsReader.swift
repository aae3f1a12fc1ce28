import PubNubCore
import PubNubWire

/// Reads the replies of the access manager, in the formats of all server versions
/// (Documentation/WireProtocol.md, "Access manager").
struct AccessRightsReader {
    private let content: JSON
    private let period: UInt?
    private let isAboutKeys: Bool
    private let asked: Set<String>
    private var grants: [AccessRightsReply.Subject: AccessRightsReply.Grant] = [:]
    /// The number of further rights that may be read: lists of names and of keys multiply.
    private var remaining = ReplyLimits.items

    /// The reply in `content`, which has no envelope; `nil` if it is not one.
    ///
    /// Some servers repeat names as they stood in the URL. A name that is in `asked` is used unchanged.
    static func reply(_ content: JSON, asked: Set<String>) -> AccessRightsReply? {
        guard let level = content["level"]?.string else { return nil }
        var reader = AccessRightsReader(content, level: level, asked: asked)
        if !Self.levelsBelow.contains(level), Self.namesRights(content), !reader.add(content, to: .application) {
            return nil
        }
        guard reader.readMaps(), reader.readNames() else { return nil }
        return AccessRightsReply(subscribeKey: content["subscribe_key"]?.string, grants: reader.grants)
    }

    private init(_ content: JSON, level: String, asked: Set<String>) {
        self.content = content
        self.asked = asked
        period = Self.minutes(content)
        isAboutKeys = Self.levelsOfKeys.contains(level)
    }

    /// `"channels":{"a":{"r":1,…,"auths":{…}}}`, and the same for groups.
    private mutating func readMaps() -> Bool {
        for (member, isGroup) in [("channels", false), ("channel-groups", true)] {
            guard let map = content[member], map.string == nil else { continue }
            guard let objects = map.members else { return false }
            for (name, object) in objects where !object.isNull {
                guard object.object != nil else { return false }
                let scope = scope(name, isGroup: isGroup)
                // Among keys, an object counts only if it has rights of its own.
                if !isAboutKeys || Self.namesRights(object), !add(object, to: scope) { return false }
                guard readKeys(object["auths"], of: scope) else { return false }
            }
        }
        return true
    }

    /// `"channel":"a,b","auths":{…}`, where groups are named in either of two members.
    private mutating func readNames() -> Bool {
        for (member, isGroup) in [("channel", false), ("channel-group", true), ("channel-groups", true)] {
            guard let list = content[member]?.string else { continue }
            guard list.utf8.count(where: { $0 == UInt8(ascii: ",") }) < ReplyLimits.items else { return false }
            for name in list.split(at: ",") {
                let scope = scope(String(name), isGroup: isGroup)
                guard readKeys(content["auths"], of: scope) else { return false }
            }
        }
        return true
    }

    private mutating func readKeys(_ keys: JSON?, of scope: AccessRightsReply.Scope) -> Bool {
        guard let keys else { return true }
        guard let members = keys.members else { return false }
        for (key, value) in members where !value.isNull {
            guard value.object != nil, add(value, to: scope, key: plain(key)) else { return false }
        }
        return true
    }

    /// Adds one right.
    ///
    /// - Returns: False if the reply has more of them than `ReplyLimits.items`.
    private mutating func add(_ value: JSON, to scope: AccessRightsReply.Scope, key: String? = nil) -> Bool {
        remaining -= 1
        guard remaining >= 0 else { return false }
        grants[.init(scope: scope, key: key)] = .init(
            rights: Self.rights(value),
            minutes: Self.minutes(value) ?? period
        )
        return true
    }

    private func scope(_ name: String, isGroup: Bool) -> AccessRightsReply.Scope {
        let name = plain(name)
        guard isGroup else { return .channel(name) }
        // A group outside of any namespace may have an empty one.
        return .group(name.count > 1 && name.hasPrefix(":") ? String(name.dropFirst()) : name)
    }

    private func plain(_ name: String) -> String {
        asked.contains(name) ? name : PercentEncoding.unescape(name) ?? name
    }
}

extension AccessRightsReader {
    private static let levelsOfKeys: Set<String> = ["user", "channel-group+auth"]
    /// Any other level is that of the application.
    private static let levelsBelow: Set<String> = levelsOfKeys.union(["channel", "channel-group"])

    private static let flags: [(member: String, right: PNAccessRights)] = [
        ("r", .readAccessRight), ("w", .writeAccessRight), ("m", .managementRight),
    ]

    private static func rights(_ value: JSON) -> PNAccessRights {
        flags.reduce(into: PNAccessRights()) { rights, flag in
            if isSet(value[flag.member]) { rights.insert(flag.right) }
        }
    }

    private static func namesRights(_ value: JSON) -> Bool {
        flags.contains { value[$0.member] != nil }
    }

    private static func isSet(_ flag: JSON?) -> Bool {
        flag?.bool ?? flag?.wholeNumber.map { $0 != 0 } ?? false
    }

    private static func minutes(_ value: JSON) -> UInt? {
        value["ttl"]?.wholeNumber.map { UInt(clamping: $0) }
    }
}

/// The access rights in a response, level by level and without inherited ones.
struct AccessRightsReply: Sendable, Hashable {
    /// The object of rights.
    enum Scope: Sendable, Hashable {
        case application
        case channel(String)
        /// A group, or a namespace of groups, by its name on the wire.
        case group(String)
    }

    /// The object of rights, and their owner.
    struct Subject: Sendable, Hashable {
        let scope: Scope
        /// The authorization key; `nil` for all clients.
        var key: String?
    }

    /// The rights of one subject.
    struct Grant: Sendable, Hashable {
        /// Empty without rights.
        let rights: PNAccessRights
        /// The duration in minutes; 0 is unlimited, `nil` if the service does not return it.
        let minutes: UInt?
    }

    /// The subscribe key; `nil` if the service does not return it.
    var subscribeKey: String?
    var grants: [Subject: Grant] = [:]

    /// Merges both replies.
    func joined(with other: AccessRightsReply) -> AccessRightsReply {
        AccessRightsReply(
            subscribeKey: subscribeKey ?? other.subscribeKey,
            grants: grants.merging(other.grants) { _, later in later }
        )
    }
}
