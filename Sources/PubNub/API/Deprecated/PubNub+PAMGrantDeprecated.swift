/// The forms of before 3.7.0: one right at a time, on channels only. Each forwards to its successor.
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

    /// Allows publishing everywhere.
    @available(*, deprecated, message: "Use changeApplicationAccessRights(to:onPeriod:andCompletionHandling:)")
    public func grantWriteAccessRightForApplication(
        atPeriod accessPeriodDuration: Int,
        andCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeApplicationAccessRights(
            to: .writeAccessRight,
            onPeriod: accessPeriodDuration,
            andCompletionHandling: handlerBlock
        )
    }

    /// Allows publishing on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public func grantWriteAccessRight(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            for: [channel],
            to: .writeAccessRight,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows publishing on channels.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public func grantWriteAccessRight(
        forChannels channels: [PNChannel],
        forPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            for: channels,
            to: .writeAccessRight,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows one authorization key publishing on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public func grantWriteAccessRight(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        client clientAuthorizationKey: String,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            forClients: [clientAuthorizationKey],
            object: channel,
            to: .writeAccessRight,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows authorization keys publishing on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public func grantWriteAccessRight(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        clients clientsAuthorizationKeys: [String],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            forClients: clientsAuthorizationKeys,
            object: channel,
            to: .writeAccessRight,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows reading and publishing everywhere.
    @available(*, deprecated, message: "Use changeApplicationAccessRights(to:onPeriod:andCompletionHandling:)")
    public func grantAllAccessRightsForApplication(
        atPeriod accessPeriodDuration: Int,
        andCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeApplicationAccessRights(
            to: .allAccessRights,
            onPeriod: accessPeriodDuration,
            andCompletionHandling: handlerBlock
        )
    }

    /// Allows reading and publishing on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public func grantAllAccessRights(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            for: [channel],
            to: .allAccessRights,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows reading and publishing on channels.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public func grantAllAccessRights(
        forChannels channels: [PNChannel],
        forPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            for: channels,
            to: .allAccessRights,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows one authorization key reading and publishing on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public func grantAllAccessRights(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        client clientAuthorizationKey: String,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            forClients: [clientAuthorizationKey],
            object: channel,
            to: .allAccessRights,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows authorization keys reading and publishing on one channel.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public func grantAllAccessRights(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        clients clientsAuthorizationKeys: [String],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            forClients: clientsAuthorizationKeys,
            object: channel,
            to: .allAccessRights,
            onPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }
}
