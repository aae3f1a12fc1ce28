import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Actions that use only the store")
struct LoadTests {
    /// A provider whose client is not connected.
    static func provider(_ store: ChatStore) -> TestProvider {
        TestProvider(
            store: store,
            pubnubProvider: PubNub(configuration: PNConfiguration.default()),
            callbackQueue: DispatchQueue(label: "test.load")
        )
    }

    /// Loads items with closures, and returns the batches with their errors at the end.
    private func load<Item: Sendable>(
        _ data: TestProvider,
        _ start: (@escaping ([Item], (any Error)?) -> Void, @escaping () -> Void) -> Void
    ) async throws -> [(count: Int, error: (any Error)?)] {
        let batches = IntegrationInbox<(Int, (any Error)?)>()
        let endings = IntegrationInbox<Int>()
        start({ batches.put(($0.count, $1)) }, { endings.put(batches.all.count) })
        #expect(try await endings.next { $0 } == batches.all.count, "the end is reported after the batches")
        _ = try? await data.store.write { _ in }
        await withCheckedContinuation { done in data.callbackQueue.async { done.resume() } }
        #expect(endings.all.count == 1)
        return batches.all
    }

    @Test("Stores lists in batches of 256, and reports each after it was stored")
    func batches() async throws {
        let data = Self.provider(try ChatStore(configuration: .inMemory))
        let channels = (0..<600).map { Channel(id: "c\($0)") }
        let reported = try await load(data) { data.load(channels: channels, batchHandler: $0, completion: $1) }
        #expect(reported.map(\.count) == [256, 256, 88] && reported.allSatisfy { $0.error == nil })
        #expect(try data.store.count("channel") == 600)

        let users = (0..<5).map { User(id: "u\($0)") }
        let ofTwo = try await load(data) { data.load(users: users, batchSize: 2, batchHandler: $0, completion: $1) }
        #expect(ofTwo.map(\.count) == [2, 2, 1])

        let members = users.map { Member(chatChannel: channels[0], chatUser: $0, status: "active") }
        let ofMembers = try await load(data) { data.load(members: members, batchHandler: $0, completion: $1) }
        #expect(ofMembers.map(\.count) == [5])

        let messages = (0..<3).map { message("m\($0)", timetoken: 100 + UInt64($0), user: "u0", channel: "c0") }
        let ofMessages = try await load(data) {
            data.load(messages: messages, processMessageActions: true, batchSize: 1, batchHandler: $0, completion: $1)
        }
        #expect(ofMessages.map(\.count) == [1, 1, 1])

        var reaction = action(200, user: "u0", parent: 101)
        reaction.pubnubChannelId = "c0"
        let ofActions = try await load(data) { [reaction] in
            data.load(messageActions: [reaction], batchHandler: $0, completion: $1)
        }
        #expect(try ofActions.map(\.count) == [1] && data.store.message("m1")?.messageActions.count == 1)

        let removed = try await load(data) {
            data.removeStoredMembers(members: members, batchSize: 3, batchHandler: $0, completion: $1)
        }
        #expect(try removed.map(\.count) == [3, 2] && data.store.count("member") == 0)
    }

    @Test("An empty list ends immediately, without a batch")
    func nothing() async throws {
        let data = Self.provider(try ChatStore(configuration: .inMemory))
        let reported = try await load(data) { data.load(channels: [Channel](), batchHandler: $0, completion: $1) }
        #expect(reported.isEmpty)
        #expect(try await data.load(users: [User]()).isEmpty)
    }

