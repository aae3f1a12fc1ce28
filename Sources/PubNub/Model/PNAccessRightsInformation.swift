/// The access rights on one thing: the subscribe key, a channel, a group, or an authorization key on one of them.
public final class PNAccessRightsInformation: Sendable {
    /// What the rights are about.
    public let level: PNAccessRightsLevel

    /// The rights.
    public let rights: PNAccessRights

    /// The subscribe key.
    public let subscriptionKey: String

    /// The channel, group or namespace; `nil` for the subscribe key as a whole.
    public let object: (any PNChannelProtocol)?

    /// The authorization key; `nil` when the rights are everybody's.
    public let authorizationKey: String?

    /// How long the rights last, in minutes; 0 is for ever.
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

    /// The channel; `nil` when the rights are not about a channel.
    @available(*, deprecated, message: "Use object")
    public var channel: PNChannel? {
        object.flatMap { $0.isChannelGroup ? nil : $0 as? PNChannel }
    }

    /// Whether reading is allowed.
    public func hasReadRight() -> Bool {
        rights.contains(.readAccessRight)
    }

    /// Whether writing is allowed.
    public func hasWriteRight() -> Bool {
        rights.contains(.writeAccessRight)
    }

    /// Whether changing the channels of a group is allowed.
    public func hasManagementRight() -> Bool {
        rights.contains(.managementRight)
    }

    /// Whether everything is allowed: reading and writing, or, on a group, reading and changing its channels.
    public func hasAllRights() -> Bool {
        object?.isChannelGroup == true ? hasReadRight() && hasManagementRight() : rights.contains(.allAccessRights)
    }

    /// Whether nothing is allowed.
    public func isAllRightsRevoked() -> Bool {
        rights.isDisjoint(with: [.allAccessRights, .managementRight])
    }
}

extension PNAccessRightsInformation: CustomStringConvertible {
    /// The thing, the rights and their period, with a hidden authorization key.
    public var description: String {
        let key = authorizationKey.map { ", client \(PNObfuscateString($0))" } ?? ""
        return "PNAccessRightsInformation(\(object?.name ?? "application")\(key): rights \(rights.rawValue), "
            + "\(accessPeriodDuration) min)"
    }
}
