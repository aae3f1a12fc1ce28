import Foundation
import GRDB
import PubNubChat
import Testing

@Suite("Requests for the newest messages")
struct NewestTests {
    private let store: ChatStore

    init() throws {
        store = try storeWithBoth()
        try store.write { db in
            try PubNubManagedChannel.insertOrUpdate(channel: channel("other"), into: db)
            for time in 1...5 as ClosedRange<Timetoken> {
                try PubNubManagedMessage.insert(message: message("m\(time)", timetoken: time), into: db)
                try PubNubManagedMessageAction.insert(messageAction: action(20 - time, parent: time), into: db)
            }
            try PubNubManagedMessage.insert(message: message("waiting", timetoken: 0), into: db)
            try PubNubManagedMessage.insert(message: message("x", timetoken: 9, channel: "other"), into: db)
        }
    }

    @Test(
        "Returns unpublished messages first, then the newest published ones, up to the limit",
        arguments: [(3, 3), (9, 6), (0, 0), (-1, 0)]
    )
    func messages(limit: Int, count: Int) throws {
        let request = PubNubManagedMessage.newestMessagesBy(pubnubChannelId: "c", limit: limit)
        let ids = try store.read { try request.fetchAll($0).map(\.id) }
        #expect(ids == Array(["waiting", "m5", "m4", "m3", "m2", "m1"].prefix(count)))
    }

    @Test("Orders unpublished messages as they were stored, regardless of their dates and of other timetokens")
    func positions() throws {
        let seconds: [(String, Double)] = [
            ("first", -1e300), ("old", -1e9), ("a", 800_000_000.000_001), ("b", 800_000_000.000_002), ("last", 1e300),
        ]
        try store.write { db in
            for (id, created) in seconds.reversed() {
                var message = message(id, timetoken: 0, channel: "other")
                message.content.createdAt = Date(timeIntervalSinceReferenceDate: created)
                try PubNubManagedMessage.insert(message: message, into: db)
            }
            try PubNubManagedMessage.insert(message: message("late", timetoken: 1 << 61, channel: "other"), into: db)
        }
        let request = PubNubManagedMessage.newestMessagesBy(pubnubChannelId: "other", limit: 50)
        let ids = try store.read { try request.fetchAll($0).map(\.id) }
        #expect(ids == ["first", "old", "a", "b", "last", "late", "x"])
    }

    /// How SQLite searches the tables of messages and reactions for a request.
    private func plan(of request: QueryInterfaceRequest<some ManagedChatEntity>) throws -> [String] {
        try store.read { db in
            let statement = try request.makePreparedRequest(db).statement
            let explained = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(statement.sql)")
            return try Row.fetchAll(explained, arguments: statement.arguments).map { $0["detail"] as String }
                .filter { $0.contains("message") }
        }
    }

    @Test("Reads neither all messages nor all reactions of a channel")
    func plans() throws {
        let messages = try plan(of: PubNubManagedMessage.newestMessagesBy(pubnubChannelId: "c", limit: 50))
        #expect(messages == ["SEARCH message USING INDEX messageByPosition (pubnubChannelId=?)"])
        let actions = try plan(
            of: PubNubManagedMessageAction.newestMessageActionsBy(pubnubChannelId: "c", messages: 50)
        )
        #expect(
            actions == [
                "SEARCH messageAction USING INDEX messageActionByParent (pubnubParentId=?)",
                "SEARCH message USING COVERING INDEX messageByPosition (pubnubChannelId=?)",
            ]
                || actions == [
                    "SEARCH messageAction USING INDEX messageActionByParent (pubnubParentId=?)",
                    "SEARCH message USING INDEX messageByPosition (pubnubChannelId=?)",
                ]
        )
    }

    @Test("Returns their reactions by age, and not those of other messages")
    func reactions() throws {
        let request = PubNubManagedMessageAction.newestMessageActionsBy(pubnubChannelId: "c", messages: 3)
        #expect(try store.read { try request.fetchAll($0).map(\.published) } == [15, 16])
    }

    @Test("The users of a channel are its members, and a change of one is reported")
    func users() async throws {
        try await store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member("c", "u"), into: db)
            try PubNubManagedMember.insertOrUpdate(member: member("other", "v"), into: db)
        }
        var changes = store.changes(of: PubNubManagedUser.usersBy(channelID: "c")).makeAsyncIterator()
        #expect(try await changes.next()?.entities.map(\.id) == ["u"])
        try await store.write { db in _ = try PubNubManagedUser.insertOrUpdate(user: user(name: "New"), into: db) }
        #expect(try await changes.next()?.updates.map(\.name) == ["New"])
        try await store.write { db in _ = try PubNubManagedMember.insertOrUpdate(member: member("c", "v"), into: db) }
        #expect(try await changes.next()?.insertions.map(\.id) == ["v"])
    }
}
