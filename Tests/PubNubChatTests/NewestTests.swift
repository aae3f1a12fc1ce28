import GRDB
import PubNubChat
import Testing

@Suite("Requests for what a screen shows")
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
        "what is not published yet comes first, then the newest published messages, as many as asked for",
        arguments: [(3, 3), (9, 5), (0, 0), (-1, 0)]
    )
    func messages(limit: Int, count: Int) throws {
        let request = PubNubManagedMessage.newestMessagesBy(pubnubChannelId: "c", limit: limit)
        let ids = try store.read { try request.fetchAll($0).map(\.id) }
        #expect(ids == ["waiting"] + ["m5", "m4", "m3", "m2", "m1"].prefix(count))
    }

    @Test("the whole channel is not read for them")
    func plan() throws {
        let request = PubNubManagedMessage.newestMessagesBy(pubnubChannelId: "c", limit: 50)
        let plan = try store.read { db in
            let statement = try request.makePreparedRequest(db).statement
            let explained = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(statement.sql)")
            return try Row.fetchAll(explained, arguments: statement.arguments).map { $0["detail"] as String }
        }
        let searches = plan.filter { $0.contains("message") }
        #expect(!searches.isEmpty && !searches.contains { $0.hasPrefix("SCAN") || $0.hasSuffix("(pubnubChannelId=?)") })
    }

    @Test("their reactions come by age, those of other messages do not")
    func reactions() throws {
        let request = PubNubManagedMessageAction.newestMessageActionsBy(pubnubChannelId: "c", messages: 2)
        #expect(try store.read { try request.fetchAll($0).map(\.published) } == [15, 16])
    }

    @Test("the users of a channel are its members, and a change of one is told")
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
