import Foundation
public import GRDB

extension PubNubManagedMember: ManagedChatMember {
    /// Makes the member with its channel and user.
    ///
    /// - Parameter db: The database.
    /// - Returns: The member with its presence. If the channel or user was removed from the store, only its identifier
    ///   is set. Custom data that does not fit the type has its default value.
    /// - Throws: A `DatabaseError` if the channel or user cannot be read.
    public func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMember<Custom> {
        try member(
            of: PubNubManagedChannel.stored(channelId, in: db)?.convert(),
            by: PubNubManagedUser.stored(userId, in: db)?.convert()
        )
    }

    /// Stores a member. A member that has only presence changes nothing else of a stored one.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - forceWrite: Whether to write its channel and user even if they do not come from the service.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the channel or user is neither stored nor written.
    @discardableResult
    public static func insertOrUpdate<Custom: ChatCustomData>(
        member: ChatMember<Custom>,
        forceWrite: Bool,
        into db: Database
    ) throws -> Self {
        try Storable.check(member.chatChannel.id, member.chatUser.id, member.status, member.eTag)
        try Storable.check(member.updated)
        let stored = try Self.stored(member.id, in: db)
        try store(modelsOf: member, forceWrite: forceWrite, into: db)
        var row =
            try stored
            ?? Self(
                id: member.id,
                channelId: nil,
                userId: nil,
                status: nil,
                custom: CustomCoder.data(of: Custom.Member(), isFlat: true),
                lastUpdated: nil,
                eTag: nil,
                isPresent: false,
                presenceState: nil,
                standing: .visitor
            )
        row.channelId = member.chatChannel.id
        row.userId = member.chatUser.id
        if !member.isPresenceOnly {
            row.status = member.status
            row.custom = try member.customJSON()
            row.lastUpdated = member.updated
            row.eTag = member.eTag
            let isSynced = member.eTag != nil && member.updated != nil
            row.standing = max(row.standing, isSynced ? .service : .application)
        }
        try row.apply(member.presence)
        try row.store(over: stored, in: db)
        return row
    }

    /// Changes a stored member; a change that is already applied or older is ignored.
    ///
    /// - Parameters:
    ///   - patcher: The change.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the member is not stored.
    @discardableResult
    public static func patch<Custom: ChatCustomData>(
        usingPatch patcher: ChatMember<Custom>.Patcher,
        into db: Database
    ) throws -> Self {
        guard var row = try stored(channelId: patcher.channelId, userId: patcher.userId, in: db) else {
            throw ChatError.missingRequiredData("member \(patcher.userId) of \(patcher.channelId)")
        }
        guard
            PatchRule.isNew(
                eTag: patcher.eTag,
                updated: patcher.updated,
                storedETag: row.eTag,
                storedDate: row.lastUpdated
            )
        else { return row }
        row.status = patcher.status.applied(to: row.status)
        row.custom =
            try patcher.custom
            .map { try CustomCoder.text(of: $0, source: patcher.customSource, isFlat: true) }
            .applied(to: row.custom)
            ?? CustomCoder.data(of: Custom.Member(), isFlat: true)
        row.lastUpdated = patcher.updated
        row.eTag = patcher.eTag
        row.standing = .service
        try Storable.check(row.status, row.eTag)
        try Storable.check(row.lastUpdated)
        try row.update(db)
        return row
    }

    /// Removes a member.
    ///
    /// - Parameters:
    ///   - channelId: The channel of the membership.
    ///   - userId: The user of the membership.
    ///   - db: The database.
    /// - Returns: The removed row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    @discardableResult
    public static func remove(channelId: String, userId: String, from db: Database) throws -> Self? {
        try take(MemberID.text(channelId: channelId, userId: userId), from: db)
    }

