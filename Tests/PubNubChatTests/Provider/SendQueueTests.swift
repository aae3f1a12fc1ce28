import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("The send queue: stored, in order, and sent without calls of the app")
struct SendQueueTests {
    private static let refusal = #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"}"#

    private func request(
        _ id: String,
        on channel: String = "c",
        at seconds: Double = 0
    ) -> SendMessageRequest<TestCustom> {
        var message = message(id, text: id, timetoken: 0, user: "me", channel: channel)
        message.content.createdAt = moment(seconds)
        return SendMessageRequest(message: message)
    }

    private func state(_ id: String, in store: ChatStore) throws -> ChatSendState? {
        try store.read { try PubNubManagedMessage.fetchOne($0, id: id)?.sendState }
    }

    private func published(_ client: ScriptedClient, on channel: String) -> [String] {
        client.published.filter { $0.contains("/\(channel)/") }
            .compactMap { $0.firstMatch(of: /"id":"([^"]*)"/).map { String($0.1) } }
    }

    @Test("The row of a message is queued, then being sent, then sent")
    func states() async throws {
        let store = try ChatStore(configuration: .inMemory)
        let seen = IntegrationInbox<ChatSendState?>()
        let client = await ScriptedClient(as: "me") { path in
            if path.hasPrefix("/publish/") {
                seen.put(try? store.read { try PubNubManagedMessage.fetchOne($0, id: "m")?.sendState })
            }
            return nil
        }
        let data = try client.provider(store: store)
        try await data.queueMessage(request("m"))
        #expect(try state("m", in: store) == .queued)
        #expect(try await data.sendUnsentMessages() == 1)
        #expect(seen.all == [.sending])
        #expect(try state("m", in: store) == .sent)
        #expect(try store.count("outbox") == 0)
    }

    @Test("The row of a refused message has the reason and the number of attempts, and a retry queues it again")
    func refused() async throws {
        let client = await ScriptedClient(as: "me") { path in
            path.contains("/blocked/") ? RecordedResponse.reply(Self.refusal, status: 403) : nil
        }
        let data = try client.provider()
        try await data.queueMessage(request("m", on: "blocked"))
        let report = try await data.sendOutbox()
        #expect(report.sent == 0 && report.failures.map(\.isPermanent) == [true])
        guard case .failed(let reason, let code, let attempts)? = try state("m", in: data.store) else {
            return #expect(Bool(false), "the message is not failed")
        }
        #expect(!reason.isEmpty && code == kPNAPIAccessForbiddenError && attempts == 1)
        try await data.retryMessages(["m"])
        #expect(try state("m", in: data.store) == .queued)
        #expect(try await data.store.read { try ChatOutboxEntry.unsentBy(messageId: "m").fetchOne($0) }?.attempts == 0)
    }

    @Test("A call that sends waits for a message that is being sent, also if the service refuses it")
    func waitsForOthers() async throws {
        let isReleased = Locked(false)
        let isPublishing = IntegrationInbox<String>()
        let sender = OutboxSender<TestCustom, PubNubManagedChatEntities>(
            store: try ChatStore(configuration: .inMemory),
            userId: "me",
            order: SendOrder(),
            isConnected: { true },
            publish: { request in
                isPublishing.put(request.message.id)
                #expect(await eventually { isReleased.withLock { $0 } })
                throw PNError(code: kPNAPIAccessForbiddenError)
            },
            pause: { _, _ in }
        )
        try await sender.queue(request("m"))
        async let first = sender.sendAll()
        #expect(try await isPublishing.next("publish") { $0 } == "m")
        let hasEnded = Locked(false)
        async let second = {
            let report = try await sender.sendAll()
            hasEnded.withLock { $0 = true }
            return report
        }()
        #expect(await eventually { hasEnded.withLock { $0 } || sender.order.users(of: "c") == 2 })
        let hasEndedBefore = hasEnded.withLock { $0 }
        #expect(!hasEndedBefore)
        isReleased.withLock { $0 = true }
        #expect(try await first.failures.map(\.messageId) == ["m"])
        let rest = try await second
        #expect(rest.sent == 0 && rest.failures.isEmpty)
        #expect(isPublishing.all == ["m"])
        #expect(try await sender.store.read { try ChatOutboxEntry.failed().fetchAll($0).map(\.messageId) } == ["m"])
    }

    @Test("A message with the identifier of a queued or published one is not sent a second time")
    func idempotent() async throws {
        let client = await ScriptedClient(as: "me") { _ in nil }
        let data = try client.provider()
        for _ in 0..<3 { try await data.queueMessage(request("m")) }
        #expect(try await data.sendUnsentMessages() == 1)
        try await data.queueMessage(request("m"))
        #expect(try await data.load(unsentMessages: [request("m")]).isEmpty)
        #expect(try await data.sendUnsentMessages() == 0)
        #expect(published(client, on: "c") == ["m"])
        #expect(try state("m", in: data.store) == .sent && data.store.count("outbox") == 0)
    }

