import Foundation
import GRDB
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("The log of SQLite next to a data file: empty after a stop, and bounded while the server runs")
struct DataFileSizeTests {
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    /// The size of the log of SQLite; 0 without one.
    private var logSize: Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder.file() + "-wal")
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    @Test("After a stop the data file by itself has all messages")
    func stop() async throws {
        let origin = try DurableOrigin(folder.file())
        for number in 1...3 { #expect(await origin.get("/publish/demo/demo/0/a/0/\(number)").status == 200) }
        // Opens a connection that reads.
        #expect(await origin.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[1,2,3]"))
        #expect(logSize > 0)
        await origin.close()
        #expect(logSize == 0)
        try FileManager.default.copyItem(atPath: folder.file(), toPath: folder.file("copy.sqlite"))
        let copy = try DurableOrigin(folder.file("copy.sqlite"))
        #expect(await copy.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[1,2,3]"))
        await copy.close()
    }

    @Test("After a large transaction the log of SQLite shrinks to 16 MiB with the next ones")
    func largeTransaction() throws {
        let most = 16 * 1024 * 1024
        let file = try DataFile(path: folder.file())
        try file.write { db in
            try db.execute(sql: "INSERT INTO log (position, date, entries) VALUES (1, 1, zeroblob(\(most * 3 / 2)))")
        }
        #expect(logSize > most)
        try file.setSettings("one")
        #expect(logSize <= most)
        file.close()
        #expect(logSize == 0)
    }
}
