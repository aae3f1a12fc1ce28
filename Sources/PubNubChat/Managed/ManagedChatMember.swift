public import GRDB

/// A row that stands for the membership of a user in a channel.
public protocol ManagedChatMember: ManagedChatEntity {
    /// The rows for users.
    associatedtype ManagedUser: ManagedChatUser = PubNubManagedUser
    /// The rows for channels.
    associatedtype ManagedChannel: ManagedChatChannel = PubNubManagedChannel

    /// A request for its user, which finds nothing once that is removed; for none unless implemented.
    var managedUser: QueryInterfaceRequest<ManagedUser> { get }

    /// A request for its channel, which finds nothing once that is removed; for none unless implemented.
    var managedChannel: QueryInterfaceRequest<ManagedChannel> { get }

    /// Makes the member with its channel and user. One of these that is no longer stored has its identifier and nothing else.
    func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMember<Custom>

    /// Makes the members of a page, with channels and users; row by row unless implemented.
    static func convert<Custom: ChatCustomData>(_ rows: [Self], from db: Database) throws -> [ChatMember<Custom>]

    /// Stores a member.
    ///
    /// Its channel and user are written when they come from the service or with `forceWrite`; those that tell nothing but an identifier are only inserted when
    /// they are missing. A member that tells presence alone changes nothing else of a stored one.
    @discardableResult
    static func insertOrUpdate<Custom: ChatCustomData>(
        member: ChatMember<Custom>,
        forceWrite: Bool,
        into db: Database
    ) throws -> Self

    /// Changes a stored member; a change that is known or older changes nothing.
    @discardableResult
    static func patch<Custom: ChatCustomData>(
        usingPatch patcher: ChatMember<Custom>.Patcher,
        into db: Database
    ) throws -> Self

    /// Removes a member and returns what was stored; nil when there was none.
    @discardableResult
    static func remove(channelId: String, userId: String, from db: Database) throws -> Self?

    /// Notes that the service has a membership, which the application stored without tag and date. Does nothing unless implemented.
    static func confirm(channelId: String, userId: String, in db: Database) throws

    /// Ends a membership that the service has no more: removes the row or, if the user is present, everything of it but the presence. Returns whether that is
    /// done; false unless implemented, and the row is then removed and, for a user who is present, stored again.
    static func endMembership(channelId: String, userId: String, in db: Database) throws -> Bool

    /// A request for the members of a channel that the service has, or had when it was asked last. Of these, the ones that it does not list any more are
    /// removed; memberships that only the application stored stay. For none unless implemented.
    static func syncedMembersBy(channelID: String) -> QueryInterfaceRequest<Self>

    /// The identifiers of the users of ``syncedMembersBy(channelID:)``; row by row unless implemented.
    static func syncedUserIds(channelID: String, in db: Database) throws -> [String]

    /// Removes the rows of a channel that hold presence only and whose users are gone, once everyone who is present is known. Removes nothing unless implemented.
    static func removeAbsentVisitors(channelID: String, from db: Database) throws

    /// A request for the memberships of a user.
    static func membershipsBy(userId: String) -> QueryInterfaceRequest<Self>

    /// A request for the members of a channel, without one user and without those who are away where asked.
    static func membersBy(
        channelID: String,
        excludingUserId: String?,
        onlyPresent: Bool
    ) -> QueryInterfaceRequest<Self>

    /// A request for one membership.
    static func memberBy(pubnubChannelId: String, pubnubUserId: String) -> QueryInterfaceRequest<Self>
}

extension ManagedChatMember {
    /// Makes the members of a page, with channels and users.
    ///
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - db: The database.
    /// - Returns: What the rows stand for, in their order.
    /// - Throws: What `convert(from:)` throws for one of them.
    public static func convert<Custom: ChatCustomData>(
        _ rows: [Self],
        from db: Database
    ) throws -> [ChatMember<Custom>] {
        try rows.map { try $0.convert(from: db) }
    }

    /// A request for no user.
    public var managedUser: QueryInterfaceRequest<ManagedUser> { ManagedUser.none() }

    /// A request for no channel.
    public var managedChannel: QueryInterfaceRequest<ManagedChannel> { ManagedChannel.none() }

    /// Does nothing.
    ///
    /// - Parameters:
    ///   - channelId: The channel of the membership.
    ///   - userId: The user of the membership.
    ///   - db: The database.
    /// - Throws: Nothing here; an implementation throws a `DatabaseError`.
    public static func confirm(channelId: String, userId: String, in db: Database) throws {}

    /// Does nothing.
    ///
    /// - Parameters:
    ///   - channelId: The channel of the membership.
    ///   - userId: The user of the membership.
    ///   - db: The database.
    /// - Returns: false.
    /// - Throws: Nothing here; an implementation throws a `DatabaseError`.
    public static func endMembership(channelId: String, userId: String, in db: Database) throws -> Bool { false }

    /// A request for no members.
    ///
    /// - Parameter channelID: The identifier of the channel.
    /// - Returns: The request.
    public static func syncedMembersBy(channelID: String) -> QueryInterfaceRequest<Self> { none() }

    /// The identifiers of the users of ``syncedMembersBy(channelID:)``, of which each row is converted.
    ///
    /// - Parameters:
    ///   - channelID: The identifier of the channel.
    ///   - db: The database.
    /// - Returns: The identifiers, in no order.
    /// - Throws: A `DatabaseError` if the rows cannot be read.
    public static func syncedUserIds(channelID: String, in db: Database) throws -> [String] {
        try syncedMembersBy(channelID: channelID).fetchAll(db).compactMap { row in
            do {
                let member: ChatMember<VoidCustomData> = try row.convert(from: db)
                return member.chatUser.id
            } catch is ChatError {
                return nil
            }
        }
    }

    /// Removes nothing.
    ///
    /// - Parameters:
    ///   - channelID: The identifier of the channel.
    ///   - db: The database.
    /// - Throws: Nothing here; an implementation throws a `DatabaseError`.
    public static func removeAbsentVisitors(channelID: String, from db: Database) throws {}

    /// Stores a member without `forceWrite`.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: What storing it with `forceWrite` throws.
    @discardableResult
    public static func insertOrUpdate<Custom: ChatCustomData>(
        member: ChatMember<Custom>,
        into db: Database
    ) throws -> Self {
        try insertOrUpdate(member: member, forceWrite: false, into: db)
    }
}
