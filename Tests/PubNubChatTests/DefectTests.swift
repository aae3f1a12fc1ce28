import Dispatch
import Foundation
import GRDB
import PubNubChat
import Testing

/// Eight defects of the original components that this store does not have.
@Suite("Known defects of other libraries are absent")
struct DefectTests {
    @Test("1: a presence event changes only the presence of a membership", arguments: [false, true])
    func presenceOnly(force: Bool) throws {
        let store = try storeWithBoth()
        try store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member(), into: db)
            let event = Member(channelId: "c", userId: "u", presence: .init(isPresent: true))
            try PubNubManagedMember.insertOrUpdate(member: event, forceWrite: force, into: db)
        }
        var expected = member()
        expected.presence = .init(isPresent: true, presenceState: .none)
        #expect(try store.member() == expected)
    }

    @Test("2: a channel and a user with only an identifier overwrite nothing, and are created if missing")
    func placeholders() throws {
        let store = try storeWithBoth()
        let here = [("c", "u"), ("new", "newcomer")].map {
            Member(channelId: $0.0, userId: $0.1, presence: .init(isPresent: true))
        }
        try store.write { db in
            for member in here { try PubNubManagedMember.insertOrUpdate(member: member, forceWrite: true, into: db) }
        }
        #expect(try store.channel() == channel() && store.user() == user())
        #expect(try store.channel("new") == Channel(id: "new"))
        #expect(try store.member("new", "newcomer")?.isPresent == true)
    }

    @Test("3: the content of a row is only the content object")
    func content() throws {
        let store = try storeWithBoth()
        try store.write { try PubNubManagedMessage.insert(message: message(), into: $0) }
        let data = try store.read { try PubNubManagedMessage.fetchOne($0, id: "m")?.content }
        #expect(data.map { String(decoding: $0, as: UTF8.self) } == #"{"image":"i.png","size":{"width":9}}"#)
        #expect(try store.message()?.content.content == message().content.content)
    }

    @Test("4: returns the stored content type", arguments: ["imageUrl", nil])
    func contentType(type: String?) throws {
        let store = try storeWithBoth()
        var original = message()
        original.content.contentType = type
        try store.write { [original] in try PubNubManagedMessage.insert(message: original, into: $0) }
        #expect(try store.message()?.contentType == type)
    }

    @Test("5: a payload equals itself, with content or without")
    func equality() {
        #expect(message().content == message().content)
        let plain = PubNubChatMessage.MessagePayload(id: "m", createdAt: moment())
        #expect(plain == PubNubChatMessage.MessagePayload(id: "m", createdAt: moment()))
    }

    @Test(
        "6: a completion is called once, on its queue, after the write is stored or rolled back",
        arguments: [false, true]
    )
    func completion(fails: Bool) async throws {
        let store = try storeWithBoth()
        let queue = DispatchQueue(label: "test.completion")
        let (results, continuation) = AsyncStream.makeStream(of: (Bool, Int).self)
        store.write(on: queue) { db in
            try PubNubManagedChannel.remove(channelId: "c", from: db)
            if fails { throw ChatError.notImplemented("test") }
        } completion: { result in
            dispatchPrecondition(condition: .onQueue(queue))
            let count = (try? store.count("channel")) ?? -1
            if case .success = result { continuation.yield((true, count)) } else { continuation.yield((false, count)) }
        }
        // After the next write and another block on the queue, a second call of the completion would have occurred.
        try await store.write { _ in }
        await withCheckedContinuation { done in queue.async { done.resume() } }
        continuation.finish()
        var calls: [(Bool, Int)] = []
        for await result in results { calls.append(result) }
        #expect(calls.map(\.0) == [!fails] && calls.map(\.1) == [fails ? 1 : 0])
    }

    @Test(
        "7: an item that fails leaves nothing behind and does not affect other items or later batches",
        arguments: [1, 2, 256]
    )
    func batches(size: Int) async throws {
        let store = try storeWithBoth()
        let items = [message("a"), message("b", user: "stranger"), message("c"), message("d")]
        let failures = try await store.write(items, batchSize: size) { db, item in
            // A write that succeeds before the item fails.
            try PubNubManagedChannel.insertOrUpdate(channel: channel("of \(item.id)"), into: db)
            try PubNubManagedMessage.insertOrUpdate(message: item, processMessageActions: false, into: db)
        }
        #expect(failures.map(\.item.id) == ["b"])
        #expect(failures.first?.error as? ChatError == .missingRequiredData("user stranger"))
        #expect(try store.count("message") == 3)
        #expect(try store.channel("of b") == nil && store.channel("of a") != nil)
    }

    @Test("7: a later write stores nothing of a write that threw")
    func rollback() throws {
        let store = try storeWithBoth()
        #expect(throws: ChatError.self) {
            try store.write { db in
                try PubNubManagedChannel.insertOrUpdate(channel: channel("half"), into: db)
                try PubNubManagedMessage.insert(message: message(user: "stranger"), into: db)
            }
        }
        try store.write { try PubNubManagedMessage.insert(message: message(), into: $0) }
        #expect(try store.channel("half") == nil && store.message() != nil)
    }

    @Test("8: later statements of a write find rows that were added earlier in it")
    func lookups() throws {
        let store = try ChatStore(configuration: .inMemory)
        try store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member(), into: db)
            let request = PubNubManagedMember.memberBy(pubnubChannelId: "c", pubnubUserId: "u")
            #expect(try request.fetchOne(db) != nil)
            try PubNubManagedMessage.insert(message: message(), into: db)
            try PubNubManagedMessageAction.insert(messageAction: action(), into: db)
            let reactions = PubNubManagedMessageAction.messageActionsBy(messageTimetoken: 100, channelId: "c")
            #expect(try reactions.fetchCount(db) == 1)
        }
    }
}
