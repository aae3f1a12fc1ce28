import PubNub

/// The metadata of users.
public struct Users: Sendable {
    let client: PubNubClient

    /// Returns the metadata of a user.
    ///
    /// - Parameter id: The identifier.
    /// - Returns: The metadata.
    /// - Throws: ``PubNubError``, with the code ``PubNubError/Code-swift.struct/notFound`` if it does not exist.
    public func get(_ id: String) async throws(PubNubError) -> UserMetadata {
        try await client.call { pubnub async throws(PNError) in
            UserMetadata(try await pubnub.value(of: PNFetchUUIDMetadataRequest(uuid: id)))
        }
    }

    /// Sets fields of the metadata of a user, who need not exist.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - fields: The fields to set.
    /// - Returns: The metadata after the change.
    /// - Throws: ``PubNubError``.
    @discardableResult
    public func set(_ id: String, _ fields: MetadataFields) async throws(PubNubError) -> UserMetadata {
        try await client.call { pubnub async throws(PNError) in
            let request = PNSetUUIDMetadataRequest(uuid: id)
            fields.apply(to: request)
            request.externalId = fields.externalID
            request.profileUrl = fields.profileURL
            request.email = fields.email
            return UserMetadata(try await pubnub.value(of: request))
        }
    }

    /// Removes the metadata of a user.
    ///
    /// - Parameter id: The identifier.
    /// - Throws: ``PubNubError``.
    public func remove(_ id: String) async throws(PubNubError) {
        try await client.call { pubnub async throws(PNError) in
            try await pubnub.value(of: PNRemoveUUIDMetadataRequest(uuid: id))
        }
    }

    /// Returns the metadata of all users as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameters:
    ///   - filter: An expression that selects users; `nil`, the default, for all.
    ///   - sort: The order, for example `["name", "updated:desc"]`; that of the service by default.
    /// - Returns: The users.
    public func all(filter: String? = nil, sort: [String] = []) -> PagedSequence<UserMetadata> {
        let request = { @Sendable in
            let request = PNFetchAllUUIDMetadataRequest()
            request.includeFields = [.customField, .statusField, .typeField]
            return request
        }
        return client.paged(filter, sort, request, { UserMetadata($0) })
    }
}

/// The metadata of channels.
public struct Channels: Sendable {
    let client: PubNubClient

    /// Returns the metadata of a channel.
    ///
    /// - Parameter id: The name of the channel.
    /// - Returns: The metadata.
    /// - Throws: ``PubNubError``, with the code ``PubNubError/Code-swift.struct/notFound`` if it does not exist.
    public func get(_ id: String) async throws(PubNubError) -> ChannelMetadata {
        try await client.call { pubnub async throws(PNError) in
            ChannelMetadata(try await pubnub.value(of: PNFetchChannelMetadataRequest(channel: id)))
        }
    }

    /// Sets fields of the metadata of a channel, which need not exist.
    ///
    /// - Parameters:
    ///   - id: The name of the channel.
    ///   - fields: The fields to set.
    /// - Returns: The metadata after the change.
    /// - Throws: ``PubNubError``.
    @discardableResult
    public func set(_ id: String, _ fields: MetadataFields) async throws(PubNubError) -> ChannelMetadata {
        try await client.call { pubnub async throws(PNError) in
            let request = PNSetChannelMetadataRequest(channel: id)
            fields.apply(to: request)
            request.information = fields.information
            return ChannelMetadata(try await pubnub.value(of: request))
        }
    }

    /// Removes the metadata of a channel.
    ///
    /// - Parameter id: The name of the channel.
    /// - Throws: ``PubNubError``.
    public func remove(_ id: String) async throws(PubNubError) {
        try await client.call { pubnub async throws(PNError) in
            try await pubnub.value(of: PNRemoveChannelMetadataRequest(channel: id))
        }
    }

    /// Returns the metadata of all channels as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameters:
    ///   - filter: An expression that selects channels; `nil`, the default, for all.
    ///   - sort: The order, for example `["name", "updated:desc"]`; that of the service by default.
    /// - Returns: The channels.
    public func all(filter: String? = nil, sort: [String] = []) -> PagedSequence<ChannelMetadata> {
        let request = { @Sendable in
            let request = PNFetchAllChannelsMetadataRequest()
            request.includeFields = [.customField, .statusField, .typeField]
            return request
        }
        return client.paged(filter, sort, request, { ChannelMetadata($0) })
    }
}

