import Dispatch
import Foundation
import GRDB
import PubNubChat
import Testing

/// Eight mistakes of the original components that this store does not make.
@Suite("Mistakes not repeated")
struct DefectTests {
    @Test("1: an event of presence changes nothing of a membership but presence", arguments: [false, true])
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

    @Test("2: a channel and a user known by identifier alone overwrite nothing, and are made when missing")
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

    @Test("3: the content of a row is the content object alone")
    func content() throws {
        let store = try storeWithBoth()
        try store.write { try PubNubManagedMessage.insert(message: message(), into: $0) }
        let data = try store.read { try PubNubManagedMessage.fetchOne($0, id: "m")?.content }
        #expect(data.map { String(decoding: $0, as: UTF8.self) } == #"{"image":"i.png","size":{"width":9}}"#)
        #expect(try store.message()?.content.content == message().content.content)
    }

    @Test("4: the content type is given back", arguments: ["imageUrl", nil])
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
        "6: a completion is called once, on its queue, after the write is stored or undone",
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
        // The write after it, and the queue after that, leave no time for a second call.
        try await store.write { _ in }
        await withCheckedContinuation { done in queue.async { done.resume() } }
        continuation.finish()
        var calls: [(Bool, Int)] = []
        for await result in results { calls.append(result) }
        #expect(calls.map(\.0) == [!fails] && calls.map(\.1) == [fails ? 1 : 0])
    }

    @Test(
        "7: an item that fails leaves nothing and costs neither its neighbours nor later batches",
        arguments: [1, 2, 256]
    )
    func batches(size: Int) async throws {
        let store = try storeWithBoth()
        let items = [message("a"), message("b", user: "stranger"), message("c"), message("d")]
        let failures = try await store.write(items, batchSize: size) { db, item in
            // A part that succeeds before the item fails.
            try PubNubManagedChannel.insertOrUpdate(channel: channel("of \(item.id)"), into: db)
            try PubNubManagedMessage.insertOrUpdate(message: item, processMessageActions: false, into: db)
        }
        #expect(failures.map(\.item.id) == ["b"])
        #expect(failures.first?.error as? ChatError == .missingRequiredData("user stranger"))
        #expect(try store.count("message") == 3)
        #expect(try store.channel("of b") == nil && store.channel("of a") != nil)
    }

    @Test("7: nothing of a write that throws appears with a later one")
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

    @Test("8: rows added earlier in a write are found by what they refer to")
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