    @Test("Reports an item that cannot be stored with its batch and in the result, and stores the others")
    func failures() async throws {
        let data = Self.provider(try storeWithBoth())
        let messages = [message("a"), message("b", user: "stranger"), message("c"), message("d\0"), message("e")]
        let reported = try await load(data) {
            data.load(messages: messages, processMessageActions: false, batchSize: 2, batchHandler: $0, completion: $1)
        }
        #expect(
            reported.map { $0.error as? ChatError } == [nil, .wrongContentType("a field with a NUL character"), nil]
        )
        #expect(try data.store.count("message") == 4)
        let failed = try await data.load(messages: messages, processMessageActions: false)
        #expect(failed.map(\.item.id) == ["d\0"])
    }

    @Test("Actions with closures run in the order of the calls")
    func order() async throws {
        let data = Self.provider(try ChatStore(configuration: .inMemory))
        let endings = IntegrationInbox<Int>()
        for number in 0..<50 {
            data.load(
                channels: (0..<20).map { Channel(id: "c\($0)", name: "\(number)") },
                batchSize: 3,
                completion: nil
            )
            data.removeStoredChannel(channelId: "c7") { _ in endings.put(number) }
        }
        _ = try await endings.next(50) { $0 }
        #expect(endings.all == Array(0..<50))
        let names = try await data.store.read { try PubNubManagedChannel.fetchAll($0).map(\.name) }
        #expect(names == Array(repeating: "49", count: 19))
    }

    @Test("Removes rows one by one, and succeeds if none exists")
    func removals() async throws {
        let data = Self.provider(try storeWithBoth())
        _ = try await data.load(members: [member()])
        _ = try await data.load(messages: [message(actions: [action()])], processMessageActions: true)
        let errors = IntegrationInbox<(any Error)?>()
        for _ in 0..<2 {
            data.removeStoredMessageAction(messageActionId: action().id) { errors.put($0) }
            data.removeStoredMessage(messageId: "m") { errors.put($0) }
            data.removeStoredMember(channelId: "c", userId: "u") { errors.put($0) }
            data.removeStoredUser(userId: "u") { errors.put($0) }
            data.removeStoredChannel(channelId: "c") { errors.put($0) }
        }
        #expect(try await errors.next(10) { $0.map { _ in 1 } ?? 0 } == Array(repeating: 0, count: 10))
        for table in ["channel", "user", "member", "message", "messageAction"] {
            #expect(try data.store.count(table) == 0, "\(table)")
        }
    }

    @Test("Applies a change to a stored object, throws for a missing one, and reports each once")
    func patches() async throws {
        let data = Self.provider(try storeWithBoth())
        _ = try await data.load(members: [member()])
        let errors = IntegrationInbox<(any Error)?>()
        let later = moment(60)
        data.patch(channel: .init(id: "c", eTag: "B", updated: later, name: .none)) { errors.put($0) }
        data.patch(user: .init(id: "u", eTag: "B", updated: later, name: .some("New"))) { errors.put($0) }
        data.patch(member: .init(channelId: "c", userId: "u", eTag: "B", updated: later, status: .none)) {
            errors.put($0)
        }
        data.patch(channel: .init(id: "x", eTag: "B", updated: later)) { errors.put($0) }
        data.patch(user: .init(id: "x", eTag: "B", updated: later)) { errors.put($0) }
        data.patch(member: .init(channelId: "x", userId: "u", eTag: "B", updated: later)) { errors.put($0) }
        let reported = try await errors.next(6) { $0.map { "\($0)" } ?? "" }
        #expect(
            reported == [
                "", "", "", "missing data: channel x", "missing data: user x", "missing data: member u of x",
            ]
        )
        #expect(try data.store.channel()?.name == nil && data.store.user()?.name == "New")
        #expect(try data.store.member()?.status == nil && data.store.member()?.custom.role == "host")
    }

    @Test("A cancelled list retains the batches before, and starts no other")
    func cancelled() async throws {
        let data = Self.provider(try ChatStore(configuration: .inMemory))
        let channels = (0..<10).map { Channel(id: "c\($0)") }
        let task = Task {
            _ = try await data.load(channels: channels, batchSize: 2) { _, _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try data.store.count("channel") == 2)
    }

    @Test("Reports a full disk, and retains earlier batches", arguments: [true, false])
    func full(withClosures: Bool) async throws {
        let data = Self.provider(try ChatStore(configuration: .inMemory))
        _ = try await data.load(channels: [channel("before")])
        try await data.store.write { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 4)")
        }
        let large = (0..<8).map { Channel(id: "c\($0)", details: String(repeating: "x", count: 9000)) }
        if withClosures {
            let reported = try await load(data) {
                data.load(channels: large, batchSize: 1, batchHandler: $0, completion: $1)
            }
            #expect(reported.count == 8)
            #expect(reported.contains { $0.error as? ChatError == .cannotWriteStore("database or disk is full") })
        } else {
            do {
                #expect(try await !data.load(channels: large).isEmpty)
            } catch {
                #expect(error as? ChatError == .cannotWriteStore("database or disk is full"))
            }
        }
        #expect(try data.store.channel("before") == channel("before"))
        let check = try await data.store.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
        #expect(check == "ok")
        try await data.store.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        #expect(try await data.load(channels: large).isEmpty)
        #expect(try data.store.count("channel") == 9)
    }

    @Test("Reports a read-only store with each batch, and changes nothing")
    func readOnly() async throws {
        let data = Self.provider(try storeWithBoth())
        try await data.store.write { try $0.execute(sql: "PRAGMA query_only = 1") }
        let reported = try await load(data) {
            data.load(channels: [channel("x"), channel("y")], batchSize: 1, batchHandler: $0, completion: $1)
        }
        #expect(reported.count == 2)
        #expect(
            reported.allSatisfy { if case ChatError.cannotWriteStore? = $0.error as? ChatError { true } else { false } }
        )
        await #expect(throws: ChatError.self) { try await data.removeStoredChannel(channelId: "c") }
        #expect(try data.store.count("channel") == 1)
    }

    @Test("Two providers on one file write in turns, and lose nothing")
    func twoProviders() async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let (first, second) = (
                try ChatStore(configuration: configuration), try ChatStore(configuration: configuration)
            )
            let data = [Self.provider(first), Self.provider(second)]
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let id = "c\(number % 150)"
                        return try await data[number % 2].load(channels: [Channel(id: id, name: "\(number)")]).count
                    }
                }
                for try await failed in group { #expect(failed == 0) }
            }
            #expect(try first.count("channel") == 150 && second.count("channel") == 150)
            try first.close()
            try second.close()
        }
    }
}
