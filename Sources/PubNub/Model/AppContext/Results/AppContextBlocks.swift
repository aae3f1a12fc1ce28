/// Takes a page of users, or how it failed: one of the two.
public typealias PNFetchAllUUIDMetadataCompletionBlock = (PNFetchAllUUIDMetadataResult?, PNErrorStatus?) -> Void

/// Takes a user, or how it failed: one of the two.
public typealias PNFetchUUIDMetadataCompletionBlock = (PNFetchUUIDMetadataResult?, PNErrorStatus?) -> Void

/// Takes how the change of a user ended.
public typealias PNSetUUIDMetadataCompletionBlock = (PNSetUUIDMetadataStatus) -> Void

/// Takes how the removal of a user ended.
public typealias PNRemoveUUIDMetadataCompletionBlock = (PNAcknowledgmentStatus) -> Void

/// Takes a page of channels, or how it failed: one of the two.
public typealias PNFetchAllChannelsMetadataCompletionBlock = (PNFetchAllChannelsMetadataResult?, PNErrorStatus?) -> Void

/// Takes a channel, or how it failed: one of the two.
public typealias PNFetchChannelMetadataCompletionBlock = (PNFetchChannelsMetadataResult?, PNErrorStatus?) -> Void

/// Takes how the change of a channel ended.
public typealias PNSetChannelMetadataCompletionBlock = (PNSetChannelMetadataStatus) -> Void

/// Takes how the removal of a channel's metadata ended.
public typealias PNRemoveChannelMetadataCompletionBlock = (PNAcknowledgmentStatus) -> Void

/// Takes a page of memberships, or how it failed: one of the two.
public typealias PNFetchMembershipsCompletionBlock = (PNFetchMembershipsResult?, PNErrorStatus?) -> Void

/// Takes how a change of memberships ended.
public typealias PNManageMembershipsCompletionBlock = (PNManageMembershipsStatus) -> Void

/// Takes a page of members, or how it failed: one of the two.
public typealias PNFetchChannelMembersCompletionBlock = (PNFetchChannelMembersResult?, PNErrorStatus?) -> Void

/// Takes how a change of members ended.
public typealias PNManageChannelMembersCompletionBlock = (PNManageChannelMembersStatus) -> Void

/// Another name of ``PNFetchChannelsMetadataResult``.
public typealias PNFetchChannelMetadataResult = PNFetchChannelsMetadataResult
