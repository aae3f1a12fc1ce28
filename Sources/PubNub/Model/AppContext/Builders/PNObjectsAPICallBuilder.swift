/// The calls of App Context, to be put together step by step; see ``PubNub/objects``.
public final class PNObjectsAPICallBuilder: PNAPICallBuilder {
    /// A call for a page of all users; see ``PNFetchAllUUIDMetadataRequest``.
    public func allUUIDMetadata() -> PNFetchAllUUIDMetadataAPICallBuilder {
        PNFetchAllUUIDMetadataAPICallBuilder(client)
    }

    /// A call for the metadata of one user; see ``PNFetchUUIDMetadataRequest``.
    public func uuidMetadata() -> PNFetchUUIDMetadataAPICallBuilder {
        PNFetchUUIDMetadataAPICallBuilder(client)
    }

    /// A call to change the metadata of a user; see ``PNSetUUIDMetadataRequest``.
    public func setUUIDMetadata() -> PNSetUUIDMetadataAPICallBuilder {
        PNSetUUIDMetadataAPICallBuilder(client)
    }

    /// A call to remove the metadata of a user; see ``PNRemoveUUIDMetadataRequest``.
    public func removeUUIDMetadata() -> PNRemoveUUIDMetadataAPICallBuilder {
        PNRemoveUUIDMetadataAPICallBuilder(client)
    }

    /// A call for a page of all channels that have metadata; see ``PNFetchAllChannelsMetadataRequest``.
    public func allChannelsMetadata() -> PNFetchAllChannelsMetadataAPICallBuilder {
        PNFetchAllChannelsMetadataAPICallBuilder(client)
    }

    /// A call for the metadata of one channel; see ``PNFetchChannelMetadataRequest``.
    ///
    /// - Parameter channel: The channel.
    /// - Returns: The call.
    public func channelMetadata(_ channel: String) -> PNFetchChannelMetadataAPICallBuilder {
        PNFetchChannelMetadataAPICallBuilder(client, channel: channel)
    }

    /// A call to change the metadata of a channel; see ``PNSetChannelMetadataRequest``.
    ///
    /// - Parameter channel: The channel.
    /// - Returns: The call.
    public func setChannelMetadata(_ channel: String) -> PNSetChannelMetadataAPICallBuilder {
        PNSetChannelMetadataAPICallBuilder(client, channel: channel)
    }

    /// A call to remove the metadata of a channel; see ``PNRemoveChannelMetadataRequest``.
    ///
    /// - Parameter channel: The channel.
    /// - Returns: The call.
    public func removeChannelMetadata(_ channel: String) -> PNRemoveChannelMetadataAPICallBuilder {
        PNRemoveChannelMetadataAPICallBuilder(client, channel: channel)
    }

    /// A call for a page of the memberships of a user; see ``PNFetchMembershipsRequest``.
    public func memberships() -> PNFetchMembershipsAPICallBuilder {
        PNFetchMembershipsAPICallBuilder(client)
    }

    /// A call to make a user a member of channels; see ``PNSetMembershipsRequest``.
    public func setMemberships() -> PNSetMembershipsAPICallBuilder {
        PNSetMembershipsAPICallBuilder(client)
    }

    /// A call to end memberships of a user; see ``PNRemoveMembershipsRequest``.
    public func removeMemberships() -> PNRemoveMembershipsAPICallBuilder {
        PNRemoveMembershipsAPICallBuilder(client)
    }

    /// A call to set and remove memberships of a user at once; see ``PNManageMembershipsRequest``.
    public func manageMemberships() -> PNManageMembershipsAPICallBuilder {
        PNManageMembershipsAPICallBuilder(client)
    }

    /// A call for a page of the members of a channel; see ``PNFetchChannelMembersRequest``.
    ///
    /// - Parameter channel: The channel.
    /// - Returns: The call.
    public func channelMembers(_ channel: String) -> PNFetchChannelMembersAPICallBuilder {
        PNFetchChannelMembersAPICallBuilder(client, channel: channel)
    }

    /// A call to make users members of a channel; see ``PNSetChannelMembersRequest``.
    ///
    /// - Parameter channel: The channel.
    /// - Returns: The call.
    public func setChannelMembers(_ channel: String) -> PNSetChannelMembersAPICallBuilder {
        PNSetChannelMembersAPICallBuilder(client, channel: channel)
    }

    /// A call to end memberships in a channel; see ``PNRemoveChannelMembersRequest``.
    ///
    /// - Parameter channel: The channel.
    /// - Returns: The call.
    public func removeChannelMembers(_ channel: String) -> PNRemoveChannelMembersAPICallBuilder {
        PNRemoveChannelMembersAPICallBuilder(client, channel: channel)
    }

    /// A call to set and remove members of a channel at once; see ``PNManageChannelMembersRequest``.
    ///
    /// - Parameter channel: The channel.
    /// - Returns: The call.
    public func manageChannelMembers(_ channel: String) -> PNManageChannelMembersAPICallBuilder {
        PNManageChannelMembersAPICallBuilder(client, channel: channel)
    }
}
