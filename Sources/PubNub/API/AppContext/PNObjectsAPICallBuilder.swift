/// Starts the calls of App Context, which are assembled step by step; see ``PubNub/objects``.
public final class PNObjectsAPICallBuilder: PNAPICallBuilder {
    /// Starts a call to fetch a page of all users; see ``PNFetchAllUUIDMetadataRequest``.
    public func allUUIDMetadata() -> PNFetchAllUUIDMetadataAPICallBuilder {
        .init(client, PNFetchAllUUIDMetadataRequest(), client.allUUIDMetadata(with:completion:))
    }

    /// Starts a call to fetch the metadata of one user; see ``PNFetchUUIDMetadataRequest``.
    public func uuidMetadata() -> PNFetchUUIDMetadataAPICallBuilder {
        .init(client, PNFetchUUIDMetadataRequest(uuid: nil), client.uuidMetadata(with:completion:))
    }

    /// Starts a call to change the metadata of a user; see ``PNSetUUIDMetadataRequest``.
    public func setUUIDMetadata() -> PNSetUUIDMetadataAPICallBuilder {
        .init(client, PNSetUUIDMetadataRequest(uuid: nil), client.setUUIDMetadataWith(_:completion:))
    }

    /// Starts a call to remove the metadata of a user; see ``PNRemoveUUIDMetadataRequest``.
    public func removeUUIDMetadata() -> PNRemoveUUIDMetadataAPICallBuilder {
        .init(client, PNRemoveUUIDMetadataRequest(uuid: nil), client.removeUUIDMetadata(with:completion:))
    }

    /// Starts a call to fetch a page of all channels that have metadata; see ``PNFetchAllChannelsMetadataRequest``.
    public func allChannelsMetadata() -> PNFetchAllChannelsMetadataAPICallBuilder {
        .init(client, PNFetchAllChannelsMetadataRequest(), client.allChannelsMetadata(with:completion:))
    }

    /// Starts a call to fetch the metadata of one channel; see ``PNFetchChannelMetadataRequest``.
    ///
    /// - Parameter channel: The name of the channel.
    /// - Returns: The call.
    public func channelMetadata(_ channel: String) -> PNFetchChannelMetadataAPICallBuilder {
        .init(client, PNFetchChannelMetadataRequest(channel: channel), client.channelMetadata(with:completion:))
    }

    /// Starts a call to change the metadata of a channel; see ``PNSetChannelMetadataRequest``.
    ///
    /// - Parameter channel: The name of the channel.
    /// - Returns: The call.
    public func setChannelMetadata(_ channel: String) -> PNSetChannelMetadataAPICallBuilder {
        .init(client, PNSetChannelMetadataRequest(channel: channel), client.setChannelMetadataWith(_:completion:))
    }

    /// Starts a call to remove the metadata of a channel; see ``PNRemoveChannelMetadataRequest``.
    ///
    /// - Parameter channel: The name of the channel.
    /// - Returns: The call.
    public func removeChannelMetadata(_ channel: String) -> PNRemoveChannelMetadataAPICallBuilder {
        .init(client, PNRemoveChannelMetadataRequest(channel: channel), client.removeChannelMetadata(with:completion:))
    }

    /// Starts a call to fetch a page of the memberships of a user; see ``PNFetchMembershipsRequest``.
    public func memberships() -> PNFetchMembershipsAPICallBuilder {
        .init(client, PNFetchMembershipsRequest(uuid: nil), client.memberships(with:completion:))
    }

    /// Starts a call to make a user a member of channels; see ``PNSetMembershipsRequest``.
    public func setMemberships() -> PNSetMembershipsAPICallBuilder {
        .init(client, PNSetMembershipsRequest(uuid: nil, channels: []), client.setMembershipsWith(_:completion:))
    }

    /// Starts a call to end memberships of a user; see ``PNRemoveMembershipsRequest``.
    public func removeMemberships() -> PNRemoveMembershipsAPICallBuilder {
        .init(client, PNRemoveMembershipsRequest(uuid: nil, channels: []), client.removeMemberships(with:completion:))
    }

    /// Starts a call to set and remove memberships of a user; see ``PNManageMembershipsRequest``.
    public func manageMemberships() -> PNManageMembershipsAPICallBuilder {
        .init(client, PNManageMembershipsRequest(uuid: nil), client.manageMemberships(with:completion:))
    }

    /// Starts a call to fetch a page of the members of a channel; see ``PNFetchChannelMembersRequest``.
    ///
    /// - Parameter channel: The name of the channel.
    /// - Returns: The call.
    public func channelMembers(_ channel: String) -> PNFetchChannelMembersAPICallBuilder {
        .init(client, PNFetchChannelMembersRequest(channel: channel), client.channelMembers(with:completion:))
    }

    /// Starts a call to make users members of a channel; see ``PNSetChannelMembersRequest``.
    ///
    /// - Parameter channel: The name of the channel.
    /// - Returns: The call.
    public func setChannelMembers(_ channel: String) -> PNSetChannelMembersAPICallBuilder {
        .init(
            client,
            PNSetChannelMembersRequest(channel: channel, uuids: []),
            client.setChannelMembersWith(_:completion:)
        )
    }

