import Foundation
import GRDB
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("A damaged page that is found later leads to recovery", .timeLimit(.minutes(5)))
struct DamagedPageTests {
    private func file(_ directory: URL) -> DatastoreConfiguration {
        DatastoreConfiguration(storageDirectlyURL: directory)
    }

    private struct Page {
        let file: URL
        let place: Int
        let size: Int

        func overwrite() throws {
            let handle = try FileHandle(forWritingTo: file)
            try handle.seek(toOffset: UInt64(place))
            try handle.write(contentsOf: Data(repeating: 0xA5, count: size))
            try handle.close()
        }
    }

    /// Makes a store with messages, and returns the root page of a table.
    private func fill(_ directory: URL, rootOf table: String) throws -> Page {
        let store = try ChatStore(configuration: file(directory))
        try store.write { db in
            for number in 1...500 {
                let tea = message("m\(number)", text: "tea \(number)", timetoken: Timetoken(number)).withPlaceholders
                try PubNubManagedMessage.insertOrUpdate(message: tea, processMessageActions: false, into: db)
            }
        }
        let (page, size) = try store.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [table]),
                try Int.fetchOne(db, sql: "PRAGMA page_size")
            )
        }
        try store.close()
        let place = (try #require(page) - 1) * (try #require(size))
        return Page(file: directory.appendingPathComponent("default"), place: place, size: try #require(size))
    }

    /// Overwrites the root page of a table in a store with messages.
    private func damage(_ table: String, in directory: URL) throws {
        try fill(directory, rootOf: table).overwrite()
    }

    private func add(_ id: String, to store: ChatStore) async throws {
        try await store.write { db in
            _ = try PubNubManagedMessage.insertOrUpdate(
                message: message(id, text: "tea", timetoken: 9_000).withPlaceholders,
                processMessageActions: false,
                into: db
            )
        }
    }

    @Test("Damage in the search index is reported, and the next opening builds the index again")
    func index() async throws {
        try await withDirectory { directory in
            let page = try fill(directory, rootOf: "messageSearch_data")
            let damaged = try ChatStore(configuration: file(directory))
            #expect(damaged.recovery == nil && damaged.condition == .sound)
            try page.overwrite()
            // The pages that the store has read are in memory.
            try #require(damaged.writer as? DatabasePool).releaseMemory()
            var conditions = damaged.conditions().makeAsyncIterator()
            #expect(await conditions.next() == .sound)
            await #expect(throws: DatabaseError.self) { try await add("new", to: damaged) }
            guard case .damaged? = await conditions.next() else { return #expect(Bool(false), "no damage is reported") }
            #expect(try damaged.count("message") == 500, "other pages are readable")
            try damaged.close()
            let rebuilt = try ChatStore(configuration: file(directory))
            #expect(rebuilt.recovery == nil && rebuilt.condition == .sound)
            try await add("new", to: rebuilt)
            #expect(try await rebuilt.search(ChatSearch("tea", limit: 500)).count == 500)
            #expect(try await rebuilt.search(ChatSearch("7", matchesPrefix: false)).map(\.id) == ["m7"])
            #expect(try await rebuilt.read { try String.fetchAll($0, sql: "PRAGMA quick_check") } == ["ok"])
            try rebuilt.close()
            let again = try ChatStore(configuration: file(directory))
            #expect(try again.count("message") == 501)
            try again.close()
        }
    }

    @Test("An index that was damaged while the store was closed is built again when it is opened")
    func closedIndex() async throws {
        try await withDirectory { directory in
            try damage("messageSearch_data", in: directory)
            for _ in 0..<2 {
                let rebuilt = try ChatStore(configuration: file(directory))
                #expect(rebuilt.recovery == nil && rebuilt.condition == .sound)
                #expect(try await rebuilt.search(ChatSearch("tea", limit: 500)).count == 500)
                try rebuilt.close()
            }
        }
    }

    @Test("A file with other damage is moved aside at the next opening")
    func otherPages() async throws {
        try await withDirectory { directory in
            try damage("draft", in: directory)
            let damaged = try ChatStore(configuration: file(directory))
            await #expect(throws: (any Error).self) { try await damaged.setDraft("begun", on: "c") }
            guard case .damaged = damaged.condition else { return #expect(Bool(false), "no damage is reported") }
            try damaged.close()
            let empty = try ChatStore(configuration: file(directory))
            #expect(try empty.recovery != nil && empty.count("message") == 0)
            try await empty.setDraft("begun", on: "c")
            try empty.close()
            let again = try ChatStore(configuration: file(directory))
            #expect(again.recovery == nil)
            try again.close()
        }
    }

    @Test("A subscription throws when its events cannot be stored, and does not wait for ever")
    func subscription() async throws {
        try await withDirectory { directory in
            try damage("copyProgress", in: directory)
            try await withOrigin { _, address in
                let ann = try await ChatDevice(address, as: "ann", file: file(directory))
                try await ann.connect()
                await #expect(throws: ChatError.self) { try await ann.provider.subscribe(to: ["room"]) }
                _ = try await ann.events.next("damage") { if case .storeDamaged = $0 { true } else { nil } }
                await #expect(throws: ChatError.self) {
                    try await ann.data.queueMessage(.init(message: message("m", timetoken: 0, user: "ann")))
                }
                try await ann.close()
            }
        }
    }
}
