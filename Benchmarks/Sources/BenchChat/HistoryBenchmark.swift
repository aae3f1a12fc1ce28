import BenchMeasure
import Foundation
import GRDB
import PubNubChat

/// Loads a history into a file, then opens its room, then lets one message after the other come in.
struct HistoryBenchmark {
    let folder: URL
    let messages: Int

    private static let openings = 200
    private static let arrivals = 200
    /// How many messages are made at a time, so that those that wait do not count as memory.
    private static let page = 2560

    func run() async throws {
        let store = try await Town.open(folder)
        try await load(into: store)
        try await open(store)
        try await arrive(at: store)
        try store.close()
    }

    private func load(into store: ChatStore) async throws {
        for number in 0..<100 { try await Town.add(number == 99 ? Town.room : "room-\(number)", to: store) }
        var early: Double?
        var failed = 0
        let (start, cpu) = (now_seconds(), cpu_seconds())
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
        report("bytes-per-message", Double(try bytes()) / Double(messages))
    }

    /// The newest messages as values, with authors, room and reactions.
    private func open(_ store: ChatStore) async throws {
        var times: [Double] = []
        for _ in 0..<Self.openings {
            let start = now_seconds()
            let shown: [PubNubChatMessage] = try await store.read { db in
                try Town.newest(in: Town.room).fetchAll(db).map { try $0.convert(from: db) }
            }
            times.append((now_seconds() - start) * 1e6)
            guard shown.count == 50, shown.contains(where: { $0.messageActions.count == 2 }) else {
                throw BenchFailure("the room is not what was stored")
            }
        }
        report("open-us", median(&times, times.count))
    }

    /// From the call that stores a message to the closure of who observes its room.
    private func arrive(at store: ChatStore) async throws {
        let (told, tell) = AsyncStream.makeStream(of: String?.self)
        let observation = store.observe(
            Town.newest(in: Town.room),
            on: DispatchQueue(label: "observer"),
            onError: { _ in tell.finish() },
            onChange: { change in tell.yield(change.entities.first?.id) }
        )
        defer { observation.cancel() }
        var heard = told.makeAsyncIterator()
        _ = await heard.next()
        var times: [Double] = []
        for number in messages..<messages + Self.arrivals {
            let message = Town.message(number, in: Town.room)
            let start = now_seconds()
            try await store.write { db in _ = try PubNubManagedMessage.insert(message: message, into: db) }
            while let newest = await heard.next(), newest != message.id {}
            times.append((now_seconds() - start) * 1e6)
        }
        report("arrive-us", median(&times, times.count))
    }

    private func bytes() throws -> Int {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
            .reduce(0) { $0 + (try $1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
    }
}
