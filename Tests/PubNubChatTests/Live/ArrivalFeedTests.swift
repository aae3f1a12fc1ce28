import Foundation
import GRDB
import PubNub
import PubNubSupport
import Testing

@testable import PubNubChat

@Suite("Reports each message of another user once, after it is stored")
struct ArrivalFeedTests {
    /// A store in a file with the channels `c` and `d`, whose messages after 50 arrive.
    private final class Scene: Sendable {
        let store: ChatStore
        let found = Locked<[String]>([])
        private let feed: ArrivalFeed<TestCustom>
        private let writer: LiveWriter<TestCustom, PubNubManagedChatEntities>

        init(_ directory: URL) throws {
            let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
            try store.write { db in
                for channel in ["c", "d"] {
                    try Ledger(db: db).open(channel)
                    try Ledger(db: db).close(channel, at: 50)
                }
            }
            let feed = ArrivalFeed<TestCustom>(store.writer, owner: "me")
            self.store = store
            self.feed = feed
            writer = LiveWriter { outcomes in
                for case .spoke(let channel, _) in outcomes { feed.note(channel) }
            }
            feed.listen(on: nil) { [weak self] arrival in
                // A connection for reading sees only what is committed.
                let id = arrival.message.id
                let isStored = (try? store.read { try PubNubManagedMessage.fetchOne($0, id: id) }) != nil
                self?.found.withLock { $0.append(id + (isStored ? "" : " too early")) }
            } end: {
            }
            wait()
        }

        /// A message, or a gap, is received.
        ///
        /// - Returns: The items to store later.
        @discardableResult
        func receive(_ items: [LiveItem]) -> [LiveItem] {
            let left = store.writer.writeWithoutTransaction { writer.store(items, in: $0) }
            wait()
            return left
        }

        @discardableResult
        func receive(_ id: String, on channel: String, at timetoken: Timetoken) -> [LiveItem] {
            receive([.arrival(PlainService.arrival(channel, timetoken, id))])
        }

        /// Messages that were missing are fetched.
        func fill(_ channel: String, _ range: TimetokenRange, with messages: [Message]) throws {
            try store.write { db in
                let storage = ChatStorage<TestCustom, PubNubManagedChatEntities>(db: db)
                for message in messages { _ = try storage.store(message.withModels, withActions: true) }
                try Ledger(db: db).close([range], of: channel, .messages)
            }
            feed.note(channel)
            wait()
        }

        /// Waits until everything noted is reported: the writes of the feed follow each other.
        private func wait() {
            for _ in 0..<2 { store.writer.writeWithoutTransaction { _ in } }
        }
    }

    /// Makes commits fail.
    private final class CommitFault: TransactionObserver, Sendable {
        let isOn = Locked(true)

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseWillCommit() throws {
            if isOn.withLock(\.self) { throw DatabaseError(resultCode: .SQLITE_FULL) }
        }
        func databaseDidCommit(_ db: Database) {}
        func databaseDidRollback(_ db: Database) {}
    }

    @Test("R13.7: a message whose transaction fails arrives when it is stored later, and not before")
    func failedCommit() async throws {
        try await withDirectory { directory in
            let scene = try Scene(directory)
            scene.receive("m1", on: "c", at: 100)
            #expect(scene.found.withLock(\.self) == ["m1"])
            let fault = CommitFault()
            scene.store.writer.add(transactionObserver: fault, extent: .observerLifetime)
            let left = scene.receive("m2", on: "c", at: 110)
            #expect(left.count == 1 && scene.found.withLock(\.self) == ["m1"])
            fault.isOn.withLock { $0 = false }
            scene.receive(left)
            #expect(scene.found.withLock(\.self) == ["m1"])
            let missing = TimetokenRange(after: 109, upTo: 110)
            try scene.fill("c", missing, with: [message("m2", timetoken: 110)])
            #expect(scene.found.withLock(\.self) == ["m1", "m2"])
            try scene.store.close()
        }
    }

    @Test("R13.7: messages that could not be recorded as reported arrive with the next message of any channel")
    func failedRecord() async throws {
        try await withDirectory { directory in
            let scene = try Scene(directory)
            try scene.store.write { db in
                try db.execute(
                    sql: """
                        CREATE TRIGGER refused BEFORE INSERT ON arrivalReported BEGIN SELECT RAISE(ABORT, 'full'); END
                        """
                )
            }
            scene.receive("m1", on: "c", at: 100)
            #expect(scene.found.withLock(\.self).isEmpty)
            try scene.store.write { try $0.execute(sql: "DROP TRIGGER refused") }
            scene.receive("m2", on: "d", at: 110)
            #expect(scene.found.withLock(\.self) == ["m1", "m2"])
            try scene.store.close()
        }
    }

    @Test("R13.7: a message that was published twice arrives once, also if its first publication fills a gap")
    func republication() async throws {
        try await withDirectory { directory in
            let scene = try Scene(directory)
            let lost = TimetokenRange(after: 90, upTo: 100)
            scene.receive([.subscribed(channels: ["c"], groups: []), .gap(lost, channels: ["c"])])
            try scene.store.write { try Ledger(db: $0).close("c", at: 100) }
            scene.receive("m", on: "c", at: 110)
            scene.receive("n", on: "c", at: 120)
            #expect(scene.found.withLock(\.self) == ["m", "n"])
            let found = [message("m", timetoken: 95), message("o", timetoken: 97)]
            try scene.fill("c", TimetokenRange(after: 50, upTo: 100), with: found)
            #expect(try scene.store.message("m")?.timetoken == 95)
            #expect(scene.found.withLock(\.self) == ["m", "n", "o"])
            try scene.store.close()
        }
    }
}
