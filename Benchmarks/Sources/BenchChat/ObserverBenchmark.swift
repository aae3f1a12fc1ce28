import BenchMeasure
import Dispatch
import Foundation
import GRDB
import PubNubChat
import Synchronization

/// Many observers, each of a room of its own, and messages in one of the rooms.
struct ObserverBenchmark {
    let folder: URL
    let observers: Int

    private static let arrivals = 20
    private static let history = 60

    /// What is counted while messages come in.
    private final class Counts: Sendable {
        let fetches = Atomic(0)
        let calls = Atomic(0)
    }

    func run() async throws {
        let store = try await Town.open(folder)
        let rooms = (0..<observers).map { "room-\($0)" }
        for (index, room) in rooms.enumerated() {
            try await Town.add(room, to: store)
            let messages = (0..<Self.history).map { Town.message(index * 1000 + $0, in: room) }
            try await store.write(messages) { db, message in
                try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: true, into: db)
            }
        }
        let counts = Counts()
        let (told, tell) = AsyncStream.makeStream(of: String?.self)
        let queue = DispatchQueue(label: "observer")
        let observations = rooms.map { room in
            store.observe(
                Self.counted(room, counts),
                on: queue,
                onError: { _ in tell.finish() },
                onChange: { change in
                    counts.calls.add(1, ordering: .relaxed)
                    tell.yield(change.entities.first?.id)
                }
            )
        }
        defer { for observation in observations { observation.cancel() } }
        var heard = told.makeAsyncIterator()
        for _ in rooms { _ = await heard.next() }
        // Each looks again once it listens.
        try await Task.sleep(for: .seconds(2))
        counts.calls.store(0, ordering: .relaxed)
        counts.fetches.store(0, ordering: .relaxed)
        try await measure(store, counts, &heard)
        try store.close()
    }

    private func measure(
        _ store: ChatStore,
        _ counts: Counts,
        _ heard: inout AsyncStream<String?>.Iterator
    ) async throws {
        let cpu = cpu_seconds()
        var times: [Double] = []
        for number in 0..<Self.arrivals {
            let message = Town.message(900_000_000 + number, in: "room-0")
            let start = now_seconds()
            try await store.write { db in _ = try PubNubManagedMessage.insert(message: message, into: db) }
            while let newest = await heard.next(), newest != message.id {}
            times.append((now_seconds() - start) * 1e6)
        }
        // What is done in vain is done by then, and counts.
        try await Task.sleep(for: .seconds(2))
        let changes = Double(Self.arrivals)
        report("arrive-us", median(&times, times.count))
        report("cpu-us", (cpu_seconds() - cpu) / changes * 1e6)
        report("calls-per-change", Double(counts.calls.load(ordering: .relaxed)) / changes)
        report("fetches-per-change", Double(counts.fetches.load(ordering: .relaxed)) / changes)
    }

    /// What a screen of a room shows, counted each time that it is asked for.
    private static func counted(_ room: String, _ counts: Counts) -> QueryInterfaceRequest<PubNubManagedMessage> {
        counts.fetches.add(1, ordering: .relaxed)
        return Town.newest(in: room)
    }
}
