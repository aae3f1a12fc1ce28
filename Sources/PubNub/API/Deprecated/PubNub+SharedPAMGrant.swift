/// Rights given by the shared client, in the forms of before 3.7.0.
///
/// Each method forwards to the one of the same name of ``sharedInstance()``, which says what the parameters mean.
extension PubNub {
    /// Allows reading everywhere, with the shared client.
    @available(*, deprecated, message: "Use changeApplicationAccessRights(to:onPeriod:andCompletionHandling:)")
    public static func grantReadAccessRightForApplication(
        atPeriod accessPeriodDuration: Int,
        andCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantReadAccessRightForApplication(
            atPeriod: accessPeriodDuration,
            andCompletionHandling: handlerBlock
        )
    }

    /// Allows reading on one channel, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public static func grantReadAccessRight(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantReadAccessRight(
            for: channel,
            forPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows reading on channels, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public static func grantReadAccessRight(
        forChannels channels: [PNChannel],
        forPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantReadAccessRight(
            forChannels: channels,
            forPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows one authorization key reading on one channel, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public static func grantReadAccessRight(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        client clientAuthorizationKey: String,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantReadAccessRight(
            for: channel,
            forPeriod: accessPeriodDuration,
            client: clientAuthorizationKey,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows authorization keys reading on one channel, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public static func grantReadAccessRight(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        clients clientsAuthorizationKeys: [String],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantReadAccessRight(
            for: channel,
            forPeriod: accessPeriodDuration,
            clients: clientsAuthorizationKeys,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows publishing everywhere, with the shared client.
    @available(*, deprecated, message: "Use changeApplicationAccessRights(to:onPeriod:andCompletionHandling:)")
    public static func grantWriteAccessRightForApplication(
        atPeriod accessPeriodDuration: Int,
        andCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantWriteAccessRightForApplication(
            atPeriod: accessPeriodDuration,
            andCompletionHandling: handlerBlock
        )
    }

    /// Allows publishing on one channel, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public static func grantWriteAccessRight(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantWriteAccessRight(
            for: channel,
            forPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows publishing on channels, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public static func grantWriteAccessRight(
        forChannels channels: [PNChannel],
        forPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantWriteAccessRight(
            forChannels: channels,
            forPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows one authorization key publishing on one channel, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public static func grantWriteAccessRight(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        client clientAuthorizationKey: String,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantWriteAccessRight(
            for: channel,
            forPeriod: accessPeriodDuration,
            client: clientAuthorizationKey,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows authorization keys publishing on one channel, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public static func grantWriteAccessRight(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        clients clientsAuthorizationKeys: [String],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantWriteAccessRight(
            for: channel,
            forPeriod: accessPeriodDuration,
            clients: clientsAuthorizationKeys,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows reading and publishing everywhere, with the shared client.
    @available(*, deprecated, message: "Use changeApplicationAccessRights(to:onPeriod:andCompletionHandling:)")
    public static func grantAllAccessRightsForApplication(
        atPeriod accessPeriodDuration: Int,
        andCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantAllAccessRightsForApplication(
            atPeriod: accessPeriodDuration,
            andCompletionHandling: handlerBlock
        )
    }

    /// Allows reading and publishing on one channel, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public static func grantAllAccessRights(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantAllAccessRights(
            for: channel,
            forPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows reading and publishing on channels, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(for:to:onPeriod:withCompletionHandling:)")
    public static func grantAllAccessRights(
        forChannels channels: [PNChannel],
        forPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantAllAccessRights(
            forChannels: channels,
            forPeriod: accessPeriodDuration,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows one authorization key reading and publishing on one channel, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public static func grantAllAccessRights(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        client clientAuthorizationKey: String,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantAllAccessRights(
            for: channel,
            forPeriod: accessPeriodDuration,
            client: clientAuthorizationKey,
            withCompletionHandling: handlerBlock
        )
    }

    /// Allows authorization keys reading and publishing on one channel, with the shared client.
    @available(*, deprecated, message: "Use changeAccessRights(forClients:object:to:onPeriod:withCompletionHandling:)")
    public static func grantAllAccessRights(
        for channel: PNChannel,
        forPeriod accessPeriodDuration: Int,
        clients clientsAuthorizationKeys: [String],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        sharedInstance().grantAllAccessRights(
            for: channel,
            forPeriod: accessPeriodDuration,
            clients: clientsAuthorizationKeys,
            withCompletionHandling: handlerBlock
        )
    }
}
