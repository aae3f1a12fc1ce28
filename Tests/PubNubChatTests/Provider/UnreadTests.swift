import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import TestRandom
import Testing

@testable import PubNubChat

@Suite("Read markers and unread counts")
struct UnreadTests {
    private static let owner = ChatStoreOwner(subscribeKey: "demo", userId: "me")

    /// A store of the user `me`, who is a member of channels and read their messages up to a timetoken.
    private func store(_ channels: [String] = ["c"], readUpTo timetoken: Timetoken? = 100) throws -> ChatStore {
        let store = try ChatStore(configuration: .inMemory, owner: Self.owner)
        try store.write { db in
            for channel in channels { try join(channel, timetoken, db) }
        }
        return store
    }

    private func join(_ channel: String, _ timetoken: Timetoken?, _ db: Database, user: String = "me") throws {
        var member = Member(channelId: channel, userId: user)
        if let timetoken {
            member.read(custom: Data(#"{"lastReadMessageTimetoken":"\#(timetoken)","role":"host"}"#.utf8))
        }
        try PubNubManagedMember.insertOrUpdate(member: member, forceWrite: true, into: db)
    }

    private func post(_ timetoken: Timetoken, on channel: String = "c", by user: String = "u", _ db: Database) throws {
        let message = message("\(channel) \(timetoken)", timetoken: timetoken, user: user, channel: channel).withModels
        try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
    }

    private func count(_ channel: String = "c", in store: ChatStore) throws -> Int? {
        try store.read { try ChatUnreadCount.fetchOne($0, id: channel)?.count }
    }

    @Test("Counts the messages that others published after the marker, and the total of all channels")
    func counting() throws {
        let store = try store(["c", "d"])
        try store.write { db in
            for timetoken in [99, 100, 101, 102] as [Timetoken] { try post(timetoken, db) }
            try post(103, by: "me", db)
            try post(500, on: "d", db)
            try post(500, on: "other", db)
        }
        #expect(try count(in: store) == 2 && count("d", in: store) == 1 && count("other", in: store) == nil)
        #expect(try store.read { try ChatUnreadCount.total(in: $0) } == 3)
    }

    @Test("A message that is deleted, moved or removed no longer counts")
    func changes() throws {
        let store = try store()
        try store.write { db in
            for timetoken in [101, 102, 103] as [Timetoken] { try post(timetoken, db) }
            var deletion = action(200, value: "deleted", parent: 101)
            deletion.sourceType = "deleted"
            try PubNubManagedMessageAction.insertOrUpdate(messageAction: deletion, into: db)
        }
        #expect(try count(in: store) == 2)
        try store.write { _ = try PubNubManagedMessageAction.remove(messageActionId: "u-101-200", from: $0) }
        #expect(try count(in: store) == 3)
        try store.write { db in
            _ = try PubNubManagedMessage.remove(messageId: "c 102", from: db)
            // An earlier publication was found.
            let earlier = message("c 103", timetoken: 50)
            try PubNubManagedMessage.insertOrUpdate(message: earlier, processMessageActions: false, into: db)
        }
        #expect(try count(in: store) == 1)
    }

    @Test("A message of the current user that waits to be sent does not count, before and after")
    func unsent() throws {
        let store = try store()
        try store.write { db in
            let waiting = message("w", timetoken: 0, user: "me").withModels
            try PubNubManagedMessage.insertOrUpdate(message: waiting, processMessageActions: false, into: db)
            var sent = waiting
            sent.timetoken = 300
            try PubNubManagedMessage.insertOrUpdate(message: sent, processMessageActions: false, into: db)
        }
        #expect(try count(in: store) == 0)
    }

    @Test("The marker of another device moves the count, and a membership without a marker has none")
    func otherDevice() throws {
        let store = try store()
        try store.write { db in
            for timetoken in [101, 102, 103] as [Timetoken] { try post(timetoken, db) }
            try join("c", 102, db)
        }
        #expect(try count(in: store) == 1)
        try store.write { try join("c", 50, $0) }
        #expect(try count(in: store) == 3)
        try store.write { try join("c", 103, $0, user: "u") }
        #expect(try count(in: store) == 3, "the marker of another user changes nothing")
        try store.write { try join("c", nil, $0) }
        #expect(try count(in: store) == nil, "a membership that the service has not dated counts from nowhere")
        try store.write { db in
            try join("c", 101, db)
            _ = try PubNubManagedMember.remove(channelId: "c", userId: "me", from: db)
        }
        #expect(try count(in: store) == nil)
    }

    @Test(
        "Custom data with an unusable marker is no error",
        arguments: ["[]", "{}", #"{"lastReadMessageTimetoken":"soon"}"#, #"{"lastReadMessageTimetoken":{"a":1}}"#, "7"]
    )
    func invalidMarker(custom: String) throws {
        let store = try store(readUpTo: nil)
        try store.write { db in
            try post(101, db)
            try db.execute(sql: "UPDATE member SET custom = ?", arguments: [Data(custom.utf8)])
        }
        #expect(try store.count("member") == 1)
    }

    @Test("Every count equals that of the stored rows after random changes", arguments: 0..<10)
    func model(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try store(["c", "d"])
        try store.write { db in
            for step in 0..<300 {
                let channel = Bool.random(using: &random) ? "c" : "d"
                let timetoken = Timetoken.random(in: 90...130, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1, 2: try post(timetoken, on: channel, by: step % 3 == 0 ? "me" : "u", db)
                case 3: _ = try PubNubManagedMessage.remove(messageId: "\(channel) \(timetoken)", from: db)
                case 4: try join(channel, timetoken, db)
                default:
                    try db.execute(
                        sql: "UPDATE message SET isDeleted = 1 - isDeleted WHERE timetoken = ?",
                        arguments: [timetoken]
                    )
                }
                let wrong = try String.fetchAll(
                    db,
                    sql: """
                        SELECT id FROM unreadCount WHERE base + counted <> (SELECT COUNT(*) FROM message
                            WHERE pubnubChannelId = unreadCount.id AND timetoken > lastRead AND NOT isDeleted
                            AND pubnubUserId <> 'me')
                        """
                )
                #expect(wrong == [], "step \(step)")
            }
        }
    }

    @Test("Observers receive the count of their channel, and no change of another channel")
    func observed() async throws {
        let store = try store(["c", "d"])
        var changes = store.changes(of: ChatUnreadCount.unreadCountBy(channelId: "c")).makeAsyncIterator()
        #expect(try await changes.next()?.entities.map(\.count) == [0])
        try await store.write { try post(101, on: "d", $0) }
        try await store.write { try post(101, $0) }
        #expect(try await changes.next()?.entities.map(\.count) == [1])
    }

    @Test("Marking as read changes the store and the membership at the service, whose other custom data stays")
    func marking() async throws {
        try await withOrigin { _, address in
            let rig = try await Rig(address, store: try ChatStore(configuration: .inMemory, owner: Self.owner))
            var member = Member(channelId: "c", userId: "me")
            member.custom.role = "host"
            try await rig.data.createRemoteMembers(
                .init(members: [member], modificationDirection: .modifyChannelsByUser)
            )
            let sent = try await rig.data.sendRemoteMessage(.init(message: message("own", timetoken: 0, user: "me")))
            try await rig.data.markRead("c")
            let row = try #require(try await rig.store.read { try ChatUnreadCount.fetchOne($0, id: "c") })
            #expect(row.lastRead == sent.timetoken && !row.isPending && row.count == 0)
            let other = try await Rig(address, store: try ChatStore(configuration: .inMemory, owner: Self.owner))
            try await other.data.syncRemoteChannelMembers(.init(userId: "me"))
            #expect(
                try await other.store.read { try ChatUnreadCount.fetchOne($0, id: "c")?.lastRead } == sent.timetoken
            )
            #expect(try other.store.member("c", "me")?.custom.role == "host")
        }
    }

    @Test("Counts messages at the service if the store does not have them, and new messages on top")
    func serviceCounts() async throws {
        try await withOrigin { _, address in
            let sender = try await IntegrationClient.connected(address, as: "u")
            let first = try await sender.say("1", on: "c")
            for text in ["2", "3", "4"] { try await sender.say(text, on: "c") }
            let store = try store(readUpTo: first)
            let rig = try await Rig(address, store: store)
            #expect(try count(in: store) == 0)
            try await rig.data.syncUnreadCounts()
            #expect(try count(in: store) == 3)
            // A new message arrives. Then history stores all five.
            let fifth = try await sender.say("5", on: "c")
            try await store.write { db in
                let arrived = message("5", timetoken: fifth, user: "u").withModels
                try PubNubManagedMessage.insertOrUpdate(message: arrived, processMessageActions: false, into: db)
            }
            #expect(try count(in: store) == 4)
            try await rig.data.syncRemoteMessages(.init(channels: ["c"]))
            #expect(try store.count("message") == 5)
            #expect(try count(in: store) == 4, "messages that were counted do not count again")
            try await rig.data.markRead("c", upTo: fifth)
            #expect(try count(in: store) == 0)
        }
    }

    @Test("A message that the service does not have counts until history shows that it was deleted")
    func deletedAtService() async throws {
        try await withOrigin { _, address in
            let sender = try await IntegrationClient.connected(address, as: "u")
            let first = try await sender.say("1", on: "c")
            try await sender.say("2", on: "c")
            let store = try store(readUpTo: first)
            let rig = try await Rig(address, store: store)
            let time = try await sender.time()
            try await store.write { try post(time, $0) }
            #expect(try count(in: store) == 1)
            try await rig.data.syncRemoteMessages(.init(channels: ["c"]))
            #expect(try store.count("message") == 2)
            #expect(try count(in: store) == 1, "the deleted message no longer counts, and the fetched one does")
        }
    }

    @Test("Without a membership or a message, nothing is marked as read")
    func missing() async throws {
        let client = await ScriptedClient(as: "me") { _ in nil }
        let data = try client.provider(store: try store(["c"], readUpTo: nil))
        await #expect(throws: ChatError.self) { try await data.markRead("absent", upTo: 5) }
        await #expect(throws: ChatError.self) { try await data.markRead("c") }
        #expect(try data.store.count("unreadCount") == 0)
    }

    @Test("A marker that the service refuses stays pending and is not moved back by an older one")
    func refused() async throws {
        let client = await ScriptedClient(as: "me") { path in
            path.contains("/objects/")
                ? RecordedResponse.reply(#"{"status":403,"error":{"message":"Forbidden"}}"#, status: 403) : nil
        }
        let data = try client.provider(store: try store())
        try await data.store.write { try post(200, $0) }
        await #expect(throws: PNError.self) { try await data.markRead("c") }
        try await data.store.write { try join("c", 150, $0) }
        let row = try await data.store.read { try ChatUnreadCount.fetchOne($0, id: "c") }
        #expect(row?.lastRead == 200 && row?.isPending == true && row?.count == 0)
    }

    @Test("A provider sends a marker that was set without a connection as soon as it connects")
    func offline() async throws {
        try await withOrigin { _, address in
            let scene = try LiveScene(address, as: "ann")
            try await scene.store.write { db in
                try PubNubManagedMember.insertOrUpdate(
                    member: PubNubChatMember(channelId: "room", userId: "ann"),
                    forceWrite: true,
                    into: db
                )
            }
            try await scene.provider.dataProvider.markRead("room", upTo: 700)
            #expect(try await scene.store.read { try ChatUnreadCount.fetchOne($0, id: "room")?.isPending } == true)
            try await scene.provider.connectPatiently()
            try await scene.store.wait("the marker is sent") {
                try ChatUnreadCount.fetchOne($0, id: "room")?.isPending
            } until: {
                $0 == false
            }
            try await scene.provider.close()
        }
    }
}
