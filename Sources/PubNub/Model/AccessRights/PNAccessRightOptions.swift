/// What a call that changes or audits access rights asks for.
public final class PNAccessRightOptions: Sendable {
    /// The subscribe key.
    public let applicationKey: String

    /// What the rights are about.
    public let level: PNAccessRightsLevel

    /// The rights that are given; ``PNAccessRights/unknownAccessRights`` in an audit.
    public let rights: PNAccessRights

    /// How long the rights last, in minutes; 0 is for ever.
    public let accessPeriodDuration: UInt

    /// The channels, groups or namespaces; empty when it is about the whole subscribe key.
    public let channels: [any PNChannelProtocol]

    /// The authorization keys; empty when it is about everybody.
    public let clientsAuthorizationKeys: [String]

    init(
        applicationKey: String,
        rights: PNAccessRights,
        channels: [any PNChannelProtocol] = [],
        clientsAuthorizationKeys: [String] = [],
        accessPeriodDuration: UInt = 0
    ) {
        self.applicationKey = applicationKey
        self.rights = rights
        self.channels = channels
        self.clientsAuthorizationKeys = clientsAuthorizationKeys
        self.accessPeriodDuration = accessPeriodDuration
        level =
            if channels.isEmpty {
                .applicationAccessRightsLevel
            } else if !clientsAuthorizationKeys.isEmpty {
                .userAccessRightsLevel
            } else if channels.allSatisfy(\.isChannelGroup) {
                .channelGroupAccessRightsLevel
            } else {
                .channelAccessRightsLevel
            }
    }

    /// Whether reading is allowed by this.
    public func isEnablingReadAccessRight() -> Bool {
        rights.contains(.readAccessRight)
    }

    /// Whether writing is allowed by this.
    public func isEnablingWriteAccessRight() -> Bool {
        rights.contains(.writeAccessRight)
    }

    /// Whether both reading and writing are allowed by this.
    public func isEnablingAllAccessRights() -> Bool {
        rights.contains(.allAccessRights)
    }

    /// Whether this takes all rights away.
    public func isRevokingAccessRights() -> Bool {
        rights.isEmpty || rights.contains(.noAccessRights)
    }
}

extension PNAccessRightOptions: CustomStringConvertible {
    /// The level, the rights and what they are about, with hidden authorization keys.
    public var description: String {
        let keys = clientsAuthorizationKeys.map(PNObfuscateString).joined(separator: ", ")
        let names = channels.map(\.name).joined(separator: ", ")
        return "PNAccessRightOptions(level \(level.rawValue), rights \(rights.rawValue), "
            + "\(accessPeriodDuration) min, channels [\(names)], clients [\(keys)])"
    }
}
