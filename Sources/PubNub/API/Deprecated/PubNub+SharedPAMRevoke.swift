/// Rights revoked and asked by the shared client, in the forms of before 3.7.0.
///
/// Each method forwards to the one of the same name of ``sharedInstance()``, which says what the parameters mean.
extension PubNub {
    /// Revokes the rights that were given on everything, with the shared client.
    @available(*, deprecated, message: "Use changeApplicationAccessRights(to:onPeriod:andCompletionHandling:)")
    public static func revokeAccessRightsForApplication(
        completionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().revokeAccessRightsForApplication(completionHandling: handlerBlock)
    }

    /// Revokes everybody's rights on one channel, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public static func revokeAccessRights(
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().revokeAccessRights(for: channel, withCompletionHandling: handlerBlock)
    }

    /// Revokes everybody's rights on channels, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public static func revokeAccessRights(
        forChannels channels: [PNChannel],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().revokeAccessRights(forChannels: channels, withCompletionHandling: handlerBlock)
    }

    /// Revokes the rights of one authorization key on one channel, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public static func revokeAccessRights(
        for channel: PNChannel,
        client clientAuthorizationKey: String,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().revokeAccessRights(
            for: channel,
            client: clientAuthorizationKey,
            withCompletionHandling: handlerBlock
        )
    }

    /// Revokes the rights of authorization keys on one channel, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public static func revokeAccessRights(
        for channel: PNChannel,
        clients clientsAuthorizationKeys: [String],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().revokeAccessRights(
            for: channel,
            clients: clientsAuthorizationKeys,
            withCompletionHandling: handlerBlock
        )
    }

    /// Asks for the rights on one channel, with the shared client.
    @available(*, deprecated, message: "Use auditAccessRights(for:withCompletionHandling:)")
    public static func auditAccessRights(
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        sharedInstance().auditAccessRights(for: channel, withCompletionHandling: handlerBlock)
    }

    /// Asks for the rights on channels, with the shared client.
    @available(*, deprecated, message: "Use auditAccessRights(for:withCompletionHandling:)")
    public static func auditAccessRights(
        forChannels channels: [PNChannel],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        sharedInstance().auditAccessRights(forChannels: channels, withCompletionHandling: handlerBlock)
    }

    /// Asks for the rights of one authorization key on one channel, with the shared client.
    @available(*, deprecated, message: "Use auditAccessRights(for:clients:withCompletionHandling:)")
    public static func auditAccessRights(
        for channel: PNChannel,
        client clientAuthorizationKey: String,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        sharedInstance().auditAccessRights(
            for: channel,
            client: clientAuthorizationKey,
            withCompletionHandling: handlerBlock
        )
    }
}
