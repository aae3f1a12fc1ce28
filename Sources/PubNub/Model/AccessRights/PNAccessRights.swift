/// Access rights on a subscribe key, a channel, a group, or for an authorization key on one of them.
public struct PNAccessRights: OptionSet, Hashable, Sendable {
    /// The number in the interface of 3.7.8.
    public let rawValue: UInt

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The rights are not known.
    public static let unknownAccessRights: PNAccessRights = []

    /// Subscribing, presence and history.
    public static let readAccessRight = PNAccessRights(rawValue: 1)

    /// Publishing.
    public static let writeAccessRight = PNAccessRights(rawValue: 2)

    /// Reading and writing.
    public static let allAccessRights = PNAccessRights(rawValue: 3)

    /// Changing the channels of a group.
    public static let managementRight = PNAccessRights(rawValue: 4)

    /// No rights: existing rights are revoked.
    public static let noAccessRights = PNAccessRights(rawValue: 8)
}

/// The level of access rights.
///
/// The values exclude each other and work in a `switch`. The type is an option set because 3.7.8 has one.
public struct PNAccessRightsLevel: OptionSet, Hashable, Sendable {
    /// The number in the interface of 3.7.8.
    public let rawValue: Int

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The whole subscribe key.
    public static let applicationAccessRightsLevel: PNAccessRightsLevel = []

    /// Channel groups.
    public static let channelGroupAccessRightsLevel = PNAccessRightsLevel(rawValue: 1)

    /// Channels.
    public static let channelAccessRightsLevel = PNAccessRightsLevel(rawValue: 2)

    /// Authorization keys on channels or channel groups.
    public static let userAccessRightsLevel = PNAccessRightsLevel(rawValue: 3)
}

/// The access rights of one subject: the subscribe key, a channel, a group, or an authorization key on one of them.
public final class PNAccessRightsInformation: Sendable {
    /// The level of the rights.
    public let level: PNAccessRightsLevel

    /// The rights.
    public let rights: PNAccessRights

    /// The subscribe key.
    public let subscriptionKey: String

    /// The channel, group or namespace; `nil` for the subscribe key as a whole.
    public let object: (any PNChannelProtocol)?

    /// The authorization key; `nil` for the rights of all clients.
    public let authorizationKey: String?

    /// The duration of the rights in minutes; 0 is unlimited.
    public let accessPeriodDuration: UInt

    init(
        level: PNAccessRightsLevel,
        rights: PNAccessRights,
        subscriptionKey: String,
        object: (any PNChannelProtocol)? = nil,
        authorizationKey: String? = nil,
        accessPeriodDuration: UInt
    ) {
        self.level = level
        self.rights = rights
        self.subscriptionKey = subscriptionKey
        self.object = object
        self.authorizationKey = authorizationKey
        self.accessPeriodDuration = accessPeriodDuration
    }

    /// The channel; `nil` for other subjects.
    @available(*, deprecated, message: "Use object")
    public var channel: PNChannel? {
        object.flatMap { $0.isChannelGroup ? nil : $0 as? PNChannel }
    }

    /// Returns whether reading is allowed.
    public func hasReadRight() -> Bool {
        rights.contains(.readAccessRight)
    }

    /// Returns whether writing is allowed.
    public func hasWriteRight() -> Bool {
        rights.contains(.writeAccessRight)
    }

    /// Returns whether changing the channels of a group is allowed.
    public func hasManagementRight() -> Bool {
        rights.contains(.managementRight)
    }

    /// Returns whether all rights are granted: reading and writing, or, on a group, reading and changing its channels.
    public func hasAllRights() -> Bool {
        object?.isChannelGroup == true ? hasReadRight() && hasManagementRight() : rights.contains(.allAccessRights)
    }

    /// Returns whether no rights are granted.
    public func isAllRightsRevoked() -> Bool {
        rights.isDisjoint(with: [.allAccessRights, .managementRight])
    }
}

extension PNAccessRightsInformation: CustomStringConvertible {
    /// The subject, the rights and their duration, with a hidden authorization key.
    public var description: String {
        let key = authorizationKey.map { ", client \(PNObfuscateString($0))" } ?? ""
        return "PNAccessRightsInformation(\(object?.name ?? "application")\(key): rights \(rights.rawValue), "
            + "\(accessPeriodDuration) min)"
    }
}