    /// Records that the service has a membership.
    ///
    /// - Parameters:
    ///   - channelId: The channel of the membership.
    ///   - userId: The user of the membership.
    ///   - db: The database.
    /// - Throws: A `DatabaseError` if the row cannot be written.
    public static func confirm(channelId: String, userId: String, in db: Database) throws {
        try db.cachedStatement(sql: "UPDATE member SET standing = 2 WHERE id = ? AND standing <> 2")
            .execute(arguments: [MemberID.text(channelId: channelId, userId: userId)])
    }

    /// Ends a membership that no longer exists at the service. Removes the row or, if the user is present, everything
    /// in it except the presence.
    ///
    /// - Parameters:
    ///   - channelId: The channel of the membership.
    ///   - userId: The user of the membership.
    ///   - db: The database.
    /// - Returns: true.
    /// - Throws: A `DatabaseError` if the row cannot be read or written.
    public static func endMembership(channelId: String, userId: String, in db: Database) throws -> Bool {
        guard var row = try stored(MemberID.text(channelId: channelId, userId: userId), in: db) else { return true }
        // A row whose channel or user was removed from the store represents no presence.
        guard row.isPresent, row.channelId != nil, row.userId != nil else {
            try row.delete(db)
            return true
        }
        row.status = nil
        row.lastUpdated = nil
        row.eTag = nil
        row.standing = .visitor
        row.custom = CustomCoder.emptyObject
        try row.update(db)
        return true
    }

    /// Returns a request for the members of a channel that existed at the service when it last returned them.
    ///
    /// - Parameter channelID: The identifier of the channel.
    /// - Returns: The request, in no order.
    public static func syncedMembersBy(channelID: String) -> QueryInterfaceRequest<Self> {
        membersBy(channelID: channelID).filter(Column("standing") == Standing.service.rawValue)
    }

    /// Returns the identifiers of the users of ``syncedMembersBy(channelID:)``, read without the rest of the rows.
    ///
    /// - Parameters:
    ///   - channelID: The identifier of the channel.
    ///   - db: The database.
    /// - Returns: The identifiers in no order, including users that were removed from the store.
    /// - Throws: A `DatabaseError` if the rows cannot be read.
    public static func syncedUserIds(channelID: String, in db: Database) throws -> [String] {
        let statement = try db.cachedStatement(sql: "SELECT id FROM member WHERE channelId = ? AND standing = 2")
        return try String.fetchAll(statement, arguments: [channelID]).map { MemberID.parts(of: $0).userId }
    }

    /// Removes the rows of visitors of a channel who left: users who were present but never were members.
    ///
    /// - Parameters:
    ///   - channelID: The identifier of the channel.
    ///   - db: The database.
    /// - Throws: A `DatabaseError` if the rows cannot be removed.
    public static func removeAbsentVisitors(channelID: String, from db: Database) throws {
        try db.cachedStatement(
            sql: "DELETE FROM member WHERE channelId = ? AND standing = 0 AND NOT isPresent AND NOT isPending"
        )
        .execute(arguments: [channelID])
    }

    /// Records that a member has read a channel up to a message. A marker only moves forward, and the marker of the membership
    /// at the service replaces it when it changes.
    ///
    /// - Parameters:
    ///   - userId: The member.
    ///   - channelId: The channel.
    ///   - timetoken: The timetoken of the message.
    ///   - db: The database.
    /// - Throws: A `DatabaseError` if the statement fails.
    public static func moveMarker(
        ofUser userId: String,
        in channelId: String,
        to timetoken: Timetoken,
        _ db: Database
    ) throws {
        try db.run(
            """
            UPDATE member SET lastRead = ?1 WHERE channelId = ?2 AND userId = ?3 AND standing > 0
                AND IFNULL(lastRead, 0) < ?1
            """,
            [Int64(clamping: timetoken), channelId, userId]
        )
    }

    /// Returns a request for the memberships of a user. Channels that the user only visits are not included.
    ///
    /// - Parameter userId: The identifier of the user.
    /// - Returns: The request, in no order.
    public static func membershipsBy(userId: String) -> QueryInterfaceRequest<Self> {
        filter(Column("userId") == userId).filter(sql: "standing > 0").filter(Column("channelId") != nil)
    }

