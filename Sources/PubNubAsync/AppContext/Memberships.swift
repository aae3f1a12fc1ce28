import PubNubCore
import PubNubMachines

/// The memberships of a user: the channels whose member the user is. ``Members`` are the same from the side of the channel.
///
/// Neither the user nor the channels need metadata. Setting, removing and managing return the list of memberships after the
/// change, as their query selects it.
public struct Memberships: Sendable {
    let client: PubNubClient

    /// Returns the membership of a user in one channel.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel.
    ///   - user: The identifier of the user.
    ///   - include: The optional fields to return; all by default.
    /// - Returns: The membership.
    /// - Throws: ``PubNubError``, with the code ``PubNubError/Code-swift.struct/notFound`` if the user is not a member.
    public func get(
        _ channel: String,
        of user: String,
        include: MembershipInclude = .all
    ) async throws(PubNubError) -> Membership {
        let query = MembershipQuery(of: channel, "channel", include)
        let found = try await page(of: user, query).items.first
        guard let found else { throw .notAMember(user, of: channel) }
        return found
    }

    /// Returns the memberships of a user as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameters:
    ///   - user: The identifier of the user.
    ///   - filter: An expression that selects memberships, for example `"channel.name LIKE 'A*'"`; `nil`, the default, for
    ///     all.
    ///   - sort: The order, for example `["channel.name"]`; that of the service by default.
    /// - Returns: The memberships, with the metadata of the channels.
    public func all(of user: String, filter: String? = nil, sort: [String] = []) -> PagedSequence<Membership> {
        all(of: user, MembershipQuery(filter: filter, sort: sort))
    }

    /// Returns memberships of a user as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameters:
    ///   - user: The identifier of the user.
    ///   - query: Selection, order, first page and size of the pages.
    /// - Returns: The memberships.
    public func all(of user: String, _ query: MembershipQuery) -> PagedSequence<Membership> {
        client.paged(query) { query async throws(PubNubError) in try await page(of: user, query) }
    }

    /// Returns one page of the memberships of a user.
    ///
    /// - Parameters:
    ///   - user: The identifier of the user.
    ///   - query: Selection, order and page; the first 100 memberships by default.
    /// - Returns: The page, with its total number and the cursors of its neighbours.
    /// - Throws: ``PubNubError``.
    public func page(
        of user: String,
        _ query: MembershipQuery = .init()
    ) async throws(PubNubError) -> ObjectPage<Membership> {
        let terms = query.terms
        let found = try await client.call { engine async throws(Failure) in
            try await engine.memberships(of: user, terms)
        }
        return ObjectPage(found, terms) { Membership($0, user: user) }
    }

    /// Makes a user a member of channels, or changes the memberships that exist.
    ///
    /// - Parameters:
    ///   - channels: The names of the channels: 1 to 100.
    ///   - user: The identifier of the user.
    ///   - changes: The fields of each of the memberships; by default they stay as they are, and new ones have none.
    ///   - query: The part of the memberships to return; the first 100 by default.
    /// - Returns: The memberships of the user after the change.
    /// - Throws: ``PubNubError``.
    @discardableResult
    public func set(
        _ channels: [String],
        of user: String,
        _ changes: MembershipChanges = .init(),
        returning query: MembershipQuery = .init()
    ) async throws(PubNubError) -> ObjectPage<Membership> {
        try await change(user, channels.map { RelationTerms($0, changes.terms) }, [], query)
    }

    /// Ends the membership of a user in channels. Succeeds also for channels of which the user is not a member.
    ///
    /// - Parameters:
    ///   - channels: The names of the channels: 1 to 100.
    ///   - user: The identifier of the user.
    ///   - query: The part of the memberships to return; the first 100 by default.
    /// - Returns: The memberships of the user after the change.
    /// - Throws: ``PubNubError``.
    @discardableResult
    public func remove(
        _ channels: [String],
        of user: String,
        returning query: MembershipQuery = .init()
    ) async throws(PubNubError) -> ObjectPage<Membership> {
        try await change(user, [], channels, query)
    }

    /// Sets and removes memberships of a user in one request.
    ///
    /// ```swift
    /// import PubNubAsync
    ///
    /// func move(_ user: String, _ client: PubNubClient) async throws {
    ///     try await client.memberships.manage(
    ///         of: user,
    ///         setting: ["support": MembershipChanges(status: "active"), "lobby": MembershipChanges(status: .clear)],
    ///         removing: ["sales"]
    ///     )
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - user: The identifier of the user.
    ///   - changes: The changes of each membership to set, by the name of the channel; none by default.
    ///   - removed: The names of the channels whose memberships end; none by default.
    ///   - query: The part of the memberships to return; the first 100 by default.
    /// - Returns: The memberships of the user after the change.
    /// - Throws: ``PubNubError``.
    @discardableResult
    public func manage(
        of user: String,
        setting changes: NameDictionary<MembershipChanges> = [:],
        removing removed: [String] = [],
        returning query: MembershipQuery = .init()
    ) async throws(PubNubError) -> ObjectPage<Membership> {
        try await change(user, changes.map { RelationTerms($0.name, $0.value.terms) }, removed, query)
    }

    private func change(
        _ user: String,
        _ entries: [RelationTerms],
        _ removed: [String],
        _ query: MembershipQuery
    ) async throws(PubNubError) -> ObjectPage<Membership> {
        let terms = query.terms
        let found = try await client.call { engine async throws(Failure) in
            try await engine.changeMemberships(of: user, setting: entries, removing: removed, terms)
        }
        return ObjectPage(found, terms) { Membership($0, user: user) }
    }
}

extension PubNubClient {
    /// The memberships of users.
    public var memberships: Memberships { Memberships(client: self) }
}

extension MembershipQuery {
    /// The query for one membership.
    ///
    /// - Parameters:
    ///   - name: The other side of the membership.
    ///   - side: The name of that side at the service.
    ///   - include: The optional fields.
    init(of name: String, _ side: String, _ include: MembershipInclude) {
        // A filter takes strings in JSON format.
        self.init(filter: "\(side).id == \(JSON.string(name))", limit: 1, include: include, includesTotal: false)
    }
}

extension PubNubError {
    static func notAMember(_ user: String, of channel: String) -> PubNubError {
        PubNubError(.notFound, "The user \(user) is not a member of the channel \(channel).", channels: [channel])
    }
}
