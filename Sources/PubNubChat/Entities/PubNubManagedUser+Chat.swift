import Foundation
public import GRDB

extension PubNubManagedUser: ManagedChatUser {
    /// The identifier that the service knows it by.
    public var pubnubUserID: String { id }

    /// Makes the user that the row holds.
    ///
    /// - Returns: The user; custom data that does not fit the type is its default.
    public func convert<Custom: UserCustomData>() -> ChatUser<Custom> {
        var user = ChatUser<Custom>(
            id: id,
            name: name,
            type: type,
            status: status,
            externalId: externalId,
            avatarURL: avatarURL,
            email: email,
            updated: lastUpdated,
            eTag: eTag
        )
        user.readStored(custom)
        return user
    }

    /// Stores a user: every attribute is overwritten, nil included.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for what no row can hold, or a `DatabaseError` if a statement fails.
    @discardableResult
    public static func insertOrUpdate<Custom: UserCustomData>(
        user: ChatUser<Custom>,
        into db: Database
    ) throws -> Self {
        let row = try Self(user)
        try row.save(db)
        return row
    }

    /// Changes a stored user; a change that is known or older changes nothing.
    ///
    /// - Parameters:
    ///   - patcher: The change.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` when the user is not stored.
    @discardableResult
    public static func patch<Custom: UserCustomData>(
        usingPatch patcher: ChatUser<Custom>.Patcher,
        into db: Database
    ) throws -> Self {
        guard let row = try fetchOne(db, id: patcher.id) else {
            throw ChatError.missingRequiredData("user \(patcher.id)")
        }
        let user: ChatUser<Custom> = row.convert()
        guard patcher.applies(id: user.id, eTag: user.eTag, updated: user.updated) else { return row }
        var patched = try Self(user.patch(patcher))
        // Bytes that do not fit the type stay as they are unless the change has custom data of its own.
        if case .noChange = patcher.custom { patched.custom = row.custom }
        try patched.update(db)
        return patched
    }

    /// Removes a user; its memberships and messages stay, without a user.
    ///
    /// - Parameters:
    ///   - userId: The identifier of the user.
    ///   - db: The database.
    /// - Returns: What was stored; nil if nothing was stored.
    /// - Throws: A `DatabaseError` if a statement fails.
    @discardableResult
    public static func remove(userId: String, from db: Database) throws -> Self? {
        try take(userId, from: db)
    }

    /// A request for a user.
    ///
    /// - Parameter userId: Its identifier.
    /// - Returns: The request.
    public static func userBy(userId: String) -> QueryInterfaceRequest<Self> {
        filter(id: userId)
    }

    /// A request for a user.
    ///
    /// - Parameter pubnubId: The identifier that the service knows it by.
    /// - Returns: The request.
    public static func userBy(pubnubId: String) -> QueryInterfaceRequest<Self> {
        filter(id: pubnubId)
    }
}

extension PubNubManagedUser {
    /// The row of a user.
    init(_ user: ChatUser<some UserCustomData>) throws {
        try Storable.check(user.id, user.name, user.type, user.status, user.externalId, user.email, user.eTag)
        try Storable.check(user.updated)
        self.init(
            id: user.id,
            name: user.name,
            type: user.type,
            status: user.status,
            externalId: user.externalId,
            avatarURL: user.avatarURL,
            email: user.email,
            custom: try user.customJSON(),
            lastUpdated: user.updated,
            eTag: user.eTag
        )
    }

    /// Writes a user that came with something else.
    ///
    /// One that tells nothing but its identifier never overwrites what is known.
    static func store(nested user: ChatUser<some UserCustomData>, into db: Database) throws {
        if try user.isPlaceholder && isStored(user.id, in: db) { return }
        try insertOrUpdate(user: user, into: db)
    }

    /// Makes a row for a user of whom only the identifier is known, unless there is one.
    static func insertPlaceholder(_ id: String, into db: Database) throws {
        try Storable.check(id)
        try db.cachedStatement(sql: "INSERT INTO user (id) VALUES (?) ON CONFLICT DO NOTHING").execute(arguments: [id])
    }

    /// Throws unless the user is stored.
    static func require(_ id: String, in db: Database) throws {
        guard try isStored(id, in: db) else { throw ChatError.missingRequiredData("user \(id)") }
    }
}

extension PubNubManagedUser {
    /// A request for the users that are members of a channel.
    ///
    /// - Parameter channelID: The identifier of the channel.
    /// - Returns: The request, in no order.
    public static func usersBy(channelID: String) -> QueryInterfaceRequest<Self> {
        let members = PubNubManagedMember.membersBy(channelID: channelID).filter(Column("userId") != nil)
        return filter(members.select(Column("userId")).contains(Column("id")))
    }
}
