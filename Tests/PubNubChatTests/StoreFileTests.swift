import Dispatch
import Foundation
import GRDB
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("The file of a store")
struct StoreFileTests {
    private func fill(_ store: ChatStore) throws {
        try store.write { db in
            var present = member()
            present.presence = .init(isPresent: true, presenceState: .some(.string("typing")))
            try PubNubManagedMember.insertOrUpdate(member: present, into: db)
            try PubNubManagedMessage.insert(message: message(), into: db)
        }
    }

    /// A read that waits for a connection of GRDB while the database is closed receives a closed connection, and accesses
    /// memory that SQLite does not have.
    @Test("A store that closes while threads read waits for their reads, and refuses later ones")
    func closedWhileRead() async throws {
        try await withDirectory { directory in
            for _ in 1...50 {
                let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
                let begun = DispatchGroup()
                let ended = DispatchGroup()
                let ends = Locked<[ResultCode?]>([])
                for _ in 1...8 {
                    begun.enter()
                    DispatchQueue(label: "reader").async(group: ended) {
                        do {
                            _ = try store.read { try PubNubManagedMessage.fetchCount($0) }
                            begun.leave()
                            while true { _ = try store.read { try PubNubManagedMessage.fetchCount($0) } }
                        } catch {
                            ends.withLock { $0.append((error as? DatabaseError)?.resultCode) }
                        }
                    }
                }
                await withCheckedContinuation { waiting in begun.notify(queue: .global()) { waiting.resume() } }
                try store.close()
                await withCheckedContinuation { waiting in ended.notify(queue: .global()) { waiting.resume() } }
                #expect(ends.withLock { $0 } == Array(repeating: .SQLITE_MISUSE, count: 8))
            }
        }
    }

    /// An asynchronous read finds out that its connection is closed; `read` would access memory that SQLite does not have.
    @Test("A read of the reader that waits while the store is closed gets no connection that is closed")
    func closedWhileReaderReads() async throws {
        try await withDirectory { directory in
            for _ in 1...20 {
                let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
                let reads = DispatchGroup()
                let errors = Locked<[String?]>([])
                // Closing waits for this one.
                let hasBegun = Locked(false)
                let end = DispatchSemaphore(value: 0)
                store.reader.asyncUnsafeRead { _ in
                    hasBegun.withLock { $0 = true }
                    end.wait()
                }
                #expect(await eventually { hasBegun.withLock { $0 } })
                let closing = Task.detached { try store.close() }
                #expect(await eventually { (try? store.read { _ in }) == nil })
                for _ in 1...100 {
                    reads.enter()
                    store.reader.asyncRead { result in
                        if case .failure(let error) = result {
                            errors.withLock { $0.append((error as? DatabaseError)?.message) }
                        }
                        reads.leave()
                    }
                }
                end.signal()
                try await closing.value
                await withCheckedContinuation { waiting in reads.notify(queue: .global()) { waiting.resume() } }
                #expect(errors.withLock { $0.allSatisfy { $0 == "The store is closed" } })
            }
        }
    }

    @Test("A store that is closed again stays closed")
    func closedAgain() async throws {
        try await withDirectory { directory in
            let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
            for _ in 0..<2 { try store.close() }
            #expect(throws: DatabaseError.self) { try store.count("message") }
        }
    }

