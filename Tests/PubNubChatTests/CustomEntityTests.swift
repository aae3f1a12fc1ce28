import Foundation
import GRDB
import PubNubChat
import Testing

@Suite("Entities of an app")
struct CustomEntityTests {
    /// Uses only the protocols of the entities.
    private func channels<Entities: ManagedChatEntities>(of _: Entities.Type, in store: ChatStore) throws -> [String?] {
        try store.write { db in
            let row = try Entities.Channel.insertOrUpdate(channel: channel("lobby", name: "Lobby"), into: db)
            #expect(row.pubnubChannelID == "lobby")
            try Entities.Channel.insertOrUpdate(channel: channel("lobby", name: "Hall"), into: db)
            return try Entities.Channel.fetchAll(db).map { ($0.convert() as PubNubChatChannel).name }
        }
    }

    @Test("A store works with other entities through the protocols, and with the default ones")
    func protocols() throws {
        let rooms = try ChatStore(configuration: .inMemory, entities: RoomEntities.self)
        #expect(try channels(of: RoomEntities.self, in: rooms) == ["Hall"])
        #expect(try rooms.read { try Room.channelBy(channelID: "1").fetchOne($0)?.title } == "Hall")
        #expect(try rooms.count("channel") == 0 && rooms.count("room") == 1)
        let plain = try ChatStore(configuration: .inMemory)
        #expect(try channels(of: PubNubManagedChatEntities.self, in: plain) == ["Hall"])
    }

    @Test(
        "An app's entity has the documented relations by default, by its identifier at the service"
    )
    func relations() throws {
        let store = try ChatStore(configuration: .inMemory, entities: RoomEntities.self)
        try store.write { db in
            let room = try Room.insertOrUpdate(channel: channel("c"), into: db)
            try PubNubManagedMember.insertOrUpdate(member: member(), forceWrite: true, into: db)
            try PubNubManagedMessage.insert(message: message(actions: [action()]), into: db)
            #expect(try room.managedMembers.fetchAll(db).map(\.id) == ["c:u"])
            #expect(try room.managedMessages.fetchAll(db).map(\.id) == ["m"])
            let user = try #require(try PubNubManagedUser.fetchOne(db, id: "u"))
            #expect(try user.membershipIds(from: db) == ["c:u"])
            #expect(throws: ChatError.entityCreationError("reaction u-100-200 is stored")) {
                try PubNubManagedMessageAction.insert(messageAction: action(), into: db)
            }
        }
    }

    @Test("An operation that an entity does not support is an error")
    func notImplemented() throws {
        let store = try ChatStore(configuration: .inMemory, entities: RoomEntities.self)
        let patcher = PubNubChatChannel.Patcher(id: "c", eTag: "B", updated: moment())
        #expect(throws: ChatError.notImplemented("patches of rooms")) {
            try store.write { try Room.patch(usingPatch: patcher, into: $0) }
        }
    }

    @Test("Clears transient data of other entities when the store is opened, and observes their changes")
    func transient() async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let first = try ChatStore(configuration: configuration, entities: RoomEntities.self)
            _ = try channels(of: RoomEntities.self, in: first)
            #expect(try await first.read { try Room.fetchOne($0)?.isBusy } == true)
            try first.close()
            let second = try ChatStore(configuration: configuration, entities: RoomEntities.self)
            #expect(try await second.read { try Room.fetchOne($0)?.isBusy } == false)
            var changes = second.changes(of: Room.channelBy(pubnubId: "lobby")).makeAsyncIterator()
            #expect(try await changes.next()?.insertions.map(\.title) == ["Hall"])
            try await second.write { db in _ = try Room.remove(channelId: "lobby", from: db) }
            #expect(try await changes.next()?.removals.map(\.title) == ["Hall"])
        }
    }

    @Test(
        "Queries of a table with other columns, or other column types, than the default one are observed as a whole"
    )
    func otherColumns() async throws {
        let store = try ChatStore(configuration: .inMemory, entities: NoteEntities.self)
        try await store.write { try $0.execute(sql: "INSERT INTO message VALUES (1, 7, 'a'), (2, 8, 'b')") }
        // SQLite converts the string to the type of the column.
        var byText = store.changes(of: Note.filter(Column("pubnubChannelId") == "7")).makeAsyncIterator()
        var byNumber = store.changes(of: Note.filter(Column("pubnubChannelId") == 7)).makeAsyncIterator()
        #expect(try await byText.next()?.insertions.map(\.body) == ["a"])
        #expect(try await byNumber.next()?.insertions.map(\.body) == ["a"])
        try await store.write { try $0.execute(sql: "UPDATE message SET pubnubChannelId = 7 WHERE id = 2") }
        #expect(try await byText.next()?.insertions.map(\.body) == ["b"])
        #expect(try await byNumber.next()?.insertions.map(\.body) == ["b"])
    }

    @Test("Observes messages in a table without the column of positions")
    func withoutPosition() async throws {
        let store = try ChatStore(configuration: .inMemory, entities: PlainMessageEntities.self)
        try await store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member(), into: db)
            try PubNubManagedMessage.insert(message: message(), into: db)
        }
        var messages = store.changes(of: PubNubManagedMessage.messagesBy(pubnubChannelId: "c")).makeAsyncIterator()
        var all = store.changes(of: PubNubManagedMessage.order(Column("id"))).makeAsyncIterator()
        #expect(try await messages.next()?.insertions.map(\.id) == ["m"])
        #expect(try await all.next()?.insertions.map(\.id) == ["m"])
        try await store.write { db in
            _ = try PubNubManagedMessage.insert(message: message("n", timetoken: 101), into: db)
        }
        #expect(try await messages.next()?.insertions.map(\.id) == ["n"])
        #expect(try await all.next()?.insertions.map(\.id) == ["n"])
    }
}

/// Entities with a table that has the name of a default one, and other columns.
private enum NoteEntities: ManagedChatEntities {
    static func registerMigrations(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("1 notes") {
            try $0.execute(
                sql:
                    "CREATE TABLE message (id INTEGER PRIMARY KEY, pubnubChannelId INTEGER NOT NULL, body TEXT NOT NULL)"
            )
        }
    }

    static func clearTransientData(in db: Database) {}
}

private struct Note: ManagedChatEntity, Codable {
    static let databaseTableName = "message"

    var id: Int64
    var pubnubChannelId: Int64
    var body: String
}

/// The default entities without the column that orders messages.
private enum PlainMessageEntities: ManagedChatEntities {
    static func registerMigrations(in migrator: inout DatabaseMigrator) {
        PubNubManagedChatEntities.registerMigrations(in: &migrator)
        migrator.registerMigration("1 plain messages") {
            try $0.execute(sql: "DROP INDEX messageByPosition; ALTER TABLE message DROP COLUMN position")
        }
    }
}
