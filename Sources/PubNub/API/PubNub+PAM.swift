/// Access rights (README "PAM Methods"). All of these need the configuration's secret key and fail with 138 without it.
///
/// Rights are given on three levels, and one that is given on a higher level holds on the lower ones, too: on the whole
/// subscribe key, on channels, channel groups and namespaces, and there to single authorization keys. Reading is
/// subscribing, presence and history, writing is publishing, managing is changing channel groups. Rights replace those
/// that the same subject had on the same level; ``PNAccessRights/noAccessRights`` revokes them. How long they last is
/// given in minutes: 0 is for ever, less than 0 is a day, and more than a year (525,600) is a year.
///
/// A list may mix channels and groups. It is then sent as two requests, the channels first, and when the second fails
/// the first has taken effect. The `associatedObject` of an error is a ``PNAccessRightOptions`` that says what was asked.
extension PubNub {
    /// Gives or revokes rights on everything that belongs to the subscribe key.
    ///
    /// - Parameters:
    ///   - accessRights: The rights.
    ///   - accessPeriodDuration: For how many minutes.
    ///   - handlerBlock: Called with the rights as they are now, or with the error. nil, the default, when nobody waits.
    public func changeApplicationAccessRights(
        to accessRights: PNAccessRights,
        onPeriod accessPeriodDuration: Int,
        andCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        engine.changeApplicationRights(.init(accessRights, minutes: accessPeriodDuration), handlerBlock)
    }

    /// Gives or revokes everybody's rights on channels, channel groups and namespaces of groups.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel``, ``PNChannelGroup`` and ``PNChannelGroupNamespace`` objects. An empty list, or a
    ///     name that cannot be used, is an error (115, 116 or 117). A name such as `news.*` covers all channels below it;
    ///     one that ends in `-pnpres` gives the right to presence events.
    ///   - accessRights: The rights.
    ///   - accessPeriodDuration: For how many minutes.
    ///   - handlerBlock: Called with the rights as they are now, or with the error. nil, the default, when nobody waits.
    public func changeAccessRights(
        for channelObjects: [any PNChannelProtocol],
        to accessRights: PNAccessRights,
        onPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        engine.changeRights(
            on: channelObjects,
            of: nil,
            .init(accessRights, minutes: accessPeriodDuration),
            handlerBlock
        )
    }

    /// Gives or revokes the rights of authorization keys on one channel, channel group or namespace.
    ///
    /// - Parameters:
    ///   - clientsAuthorizationKeys: The keys. An empty list, an empty key and one with a comma are errors (-1).
    ///   - object: The ``PNChannel``, ``PNChannelGroup`` or ``PNChannelGroupNamespace``.
    ///   - accessRights: The rights.
    ///   - accessPeriodDuration: For how many minutes.
    ///   - handlerBlock: Called with the rights as they are now, or with the error. nil, the default, when nobody waits.
    public func changeAccessRights(
        forClients clientsAuthorizationKeys: [String],
        object: any PNChannelProtocol,
        to accessRights: PNAccessRights,
        onPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            ofClients: clientsAuthorizationKeys,
            on: [object],
            to: accessRights,
            onPeriod: accessPeriodDuration,
            handlerBlock
        )
    }

    /// Asks for all rights that are given on the subscribe key, on every level.
    ///
    /// - Parameter handlerBlock: Called with the rights, or with the error. nil, the default, when nobody waits for it.
    public func auditAccessRightsForApplication(
        completionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        engine.auditRights(on: nil, handlerBlock)
    }

    /// Asks for the rights on channels, channel groups and namespaces of groups, and for those of authorization keys there.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel``, ``PNChannelGroup`` and ``PNChannelGroupNamespace`` objects. An empty list, or a
    ///     name that cannot be used, is an error (115, 116 or 117).
    ///   - handlerBlock: Called with the rights, or with the error. nil, the default, when nobody waits for it.
    public func auditAccessRights(
        for channelObjects: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        engine.auditRights(on: channelObjects, handlerBlock)
    }

    /// Asks for the rights of authorization keys on one channel, channel group or namespace.
    ///
    /// - Parameters:
    ///   - object: The ``PNChannel``, ``PNChannelGroup`` or ``PNChannelGroupNamespace``.
    ///   - clientsAuthorizationKeys: The keys; none asks for everybody's rights.
    ///   - handlerBlock: Called with the rights, or with the error. nil, the default, when nobody waits for it.
    public func auditAccessRights(
        for object: any PNChannelProtocol,
        clients clientsAuthorizationKeys: [String],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        auditAccessRights(ofClients: clientsAuthorizationKeys, on: [object], handlerBlock)
    }
}

extension PubNub {
    /// Gives or revokes the rights of authorization keys on several objects.
    package func changeAccessRights(
        ofClients keys: [String],
        on objects: [any PNChannelProtocol],
        to rights: PNAccessRights,
        onPeriod minutes: Int,
        _ handler: PNClientChannelAccessRightsChangeBlock?
    ) {
        engine.changeRights(on: objects, of: keys, .init(rights, minutes: minutes), handler)
    }

    /// Asks for the rights of authorization keys on several objects.
    package func auditAccessRights(
        ofClients keys: [String],
        on objects: [any PNChannelProtocol],
        _ handler: PNClientChannelAccessRightsAuditBlock?
    ) {
        engine.auditRights(on: objects, of: keys, handler)
    }
}
