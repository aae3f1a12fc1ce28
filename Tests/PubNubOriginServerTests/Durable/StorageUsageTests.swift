import Dispatch
import GRDB
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("The sizes of keysets: counted once, and right whatever is stored and deleted during the count and later")
struct StorageUsageTests {
    private let folder: DataFolder
    private let file: WrittenFile

    init() throws {
        folder = try DataFolder()
        file = try WrittenFile(folder.file(), retention: MessageRetention(age: .seconds(1000)))
    }

    /// Writes a message of ten bytes.
    private func write(at second: UInt64, _ channel: String = "a", expiry: UInt64? = nil) throws {
        var message = StoredMessage(timetoken: second * 10_000_000, payload: Array("0123456789".utf8))
        message.expiry = expiry.map { $0 * 10_000_000 }
        try file.write(message, in: Topic(keyset: "demo", name: channel))
    }

    private func remove(_ channel: String) throws {
        try file.write([.removal(HistoryRange(), of: Topic(keyset: "demo", name: channel))])
    }

    /// The bytes that the file has.
    private func stored() throws -> Int {
        try file.file.pool.read { try StorageUsage.bytes($0)["demo"] ?? 0 }
    }

    private func count() async {
        #expect(await eventually { file.archive.storedBytes(keyset: "demo") > 0 })
    }

    @Test("What is written and deleted before the count reads the rows is neither counted twice nor left out")
    func duringTheCount() async throws {
        try write(at: 1)
        try write(at: 2, "b")
        let readers = BusyReaders(file.file.pool)
        #expect(file.archive.storedBytes(keyset: "demo") == 0)
        try write(at: 3, "c")
        try remove("b")
        // Another minute, and another question.
        try write(at: 100, "c")
        #expect(file.archive.storedBytes(keyset: "demo") == 0)
        readers.release()
        await count()
        #expect(file.archive.storedBytes(keyset: "demo") == 30)
        #expect(try stored() == 30)
        await file.close()
    }

    @Test("Messages that are not in the file yet are counted")
    func waiting() async throws {
        try write(at: 1)
        file.file.writer.suspend()
        let topic = Topic(keyset: "demo", name: "a")
        let message = StoredMessage(timetoken: 20_000_000, payload: Array("0123456789".utf8))
        file.archive.write(
            [.message(TopicMessage(message: message, topic: topic))],
            at: LogPosition(rawValue: 100),
            latest: message.timetoken
        )
        await count()
        #expect(file.archive.storedBytes(keyset: "demo") == 20)
        file.file.writer.resume()
        file.archive.waitUntilWritten()
        #expect(file.archive.storedBytes(keyset: "demo") == 20)
        #expect(try stored() == 20)
        await file.close()
    }

    @Test("After the count no rows are read again: what clients, expiry and the retention delete is subtracted")
    func afterTheCount() async throws {
        for second in 1...20 as ClosedRange<UInt64> { try write(at: second) }
        try write(at: 21, "b")
        try write(at: 22, "c", expiry: 1000)
        try write(at: 23, "d", expiry: 5000)
        await count()
        let readers = BusyReaders(file.file.pool)
        #expect(file.archive.storedBytes(keyset: "demo") == 230)
        try remove("b")
        #expect(file.archive.storedBytes(keyset: "demo") == 220)
        // Of the channel `a` messages up to second 10 are too old, and that of `c` has expired.
        try write(at: 1010, "e")
        #expect(await eventually { !file.archive.isSweeping })
        #expect(file.archive.storedBytes(keyset: "demo") == 120)
        readers.release()
        #expect(try stored() == 120)
        await file.close()
    }
}
