import Foundation
import GRDB
import PubNubChat
import Testing

@Suite("Entities of an app")
struct CustomEntityTests {
    /// What code that knows nothing but the protocols does.
    private func channels<Entities: ManagedChatEntities>(of _: Entities.Type, in store: ChatStore) throws -> [String?] {
        try store.write { db in
            let row = try Entities.Channel.insertOrUpdate(channel: channel("lobby", name: "Lobby"), into: db)
            #expect(row.pubnubChannelID == "lobby")
            try Entities.Channel.insertOrUpdate(channel: channel("lobby", name: "Hall"), into: db)
            return try Entities.Channel.fetchAll(db).map { ($0.convert() as PubNubChatChannel).name }
        }
    }

    @Test("a store works with other entities through the protocols, and with the default ones")
    func protocols() throws {
        let rooms = try ChatStore(configuration: .inMemory, entities: RoomEntities.self)
        #expect(try channels(of: RoomEntities.self, in: rooms) == ["Hall"])
        #expect(try rooms.read { try Room.channelBy(channelID: "1").fetchOne($0)?.title } == "Hall")
        #expect(try rooms.count("channel") == 0 && rooms.count("room") == 1)
        let plain = try ChatStore(configuration: .inMemory)
        #expect(try channels(of: PubNubManagedChatEntities.self, in: plain) == ["Hall"])
    }

    @Test(
        "an entity of an app has the documented relations without implementing them, by its identifier of the service"
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

    @Test("what an entity does not offer is an error")
    func notImplemented() throws {
        let store = try ChatStore(configuration: .inMemory, entities: RoomEntities.self)
        let patcher = PubNubChatChannel.Patcher(id: "c", eTag: "B", updated: moment())
        #expect(throws: ChatError.notImplemented("patches of rooms")) {
            try store.write { try Room.patch(usingPatch: patcher, into: $0) }
        }
    }

    @Test("transient data of other entities are cleared when the store is opened, and their changes observed")
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
}
