/// A request for a page of the memberships of a user.
public final class PNFetchMembershipsRequest: PNObjectsPaginatedRequest, PNUserRequest, PNFieldsRequest {
    /// The fields of memberships.
    public typealias Fields = PNMembershipFields

    /// Creates a request about a user.
    ///
    /// - Parameter uuid: The identifier of the user; see ``PNUserRequest/uuid``.
    public init(uuid: String?) {
        super.init(subject: uuid, fieldBits: PNMembershipFields.membershipsTotalCountField.rawValue)
    }
}

/// A request for a page of the members of a channel.
public final class PNFetchChannelMembersRequest: PNObjectsPaginatedRequest, PNChannelRequest, PNFieldsRequest {
    /// The fields of members.
    public typealias Fields = PNChannelMemberFields

    /// Creates a request about a channel.
    ///
    /// - Parameter channel: The name of the channel; see ``PNChannelRequest/channel``.
    public init(channel: String) {
        super.init(subject: channel, fieldBits: PNChannelMemberFields.membersTotalCountField.rawValue)
    }
}

/// The settings that the requests to change memberships or members share. The response is a page of all memberships or
/// members after the change.
public class PNBaseObjectsMembershipRequest: PNObjectsPaginatedRequest {
    /// The memberships to set, as the application describes them.
    var entriesToSet: [[String: Any]]?

    /// The identifiers of the channels or users whose memberships end.
    var namesToRemove: [String]?
}

/// The settings that the requests to change the memberships of a user share.
public class PNChangeMembershipsRequest: PNBaseObjectsMembershipRequest, PNUserRequest, PNFieldsRequest {
    /// The fields of memberships.
    public typealias Fields = PNMembershipFields

    fileprivate init(uuid: String?) {
        super.init(subject: uuid, fieldBits: PNMembershipFields.membershipsTotalCountField.rawValue)
    }
}

/// A request to make a user a member of channels, or to change the properties of the memberships.
public final class PNSetMembershipsRequest: PNChangeMembershipsRequest {
    /// Creates a request.
    ///
    /// - Parameters:
    ///   - uuid: The identifier of the user; see ``PNUserRequest/uuid``.
    ///   - channels: One dictionary per channel: `"channel"` with the name, and optionally `"custom"` (strings, numbers and
    ///     booleans by name), `"status"` and `"type"` (strings of at most 50 characters). `NSNull` clears one of these three.
    ///     Of several entries with the same name, the last one applies.
    public init(uuid: String?, channels: [[String: Any]]) {
        super.init(uuid: uuid)
        entriesToSet = channels
    }
}

/// A request to end memberships of a user.
public final class PNRemoveMembershipsRequest: PNChangeMembershipsRequest {
    /// Creates a request.
    ///
    /// - Parameters:
    ///   - uuid: The identifier of the user; see ``PNUserRequest/uuid``.
    ///   - channels: The names of the channels. Channels of which the user is not a member are ignored.
    public init(uuid: String?, channels: [String]) {
        super.init(uuid: uuid)
        namesToRemove = channels
    }
}

/// A request to set and remove memberships of a user in one call.
public final class PNManageMembershipsRequest: PNChangeMembershipsRequest {
    /// The memberships to set, one dictionary per channel as in ``PNSetMembershipsRequest/init(uuid:channels:)``. The default
    /// is `nil`, to set none.
    public var setChannels: [[String: Any]]? {
        get { entriesToSet }
        set { entriesToSet = newValue }
    }

    /// The names of the channels whose memberships end. The default is `nil`, to remove none.
    public var removeChannels: [String]? {
        get { namesToRemove }
        set { namesToRemove = newValue }
    }

    /// Creates a request about a user.
    ///
    /// - Parameter uuid: The identifier of the user; see ``PNUserRequest/uuid``.
    public override init(uuid: String?) {
        super.init(uuid: uuid)
    }
}

/// The settings that the requests to change the members of a channel share.
public class PNChangeChannelMembersRequest: PNBaseObjectsMembershipRequest, PNChannelRequest, PNFieldsRequest {
    /// The fields of members.
    public typealias Fields = PNChannelMemberFields

    fileprivate init(channel: String) {
        super.init(subject: channel, fieldBits: PNChannelMemberFields.membersTotalCountField.rawValue)
    }
}

/// A request to make users members of a channel, or to change the properties of the memberships.
public final class PNSetChannelMembersRequest: PNChangeChannelMembersRequest {
    /// Creates a request.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel; see ``PNChannelRequest/channel``.
    ///   - uuids: One dictionary per user: `"uuid"` with the identifier, and optionally `"custom"` (strings, numbers and
    ///     booleans by name), `"status"` and `"type"` (strings of at most 50 characters). `NSNull` clears one of these three.
    ///     Of several entries with the same identifier, the last one applies.
    public init(channel: String, uuids: [[String: Any]]) {
        super.init(channel: channel)
        entriesToSet = uuids
    }
}

/// A request to end memberships in a channel.
public final class PNRemoveChannelMembersRequest: PNChangeChannelMembersRequest {
    /// Creates a request.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel; see ``PNChannelRequest/channel``.
    ///   - uuids: The identifiers of the users. Users who are not members are ignored.
    public init(channel: String, uuids: [String]) {
        super.init(channel: channel)
        namesToRemove = uuids
    }
}

/// A request to set and remove members of a channel in one call.
public final class PNManageChannelMembersRequest: PNChangeChannelMembersRequest {
    /// The memberships to set, one dictionary per user as in ``PNSetChannelMembersRequest/init(channel:uuids:)``. The default
    /// is `nil`, to set none.
    public var setMembers: [[String: Any]]? {
        get { entriesToSet }
        set { entriesToSet = newValue }
    }

    /// The identifiers of the users whose memberships end. The default is `nil`, to remove none.
    public var removeMembers: [String]? {
        get { namesToRemove }
        set { namesToRemove = newValue }
    }

    /// Creates a request about a channel.
    ///
    /// - Parameter channel: The name of the channel; see ``PNChannelRequest/channel``.
    public override init(channel: String) {
        super.init(channel: channel)
    }
}
