import PubNubCore

/// A page of the memberships of a user.
public final class PNFetchMembershipsData: PNObjectsPage {
    /// The memberships on this page.
    public let memberships: [PNMembership]

    /// The position of the page in the list of the user's memberships.
    public let position: PNPagePosition

    init(_ list: ObjectList<PNMembership>) {
        memberships = list.items
        position = list.position
    }
}

/// The outcome of ``PubNub/memberships(with:completion:)``.
public final class PNFetchMembershipsResult: PNAcknowledgmentStatus {
    /// The outcome that the properties of the status describe; a result never describes an error.
    public let content: PNStatusContent

    /// The page of memberships.
    public let data: PNFetchMembershipsData

    init(_ content: PNStatusContent, _ list: ObjectList<PNMembership>) {
        self.content = content
        data = PNFetchMembershipsData(list)
    }
}

/// A page of all memberships of a user after a change.
public final class PNManageMembershipsData: PNObjectsPage {
    /// The memberships on this page, including those that the change did not affect.
    public let memberships: [PNMembership]

    /// The position of the page in the list of the user's memberships.
    public let position: PNPagePosition

    init(_ list: ObjectList<PNMembership>) {
        memberships = list.items
        position = list.position
    }
}

/// The outcome of a change of memberships.
public final class PNManageMembershipsStatus: PNAcknowledgmentStatus {
    /// The outcome that the properties of the status describe.
    public let content: PNStatusContent

    /// The page of memberships; empty if the operation failed.
    public let data: PNManageMembershipsData

    init(_ content: PNStatusContent, _ list: ObjectList<PNMembership>?) {
        self.content = content
        data = PNManageMembershipsData(list ?? ObjectList())
    }
}

/// A page of the members of a channel.
public final class PNFetchChannelMembersData: PNObjectsPage {
    /// The members on this page.
    public let members: [PNChannelMember]

    /// The position of the page in the list of the channel's members.
    public let position: PNPagePosition

    init(_ list: ObjectList<PNChannelMember>) {
        members = list.items
        position = list.position
    }
}

/// The outcome of ``PubNub/channelMembers(with:completion:)``.
public final class PNFetchChannelMembersResult: PNAcknowledgmentStatus {
    /// The outcome that the properties of the status describe; a result never describes an error.
    public let content: PNStatusContent

    /// The page of members.
    public let data: PNFetchChannelMembersData

    init(_ content: PNStatusContent, _ list: ObjectList<PNChannelMember>) {
        self.content = content
        data = PNFetchChannelMembersData(list)
    }
}

/// A page of all members of a channel after a change.
public final class PNManageChannelMembersData: PNObjectsPage {
    /// The members on this page, including those that the change did not affect.
    public let members: [PNChannelMember]

    /// The position of the page in the list of the channel's members.
    public let position: PNPagePosition

    init(_ list: ObjectList<PNChannelMember>) {
        members = list.items
        position = list.position
    }
}

/// The outcome of a change of members.
public final class PNManageChannelMembersStatus: PNAcknowledgmentStatus {
    /// The outcome that the properties of the status describe.
    public let content: PNStatusContent

    /// The page of members; empty if the operation failed.
    public let data: PNManageChannelMembersData

    init(_ content: PNStatusContent, _ list: ObjectList<PNChannelMember>?) {
        self.content = content
        data = PNManageChannelMembersData(list ?? ObjectList())
    }
}

/// Receives a page of memberships or the error: exactly one of the two.
public typealias PNFetchMembershipsCompletionBlock = (PNFetchMembershipsResult?, (any PNErrorStatus)?) -> Void

/// Receives the outcome of a change of memberships.
public typealias PNManageMembershipsCompletionBlock = (PNManageMembershipsStatus) -> Void

/// Receives a page of members or the error: exactly one of the two.
public typealias PNFetchChannelMembersCompletionBlock = (PNFetchChannelMembersResult?, (any PNErrorStatus)?) -> Void

/// Receives the outcome of a change of members.
public typealias PNManageChannelMembersCompletionBlock = (PNManageChannelMembersStatus) -> Void
