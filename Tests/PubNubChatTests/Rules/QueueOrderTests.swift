import Foundation
import GRDB
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("The queue keeps the order of queueing, also among programs")
struct QueueOrderTests {
    private typealias Sender = OutboxSender<TestCustom, PubNubManagedChatEntities>

    private func request(_ id: String, on channel: String = "c", at seconds: Double) -> SendMessageRequest<TestCustom> {
        var own = message(id, text: id, timetoken: 0, user: "me", channel: channel)
        own.content.createdAt = moment(seconds)
        return SendMessageRequest(message: own)
    }

    /// A sender that publishes into a list.
    private func sender(
        _ store: ChatStore,
        _ sent: IntegrationInbox<String>,
        turnPause: @escaping @Sendable () async throws -> Void = {}
    ) -> Sender {
        var sender = Sender(
            store: store,
            userId: "me",
            order: SendOrder(),
            isConnected: { true },
            publish: { request in
                sent.put(request.message.id)
                return Timetoken(sent.all.count)
            },
            pause: { _, _ in }
        )
        sender.turnPause = turnPause
        return sender
    }

    @Test("A clock that jumps and equal dates change neither the order of sending nor that of the rows")
    func clock() async throws {
        let sent = IntegrationInbox<String>()
        let sender = sender(try ChatStore(configuration: .inMemory), sent)
        let ids = ["z", "a", "m", "b", "y"]
        for (id, seconds) in zip(ids, [100, 50, 50, -1_000_000, 50] as [Double]) {
            try await sender.queue(request(id, at: seconds))
        }
        let rows = try await sender.store.read { db in
            try PubNubManagedMessage.newestMessagesBy(pubnubChannelId: "c", limit: 10).fetchAll(db).map(\.id)
        }
        #expect(rows == ids.reversed())
        #expect(try await sender.sendAll().sent == 5)
        #expect(sent.all == ids)
        try await sender.queue(request("0", at: 0))
        #expect(
            try await sender.store.read { db in
                try PubNubManagedMessage.newestMessagesBy(pubnubChannelId: "c", limit: 1).fetchAll(db).map(\.id)
            } == ["0"]
        )
    }

    @Test("A message of a program that ended while it sent it is sent first by another program that runs")
    func ended() async throws {
        try await withDirectory { directory in
            let file = DatastoreConfiguration(storageDirectlyURL: directory)
            let (first, second) = (try ChatStore(configuration: file), try ChatStore(configuration: file))
            #expect(first.holder != second.holder && first.holder > 0)
            let sent = IntegrationInbox<String>()
            let (one, two) = (sender(first, sent), sender(second, sent))
            try await one.queue(request("1", at: 9))
            try await two.queue(request("2", at: 1))
            let isTaken = try await first.write { db in
                let isTurn = try Ledger(db: db).takeTurn("c", holder: first.holder)
                return try isTurn && Ledger(db: db).claim(unsent: "1", holder: first.holder)
            }
            #expect(isTaken)
            #expect(try await !two.releaseEnded(), "the first program runs")
            try first.close()
            #expect(try await two.sendAll().sent == 2)
            #expect(sent.all == ["1", "2"])
            #expect(try second.count("outbox") == 0 && second.count("sendTurn") == 0)
            try second.close()
        }
    }

    @Test("One program at a time sends for a channel, and takes the messages that others queue meanwhile")
    func turns() async throws {
        try await withDirectory { directory in
            let file = DatastoreConfiguration(storageDirectlyURL: directory)
            let (first, second) = (try ChatStore(configuration: file), try ChatStore(configuration: file))
            let sent = IntegrationInbox<String>()
            let isWaiting = IntegrationInbox<Int>()
            let two = sender(second, sent) { isWaiting.put(1) }
            let started = IntegrationInbox<Int>()
            let go = Locked(false)
            let one = Sender(
                store: first,
                userId: "me",
                order: SendOrder(),
                isConnected: { true },
                publish: { request in
                    sent.put(request.message.id)
                    started.put(1)
                    #expect(await eventually { go.withLock { $0 } })
                    return Timetoken(sent.all.count)
                },
                pause: { _, _ in }
            )
            try await one.queue(request("1", at: 3))
            async let report = one.sendAll()
            _ = try await started.next { $0 }
            try await two.queue(request("2", at: 1))
            async let other = two.sendAll()
            _ = try await isWaiting.next { $0 }
            go.withLock { $0 = true }
            #expect(try await report.sent + other.sent == 2)
            #expect(sent.all == ["1", "2"])
            try first.close()
            try second.close()
        }
    }

    @Test("An identifier that another channel or author uses is refused before it is published")
    func identifiers() async throws {
        let client = await ScriptedClient(as: "me") { _ in nil }
        let data = try client.provider()
        #expect(
            try await data.load(
                messages: [message("m", user: "u"), message("n", user: "me")],
                processMessageActions: false
            ).isEmpty
        )
        for taken in [request("m", at: 0), request("n", on: "d", at: 0)] {
            await #expect(throws: ChatError.self) { try await data.queueMessage(taken) }
            await #expect(throws: ChatError.self) { try await data.sendRemoteMessage(taken) }
            #expect(try await data.load(unsentMessages: [taken]).count == 1)
        }
        #expect(client.published.isEmpty)
        #expect(try await data.sendRemoteMessage(request("n", at: 0)).id == "n", "the author repeats a message")
    }

    @Test("Messages of an earlier version keep the order of their dates")
    func migration() throws {
        let queue = try DatabaseQueue()
        var migrator = DatabaseMigrator()
        StoreSchema.register(in: &migrator)
        try migrator.migrate(queue, upTo: "23 metadata of placeholders")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO message (id, timetoken, dateCreated, text) VALUES
                        ('b', 0, 2, ''), ('a', 0, 3, ''), ('c', 0, 1, ''), ('old', 7, 9, '')
                    """
            )
        }
        try migrator.migrate(queue)
        try queue.write { try $0.execute(sql: "INSERT INTO message (id, dateCreated, text) VALUES ('d', 0, '')") }
        let rows = try queue.read { try PubNubManagedMessage.order(Column("position")).fetchAll($0) }
        #expect(rows.map(\.id) == ["old", "c", "b", "a", "d"])
    }
}

@Suite("A thread is checked before it begins")
struct ThreadLimitTests {
    @Test("A thread whose name the service would refuse is not started")
    func tooLong() async throws {
        try await withRig { _, rig in
            let channel = String(repeating: "c", count: 60)
            try await rig.data.sendRemoteMessage(
                .init(message: message("m", timetoken: 0, user: "me", channel: channel))
            )
            let requests = rig.requests.all.count
            await #expect(throws: ChatError.tooLong(bytes: 101, limit: 92)) {
                try await rig.data.startThread(ofMessage: "m")
            }
            #expect(rig.requests.all.count == requests)
            #expect(try rig.store.message("m")?.threadId == nil)
        }
    }
}
