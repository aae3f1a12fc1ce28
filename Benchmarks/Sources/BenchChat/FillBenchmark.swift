import BenchMeasure
import Foundation
import GRDB
import OriginProcess
import PubNubChat
import Synchronization

/// Subscribes to a channel with many members: the provider fetches them from a server and stores them.
struct FillBenchmark {
    let folder: URL
    let members: Int

    private static let room = "room"
    private static let page = 100

    func run() async throws {
        let origin = try OriginProcess()
        let service = ChatServiceAddress(
            publishKey: "bench",
            subscribeKey: "bench",
            origin: "127.0.0.1:\(origin.port)",
            isSecure: false
        )
        try await addMembers(service)
        let configuration = DatastoreConfiguration(storageDirectlyURL: folder, storageUniqueFilename: "chat.sqlite")
        let chat = try PubNubChatProvider(
            service: service,
            userId: "reader",
            datastoreConfiguration: configuration,
            cacheProvider: MemoryCacheProvider()
        )
        let clock = TransactionClock()
        try await chat.store.write { db in clock.watch(db) }
        var events = chat.syncEvents().makeAsyncIterator()
        try await chat.waitUntilConnected()
        try await fill("first", chat, clock, &events)
        // All members are stored at this point.
        try await chat.unsubscribe(from: [Self.room])
        try await fill("again", chat, clock, &events)
        try await chat.close()
        withExtendedLifetime(origin) {}
    }

    private func fill<Events: AsyncIteratorProtocol>(
        _ name: String,
        _ chat: PubNubChatProvider,
        _ clock: TransactionClock,
        _ events: inout Events
    ) async throws where Events.Element == ChatSyncEvent {
        clock.reset()
        let start = now_seconds()
        try await chat.subscribe(to: [Self.room])
        while let next = try await events.next() {
            if case .upToDate = next { break }
            if case .incomplete(_, let reason) = next { throw BenchFailure("the channel is not filled: \(reason)") }
        }
        report("\(name)-seconds", now_seconds() - start)
        report("\(name)-longest-ms", clock.longest * 1e3)
        report("\(name)-transactions", Double(clock.count))
        let stored = try await chat.store.read {
            try PubNubManagedMember.membersBy(channelID: Self.room).fetchCount($0)
        }
        guard stored >= members else { throw BenchFailure("\(stored) members are stored") }
    }

    private func addMembers(_ service: ChatServiceAddress) async throws {
        let chat = try PubNubChatProvider(
            service: service,
            userId: "writer",
            datastoreConfiguration: .inMemory,
            cacheProvider: MemoryCacheProvider()
        )
        try await chat.waitUntilConnected()
        for first in stride(from: 0, to: members, by: Self.page) {
            let page = (first..<min(first + Self.page, members)).map { number in
                PubNubChatMember(channelId: Self.room, userId: "user-\(number)")
            }
            try await chat.dataProvider.createRemoteMembers(
                MembersModifyRequest(members: page, modificationDirection: .modifyUsersByChannel)
            )
        }
        try await chat.close()
    }
}

/// Measures the transactions of the writing connection of a store, from `BEGIN` to the end of `COMMIT`.
private final class TransactionClock: Sendable {
    private let begin = Atomic(0)
    private let longestNanoseconds = Atomic(0)
    private let transactions = Atomic(0)

    /// The longest transaction, in seconds.
    var longest: Double { Double(longestNanoseconds.load(ordering: .relaxed)) / 1e9 }
    var count: Int { transactions.load(ordering: .relaxed) }

    func reset() {
        longestNanoseconds.store(0, ordering: .relaxed)
        transactions.store(0, ordering: .relaxed)
    }

    func watch(_ db: Database) {
        db.trace(options: [.statement, .profile]) { [self] event in
            switch event {
            case .statement(let statement):
                if statement.sql.hasPrefix("BEGIN") { begin.store(Self.now, ordering: .relaxed) }
            case .profile(let statement, _):
                guard statement.sql.hasPrefix("COMMIT") else { break }
                transactions.add(1, ordering: .relaxed)
                longestNanoseconds.max(Self.now - begin.load(ordering: .relaxed), ordering: .relaxed)
            }
        }
    }

    private static var now: Int { Int(now_seconds() * 1e9) }
}
