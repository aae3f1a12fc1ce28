import PubNubCore

/// A request for a page of all users.
public final class PNFetchAllUUIDMetadataRequest: PNObjectsPaginatedRequest, PNFieldsRequest {
    /// The fields of users.
    public typealias Fields = PNUUIDFields

    /// Creates a request.
    public init() {
        super.init(fieldBits: PNUUIDFields.totalCountField.rawValue)
    }
}

/// A request for the metadata of one user.
public final class PNFetchUUIDMetadataRequest: PNBaseObjectsRequest, PNUserRequest, PNFieldsRequest {
    /// The fields of users.
    public typealias Fields = PNUUIDFields

    /// Creates a request about a user.
    ///
    /// - Parameter uuid: The identifier of the user; see ``PNUserRequest/uuid``.
    public init(uuid: String?) {
        super.init(subject: uuid, fieldBits: PNUUIDFields([.customField, .statusField, .typeField]).rawValue)
    }
}

/// A request for a page of all channels that have metadata.
public final class PNFetchAllChannelsMetadataRequest: PNObjectsPaginatedRequest, PNFieldsRequest {
    /// The fields of channels.
    public typealias Fields = PNChannelFields

    /// Creates a request.
    public init() {
        super.init(fieldBits: PNChannelFields.totalCountField.rawValue)
    }
}

/// A request for the metadata of one channel.
public final class PNFetchChannelMetadataRequest: PNBaseObjectsRequest, PNChannelRequest, PNFieldsRequest {
    /// The fields of channels.
    public typealias Fields = PNChannelFields

    /// Creates a request about a channel.
    ///
    /// - Parameter channel: The name of the channel; see ``PNChannelRequest/channel``.
    public init(channel: String) {
        super.init(subject: channel, fieldBits: PNChannelFields([.customField, .statusField, .typeField]).rawValue)
    }
}

/// The settings that the requests to change a user or a channel share. Values that are not set stay unchanged.
public class PNSetMetadataRequest: PNBaseObjectsRequest {
    /// The display name, at most 2048 characters. The default is `nil`, for no change.
    public var name: String?

    /// The status, at most 50 characters. `nil`, the default, and an empty string change nothing.
    public var status: String?

    /// The type, at most 50 characters. `nil`, the default, and an empty string change nothing.
    public var type: String?

    /// The custom values by name: strings, numbers and booleans, integers within ±9007199254740991. They replace all existing
    /// custom values. `nil`, the default, and an empty dictionary change nothing.
    public var custom: [String: Any]?

    /// The entity tag that the object must still have, as a response returned it. If another client has changed the object
    /// since, nothing changes and the call fails with ``PNStatusCategory/entityTagMismatchCategory`` (HTTP 412). `nil`, the
    /// default, and an empty string change the object unconditionally.
    public var ifMatchesEtag: String?

    /// The fields to clear; empty by default. A field that is also set is an error.
    public var clearedFields: Set<PNMetadataField> = []

    /// The values of the string fields that the object can have.
    var texts: [ObjectField: String?] {
        [.name: name, .status: status, .type: type]
    }
}

/// A request to change the metadata of a user, which creates the user if necessary.
public final class PNSetUUIDMetadataRequest: PNSetMetadataRequest, PNUserRequest, PNFieldsRequest {
    /// The fields of users.
    public typealias Fields = PNUUIDFields

    /// The identifier of the user in another system, at most 2048 characters. `nil`, the default, and an empty string change
    /// nothing.
    public var externalId: String?

    /// The URL of the user's profile, at most 2048 characters. `nil`, the default, and an empty string change nothing.
    public var profileUrl: String?

    /// The email address of the user, at most 320 characters. `nil`, the default, and an empty string change nothing.
    public var email: String?

    /// Creates a request about a user.
    ///
    /// - Parameter uuid: The identifier of the user; see ``PNUserRequest/uuid``.
    public init(uuid: String?) {
        super.init(subject: uuid, fieldBits: PNUUIDFields([.customField, .statusField, .typeField]).rawValue)
    }

    override var texts: [ObjectField: String?] {
        let own: [ObjectField: String?] = [.externalId: externalId, .profileUrl: profileUrl, .email: email]
        return super.texts.merging(own) { _, own in own }
    }
}

/// A request to change the metadata of a channel, which creates the metadata if necessary.
public final class PNSetChannelMetadataRequest: PNSetMetadataRequest, PNChannelRequest, PNFieldsRequest {
    /// The fields of channels.
    public typealias Fields = PNChannelFields

    /// The description of the channel, at most 2048 characters. `nil`, the default, and an empty string change nothing.
    public var information: String?

    /// Creates a request about a channel.
    ///
    /// - Parameter channel: The name of the channel; see ``PNChannelRequest/channel``.
    public init(channel: String) {
        super.init(subject: channel, fieldBits: PNChannelFields([.customField, .statusField, .typeField]).rawValue)
    }

    override var texts: [ObjectField: String?] {
        super.texts.merging([.information: information]) { _, own in own }
    }
}

/// A request to remove the metadata of a user.
public final class PNRemoveUUIDMetadataRequest: PNBaseObjectsRequest, PNUserRequest {
    /// Creates a request about a user.
    ///
    /// - Parameter uuid: The identifier of the user; see ``PNUserRequest/uuid``.
    public init(uuid: String?) {
        super.init(subject: uuid)
    }
}

/// A request to remove the metadata of a channel.
public final class PNRemoveChannelMetadataRequest: PNBaseObjectsRequest, PNChannelRequest {
    /// Creates a request about a channel.
    ///
    /// - Parameter channel: The name of the channel; see ``PNChannelRequest/channel``.
    public init(channel: String) {
        super.init(subject: channel)
    }
}
