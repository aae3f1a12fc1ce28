import PubNub
import PubNubMachines

/// The metadata of users.
public struct Users: Sendable {
    let client: PubNubClient

    /// Returns the metadata of a user.
    ///
    /// - Parameter id: The identifier.
    /// - Returns: The metadata.
    /// - Throws: ``PubNubError``, with the code ``PubNubError/Code-swift.struct/notFound`` if it does not exist.
    public func get(_ id: String) async throws(PubNubError) -> UserMetadata {
        UserMetadata(try await client.call { engine async throws(Failure) in try await engine.user(id) })
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
        try await client.call { engine async throws(Failure) in
            UserMetadata(try await engine.setUser(id, fields.terms))
        }
    }

    /// Removes the metadata of a user.
    ///
    /// - Parameter id: The identifier.
    /// - Throws: ``PubNubError``.
    public func remove(_ id: String) async throws(PubNubError) {
        try await client.call { engine async throws(Failure) in
            try await engine.removeUser(id)
        }
    }

    /// Returns the metadata of all users as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameters:
    ///   - filter: An expression that selects users; `nil`, the default, for all.
    ///   - sort: The order, for example `["name", "updated:desc"]`; that of the service by default.
    /// - Returns: The users.
    public func all(filter: String? = nil, sort: [String] = []) -> PagedSequence<UserMetadata> {
        client.paged(filter, sort, { UserMetadata($0) }) { engine, page async throws(Failure) in
            try await engine.users(page)
        }
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
        ChannelMetadata(try await client.call { engine async throws(Failure) in try await engine.channel(id) })
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
        try await client.call { engine async throws(Failure) in
            ChannelMetadata(try await engine.setChannel(id, fields.terms))
        }
    }

    /// Removes the metadata of a channel.
    ///
    /// - Parameter id: The name of the channel.
    /// - Throws: ``PubNubError``.
    public func remove(_ id: String) async throws(PubNubError) {
        try await client.call { engine async throws(Failure) in
            try await engine.removeChannel(id)
        }
    }

    /// Returns the metadata of all channels as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameters:
    ///   - filter: An expression that selects channels; `nil`, the default, for all.
    ///   - sort: The order, for example `["name", "updated:desc"]`; that of the service by default.
    /// - Returns: The channels.
    public func all(filter: String? = nil, sort: [String] = []) -> PagedSequence<ChannelMetadata> {
        client.paged(filter, sort, { ChannelMetadata($0) }) { engine, page async throws(Failure) in
            try await engine.channels(page)
        }
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
        client.paged(filter, sort, { Membership($0, user: user) }) { engine, page async throws(Failure) in
            try await engine.memberships(of: user, page)
        }
    }

    /// Returns the members of a channel as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel.
    ///   - filter: An expression that selects members; `nil`, the default, for all.
    ///   - sort: The order; that of the service by default.
    /// - Returns: The memberships, with the metadata of the users.
    public func members(of channel: String, filter: String? = nil, sort: [String] = []) -> PagedSequence<Membership> {
        client.paged(filter, sort, { Membership($0, channel: channel) }) { engine, page async throws(Failure) in
            try await engine.members(of: channel, page)
        }
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
        try await client.call { engine async throws(Failure) in
            try await engine.join(user, channels, custom: (custom ?? [:]).mapValues(\.onWire))
        }
    }

    /// Ends the membership of a user in channels.
    ///
    /// - Parameters:
    ///   - user: The identifier of the user.
    ///   - channels: The names of the channels: 1 to 100.
    /// - Throws: ``PubNubError``.
    public func leave(_ user: String, _ channels: [String]) async throws(PubNubError) {
        try await client.call { engine async throws(Failure) in
            try await engine.leave(user, channels)
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
    fileprivate func paged<Item, Element>(
        _ filter: String?,
        _ sort: [String],
        _ element: @escaping @Sendable (Item) -> Element,
        _ page: @escaping @Sendable (ClientEngine, ObjectPageTerms) async throws(Failure) -> ObjectList<Item>
    ) -> PagedSequence<Element> {
        PagedSequence { [self] cursor async throws(PubNubError) in
            let terms = ObjectPageTerms(filter: filter, sort: sort, cursor: cursor)
            let found = try await call { engine async throws(Failure) in try await page(engine, terms) }
            return .init(items: found.items.map(element), next: found.next)
        }
    }
}
