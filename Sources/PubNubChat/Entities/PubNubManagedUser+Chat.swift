import Foundation
public import GRDB

extension PubNubManagedUser: ManagedChatUser {
    /// The identifier that the service knows it by.
    public var pubnubUserID: String { id }

    /// Makes the user that the row holds.
    ///
    /// - Returns: The user; custom data that does not fit the type is its default.
    public func convert<Custom: UserCustomData>() -> ChatUser<Custom> {
        ChatUser(
            id: id,
            name: name,
            type: type,
            status: status,
            externalId: externalId,
            avatarURL: avatarURL,
            email: email,
            updated: lastUpdated,
            eTag: eTag,
            custom: CustomCoder.stored(Custom.self, from: custom)
        )
    }

    /// Stores a user: every attribute is overwritten, nil included.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for what no row can hold, or what SQLite has against it.
    @discardableResult
    public static func insertOrUpdate<Custom: UserCustomData>(
        user: ChatUser<Custom>,
        into db: Database
    ) throws -> Self {
        try Storable.check(user.id, user.name, user.type, user.status, user.externalId, user.email)
        try Storable.check(user.eTag)
        try Storable.check(user.updated)
        let row = Self(
            id: user.id,
            name: user.name,
            type: user.type,
            status: user.status,
            externalId: user.externalId,
            avatarURL: user.avatarURL,
            email: user.email,
            custom: try CustomCoder.data(of: user.custom, isFlat: true),
            lastUpdated: user.updated,
            eTag: user.eTag
        )
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
        guard var row = try fetchOne(db, id: patcher.id) else {
            throw ChatError.missingRequiredData("user \(patcher.id)")
        }
        guard patcher.applies(id: row.id, eTag: row.eTag, updated: row.lastUpdated) else { return row }
        row.name = patcher.name.applied(to: row.name)
        if case .some(let type) = patcher.type { row.type = type }
        row.status = patcher.status.applied(to: row.status)
        row.externalId = patcher.externalId.applied(to: row.externalId)
        row.avatarURL = patcher.avatarURL.applied(to: row.avatarURL)
        row.email = patcher.email.applied(to: row.email)
        // Bytes that do not fit the type stay as they are unless the change has custom data of its own.
        row.custom =
            try patcher.custom.map { try CustomCoder.data(of: $0, isFlat: true) }.applied(to: row.custom)
            ?? CustomCoder.data(of: Custom(), isFlat: true)
        row.lastUpdated = patcher.updated
        row.eTag = patcher.eTag
        try Storable.check(row.name, row.type, row.status, row.externalId, row.email, row.eTag)
        try Storable.check(row.lastUpdated)
        try row.update(db)
        return row
    }

    /// Removes a user; its memberships and messages stay, without a user.
    ///
    /// - Parameters:
    ///   - userId: The identifier of the user.
    ///   - db: The database.
    /// - Returns: What was stored; nil when nothing was.
    /// - Throws: What SQLite has against it.
    @discardableResult
    public static func remove(userId: String, from db: Database) throws -> Self? {
        let row = try fetchOne(db, id: userId)
        _ = try row?.delete(db)
        return row
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

    /// Writes a user that came with something else.
    ///
    /// One that tells nothing but its identifier never overwrites what is known.
    static func store(nested user: ChatUser<some UserCustomData>, into db: Database) throws {
        if try user.isPlaceholder && isStored(user.id, in: db) { return }
        try insertOrUpdate(user: user, into: db)
    }

    /// Throws unless the user is stored.
    static func require(_ id: String, in db: Database) throws {
        guard try isStored(id, in: db) else { throw ChatError.missingRequiredData("user \(id)") }
    }
}