/// The memberships of users in channels.
public struct Memberships: Sendable {
    let client: PubNubClient

    /// Returns the channels of a user as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameters:
    ///   - user: The identifier of the user.
    ///   - filter: An expression that selects memberships; `nil`, the default, for all.
    ///   - sort: The order; that of the service by default.
    /// - Returns: The memberships, with the metadata of the channels.
    public func channels(of user: String, filter: String? = nil, sort: [String] = []) -> PagedSequence<Membership> {
        let request = { @Sendable in
            let request = PNFetchMembershipsRequest(uuid: user)
            request.includeFields = [
                .membershipCustomField, .membershipStatusField, .membershipTypeField, .membershipChannelField,
                .membershipChannelCustomField, .membershipChannelStatusField, .membershipChannelTypeField,
            ]
            return request
        }
        return client.paged(filter, sort, request, { Membership($0, user: user) })
    }

    /// Returns the members of a channel as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel.
    ///   - filter: An expression that selects members; `nil`, the default, for all.
    ///   - sort: The order; that of the service by default.
    /// - Returns: The memberships, with the metadata of the users.
    public func members(of channel: String, filter: String? = nil, sort: [String] = []) -> PagedSequence<Membership> {
        let request = { @Sendable in
            let request = PNFetchChannelMembersRequest(channel: channel)
            request.includeFields = [
                .memberCustomField, .memberStatusField, .memberTypeField, .memberUUIDField, .memberUUIDCustomField,
                .memberUUIDStatusField, .memberUUIDTypeField,
            ]
            return request
        }
        return client.paged(filter, sort, request, { Membership($0, channel: channel) })
    }

    /// Makes a user a member of channels.
    ///
    /// - Parameters:
    ///   - user: The identifier of the user.
    ///   - channels: The names of the channels: 1 to 100.
    ///   - custom: Further fields of each membership; `nil`, the default, for none.
    /// - Throws: ``PubNubError``.
    public func join(
        _ user: String,
        _ channels: [String],
        custom: [String: JSON]? = nil
    ) async throws(PubNubError) {
        try await client.call { pubnub async throws(PNError) in
            let entries = channels.map { channel -> [String: Any] in
                guard let custom else { return ["channel": channel] }
                return ["channel": channel, "custom": custom.mapValues(\.native)]
            }
            _ = try await pubnub.value(of: PNSetMembershipsRequest(uuid: user, channels: entries))
        }
    }

    /// Ends the membership of a user in channels.
    ///
    /// - Parameters:
    ///   - user: The identifier of the user.
    ///   - channels: The names of the channels: 1 to 100.
    /// - Throws: ``PubNubError``.
    public func leave(_ user: String, _ channels: [String]) async throws(PubNubError) {
        try await client.call { pubnub async throws(PNError) in
            _ = try await pubnub.value(of: PNRemoveMembershipsRequest(uuid: user, channels: channels))
        }
    }
}

/// App Context: metadata of users and channels, and memberships.
extension PubNubClient {
    /// The metadata of users.
    public var users: Users { Users(client: self) }
    /// The metadata of channels.
    public var channels: Channels { Channels(client: self) }
    /// The memberships of users in channels.
    public var memberships: Memberships { Memberships(client: self) }

    /// A list of objects in pages.
    fileprivate func paged<Request: PNObjectsPaginatedRequest & CallRequest, Item, Element>(
        _ filter: String?,
        _ sort: [String],
        _ request: @escaping @Sendable () -> Request,
        _ element: @escaping @Sendable (Item) -> Element
    ) -> PagedSequence<Element> where Request.Reply == ObjectList<Item> {
        PagedSequence { [self] cursor async throws(PubNubError) in
            let page = try await call { pubnub async throws(PNError) in
                let request = request()
                request.filter = filter
                request.sort = sort
                request.start = cursor
                return try await pubnub.value(of: request)
            }
            return .init(items: page.items.map(element), next: page.next)
        }
    }
}
