import Foundation
public import GRDB

extension PubNubManagedUser: ManagedChatUser {
    /// Its identifier at the service.
    public var pubnubUserID: String { id }

    /// Makes the user that the row holds.
    ///
    /// - Returns: The user; custom data that does not fit the type has its default value.
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
        return user.asRead
    }

    /// Stores a user. Every attribute is overwritten, also by nil.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if a row cannot hold a value, or a `DatabaseError` if a statement
    ///   fails.
    @discardableResult
    public static func insertOrUpdate<Custom: UserCustomData>(
        user: ChatUser<Custom>,
        into db: Database
    ) throws -> Self {
        let row = try Self(user)
        try row.store(over: stored(row.id, in: db), in: db)
        return row
    }

    /// Changes a stored user; a change that is already applied or older is ignored.
    ///
    /// - Parameters:
    ///   - patcher: The change.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the user is not stored.
    @discardableResult
    public static func patch<Custom: UserCustomData>(
        usingPatch patcher: ChatUser<Custom>.Patcher,
        into db: Database
    ) throws -> Self {
        guard let row = try stored(patcher.id, in: db) else {
            throw ChatError.missingRequiredData("user \(patcher.id)")
        }
        let user: ChatUser<Custom> = row.convert()
        guard patcher.applies(id: user.id, eTag: user.eTag, updated: user.updated) else { return row }
        var patched = try Self(user.patch(patcher))
        // Custom data that does not fit the type stays unless the patch replaces it.
        if case .noChange = patcher.custom { patched.custom = row.custom }
        try patched.update(db)
        return patched
    }

    /// Removes a user; its memberships and messages stay, without a user.
    ///
    /// - Parameters:
    ///   - userId: The identifier of the user.
    ///   - db: The database.
    /// - Returns: The removed row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    @discardableResult
    public static func remove(userId: String, from db: Database) throws -> Self? {
        try take(userId, from: db)
    }

    /// Returns a request for a user.
    ///
    /// - Parameter userId: Its identifier.
    /// - Returns: The request.
    public static func userBy(userId: String) -> QueryInterfaceRequest<Self> {
        filter(id: userId)
    }

    /// Returns a request for a user.
    ///
    /// - Parameter pubnubId: Its identifier at the service.
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
            eTag: user.eTag,
            metadata: user.isPlaceholder ? .wanted : .known
        )
    }

    /// Stores a user that is part of another object.
    ///
    /// A user of whom only the identifier is known never overwrites a stored one.
    static func store(nested user: ChatUser<some UserCustomData>, into db: Database) throws {
        if try user.isPlaceholder && isStored(user.id, in: db) { return }
        try insertOrUpdate(user: user, into: db)
    }

    /// Inserts a row that has only the identifier of a user, unless the user is stored.
    static func insertPlaceholder(_ id: String, into db: Database) throws {
        try Storable.check(id)
        try db.cachedStatement(sql: "INSERT INTO user (id) VALUES (?) ON CONFLICT DO NOTHING").execute(arguments: [id])
    }

    /// Throws ``ChatError/missingRequiredData(_:)`` unless the user is stored.
    static func require(_ id: String, in db: Database) throws {
        guard try isStored(id, in: db) else { throw ChatError.missingRequiredData("user \(id)") }
    }
}

extension PubNubManagedUser {
    /// Returns a request for the members and the visitors of a channel.
    ///
    /// - Parameter channelID: The identifier of the channel.
    /// - Returns: The request, in no order.
    public static func peopleBy(channelID: String) -> QueryInterfaceRequest<Self> {
        let people = PubNubManagedMember.peopleBy(channelID: channelID)
        return filter(people.select(Column("userId")).contains(Column("id")))
    }

    /// Returns a request for the users that are members of a channel. Visitors are not included.
    ///
    /// - Parameter channelID: The identifier of the channel.
    /// - Returns: The request, in no order.
    public static func usersBy(channelID: String) -> QueryInterfaceRequest<Self> {
        let members = PubNubManagedMember.membersBy(channelID: channelID)
        return filter(members.select(Column("userId")).contains(Column("id")))
    }
}
