/// Access rights, asked and changed by the shared client.
///
/// Each method forwards to the one of the same name of ``sharedInstance()``, which says what the parameters mean.
extension PubNub {
    /// Gives or revokes rights on everything that belongs to the subscribe key, with the shared client.
    public static func changeApplicationAccessRights(
        to accessRights: PNAccessRights,
        onPeriod accessPeriodDuration: Int,
        andCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().changeApplicationAccessRights(
            to: accessRights,
            onPeriod: accessPeriodDuration,
            andCompletionHandling: handlerBlock
        )
    }

    /// Gives or revokes everybody's rights on channels, channel groups and namespaces of groups, with the shared
    /// client.
    public static func changeAccessRights(
        for channelObjects: [any PNChannelProtocol],
        to accessRights: PNAccessRights,
        onPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().changeAccessRights(
            for: channelObjects,
            to: accessRights,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Gives or revokes the rights of authorization keys on one channel, channel group or namespace, with the shared
    /// client.
    public static func changeAccessRights(
        forClients clientsAuthorizationKeys: [String],
        object: any PNChannelProtocol,
        to accessRights: PNAccessRights,
        onPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().changeAccessRights(
            forClients: clientsAuthorizationKeys,
            object: object,
            to: accessRights,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Asks for all rights that are given on the subscribe key, on every level, with the shared client.
    public static func auditAccessRightsForApplication(
        completionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        sharedInstance().auditAccessRightsForApplication(completionHandling: handlerBlock)
    }

    /// Asks for the rights on channels, channel groups and namespaces of groups, and for those of authorization keys
    /// there, with the shared client.
    public static func auditAccessRights(
        for channelObjects: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        sharedInstance().auditAccessRights(for: channelObjects, withCompletionHandling: handlerBlock)
    }

    /// Asks for the rights of authorization keys on one channel, channel group or namespace, with the shared client.
    public static func auditAccessRights(
        for object: any PNChannelProtocol,
        clients clientsAuthorizationKeys: [String],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        sharedInstance().auditAccessRights(
            for: object,
            clients: clientsAuthorizationKeys,
            withCompletionHandling: handlerBlock
        )
    }
}
