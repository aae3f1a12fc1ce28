import BenchMeasure
import Foundation
import GRDB
import PubNubChat

/// Loads a history into a file through the public functions.
struct LoadBenchmark {
    let folder: URL
    let messages: Int

    /// The number of messages created at a time, so that waiting messages do not count as memory.
    private static let page = 2560

    func run() async throws {
        let town = Town(folder: folder)
        let store = try town.open()
        try await town.addPeopleAndRooms(to: store)
        var early: Double?
        var failed = 0
        let start = now_seconds()
        let cpu = cpu_seconds()
        for first in stride(from: 0, to: messages, by: Self.page) {
            let page = (first..<min(first + Self.page, messages)).map { Town.message($0, in: Town.room(of: $0)) }
            failed += try await store.write(page) { db, message in
                try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: true, into: db)
            }.count
            if early == nil, first + Self.page >= messages / 10 { early = resident_kib() }
        }
        guard failed == 0 else { throw BenchFailure("\(failed) messages were not stored") }
        report("per-second", Double(messages) / (now_seconds() - start))
        report("load-cpu-us", (cpu_seconds() - cpu) / Double(messages) * 1e6)
        report("grown-kib", resident_kib() - (early ?? resident_kib()))
        report("resident-kib", resident_kib())
        report("bytes-per-message", Double(try town.bytes()) / Double(messages))
        try store.close()
    }
}
