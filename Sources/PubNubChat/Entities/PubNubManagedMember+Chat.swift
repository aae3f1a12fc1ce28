import Foundation
public import GRDB

extension PubNubManagedMember: ManagedChatMember {
    /// Makes the member with its channel and user.
    ///
    /// - Parameter db: The database.
    /// - Returns: The member with its presence; custom data that does not fit the type is its default.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` when the channel or the user is no longer stored.
    public func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMember<Custom> {
        guard let channel = try managedChannel.fetchOne(db), let user = try managedUser.fetchOne(db) else {
            throw ChatError.missingRequiredData("channel or user of member \(id)")
        }
        let state = presenceState.flatMap { try? CustomCoder.decoder.decode(ChatJSON.self, from: $0) }
        var presence = MembershipPresence(isPresent: isPresent, presenceState: state.map { .some($0) } ?? .none)
        presence.stateSource = SourceJSON(text: presenceState)
        var member = ChatMember<Custom>(
            chatChannel: channel.convert(),
            chatUser: user.convert(),
            status: status,
            updated: lastUpdated,
            eTag: eTag,
            presence: presence
        )
        member.readStored(custom)
        return member
    }

    /// Stores a member; a member that tells presence alone changes nothing else of a stored one.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - forceWrite: Whether its channel and user are written though they do not come from the service.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` when channel or user are neither stored nor written.
    @discardableResult
    public static func insertOrUpdate<Custom: ChatCustomData>(
        member: ChatMember<Custom>,
        forceWrite: Bool,
        into db: Database
    ) throws -> Self {
        try Storable.check(member.chatChannel.id, member.chatUser.id, member.status, member.eTag)
        try Storable.check(member.updated)
        let stored = try fetchOne(db, id: member.id)
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
                presenceState: nil
            )
        row.channelId = member.chatChannel.id
        row.userId = member.chatUser.id
        if !member.isPresenceOnly {
            row.status = member.status
            row.custom = try member.customJSON()
            row.lastUpdated = member.updated
            row.eTag = member.eTag
        }
        try row.apply(member.presence)
        try row.save(db)
        return row
    }

    /// Changes a stored member; a change that is known or older changes nothing.
    ///
    /// - Parameters:
    ///   - patcher: The change.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` when the member is not stored.
    @discardableResult
    public static func patch<Custom: ChatCustomData>(
        usingPatch patcher: ChatMember<Custom>.Patcher,
        into db: Database
    ) throws -> Self {
        let request = memberBy(pubnubChannelId: patcher.channelId, pubnubUserId: patcher.userId)
        guard var row = try request.fetchOne(db) else {
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
    /// - Returns: What was stored; nil when nothing was.
    /// - Throws: What SQLite has against it.
    @discardableResult
    public static func remove(channelId: String, userId: String, from db: Database) throws -> Self? {
        try take(MemberID.text(channelId: channelId, userId: userId), from: db)
    }

    /// A request for the memberships of a user.
    ///
    /// - Parameter userId: The identifier of the user.
    /// - Returns: The request, in no order.
    public static func membershipsBy(userId: String) -> QueryInterfaceRequest<Self> {
        filter(Column("userId") == userId)
    }

    /// A request for the members of a channel.
    ///
    /// - Parameters:
    ///   - channelID: The identifier of the channel.
    ///   - excludingUserId: The user to leave out; nil for none.
    ///   - onlyPresent: Whether those who are away are left out.
    /// - Returns: The request, in no order.
    public static func membersBy(
        channelID: String,
        excludingUserId: String? = nil,
        onlyPresent: Bool = false
    ) -> QueryInterfaceRequest<Self> {
        var request = filter(Column("channelId") == channelID)
        if let excludingUserId {
            request = request.filter(Column("userId") == nil || Column("userId") != excludingUserId)
        }
        return onlyPresent ? request.filter(Column("isPresent") == true) : request
    }

    /// A request for one membership.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - pubnubUserId: The identifier of the user.
    /// - Returns: The request.
    public static func memberBy(pubnubChannelId: String, pubnubUserId: String) -> QueryInterfaceRequest<Self> {
        filter(Column("channelId") == pubnubChannelId && Column("userId") == pubnubUserId)
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
