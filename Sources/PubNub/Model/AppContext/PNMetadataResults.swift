import PubNubCore

/// A page of users.
public final class PNFetchAllUUIDMetadataData: PNObjectsPage {
    /// The metadata of the users on this page.
    public let metadata: [PNUUIDMetadata]

    /// The position of the page in the list of all users.
    public let position: PNPagePosition

    init(_ list: ObjectList<PNUUIDMetadata>) {
        metadata = list.items
        position = list.position
    }
}

/// The outcome of ``PubNub/allUUIDMetadata(with:completion:)``.
public final class PNFetchAllUUIDMetadataResult: PNResult {
    /// The page of users.
    public let data: PNFetchAllUUIDMetadataData

    init(_ list: ObjectList<PNUUIDMetadata>) {
        data = PNFetchAllUUIDMetadataData(list)
    }
}

/// The metadata of a user.
public final class PNFetchUUIDMetadataData: PNServiceData {
    /// The metadata; never `nil` in a result.
    public let metadata: PNUUIDMetadata?

    init(_ metadata: PNUUIDMetadata) {
        self.metadata = metadata
    }
}

/// The outcome of ``PubNub/uuidMetadata(with:completion:)``.
public final class PNFetchUUIDMetadataResult: PNResult {
    /// The user.
    public let data: PNFetchUUIDMetadataData

    init(_ metadata: PNUUIDMetadata) {
        data = PNFetchUUIDMetadataData(metadata)
    }
}

/// The metadata of a user after a change.
public final class PNSetUUIDMetadataData: PNServiceData {
    /// The metadata; `nil` if the operation failed.
    public let metadata: PNUUIDMetadata?

    init(_ metadata: PNUUIDMetadata?) {
        self.metadata = metadata
    }
}

/// The outcome of ``PubNub/setUUIDMetadataWith(_:completion:)``.
public final class PNSetUUIDMetadataStatus: PNAcknowledgmentStatus {
    /// The outcome that the properties of the status describe.
    public let content: PNStatusContent

    /// The user after the change.
    public let data: PNSetUUIDMetadataData

    init(_ content: PNStatusContent, _ metadata: PNUUIDMetadata?) {
        self.content = content
        data = PNSetUUIDMetadataData(metadata)
    }
}

/// A page of channels.
public final class PNFetchAllChannelsMetadataData: PNObjectsPage {
    /// The metadata of the channels on this page.
    public let metadata: [PNChannelMetadata]

    /// The position of the page in the list of all channels.
    public let position: PNPagePosition

    init(_ list: ObjectList<PNChannelMetadata>) {
        metadata = list.items
        position = list.position
    }
}

/// The outcome of ``PubNub/allChannelsMetadata(with:completion:)``.
public final class PNFetchAllChannelsMetadataResult: PNResult {
    /// The page of channels.
    public let data: PNFetchAllChannelsMetadataData

    init(_ list: ObjectList<PNChannelMetadata>) {
        data = PNFetchAllChannelsMetadataData(list)
    }
}

/// The metadata of a channel.
public final class PNFetchChannelMetadataData: PNServiceData {
    /// The metadata; never `nil` in a result.
    public let metadata: PNChannelMetadata?

    init(_ metadata: PNChannelMetadata) {
        self.metadata = metadata
    }
}

/// The outcome of ``PubNub/channelMetadata(with:completion:)``.
public final class PNFetchChannelsMetadataResult: PNResult {
    /// The channel.
    public let data: PNFetchChannelMetadataData

    init(_ metadata: PNChannelMetadata) {
        data = PNFetchChannelMetadataData(metadata)
    }
}

/// Another name of ``PNFetchChannelsMetadataResult``.
public typealias PNFetchChannelMetadataResult = PNFetchChannelsMetadataResult

/// The metadata of a channel after a change.
public final class PNSetChannelMetadataData: PNServiceData {
    /// The metadata; `nil` if the operation failed.
    public let metadata: PNChannelMetadata?

    init(_ metadata: PNChannelMetadata?) {
        self.metadata = metadata
    }
}

/// The outcome of ``PubNub/setChannelMetadataWith(_:completion:)``.
public final class PNSetChannelMetadataStatus: PNAcknowledgmentStatus {
    /// The outcome that the properties of the status describe.
    public let content: PNStatusContent

    /// The channel after the change.
    public let data: PNSetChannelMetadataData

    init(_ content: PNStatusContent, _ metadata: PNChannelMetadata?) {
        self.content = content
        data = PNSetChannelMetadataData(metadata)
    }
}

/// Receives a page of users or the error: exactly one of the two.
public typealias PNFetchAllUUIDMetadataCompletionBlock = (PNFetchAllUUIDMetadataResult?, (any PNErrorStatus)?) -> Void

/// Receives a user or the error: exactly one of the two.
public typealias PNFetchUUIDMetadataCompletionBlock = (PNFetchUUIDMetadataResult?, (any PNErrorStatus)?) -> Void

/// Receives the outcome of a change of a user.
public typealias PNSetUUIDMetadataCompletionBlock = (PNSetUUIDMetadataStatus) -> Void

/// Receives the outcome of the removal of a user.
public typealias PNRemoveUUIDMetadataCompletionBlock = (any PNAcknowledgmentStatus) -> Void

/// Receives a page of channels or the error: exactly one of the two.
public typealias PNFetchAllChannelsMetadataCompletionBlock = (
    PNFetchAllChannelsMetadataResult?, (any PNErrorStatus)?
) -> Void

/// Receives a channel or the error: exactly one of the two.
public typealias PNFetchChannelMetadataCompletionBlock = (PNFetchChannelsMetadataResult?, (any PNErrorStatus)?) -> Void

/// Receives the outcome of a change of a channel.
public typealias PNSetChannelMetadataCompletionBlock = (PNSetChannelMetadataStatus) -> Void

/// Receives the outcome of the removal of a channel's metadata.
public typealias PNRemoveChannelMetadataCompletionBlock = (any PNAcknowledgmentStatus) -> Void
