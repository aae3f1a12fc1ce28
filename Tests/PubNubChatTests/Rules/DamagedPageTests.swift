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

    @Test("R11.6: a subscription throws while the store cannot be written, and its channel is live afterwards")
    func unwritable() async throws {
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let ann = try await ChatDevice(address, as: "ann", file: file(directory))
                try await ann.connect()
                try await ann.store.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") }
                await #expect(throws: ChatError.self) { try await ann.provider.subscribe(to: ["room"]) }
                #expect(ann.store.condition == .sound)
                try await ann.store.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = OFF") }
                try await ann.upToDate("room")
                let bob = try await IntegrationClient.connected(address, as: "bob")
                try await bob.say("m", on: "room")
                try await ann.wait(for: "m", "m")
                try await ann.close()
            }
        }
    }

    @Test("R11.4: what only the damaged file has is in the new one, and is sent from there")
    func rescue() async throws {
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let bob = try await ChatDevice(address, as: "bob", on: ["room"])
                var ann = try await ChatDevice(address, as: "ann", on: ["room"], file: file(directory))
                try await ann.say("a1", "first", on: "room")
                ann.provider.disconnect()
                _ = try await ann.events.next("disconnected") { if case .disconnected = $0 { true } else { nil } }
                try await ann.data.editMessage("a1", text: "second")
                let queued = message("a2", text: "queued", timetoken: 0, user: "ann", channel: "room")
                try await ann.data.queueMessage(.init(message: queued))
                try await ann.data.addReaction("👍", on: "a2")
                try await ann.store.setDraft("begun", on: "room")
                let (page, size) = try await ann.store.read { db in
                    (
                        try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'copyProgress'"),
                        try Int.fetchOne(db, sql: "PRAGMA page_size")
                    )
                }
                try await ann.close()
                let bytes = try #require(size)
                let place = (try #require(page) - 1) * bytes
                try Page(file: directory.appendingPathComponent("default"), place: place, size: bytes).overwrite()
                let damaged = try ChatStore(configuration: file(directory))
                damaged.note(DatabaseError(resultCode: .SQLITE_CORRUPT))
                try damaged.close()
                ann = try await ChatDevice(address, as: "ann", file: file(directory))
                #expect(ann.store.recovery?.rescued == 4)
                #expect(try ann.data.outbox().map(\.kind) == [.edit, .message, .reaction])
                #expect(
                    try ann.store.message("a2")?.text == "queued" && ann.store.message("a1")?.currentText == "second"
                )
                #expect(try await ann.store.read { try ChatDraft.fetchOne($0, id: "room")?.text } == "begun")
                try await ann.connect()
                try await bob.wait(for: "second", "a1")
                try await bob.wait(for: "queued", "a2")
                try await bob.store.wait("the reaction") {
                    try PubNubManagedMessageAction.messageActionsBy(messageId: "a2").fetchAll($0).map(\.value)
                } until: {
                    $0 == ["👍"]
                }
                for device in [ann, bob] { try await device.close() }
            }
        }
    }

    @Test("R11.5: damage is found in the background after a program ended without closing the store")
    func unclean() async throws {
        try await withDirectory { directory in
            let store = try ChatStore(configuration: file(directory))
            try await add("m", to: store)
            let page = try await store.read { db in
                (
                    try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'draft'"),
                    try Int.fetchOne(db, sql: "PRAGMA page_size")
                )
            }
            // The file and its log, as a killed program leaves them.
            let left = directory.appendingPathComponent("left")
            try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
            _ = try await store.writer.writeWithoutTransaction { try $0.checkpoint(.full) }
            try await add("n", to: store)
            for name in ["default", "default-wal"] {
                try FileManager.default.copyItem(
                    at: directory.appendingPathComponent(name),
                    to: left.appendingPathComponent(name)
                )
            }
            try store.close()
            let size = try #require(page.1)
            let place = (try #require(page.0) - 1) * size
            try Page(file: left.appendingPathComponent("default"), place: place, size: size).overwrite()
            let damaged = try ChatStore(configuration: file(left))
            for await condition in damaged.conditions() {
                if case .damaged = condition { break }
            }
            try damaged.close()
            let repaired = try ChatStore(configuration: file(left))
            #expect(repaired.recovery != nil)
            try repaired.close()
        }
    }

    @Test("R11.7: a line of a kind is written once a minute")
    func lines() {
        let (pace, now) = (LogPace(), ContinuousClock.now)
        #expect(pace.allows(11, at: now) && !pace.allows(11, at: now.advanced(by: .seconds(59))))
        #expect(pace.allows(13, at: now) && pace.allows(11, at: now.advanced(by: .seconds(60))))
        #expect(pace.allows(DatabaseError(resultCode: .SQLITE_FULL), at: now.advanced(by: .seconds(61))))
    }
}
