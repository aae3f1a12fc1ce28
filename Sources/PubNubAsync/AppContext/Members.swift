import PubNubCore
import PubNubMachines

/// The members of a channel. ``Memberships`` are the same from the side of the user.
///
/// Neither the channel nor the users need metadata. Setting, removing and managing return the list of members after the
/// change, as their query selects it.
public struct Members: Sendable {
    let client: PubNubClient

    /// Returns the membership of one user in a channel.
    ///
    /// - Parameters:
    ///   - user: The identifier of the user.
    ///   - channel: The name of the channel.
    ///   - include: The optional fields to return; all by default.
    /// - Returns: The membership.
    /// - Throws: ``PubNubError``, with the code ``PubNubError/Code-swift.struct/notFound`` if the user is not a member.
    public func get(
        _ user: String,
        of channel: String,
        include: MembershipInclude = .all
    ) async throws(PubNubError) -> Membership {
        let query = MembershipQuery(of: user, "uuid", include)
        let found = try await page(of: channel, query).items.first
        guard let found else { throw .notAMember(user, of: channel) }
        return found
    }

    /// Returns the members of a channel as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel.
    ///   - filter: An expression that selects members, for example `"uuid.name LIKE 'A*'"`; `nil`, the default, for all.
    ///   - sort: The order, for example `["uuid.name"]`; that of the service by default.
    /// - Returns: The members, with the metadata of the users.
    public func all(of channel: String, filter: String? = nil, sort: [String] = []) -> PagedSequence<Membership> {
        all(of: channel, MembershipQuery(filter: filter, sort: sort))
    }

    /// Returns members of a channel as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel.
    ///   - query: Selection, order, first page and size of the pages.
    /// - Returns: The members.
    public func all(of channel: String, _ query: MembershipQuery) -> PagedSequence<Membership> {
        client.paged(query) { query async throws(PubNubError) in try await page(of: channel, query) }
    }

    /// Returns one page of the members of a channel.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel.
    ///   - query: Selection, order and page; the first 100 members by default.
    /// - Returns: The page, with its total number and the cursors of its neighbours.
    /// - Throws: ``PubNubError``.
    public func page(
        of channel: String,
        _ query: MembershipQuery = .init()
    ) async throws(PubNubError) -> ObjectPage<Membership> {
        let terms = query.terms
        let found = try await client.call { engine async throws(Failure) in
            try await engine.members(of: channel, terms)
        }
        return ObjectPage(found, terms) { Membership($0, channel: channel) }
    }

    /// Makes users members of a channel, or changes the memberships that exist.
    ///
    /// - Parameters:
    ///   - users: The identifiers of the users: 1 to 100.
    ///   - channel: The name of the channel.
    ///   - changes: The fields of each of the memberships; by default they stay as they are, and new ones have none.
    ///   - query: The part of the members to return; the first 100 by default.
    /// - Returns: The members of the channel after the change.
    /// - Throws: ``PubNubError``.
    @discardableResult
    public func set(
        _ users: [String],
        of channel: String,
        _ changes: MembershipChanges = .init(),
        returning query: MembershipQuery = .init()
    ) async throws(PubNubError) -> ObjectPage<Membership> {
        try await change(channel, users.map { RelationTerms($0, changes.terms) }, [], query)
    }

    /// Ends the membership of users in a channel. Succeeds also for users who are not members.
    ///
    /// - Parameters:
    ///   - users: The identifiers of the users: 1 to 100.
    ///   - channel: The name of the channel.
    ///   - query: The part of the members to return; the first 100 by default.
    /// - Returns: The members of the channel after the change.
    /// - Throws: ``PubNubError``.
    @discardableResult
    public func remove(
        _ users: [String],
        of channel: String,
        returning query: MembershipQuery = .init()
    ) async throws(PubNubError) -> ObjectPage<Membership> {
        try await change(channel, [], users, query)
    }

    /// Sets and removes members of a channel in one request.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel.
    ///   - changes: The changes of each membership to set, by the identifier of the user; none by default.
    ///   - removed: The identifiers of the users whose memberships end; none by default.
    ///   - query: The part of the members to return; the first 100 by default.
    /// - Returns: The members of the channel after the change.
    /// - Throws: ``PubNubError``.
    @discardableResult
    public func manage(
        of channel: String,
        setting changes: NameDictionary<MembershipChanges> = [:],
        removing removed: [String] = [],
        returning query: MembershipQuery = .init()
    ) async throws(PubNubError) -> ObjectPage<Membership> {
        try await change(channel, changes.map { RelationTerms($0.name, $0.value.terms) }, removed, query)
    }

    private func change(
        _ channel: String,
        _ entries: [RelationTerms],
        _ removed: [String],
        _ query: MembershipQuery
    ) async throws(PubNubError) -> ObjectPage<Membership> {
        let terms = query.terms
        let found = try await client.call { engine async throws(Failure) in
            try await engine.changeMembers(of: channel, setting: entries, removing: removed, terms)
        }
        return ObjectPage(found, terms) { Membership($0, channel: channel) }
    }
}

extension PubNubClient {
    /// The members of channels.
    public var members: Members { Members(client: self) }
}
