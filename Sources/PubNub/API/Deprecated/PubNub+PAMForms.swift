/// The forms of before 3.7.0 for access rights on channels: one right at a time. Each calls its successor.
///
/// The grants of rights to publish, and of all rights, are generated from those of rights to read.
extension PubNub {
    /// Allows reading everywhere.
    @available(*, deprecated, message: "Use changeApplicationAccessRights(to:onPeriod:andCompletionHandling:)")
    public func grantReadAccessRightForApplication(
        atPeriod accessPeriodDuration: Int,
        andCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeApplicationAccessRights(
            to: .readAccessRight,
            onPeriod: accessPeriodDuration,
            andCompletionHandling: handlerBlock
        )
    }

    /// Allows reading on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public func grantReadAccessRight(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            for: [channel],
            to: .readAccessRight,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows reading on channels.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public func grantReadAccessRight(
        forChannels channels: [PNChannel],
        forPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            for: channels,
            to: .readAccessRight,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows one authorization key reading on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public func grantReadAccessRight(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        client clientAuthorizationKey: String,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            forClients: [clientAuthorizationKey],
            object: channel,
            to: .readAccessRight,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows authorization keys reading on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public func grantReadAccessRight(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        clients clientsAuthorizationKeys: [String],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            forClients: clientsAuthorizationKeys,
            object: channel,
            to: .readAccessRight,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Revokes the rights that were given on everything.
    @available(*, deprecated, message: "Use changeApplicationAccessRights(to:onPeriod:andCompletionHandling:)")
    public func revokeAccessRightsForApplication(
        completionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeApplicationAccessRights(to: .noAccessRights, onPeriod: 0, andCompletionHandling: handlerBlock)
    }

    /// Revokes everybody's rights on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public func revokeAccessRights(
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(for: [channel], to: .noAccessRights, onPeriod: 0, withCompletionHandling: handlerBlock)
    }

    /// Revokes everybody's rights on channels.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public func revokeAccessRights(
        forChannels channels: [PNChannel],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(for: channels, to: .noAccessRights, onPeriod: 0, withCompletionHandling: handlerBlock)
    }

    /// Revokes the rights of one authorization key on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public func revokeAccessRights(
        for channel: PNChannel,
        client clientAuthorizationKey: String,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        revokeAccessRights(for: channel, clients: [clientAuthorizationKey], withCompletionHandling: handlerBlock)
    }

    /// Revokes the rights of authorization keys on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public func revokeAccessRights(
        for channel: PNChannel,
        clients clientsAuthorizationKeys: [String],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            forClients: clientsAuthorizationKeys,
            object: channel,
            to: .noAccessRights,
            onPeriod: 0,
            withCompletionHandling: handlerBlock
        )
    }

    /// Asks for the rights on one channel.
    @available(*, deprecated, message: "Use auditAccessRights(for:withCompletionHandling:)")
    public func auditAccessRights(
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        auditAccessRights(for: [channel], withCompletionHandling: handlerBlock)
    }

    /// Asks for the rights on channels.
    @available(*, deprecated, message: "Use auditAccessRights(for:withCompletionHandling:)")
    public func auditAccessRights(
        forChannels channels: [PNChannel],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        auditAccessRights(for: channels, withCompletionHandling: handlerBlock)
    }

    /// Asks for the rights of one authorization key on one channel.
    @available(*, deprecated, message: "Use auditAccessRights(for:clients:withCompletionHandling:)")
    public func auditAccessRights(
        for channel: PNChannel,
        client clientAuthorizationKey: String,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        auditAccessRights(for: channel, clients: [clientAuthorizationKey], withCompletionHandling: handlerBlock)
    }
}
