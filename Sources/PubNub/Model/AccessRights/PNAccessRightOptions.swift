/// The arguments of a call that changes or audits access rights.
public final class PNAccessRightOptions: Sendable {
    /// The subscribe key.
    public let applicationKey: String

    /// The level of the rights.
    public let level: PNAccessRightsLevel

    /// The rights of the call; ``PNAccessRights/unknownAccessRights`` in an audit.
    public let rights: PNAccessRights

    /// The duration of the rights in minutes; 0 is unlimited.
    public let accessPeriodDuration: UInt

    /// The channels, groups or namespaces; empty for the whole subscribe key.
    public let channels: [any PNChannelProtocol]

    /// The authorization keys; empty for all clients.
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

    /// Returns whether the rights include reading.
    public func isEnablingReadAccessRight() -> Bool {
        rights.contains(.readAccessRight)
    }

    /// Returns whether the rights include writing.
    public func isEnablingWriteAccessRight() -> Bool {
        rights.contains(.writeAccessRight)
    }

    /// Returns whether the rights include both reading and writing.
    public func isEnablingAllAccessRights() -> Bool {
        rights.contains(.allAccessRights)
    }

    /// Returns whether the call revokes all rights.
    public func isRevokingAccessRights() -> Bool {
        rights.isEmpty || rights.contains(.noAccessRights)
    }
}

extension PNAccessRightOptions: CustomStringConvertible {
    /// The level, the rights and their subjects, with hidden authorization keys.
    public var description: String {
        let keys = clientsAuthorizationKeys.map(PNObfuscateString).joined(separator: ", ")
        let names = channels.map(\.name).joined(separator: ", ")
        return "PNAccessRightOptions(level \(level.rawValue), rights \(rights.rawValue), "
            + "\(accessPeriodDuration) min, channels [\(names)], clients [\(keys)])"
    }
}
