import Foundation
public import GRDB

extension PubNubManagedChannel: ManagedChatChannel {
    /// The identifier that the service knows it by.
    public var pubnubChannelID: String { id }

    /// How many members are stored for it.
    public var memberEntityCount: Int { memberCount }

    /// How many of them are present.
    public var presentMemberEntityCount: Int { presentMemberCount }

    /// Makes the channel that the row holds.
    ///
    /// - Returns: The channel; custom data that does not fit the type is its default.
    public func convert<Custom: ChannelCustomData>() -> ChatChannel<Custom> {
        var channel = ChatChannel<Custom>(
            id: id,
            name: name,
            type: type,
            status: status,
            details: details,
            avatarURL: avatarURL,
            updated: lastUpdated,
            eTag: eTag
        )
        channel.readStored(custom)
        return channel
    }

    /// Stores a channel: every attribute is overwritten, nil included.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for what no row can hold, or a `DatabaseError` if a statement fails.
    @discardableResult
    public static func insertOrUpdate<Custom: ChannelCustomData>(
        channel: ChatChannel<Custom>,
        into db: Database
    ) throws -> Self {
        let row = try Self(channel, counted: fetchOne(db, id: channel.id))
        try row.save(db)
        return row
    }

    /// Changes a stored channel; a change that is known or older changes nothing.
    ///
    /// - Parameters:
    ///   - patcher: The change.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` when the channel is not stored.
    @discardableResult
    public static func patch<Custom: ChannelCustomData>(
        usingPatch patcher: ChatChannel<Custom>.Patcher,
        into db: Database
    ) throws -> Self {
        guard let row = try fetchOne(db, id: patcher.id) else {
            throw ChatError.missingRequiredData("channel \(patcher.id)")
        }
        let channel: ChatChannel<Custom> = row.convert()
        guard patcher.applies(id: channel.id, eTag: channel.eTag, updated: channel.updated) else { return row }
        var patched = try Self(channel.patch(patcher), counted: row)
        // Bytes that do not fit the type stay as they are unless the change has custom data of its own.
        if case .noChange = patcher.custom { patched.custom = row.custom }
        try patched.update(db)
        return patched
    }

    /// Removes a channel; its members and messages stay, without a channel.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - db: The database.
    /// - Returns: What was stored; nil if nothing was stored.
    /// - Throws: A `DatabaseError` if a statement fails.
    @discardableResult
    public static func remove(channelId: String, from db: Database) throws -> Self? {
        try take(channelId, from: db)
    }

    /// A request for a channel.
    ///
    /// - Parameter channelID: Its identifier.
    /// - Returns: The request.
    public static func channelBy(channelID: String) -> QueryInterfaceRequest<Self> {
        filter(id: channelID)
    }

    /// A request for a channel.
    ///
    /// - Parameter pubnubId: The identifier that the service knows it by.
    /// - Returns: The request.
    public static func channelBy(pubnubId: String) -> QueryInterfaceRequest<Self> {
        filter(id: pubnubId)
    }
}

extension PubNubManagedChannel {
    /// The row of a channel.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - stored: The row before, whose members are counted; nil when there is none.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for what no row can hold.
    init(_ channel: ChatChannel<some ChannelCustomData>, counted stored: Self?) throws {
        try Storable.check(channel.id, channel.name, channel.type, channel.status, channel.details, channel.eTag)
        try Storable.check(channel.updated)
        self.init(
            id: channel.id,
            name: channel.name,
            type: channel.type,
            status: channel.status,
            details: channel.details,
            avatarURL: channel.avatarURL,
            custom: try channel.customJSON(),
            lastUpdated: channel.updated,
            eTag: channel.eTag,
            memberCount: stored?.memberCount ?? 0,
            presentMemberCount: stored?.presentMemberCount ?? 0
        )
    }

    /// Writes a channel that came with something else.
    ///
    /// One that tells nothing but its identifier never overwrites what is known.
    static func store(nested channel: ChatChannel<some ChannelCustomData>, into db: Database) throws {
        if try channel.isPlaceholder && isStored(channel.id, in: db) { return }
        try insertOrUpdate(channel: channel, into: db)
    }

    /// Throws unless the channel is stored.
    static func require(_ id: String, in db: Database) throws {
        guard try isStored(id, in: db) else { throw ChatError.missingRequiredData("channel \(id)") }
    }
}
