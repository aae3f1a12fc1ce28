import GRDB
import PubNubChat

/// The entities of an app with its own table of channels.
enum RoomEntities: ManagedChatEntities {
    typealias Channel = Room

    static func registerMigrations(in migrator: inout DatabaseMigrator) {
        PubNubManagedChatEntities.registerMigrations(in: &migrator)
        migrator.registerMigration("1 rooms") {
            try $0.execute(sql: rooms)
        }
    }

    static let rooms = """
        CREATE TABLE room (id INTEGER PRIMARY KEY, channel TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
            isBusy INTEGER NOT NULL DEFAULT 1)
        """

    static func clearTransientData(in db: Database) throws {
        try PubNubManagedChatEntities.clearTransientData(in: db)
        try db.execute(sql: "UPDATE room SET isBusy = 0")
    }
}

/// A channel whose primary key is not its identifier at the service.
struct Room: ManagedChatChannel, Codable, MutablePersistableRecord {
    var id: Int64?
    var channel: String
    var title: String
    var isBusy = true

    var pubnubChannelID: String { channel }
    var memberEntityCount: Int { 0 }
    var presentMemberEntityCount: Int { 0 }

    mutating func didInsert(_ inserted: InsertionSuccess) {
        id = inserted.rowID
    }

    func convert<Custom: ChannelCustomData>() -> ChatChannel<Custom> {
        ChatChannel(id: channel, name: title)
    }

    static func insertOrUpdate<Custom: ChannelCustomData>(
        channel: ChatChannel<Custom>,
        into db: Database
    ) throws -> Self {
        var room = try channelBy(pubnubId: channel.id).fetchOne(db) ?? Self(channel: channel.id, title: "")
        room.title = channel.name ?? "Untitled"
        try room.save(db)
        return room
    }

    static func patch<Custom: ChannelCustomData>(
        usingPatch patcher: ChatChannel<Custom>.Patcher,
        into db: Database
    ) throws -> Self {
        throw ChatError.notImplemented("patches of rooms")
    }

    static func remove(channelId: String, from db: Database) throws -> Self? {
        let room = try channelBy(pubnubId: channelId).fetchOne(db)
        _ = try room?.delete(db)
        return room
    }

    static func channelBy(channelID: String) -> QueryInterfaceRequest<Self> {
        filter(Column("id") == Int64(channelID))
    }

    static func channelBy(pubnubId: String) -> QueryInterfaceRequest<Self> {
        filter(Column("channel") == pubnubId)
    }
}