    /// Starts a call to end memberships in a channel; see ``PNRemoveChannelMembersRequest``.
    ///
    /// - Parameter channel: The name of the channel.
    /// - Returns: The call.
    public func removeChannelMembers(_ channel: String) -> PNRemoveChannelMembersAPICallBuilder {
        .init(
            client,
            PNRemoveChannelMembersRequest(channel: channel, uuids: []),
            client.removeChannelMembers(with:completion:)
        )
    }

    /// Starts a call to set and remove members of a channel; see ``PNManageChannelMembersRequest``.
    ///
    /// - Parameter channel: The name of the channel.
    /// - Returns: The call.
    public func manageChannelMembers(_ channel: String) -> PNManageChannelMembersAPICallBuilder {
        .init(client, PNManageChannelMembersRequest(channel: channel), client.manageChannelMembers(with:completion:))
    }
}

/// A call to fetch a page of all users; see ``PNFetchAllUUIDMetadataRequest``.
public typealias PNFetchAllUUIDMetadataAPICallBuilder = PNObjectsCallBuilder<
    PNFetchAllUUIDMetadataRequest, PNFetchAllUUIDMetadataCompletionBlock
>

/// A call to fetch the metadata of one user; see ``PNFetchUUIDMetadataRequest``.
public typealias PNFetchUUIDMetadataAPICallBuilder = PNObjectsCallBuilder<
    PNFetchUUIDMetadataRequest, PNFetchUUIDMetadataCompletionBlock
>

/// A call to change the metadata of a user; see ``PNSetUUIDMetadataRequest``.
public typealias PNSetUUIDMetadataAPICallBuilder = PNObjectsCallBuilder<
    PNSetUUIDMetadataRequest, PNSetUUIDMetadataCompletionBlock?
>

/// A call to remove the metadata of a user; see ``PNRemoveUUIDMetadataRequest``.
public typealias PNRemoveUUIDMetadataAPICallBuilder = PNObjectsCallBuilder<
    PNRemoveUUIDMetadataRequest, PNRemoveUUIDMetadataCompletionBlock?
>

/// A call to fetch a page of all channels that have metadata; see ``PNFetchAllChannelsMetadataRequest``.
public typealias PNFetchAllChannelsMetadataAPICallBuilder = PNObjectsCallBuilder<
    PNFetchAllChannelsMetadataRequest, PNFetchAllChannelsMetadataCompletionBlock
>

/// A call to fetch the metadata of one channel; see ``PNFetchChannelMetadataRequest``.
public typealias PNFetchChannelMetadataAPICallBuilder = PNObjectsCallBuilder<
    PNFetchChannelMetadataRequest, PNFetchChannelMetadataCompletionBlock
>

/// A call to change the metadata of a channel; see ``PNSetChannelMetadataRequest``.
public typealias PNSetChannelMetadataAPICallBuilder = PNObjectsCallBuilder<
    PNSetChannelMetadataRequest, PNSetChannelMetadataCompletionBlock?
>

/// A call to remove the metadata of a channel; see ``PNRemoveChannelMetadataRequest``.
public typealias PNRemoveChannelMetadataAPICallBuilder = PNObjectsCallBuilder<
    PNRemoveChannelMetadataRequest, PNRemoveChannelMetadataCompletionBlock?
>

/// A call to fetch a page of the memberships of a user; see ``PNFetchMembershipsRequest``.
public typealias PNFetchMembershipsAPICallBuilder = PNObjectsCallBuilder<
    PNFetchMembershipsRequest, PNFetchMembershipsCompletionBlock
>

/// A call to make a user a member of channels; see ``PNSetMembershipsRequest``.
public typealias PNSetMembershipsAPICallBuilder = PNObjectsCallBuilder<
    PNSetMembershipsRequest, PNManageMembershipsCompletionBlock?
>

/// A call to end memberships of a user; see ``PNRemoveMembershipsRequest``.
public typealias PNRemoveMembershipsAPICallBuilder = PNObjectsCallBuilder<
    PNRemoveMembershipsRequest, PNManageMembershipsCompletionBlock?
>

/// A call to set and remove memberships of a user; see ``PNManageMembershipsRequest``.
public typealias PNManageMembershipsAPICallBuilder = PNObjectsCallBuilder<
    PNManageMembershipsRequest, PNManageMembershipsCompletionBlock?
>

/// A call to fetch a page of the members of a channel; see ``PNFetchChannelMembersRequest``.
public typealias PNFetchChannelMembersAPICallBuilder = PNObjectsCallBuilder<
    PNFetchChannelMembersRequest, PNFetchChannelMembersCompletionBlock
>

/// A call to make users members of a channel; see ``PNSetChannelMembersRequest``.
public typealias PNSetChannelMembersAPICallBuilder = PNObjectsCallBuilder<
    PNSetChannelMembersRequest, PNManageChannelMembersCompletionBlock?
>

/// A call to end memberships in a channel; see ``PNRemoveChannelMembersRequest``.
public typealias PNRemoveChannelMembersAPICallBuilder = PNObjectsCallBuilder<
    PNRemoveChannelMembersRequest, PNManageChannelMembersCompletionBlock?
>

/// A call to set and remove members of a channel; see ``PNManageChannelMembersRequest``.
public typealias PNManageChannelMembersAPICallBuilder = PNObjectsCallBuilder<
    PNManageChannelMembersRequest, PNManageChannelMembersCompletionBlock?
>