    /// Returns a request for the present users of a channel who are not members.
    ///
    /// - Parameter channelID: The identifier of the channel.
    /// - Returns: The request, in no order.
    public static func visitorsBy(channelID: String) -> QueryInterfaceRequest<Self> {
        filter(Column("channelId") == channelID).filter(sql: "standing = 0").filter(Column("userId") != nil)
    }

    /// Returns a request for the members and the visitors of a channel.
    ///
    /// - Parameters:
    ///   - channelID: The identifier of the channel.
    ///   - onlyPresent: Whether to leave out members who are not present; false by default.
    /// - Returns: The request, in no order.
    public static func peopleBy(channelID: String, onlyPresent: Bool = false) -> QueryInterfaceRequest<Self> {
        let request = filter(Column("channelId") == channelID).filter(Column("userId") != nil)
        return onlyPresent ? request.filter(Column("isPresent") == true) : request
    }

    /// Returns a request for the members of a channel. Visitors are not included.
    ///
    /// - Parameters:
    ///   - channelID: The identifier of the channel.
    ///   - excludingUserId: The user to leave out; nil to include every user.
    ///   - onlyPresent: Whether to leave out members who are not present.
    /// - Returns: The request, in no order.
    public static func membersBy(
        channelID: String,
        excludingUserId: String? = nil,
        onlyPresent: Bool = false
    ) -> QueryInterfaceRequest<Self> {
        var request = filter(Column("channelId") == channelID).filter(sql: "standing > 0")
            .filter(Column("userId") != nil)
        if let excludingUserId { request = request.filter(Column("userId") != excludingUserId) }
        return onlyPresent ? request.filter(Column("isPresent") == true) : request
    }

    /// Returns a request for one membership.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - pubnubUserId: The identifier of the user.
    /// - Returns: The request.
    public static func memberBy(pubnubChannelId: String, pubnubUserId: String) -> QueryInterfaceRequest<Self> {
        filter(Column("channelId") == pubnubChannelId && Column("userId") == pubnubUserId)
    }

    /// The member. Pass nil for a channel or user that is not stored.
    func member<Custom: ChatCustomData>(
        of channel: ChatChannel<Custom.Channel>?,
        by user: ChatUser<Custom.User>?
    ) -> ChatMember<Custom> {
        let ids = MemberID.parts(of: id)
        let state = presenceState.flatMap { try? CustomCoder.decoder.decode(JSON.self, from: $0) }
        var presence = MembershipPresence(isPresent: isPresent, presenceState: state.map { .some($0) } ?? .none)
        presence.stateSource = SourceJSON(text: presenceState)
        var member = ChatMember<Custom>(
            chatChannel: channel ?? ChatChannel(id: ids.channelId),
            chatUser: user ?? ChatUser(id: ids.userId),
            status: status,
            updated: lastUpdated,
            eTag: eTag,
            presence: presence
        )
        member.readStored(custom)
        return member.asRead
    }

    /// The row of a membership whose channel and user are stored.
    static func stored(channelId: String, userId: String, in db: Database) throws -> Self? {
        let row = try stored(MemberID.text(channelId: channelId, userId: userId), in: db)
        return row?.channelId == channelId && row?.userId == userId ? row : nil
    }

    private static func store(
        modelsOf member: ChatMember<some ChatCustomData>,
        forceWrite: Bool,
        into db: Database
    )
        throws
    {
        if forceWrite || member.chatChannel.isSynced {
            try PubNubManagedChannel.store(nested: member.chatChannel, into: db)
        } else {
            try PubNubManagedChannel.require(member.chatChannel.id, in: db)
        }
        if forceWrite || member.chatUser.isSynced {
            try PubNubManagedUser.store(nested: member.chatUser, into: db)
        } else {
            try PubNubManagedUser.require(member.chatUser.id, in: db)
        }
    }
}
