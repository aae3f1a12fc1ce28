public import GRDB

/// A row that represents the membership of a user in a channel.
public protocol ManagedChatMember: ManagedChatEntity {
    /// The rows for users.
    associatedtype ManagedUser: ManagedChatUser = PubNubManagedUser
    /// The rows for channels.
    associatedtype ManagedChannel: ManagedChatChannel = PubNubManagedChannel

    /// A request for its user, which finds no row after the user was removed. The default implementation finds no row.
    var managedUser: QueryInterfaceRequest<ManagedUser> { get }

    /// A request for its channel, which finds no row after the channel was removed. The default implementation finds no
    /// row.
    var managedChannel: QueryInterfaceRequest<ManagedChannel> { get }

    /// Makes the member with its channel and user. A channel or user that was removed has only its identifier.
    func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMember<Custom>

    /// Makes the members of a page, with channels and users. The default implementation converts row by row.
    static func convert<Custom: ChatCustomData>(_ rows: [Self], from db: Database) throws -> [ChatMember<Custom>]

    /// Stores a member.
    ///
    /// Its channel and user are written if they come from the service or with `forceWrite`. Those that have only an
    /// identifier are inserted if they are missing. A member that has only presence changes nothing else of a stored
    /// one.
    @discardableResult
    static func insertOrUpdate<Custom: ChatCustomData>(
        member: ChatMember<Custom>,
        forceWrite: Bool,
        into db: Database
    ) throws -> Self

    /// Changes a stored member; a change that is already applied or older is ignored.
    @discardableResult
    static func patch<Custom: ChatCustomData>(
        usingPatch patcher: ChatMember<Custom>.Patcher,
        into db: Database
    ) throws -> Self

    /// Removes a member and returns it; nil if none exists.
    @discardableResult
    static func remove(channelId: String, userId: String, from db: Database) throws -> Self?

    /// Records that the service has a membership, which the application stored without tag and date. The default
    /// implementation does nothing.
    static func confirm(channelId: String, userId: String, in db: Database) throws

    /// Ends a membership that no longer exists at the service: removes the row or, if the user is present, everything
    /// in it except the presence. Returns whether it did so. The default implementation returns false; the store then
    /// removes the row and, for a user who is present, stores it again.
    static func endMembership(channelId: String, userId: String, in db: Database) throws -> Bool

    /// A request for the members of a channel that existed at the service when it last returned them. The store removes
    /// those that the service no longer lists; memberships that only the application stored stay. The default
    /// implementation finds no row.
    static func syncedMembersBy(channelID: String) -> QueryInterfaceRequest<Self>

    /// The identifiers of the users of ``syncedMembersBy(channelID:)``. The default implementation converts row by row.
    static func syncedUserIds(channelID: String, in db: Database) throws -> [String]

    /// Removes the rows of a channel that hold only presence and whose users left. The store calls it when it has a
    /// complete list of present users. The default implementation removes nothing.
    static func removeAbsentVisitors(channelID: String, from db: Database) throws

    /// Records that a member has read a channel up to a message, by a receipt of PubNub's Chat SDK. A marker only moves forward.
    /// The default implementation does nothing.
    static func moveMarker(ofUser userId: String, in channelId: String, to timetoken: Timetoken, _ db: Database) throws

    /// A request for the memberships of a user.
    static func membershipsBy(userId: String) -> QueryInterfaceRequest<Self>

    /// A request for the members of a channel, optionally without one user and without absent members.
    static func membersBy(
        channelID: String,
        excludingUserId: String?,
        onlyPresent: Bool
    ) -> QueryInterfaceRequest<Self>

    /// A request for the members and the visitors of a channel, optionally without absent members. The default
    /// implementation uses `membersBy(channelID:excludingUserId:onlyPresent:)`.
    static func peopleBy(channelID: String, onlyPresent: Bool) -> QueryInterfaceRequest<Self>

    /// A request for one membership.
    static func memberBy(pubnubChannelId: String, pubnubUserId: String) -> QueryInterfaceRequest<Self>
}

extension ManagedChatMember {
    /// Makes the members of a page, with channels and users.
    ///
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - db: The database.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: The error of `convert(from:)` for one of them.
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

    /// Does nothing.
    ///
    /// - Parameters:
    ///   - userId: The member.
    ///   - channelId: The channel.
    ///   - timetoken: The timetoken of the last message that the member has read.
    ///   - db: The database.
    /// - Throws: Nothing here; an implementation throws a `DatabaseError`.
    public static func moveMarker(
        ofUser userId: String,
        in channelId: String,
        to timetoken: Timetoken,
        _ db: Database
    ) throws {}

    /// Returns a request for no members.
    ///
    /// - Parameter channelID: The identifier of the channel.
    /// - Returns: The request.
    public static func syncedMembersBy(channelID: String) -> QueryInterfaceRequest<Self> { none() }

    /// Returns the identifiers of the users of ``syncedMembersBy(channelID:)``. Converts each row.
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

    /// Returns a request for the members of a channel.
    ///
    /// - Parameters:
    ///   - channelID: The identifier of the channel.
    ///   - onlyPresent: Whether to leave out members who are not present.
    /// - Returns: The request.
    public static func peopleBy(channelID: String, onlyPresent: Bool) -> QueryInterfaceRequest<Self> {
        membersBy(channelID: channelID, excludingUserId: nil, onlyPresent: onlyPresent)
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
    /// - Throws: The errors of storing it with `forceWrite`.
    @discardableResult
    public static func insertOrUpdate<Custom: ChatCustomData>(
        member: ChatMember<Custom>,
        into db: Database
    ) throws -> Self {
        try insertOrUpdate(member: member, forceWrite: false, into: db)
    }
}
