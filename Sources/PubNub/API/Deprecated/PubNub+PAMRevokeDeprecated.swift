/// The forms of before 3.7.0 that revoke and audit rights on channels. Each forwards to its successor.
extension PubNub {
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
        revokeRights(ofClients: [clientAuthorizationKey], on: channel, handlerBlock)
    }

    /// Revokes the rights of authorization keys on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public func revokeAccessRights(
        for channel: PNChannel,
        clients clientsAuthorizationKeys: [String],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        revokeRights(ofClients: clientsAuthorizationKeys, on: channel, handlerBlock)
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

    private func revokeRights(
        ofClients keys: [String],
        on object: any PNChannelProtocol,
        _ handler: PNClientChannelAccessRightsChangeBlock?
    ) {
        changeAccessRights(
            forClients: keys,
            object: object,
            to: .noAccessRights,
            onPeriod: 0,
            withCompletionHandling: handler
        )
    }
}
