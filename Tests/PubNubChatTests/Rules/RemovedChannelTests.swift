import Foundation
import GRDB
import PubNubOrigin
import PubNubTestSupport
import TestRandom
import Testing

@testable import PubNubChat

@Suite("A removed channel leaves nothing that a query or a search finds")
struct RemovedChannelTests {
    private typealias Storage = ChatStorage<TestCustom, PubNubManagedChatEntities>

    private func filled(_ count: Int = 3) throws -> ChatStore {
        let store = try ChatStore(
            configuration: .inMemory,
            owner: ChatStoreOwner(subscribeKey: "demo", userId: "me")
        )
        try store.write { db in
            for channel in ["c", "other", "PUBNUB_INTERNAL_THREAD_c_1"] {
                for number in 1...count {
                    let tea = message(
                        "\(channel) \(number)",
                        text: "tea",
                        timetoken: Timetoken(number),
                        channel: channel
                    )
                    _ = try Storage(db: db).store(tea.withPlaceholders, withActions: false)
                }
                var reaction = action(200, parent: 1)
                reaction.pubnubChannelId = channel
                try Storage(db: db).store(reaction)
                reaction.parentTimetoken = 999_999
                try Storage(db: db).store(reaction)
                reaction.actionTimetoken += 1
                try Storage(db: db).remove(reaction)
                var own = Member(channelId: channel, userId: "me")
                own.read(custom: Data(#"{"lastReadMessageTimetoken":"1"}"#.utf8))
                try PubNubManagedMember.insertOrUpdate(member: own, forceWrite: true, into: db)
                let ledger = Ledger(db: db)
                try ledger.advance(channel, through: channel, to: 9)
                try ledger.miss(channel, TimetokenRange(after: 2, upTo: 3))
                try ledger.addHistory(TimetokenRange(after: 0, upTo: 1), of: channel)
            }
        }
        return store
    }

    private func rows(about channel: String, in store: ChatStore) throws -> Int {
        try store.read { db in
            try [
                ("message", "pubnubChannelId"), ("messageAction", "pubnubChannelId"), ("member", "channelId"),
                ("unreadCount", "id"), ("draft", "id"), ("copyProgress", "channelId"), ("copyHole", "channelId"),
                ("localHistory", "channelId"), ("parkedReaction", "channelId"), ("removedReaction", "channelId"),
                ("channel", "id"),
            ].reduce(0) { count, place in
                try count
                    + (Int.fetchOne(
                        db,
                        sql: "SELECT COUNT(*) FROM \(place.0) WHERE \(place.1) = ?",
                        arguments: [channel]
                    ) ?? 0)
            }
        }
    }

    private func hits(in store: ChatStore) throws -> [String] {
        try store.read { try ChatSearchResult.fetchAll($0, ChatSearch("tea", limit: 500)).map(\.id).sorted() }
    }

    @Test("Everything of the channel and of its threads is removed, and nothing of others")
    func everything() async throws {
        let store = try filled(1_001)
        try await store.setDraft("draft", on: "c")
        let data = LoadTests.provider(store)
        let before = try rows(about: "other", in: store)
        #expect(try await data.removeStoredChannel(channelId: "c") == [])
        #expect(try rows(about: "c", in: store) == 0)
        #expect(try rows(about: "PUBNUB_INTERNAL_THREAD_c_1", in: store) == 0)
        #expect(try rows(about: "other", in: store) == before)
        #expect(try hits(in: store).allSatisfy { $0.hasPrefix("other ") })
        #expect(
            try await store.read {
                try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM message WHERE pubnubChannelId IS NULL")
            }
                == 0
        )
    }

    @Test("Messages that are kept are found by no search, and a channel with the identifier gets them again")
    func kept() async throws {
        let store = try filled()
        let data = LoadTests.provider(store)
        try await data.removeStoredChannel(channelId: "c", keepingMessages: true)
        #expect(
            try store.message("c 1")?.pubnubChannelId == "" && hits(in: store) == ["other 1", "other 2", "other 3"]
        )
        _ = try await data.load(channels: [channel("c")])
        #expect(try store.message("c 1")?.pubnubChannelId == "c" && hits(in: store).count == 6)
        try await data.removeStoredChannel(channelId: "c", keepingMessages: true)
        #expect(try await store.removeMessages(beyond: ChatRetentionPolicy()) == 6, "with those of the thread")
        #expect(try hits(in: store) == ["other 1", "other 2", "other 3"])
    }