    @Test("Refuses a published message, and a message of another user")
    func invalid() async throws {
        let client = await ScriptedClient(as: "me") { _ in nil }
        let data = try client.provider()
        await #expect(throws: ChatError.self) {
            try await data.queueMessage(SendMessageRequest(message: message("old", timetoken: 5, user: "me")))
        }
        await #expect(throws: ChatError.self) {
            try await data.queueMessage(SendMessageRequest(message: message("other", timetoken: 0, user: "u")))
        }
        #expect(try data.store.count("message") == 0 && data.store.count("outbox") == 0)
    }

    @Test("Discards queued and failed messages, but no published message and none that is being sent")
    func discarded() async throws {
        let client = await ScriptedClient(as: "me") { path in
            path.contains("/blocked/") ? RecordedResponse.reply(Self.refusal, status: 403) : nil
        }
        let data = try client.provider()
        for id in ["published", "failed"] {
            try await data.queueMessage(request(id, on: id == "failed" ? "blocked" : "c"))
        }
        _ = try await data.sendOutbox()
        for id in ["queued", "flying"] { try await data.queueMessage(request(id)) }
        try await data.store.write { _ = try Ledger(db: $0).claim(unsent: "flying") }
        let removed = try await data.discardMessages(["published", "failed", "queued", "flying", "absent"])
        #expect(removed == ["failed", "queued"])
        #expect(
            try await data.store.read { try PubNubManagedMessage.fetchAll($0).map(\.id).sorted() } == [
                "flying", "published",
            ]
        )
        #expect(try data.store.count("outbox") == 1)
    }

    @Test("A message that is removed from the store leaves the queue")
    func removed() async throws {
        let client = await ScriptedClient(as: "me") { _ in nil }
        let data = try client.provider()
        try await data.queueMessage(request("m"))
        try await data.store.write { _ = try PubNubManagedMessage.remove(messageId: "m", from: $0) }
        #expect(try data.store.count("outbox") == 0)
        #expect(try await data.sendUnsentMessages() == 0)
    }

    @Test(
        "Sends by itself after growing pauses, and a channel that fails does not delay others",
        .timeLimit(.minutes(2))
    )
    func automatic() async throws {
        let isDown = Locked(true)
        let client = await ScriptedClient(as: "me") { path in
            guard path.contains("/down/"), isDown.withLock({ $0 }) else { return nil }
            return RecordedResponse.reply("{}", status: 500)
        }
        let pauses = IntegrationInbox<Int>()
        let ends = IntegrationInbox<Bool>()
        let data = try client.provider(sendingPause: { attempt, _ in
            pauses.put(attempt)
            _ = try await ends.next { $0 }
        })
        data.beginSending()
        try await data.queueMessage(request("d1", on: "down", at: 1))
        #expect(try await pauses.next { $0 } == 0)
        try await data.queueMessage(request("d2", on: "down", at: 2))
        try await data.queueMessage(request("u", on: "up", at: 3))
        try await wait(for: ["u"], in: data.store)
        #expect(try state("d1", in: data.store) == .queued)
        ends.put(true)
        #expect(try await pauses.next { $0 } == 1)
        isDown.withLock { $0 = false }
        ends.put(true)
        try await wait(for: ["d1", "d2", "u"], in: data.store)
        #expect(published(client, on: "down") == ["d1", "d1", "d1", "d2"])
        await data.endSending()
    }

    private func wait(for ids: [String], in store: ChatStore) async throws {
        try await store.wait("\(ids) are sent") {
            try String.fetchAll($0, sql: "SELECT id FROM message WHERE timetoken <> 0 ORDER BY id")
        } until: {
            $0 == ids
        }
    }

    @Test(
        "A message that was being sent while the store could not be written is sent again, before a later one",
        arguments: [true, false]
    )
    func unwritable(hasNext: Bool) async throws {
        let client = await ScriptedClient(as: "me") { _ in nil }
        let (ticks, tick) = AsyncStream.makeStream(of: Bool.self)
        let data = try client.provider(watchPause: {
            guard await ticks.first(where: { $0 }) == true else { throw CancellationError() }
        })
        try await data.queueMessage(request("m"))
        // As on a disk that is full after the message was taken from the queue.
        try await data.store.write { db in
            try db.execute(
                sql: """
                    CREATE TEMP TRIGGER fullForRelease BEFORE UPDATE OF stage ON outbox WHEN NEW.stage = 0 BEGIN
                        SELECT RAISE(ABORT, 'full');
                    END;
                    CREATE TEMP TRIGGER fullForEnd BEFORE DELETE ON outbox BEGIN SELECT RAISE(ABORT, 'full'); END;
                    CREATE TEMP TRIGGER fullForTurn BEFORE DELETE ON sendTurn BEGIN SELECT RAISE(ABORT, 'full'); END;
                    """
            )
        }
        data.beginSending()
        #expect(await eventually { data.outboxReleases.content.channels == ["c"] })
        #expect(try state("m", in: data.store) == .sending)
        try await data.store.write { db in
            for name in ["fullForRelease", "fullForEnd", "fullForTurn"] { try db.execute(sql: "DROP TRIGGER \(name)") }
        }
        if hasNext {
            try await data.queueMessage(request("n"))
        } else {
            tick.yield(true)
        }
        try await wait(for: hasNext ? ["m", "n"] : ["m"], in: data.store)
        // The service has the first publication, and receivers identify the second one.
        #expect(published(client, on: "c") == (hasNext ? ["m", "m", "n"] : ["m", "m"]))
        await data.endSending()
        #expect(try data.store.count("outbox") == 0 && data.store.count("sendTurn") == 0)
    }

    @Test("A message whose refusal cannot be stored stays queued")
    func unwritableRefusal() async throws {
        let client = await ScriptedClient(as: "me") { path in
            path.contains("/blocked/") ? RecordedResponse.reply(Self.refusal, status: 403) : nil
        }
        let data = try client.provider()
        try await data.queueMessage(request("m", on: "blocked"))
        try await data.store.write { db in
            try db.execute(
                sql: """
                    CREATE TEMP TRIGGER fullForFailure BEFORE UPDATE OF stage ON outbox WHEN NEW.stage = 2 BEGIN
                        SELECT RAISE(ABORT, 'full');
                    END
                    """
            )
        }
        await #expect(throws: ChatError.cannotWriteStore("full")) { try await data.sendOutbox() }
        #expect(try state("m", in: data.store) == .queued)
    }

    @Test("A provider sends what was queued without a connection as soon as it connects")
    func connects() async throws {
        try await withOrigin { _, address in
            let scene = try LiveScene(address, as: "ann")
            for number in 0..<3 {
                let message = LivePost(
                    content: .init(id: "m\(number)", text: "\(number)", createdAt: moment(Double(number))),
                    pubnubUserId: "ann",
                    pubnubChannelId: "room"
                )
                try await scene.provider.dataProvider.queueMessage(SendMessageRequest(message: message))
            }
            try await scene.provider.connectPatiently()
            try await wait(for: ["m0", "m1", "m2"], in: scene.store)
            let order = try await scene.store.read {
                try String.fetchAll($0, sql: "SELECT id FROM message ORDER BY timetoken")
            }
            #expect(order == ["m0", "m1", "m2"])
            try await scene.provider.close()
        }
    }

    @Test("A program that opens the store alone queues messages again that a killed program was sending")
    func reopened() async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let client = await ScriptedClient(as: "me") { _ in nil }
            let first = try client.provider(store: try ChatStore(configuration: configuration))
            try await first.queueMessage(request("m"))
            try await first.store.write { _ = try Ledger(db: $0).claim(unsent: "m") }
            // A second program with the store open does not send it.
            let beside = try client.provider(store: try ChatStore(configuration: configuration))
            #expect(try await beside.sendUnsentMessages() == 0)
            try beside.store.close()
            try first.store.close()
            let second = try client.provider(store: try ChatStore(configuration: configuration))
            #expect(try state("m", in: second.store) == .queued)
            #expect(try await second.sendUnsentMessages() == 1)
            try second.store.close()
        }
    }

    @Test("A process that is killed while it sends continues in order, and loses no message", .timeLimit(.minutes(5)))
    func killed() async throws {
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let reader = try await IntegrationClient.connected(address, as: "bob")
                try await reader.subscribe("room", "club")
                let channels = ["room", "club"]
                var queued: [String: [String]] = [:]
                for round in 0..<4 {
                    let copy = try StoreProcess(address, directory, channels)
                    try await copy.wait(for: "subscribed")
                    for number in 0..<6 {
                        let id = "\(round)-\(number)"
                        let channel = channels[number % 2]
                        try copy.tell(#"{"command":"queue","channel":"\#(channel)","id":"\#(id)","text":"x"}"#)
                        try await copy.wait(for: "done queue -")
                        queued[channel, default: []].append(id)
                    }
                    try await copy.kill()
                }
                let copy = try StoreProcess(address, directory, channels)
                var arrived: [String: [String]] = [:]
                while arrived != queued {
                    let message = try await reader.message()
                    guard let payload = message.message as? [String: Any], let id = payload["id"] as? String else {
                        continue
                    }
                    let channel = message.channel.name
                    // A message whose outcome was unknown may arrive twice; receivers identify it.
                    if arrived[channel]?.contains(id) != true { arrived[channel, default: []].append(id) }
                }
                #expect(arrived == queued)
                try await copy.kill()
            }
        }
    }
}