    @Test("Everything except presence is stored when a file is opened again")
    func reopened() async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory.appendingPathComponent("deep/er"))
            let first = try ChatStore(configuration: configuration)
            try fill(first)
            #expect(try first.channel() != nil && first.member()?.isPresent == true)
            try first.close()
            let second = try ChatStore(configuration: configuration)
            #expect(second.recovery == nil)
            #expect(try second.message()?.content == message().content)
            #expect(try second.member()?.presence == .init(isPresent: false, presenceState: .none))
            #expect(try await second.read { try PubNubManagedChannel.fetchOne($0, id: "c")?.presentMemberCount } == 0)
            #expect(try await second.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
            #expect(try await second.read { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") } == 1)
        }
    }

    @Test("Only the first program that opens the file removes presence")
    func shared() async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let first = try ChatStore(configuration: configuration)
            try fill(first)
            let second = try ChatStore(configuration: configuration)
            #expect(try second.member()?.isPresent == true)
            try first.close()
            let third = try ChatStore(configuration: configuration)
            #expect(try third.member()?.isPresent == true)
            try second.close()
            try third.close()
            #expect(try ChatStore(configuration: configuration).member()?.isPresent == false)
        }
    }

    @Test("cleanStorageOnLoad empties the store when it is opened")
    func cleaned() async throws {
        try await withDirectory { directory in
            var configuration = DatastoreConfiguration(storageDirectlyURL: directory, storageUniqueFilename: "x.db")
            let first = try ChatStore(configuration: configuration)
            try fill(first)
            try first.close()
            configuration.cleanStorageOnLoad = true
            let second = try ChatStore(configuration: configuration)
            #expect(try second.count("message") == 0 && second.count("channel") == 0)
            try fill(second)
        }
    }

    @Test("Moves a damaged file aside unchanged, reports it, and creates a new one", arguments: [1, 3])
    func damaged(times: Int) async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let path = directory.appendingPathComponent("default")
            var targets: Set<URL> = []
            for time in 0..<times {
                let bytes = Data(String(repeating: "no database \(time) ", count: 500).utf8)
                try bytes.write(to: path)
                for companion in ["-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: path.path + companion)
                }
                let store = try ChatStore(configuration: configuration)
                let recovery = try #require(store.recovery)
                #expect(!recovery.problem.isEmpty)
                #expect(try Data(contentsOf: recovery.movedTo) == bytes)
                targets.insert(recovery.movedTo)
                try fill(store)
                try store.close()
            }
            #expect(targets.count == times)
        }
    }

    @Test("Moves a file with a damaged schema aside")
    func damagedPages() async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let first = try ChatStore(configuration: configuration)
            try fill(first)
            try first.close()
            let path = directory.appendingPathComponent("default")
            var bytes = try Data(contentsOf: path)
            bytes.replaceSubrange(100..<4096, with: Data(repeating: 0xA5, count: 3996))
            try bytes.write(to: path)
            let second = try ChatStore(configuration: configuration)
            #expect(try Data(contentsOf: try #require(second.recovery).movedTo) == bytes)
            #expect(try second.count("message") == 0)
        }
    }

    @Test("Refuses a read-only file with a clear error, and leaves it unchanged")
    func readOnly() async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let first = try ChatStore(configuration: configuration)
            try first.close()
            let path = directory.appendingPathComponent("default").path
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
            #expect(throws: ChatError.cannotOpenStore("\(path) is read-only")) {
                try ChatStore(configuration: configuration)
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        }
    }

    @Test("Only the owner may read the file and its companions; an existing file loses the permissions of others")
    func privateFiles() async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            for _ in 0..<2 {
                let store = try ChatStore(configuration: configuration)
                try fill(store)
                let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
                #expect(names.count >= 3)
                for name in names {
                    let path = directory.appendingPathComponent(name).path
                    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
                    #expect(mode?.intValue == 0o600, "\(name)")
                }
                try store.write { try PubNubManagedMessage.deleteAll($0) }
                try store.close()
                let path = directory.appendingPathComponent("default").path
                try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: path)
            }
        }
    }

    @Test("SQLite writes no messages to temporary files: each connection keeps in memory what it needs to undo")
    func temporaryFiles() async throws {
        try await withDirectory { directory in
            let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
            let inMemory = 2
            let sql = "PRAGMA temp_store"
            #expect(try await store.write { try Int.fetchOne($0, sql: sql) } == inMemory)
            #expect(try await store.read { try Int.fetchOne($0, sql: sql) } == inMemory)
            try store.close()
        }
    }

    @Test("All rows of a large table are removed")
    func largeWipe() async throws {
        let store = try ChatStore(configuration: .inMemory)
        try await store.write { db in
            for number in 0..<2_500 {
                try db.run("INSERT INTO channel (id) VALUES (?)", ["channel \(number)"])
            }
        }
        try await store.wipe()
        #expect(try store.count("channel") == 0)
    }

    @Test("Refuses a directory in place of the file, and a file in place of its directory")
    func places() async throws {
        try await withDirectory { directory in
            let path = directory.appendingPathComponent("default").path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            #expect(throws: ChatError.cannotOpenStore("\(path) is a directory")) {
                try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
            }
            let file = directory.appendingPathComponent("file")
            try Data([1]).write(to: file)
            #expect(throws: ChatError.cannotOpenStore("\(file.path)/default: its directory cannot be created")) {
                try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: file))
            }
            #expect(try Data(contentsOf: file) == Data([1]))
        }
    }

    @Test("Refuses a file of a later version or of another program with a clear error, and leaves it unchanged")
    func foreign() async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let path = directory.appendingPathComponent("default").path
            let first = try ChatStore(configuration: configuration)
            try await first.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 later')") }
            try first.close()
            #expect(throws: ChatError.cannotOpenStore("\(path) was written by a later version")) {
                try ChatStore(configuration: configuration)
            }
            let otherPath = directory.appendingPathComponent("other")
            let queue = try DatabaseQueue(path: otherPath.path)
            try await queue.write { try $0.execute(sql: "CREATE TABLE channel (frequency REAL)") }
            try queue.close()
            let bytes = try Data(contentsOf: otherPath)
            for clean in [false, true] {
                let other = DatastoreConfiguration(
                    storageDirectlyURL: directory,
                    storageUniqueFilename: "other",
                    cleanStorageOnLoad: clean
                )
                #expect(throws: ChatError.cannotOpenStore("\(otherPath.path) belongs to another program")) {
                    try ChatStore(configuration: other)
                }
                #expect(try Data(contentsOf: otherPath) == bytes)
            }
        }
    }

    @Test("Migrates the tables of the first version to the current one with their rows")
    func migrated() async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let queue = try DatabaseQueue(path: directory.appendingPathComponent("default").path)
            var migrator = DatabaseMigrator()
            StoreSchema.register(in: &migrator)
            try migrator.migrate(queue, upTo: "1 channels, users, members and messages")
            try await queue.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO channel (id, name) VALUES ('c', 'Name');
                        INSERT INTO user (id) VALUES ('u');
                        INSERT INTO member (id, channelId, userId) VALUES ('c:u', 'c', 'u');
                        INSERT INTO message (id, timetoken, dateCreated, text, pubnubUserId, pubnubChannelId)
                            VALUES ('m', 100, 0, 'Hello', 'u', 'c');
                        """
                )
            }
            try queue.close()
            let second = try ChatStore(configuration: configuration)
            #expect(try await second.read { try PubNubManagedChannel.fetchOne($0, id: "c")?.memberCount } == 1)
            #expect(try second.channel()?.name == "Name" && second.message()?.text == "Hello")
            try await second.write { try PubNubManagedMessageAction.insert(messageAction: action(), into: $0) }
            #expect(try second.message()?.messageActions.count == 1)
        }
    }

    @Test("Readers see the previous state during a write, and the complete one after it")
    func concurrentReaders() async throws {
        try await withDirectory { directory in
            let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
            try fill(store)
            try await store.write { db in
                try PubNubManagedMessage.remove(messageId: "m", from: db)
                let seen = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    #expect((try? store.count("message")) == 1)
                    seen.signal()
                }
                seen.wait()
            }
            #expect(try store.count("message") == 0)
        }
    }

    @Test("Concurrent writes are serialized, and none is lost")
    func serialWriter() async throws {
        let store = try storeWithBoth()
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    try await store.write { db in
                        let seats = try PubNubManagedChannel.fetchOne(db, id: "c").map { $0.convert() as Channel }?
                            .seats
                        var next = channel()
                        next.seats = (seats ?? 0) + 1
                        try PubNubManagedChannel.insertOrUpdate(channel: next, into: db)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.channel()?.seats == 53)
    }
}
