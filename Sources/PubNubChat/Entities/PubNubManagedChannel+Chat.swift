import Foundation
public import GRDB

extension PubNubManagedChannel: ManagedChatChannel {
    /// Its identifier at the service.
    public var pubnubChannelID: String { id }

    /// The number of stored members.
    public var memberEntityCount: Int { memberCount }

    /// The number of present members.
    public var presentMemberEntityCount: Int { presentMemberCount }

    /// Makes the channel that the row holds.
    ///
    /// - Returns: The channel; custom data that does not fit the type has its default value.
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
        return channel.asRead
    }

    /// Stores a channel. Every attribute is overwritten, also by nil.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if a row cannot hold a value, or a `DatabaseError` if a statement
    ///   fails.
    @discardableResult
    public static func insertOrUpdate<Custom: ChannelCustomData>(
        channel: ChatChannel<Custom>,
        into db: Database
    ) throws -> Self {
        let stored = try Self.stored(channel.id, in: db)
        let row = try Self(channel, counted: stored)
        try row.store(over: stored, in: db)
        return row
    }

    /// Changes a stored channel; a change that is already applied or older is ignored.
    ///
    /// - Parameters:
    ///   - patcher: The change.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the channel is not stored.
    @discardableResult
    public static func patch<Custom: ChannelCustomData>(
        usingPatch patcher: ChatChannel<Custom>.Patcher,
        into db: Database
    ) throws -> Self {
        guard let row = try stored(patcher.id, in: db) else {
            throw ChatError.missingRequiredData("channel \(patcher.id)")
        }
        let channel: ChatChannel<Custom> = row.convert()
        guard patcher.applies(id: channel.id, eTag: channel.eTag, updated: channel.updated) else { return row }
        var patched = try Self(channel.patch(patcher), counted: row)
        // Custom data that does not fit the type stays unless the patch replaces it.
        if case .noChange = patcher.custom { patched.custom = row.custom }
        try patched.update(db)
        return patched
    }

    /// Removes a channel; its members and messages stay, without a channel.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - db: The database.
    /// - Returns: The removed row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    @discardableResult
    public static func remove(channelId: String, from db: Database) throws -> Self? {
        try take(channelId, from: db)
    }

    /// Returns a request for a channel.
    ///
    /// - Parameter channelID: Its identifier.
    /// - Returns: The request.
    public static func channelBy(channelID: String) -> QueryInterfaceRequest<Self> {
        filter(id: channelID)
    }

    /// Returns a request for a channel.
    ///
    /// - Parameter pubnubId: Its identifier at the service.
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
    ///   - stored: The previous row, from which the member counts are copied; nil if none exists.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if a row cannot hold a value.
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
            metadata: channel.isPlaceholder ? .wanted : .known,
            memberCount: stored?.memberCount ?? 0,
            presentMemberCount: stored?.presentMemberCount ?? 0,
            presentCount: stored?.presentCount ?? 0
        )
    }

    /// Stores a channel that is part of another object.
    ///
    /// A channel of which only the identifier is known never overwrites a stored one.
    static func store(nested channel: ChatChannel<some ChannelCustomData>, into db: Database) throws {
        if try channel.isPlaceholder && isStored(channel.id, in: db) { return }
        try insertOrUpdate(channel: channel, into: db)
    }

    /// Throws ``ChatError/missingRequiredData(_:)`` unless the channel is stored.
    static func require(_ id: String, in db: Database) throws {
        guard try isStored(id, in: db) else { throw ChatError.missingRequiredData("channel \(id)") }
    }
}
