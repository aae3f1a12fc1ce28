import Foundation
import GRDB
import Testing

@testable import PubNubChat

@Suite("A file that another program has open is neither moved, emptied nor migrated", .timeLimit(.minutes(5)))
struct SharedStoreTests {
    private func fill(_ directory: URL) throws {
        let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
        try store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member(), into: db)
            try PubNubManagedMessage.insert(message: message(), into: db)
        }
        try store.close()
    }

    private func error(_ configuration: DatastoreConfiguration) -> String {
        do {
            try ChatStore(configuration: configuration).close()
            return ""
        } catch {
            return "\(error)"
        }
    }

    private func names(in directory: URL) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: directory.path))
    }

    @Test("Does not empty a store that another program has open: the error says what to do, and the rows stay")
    func emptied() async throws {
        try await withDirectory { directory in
            try fill(directory)
            let other = try StoreProcess(["open", directory.path])
            #expect(try await other.line() == "opened")
            let path = directory.appendingPathComponent("default").path
            let clean = DatastoreConfiguration(storageDirectlyURL: directory, cleanStorageOnLoad: true)
            let text =
                "\(path) cannot be emptied while another program has it open; close that program, or open it without "
            #expect(error(clean) == "cannot open the store: \(text)cleanStorageOnLoad")
            let beside = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
            #expect(try beside.message()?.text == "Hello")
            try beside.close()
            try await other.kill()
            let alone = try ChatStore(configuration: clean)
            #expect(try alone.count("message") == 0)
            try alone.close()
        }
    }

    @Test(
        "Does not move a damaged file that another program has open: the error says what to do, and every byte stays"
    )
    func damaged() async throws {
        try await withDirectory { directory in
            try fill(directory)
            let other = try StoreProcess(["open", directory.path])
            #expect(try await other.line() == "opened")
            let url = directory.appendingPathComponent("default")
            let handle = try FileHandle(forWritingTo: url)
            // The first page is in the log of the other program.
            try handle.seek(toOffset: 4096)
            try handle.write(contentsOf: Data(repeating: 0xA5, count: 8 * 4096))
            try handle.close()
            let bytes = try Data(contentsOf: url)
            let before = try names(in: directory)
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let text = error(configuration)
            #expect(text.contains("is damaged"))
            #expect(text.hasSuffix("and another program has it open; close that program and open the store again"))
            #expect(try Data(contentsOf: url) == bytes && names(in: directory) == before)
            try await other.kill()
            let alone = try ChatStore(configuration: configuration)
            let recovery = try #require(alone.recovery)
            // The log of the killed program may have repaired single pages.
            #expect(try Data(contentsOf: recovery.movedTo).count { $0 == 0xA5 } > 4096)
            #expect(try alone.count("message") == 0)
            try alone.close()
        }
    }

    @Test("Does not migrate a file that a program of an earlier version has open, and says so")
    func migrated() async throws {
        try await withDirectory { directory in
            try fill(directory)
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let former = try ChatStore(configuration: configuration)
            try await former.write {
                try $0.execute(
                    sql: "DROP TABLE copyOwner; DELETE FROM grdb_migrations WHERE identifier = '9 keyset and user'"
                )
            }
            try former.close()
            // Versions before 0.7 mark an open file this way.
            let earlier = open(directory.appendingPathComponent("default-open").path, O_RDWR | O_CLOEXEC)
            #expect(earlier >= 0 && flock(earlier, LOCK_SH) == 0)
            let text = error(configuration)
            #expect(
                text.hasSuffix(
                    "has the tables of an earlier version, and another program has it open; close that program first"
                )
            )
            let reader = try DatabaseQueue(path: directory.appendingPathComponent("default").path)
            #expect(try await reader.read { try !$0.tableExists("copyOwner") })
            try reader.close()
            // A child process that another test forks shares the open file until it executes a program, and would keep the lock.
            flock(earlier, LOCK_UN)
            close(earlier)
            #expect(error(configuration) == "")
        }
    }

    @Test("A released store whose query is still observed counts as open")
    func observed() async throws {
        try await withDirectory { directory in
            try fill(directory)
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            var changes = try ChatStore(configuration: configuration)
                .changes(of: PubNubManagedMessage.messagesBy(pubnubChannelId: "c")).makeAsyncIterator()
            #expect(try await changes.next()?.insertions.count == 1)
            let clean = DatastoreConfiguration(storageDirectlyURL: directory, cleanStorageOnLoad: true)
            #expect(error(clean).contains("another program has it open"))
            withExtendedLifetime(changes) {}
        }
    }

    @Test("Paths through symbolic links lead to one store")
    func linked() async throws {
        try await withDirectory { directory in
            try fill(directory)
            let link = directory.appendingPathComponent("link")
            try FileManager.default.createSymbolicLink(
                at: link,
                withDestinationURL: directory.appendingPathComponent("default")
            )
            let other = try StoreProcess(["open", directory.path])
            #expect(try await other.line() == "opened")
            let clean = DatastoreConfiguration(
                storageDirectlyURL: directory,
                storageUniqueFilename: "link",
                cleanStorageOnLoad: true
            )
            #expect(error(clean).contains("another program has it open"))
            try await other.kill()
        }
    }

    @Test("A closed store can be emptied immediately and repeatedly")
    func reopened() async throws {
        try await withDirectory { directory in
            let clean = DatastoreConfiguration(storageDirectlyURL: directory, cleanStorageOnLoad: true)
            for _ in 0..<20 {
                let store = try ChatStore(configuration: clean)
                #expect(try store.count("message") == 0)
                try store.write { db in
                    try PubNubManagedMember.insertOrUpdate(member: member(), into: db)
                    try PubNubManagedMessage.insert(message: message(), into: db)
                }
                try store.close()
            }
        }
    }
}
