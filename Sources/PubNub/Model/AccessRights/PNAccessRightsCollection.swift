/// Access rights: the response to a change or an audit.
public final class PNAccessRightsCollection: Sendable {
    /// The level of the call.
    public let level: PNAccessRightsLevel

    /// Every item: the application's first, then each object's followed by those of its keys.
    package let information: [PNAccessRightsInformation]

    init(level: PNAccessRightsLevel, information: [PNAccessRightsInformation]) {
        self.level = level
        self.information = information
    }

    /// Returns the rights of all clients on the whole subscribe key.
    ///
    /// - Returns: The rights; `nil` if the response does not contain them.
    public func accessRightsInformationForApplication() -> PNAccessRightsInformation? {
        information.first { $0.object == nil && $0.authorizationKey == nil }
    }

    /// Returns the rights of all clients on each channel.
    ///
    /// - Returns: One item for each channel, in the order of the response.
    public func accessRightsInformationForAllChannels() -> [PNAccessRightsInformation] {
        forAll { !$0.isChannelGroup }
    }

    /// Returns the rights of all clients on each channel group.
    ///
    /// - Returns: One item for each group, in the order of the response.
    public func accessRightsInformationForAllChannelGroups() -> [PNAccessRightsInformation] {
        forAll { $0.isChannelGroup && !($0 is PNChannelGroupNamespace) }
    }

    /// Returns the rights of all clients on each namespace of channel groups.
    ///
    /// - Returns: One item for each namespace, in the order of the response.
    public func accessRightsInformationForAllChannelGroupNamespaces() -> [PNAccessRightsInformation] {
        forAll { $0 is PNChannelGroupNamespace }
    }

    /// Returns the rights of all clients on one channel, group or namespace.
    ///
    /// - Parameter object: The channel, group or namespace.
    /// - Returns: The rights; `nil` if the response does not contain them.
    public func accessRightsInformation(for object: any PNChannelProtocol) -> PNAccessRightsInformation? {
        information.first { $0.authorizationKey == nil && $0.isAbout(object) }
    }

    /// Returns the rights of authorization keys on one channel, group or namespace.
    ///
    /// - Parameter object: The channel, group or namespace.
    /// - Returns: One item for each key, in the order of the response.
    public func accessRightsForClients(on object: any PNChannelProtocol) -> [PNAccessRightsInformation] {
        information.filter { $0.authorizationKey != nil && $0.isAbout(object) }
    }

    /// Returns the rights of every authorization key, everywhere.
    ///
    /// - Returns: One item for each key and object, in the order of the response.
    public func accessRightsInformationForAllClientAuthorizationKeys() -> [PNAccessRightsInformation] {
        information.filter { $0.authorizationKey != nil }
    }

    /// Returns the rights of one authorization key, everywhere.
    ///
    /// - Parameter clientAuthorizationKey: The key.
    /// - Returns: One item for each object, in the order of the response.
    public func accessRightsInformation(
        forClientAuthorizationKey clientAuthorizationKey: String
    ) -> [PNAccessRightsInformation] {
        information.filter { $0.authorizationKey == clientAuthorizationKey }
    }

    /// Returns the rights of one authorization key on one channel.
    ///
    /// - Parameters:
    ///   - clientAuthorizationKey: The key.
    ///   - channel: The channel.
    /// - Returns: The rights; `nil` if the response does not contain them.
    public func accessRightsInformationClientAuthorizationKey(
        _ clientAuthorizationKey: String,
        on channel: PNChannel
    ) -> PNAccessRightsInformation? {
        information.first { $0.authorizationKey == clientAuthorizationKey && $0.isAbout(channel) }
    }

    private func forAll(_ isWanted: (any PNChannelProtocol) -> Bool) -> [PNAccessRightsInformation] {
        information.filter { item in item.authorizationKey == nil && item.object.map(isWanted) == true }
    }
}

extension PNAccessRightsInformation {
    fileprivate func isAbout(_ other: any PNChannelProtocol) -> Bool {
        object?.name == other.name && object?.isChannelGroup == other.isChannelGroup
    }
}

extension PNAccessRightsCollection: CustomStringConvertible {
    /// Every item.
    public var description: String {
        "PNAccessRightsCollection(\(information.map(\.description).joined(separator: ", ")))"
    }
}