    @Test("Queued messages are discarded and named, and one that is being sent stops the removal")
    func queued() async throws {
        let store = try filled()
        let data = LoadTests.provider(store)
        let own = message("waiting", timetoken: 0, user: "me")
        #expect(try await data.load(unsentMessages: [.init(message: own)]).isEmpty)
        try await store.write { _ = try Ledger(db: $0).claim(unsent: "waiting") }
        await #expect(throws: ChatError.self) { try await data.removeStoredChannel(channelId: "c") }
        #expect(try rows(about: "c", in: store) > 10)
        try await store.write { try Ledger(db: $0).releaseAll() }
        #expect(try await data.removeStoredChannel(channelId: "c") == ["waiting"])
        #expect(try store.count("outbox") == 0 && rows(about: "c", in: store) == 0)
    }

    @Test("R7.3, R7.6: what is queued or arrives while a large channel is removed goes with it")
    func duringRemoval() async throws {
        let store = try filled(1_200)
        let data = LoadTests.provider(store)
        // As other tasks do that write between the transactions: the second time after the last batch of messages.
        try await store.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER lateMessages AFTER DELETE ON message WHEN OLD.id IN ('c 500', 'c 1200') BEGIN
                        INSERT INTO message (id, timetoken, dateCreated, text, pubnubUserId, pubnubChannelId) VALUES
                            ('queued after ' || OLD.id, 0, 0, 'tea', 'u', 'c'),
                            ('live after ' || OLD.id, 5000 + OLD.timetoken, 0, 'tea', 'u', 'c');
                    END
                    """
            )
        }
        let discarded = try await data.removeStoredChannel(channelId: "c")
        #expect(discarded == ["queued after c 1200", "queued after c 500"])
        #expect(try rows(about: "c", in: store) == 0 && store.count("outbox") == 0)
        let left = try await store.read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM message WHERE pubnubChannelId IS NOT 'other'")
        }
        #expect(left == 0)
    }

    @Test("The memberships of a removed user are removed, and its messages stay")
    func user() async throws {
        let store = try filled()
        let data = LoadTests.provider(store)
        try await store.write { db in
            _ = try PubNubManagedMember.insertOrUpdate(member: member("c", "u"), forceWrite: true, into: db)
        }
        try await data.removeStoredUser(userId: "u")
        #expect(
            try await store.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM member WHERE userId IS NULL") } == 0
        )
        #expect(try store.message("c 1")?.pubnubUserId == "" && hits(in: store).contains("c 1"))
    }

    @Test("After random removals no row lacks its channel", arguments: 0..<5)
    func random(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let store = try filled()
        let data = LoadTests.provider(store)
        for step in 0..<60 {
            let id = ["c", "other", "third"].randomElement(using: &random) ?? "c"
            if Bool.random(using: &random) {
                try await data.removeStoredChannel(channelId: id)
            } else {
                let new = message("s\(step)", timetoken: Timetoken(1_000 + step), channel: id)
                #expect(try await data.load(messages: [new], processMessageActions: true).isEmpty)
            }
        }
        let loose = try await store.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT (SELECT COUNT(*) FROM message WHERE pubnubChannelId IS NULL)
                        + (SELECT COUNT(*) FROM member WHERE channelId IS NULL)
                        + (SELECT COUNT(*) FROM messageAction WHERE pubnubParentId IS NULL)
                    """
            )
        }
        #expect(loose == 0)
    }
}
