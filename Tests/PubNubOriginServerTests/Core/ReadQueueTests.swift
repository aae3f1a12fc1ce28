import Dispatch
import NIOCore
import PubNubSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Places for long reads are shared by keysets")
struct ReadQueueTests {
    /// Reads that end when the test says so, by the names that they were given.
    private final class Held: Sendable {
        private let ends = Locked<[(name: String, end: @Sendable () -> Void)]>([])
        let queue: ReadQueue

        init(width: Int) {
            queue = ReadQueue(queue: nil, width: width)
        }

        /// The reads that run, in the order in which they began.
        var running: [String] { ends.withLock { $0.map(\.name) } }

        func run(_ keyset: String, _ count: Int = 1, from address: AddressKey? = nil) {
            for number in 0..<count {
                queue.run(for: keyset, from: address, blocks: false) { end in
                    self.ends.withLock { $0.append(("\(keyset)\(number)", end)) }
                }
            }
        }

        /// Ends the read that has run for longest.
        func finish() {
            let first = ends.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            first?.end()
        }
    }

    @Test("A keyset with many reads leaves a place to others")
    func share() {
        let held = Held(width: 4)
        held.run("loud", 1000)
        #expect(held.running == ["loud0", "loud1", "loud2"])
        held.run("quiet")
        #expect(held.running == ["loud0", "loud1", "loud2", "quiet0"])
        for _ in 0..<4 { held.finish() }
        #expect(held.running == ["loud3", "loud4", "loud5"])
    }

    @Test(
        "A keyset has no more than 1,000 waiting reads, and each address leaves as much room as it takes, so that others always find some"
    )
    func bound() throws {
        let (loud, other) = try (address("10.0.0.1"), address("10.0.0.2"))
        let held = Held(width: 4)
        held.run("loud", 3)
        func taken(_ count: Int, from address: AddressKey) -> Int {
            (0..<count).map { _ in held.queue.run(for: "loud", from: address, blocks: false) { $0() } }.count { $0 }
        }
        #expect(taken(1200, from: loud) == 500)
        #expect(taken(300, from: other) == 250)
        #expect(taken(300, from: try address("10.0.0.3")) == 125)
        #expect(taken(1, from: loud) == 0)
        #expect(held.queue.waitingCount == 875)
        for _ in 0..<2 { #expect(held.queue.run(for: "loud", blocks: false) { $0() }) }
        #expect(held.queue.run(for: "quiet", blocks: false) { $0() })
    }

    private func address(_ text: String) throws -> AddressKey {
        AddressKey(try SocketAddress(ipAddress: text, port: 1))
    }

    @Test("Within a keyset, free places go to waiting addresses in turn")
    func addresses() throws {
        let held = Held(width: 1)
        held.run("a", 100, from: try address("10.0.0.1"))
        let start = held.running
        held.run("a", 2, from: try address("10.0.0.2"))
        held.run("a", 1, from: try address("10.0.0.3"))
        // The names count from 0 for each call of `run`.
        var order = start
        for _ in 0..<6 {
            held.finish()
            order += held.running
        }
        #expect(order == ["a0", "a1", "a0", "a0", "a2", "a1", "a3"])
    }

    @Test("Free places go to waiting keysets in turn, however many reads each of them has")
    func turns() {
        let held = Held(width: 4)
        held.run("a", 1000)
        held.run("b", 1000)
        held.run("c", 2)
        #expect(held.running == ["a0", "a1", "a2", "b0"])
        for _ in 0..<6 { held.finish() }
        #expect(held.running == ["c0", "a4", "b2", "c1"])
        #expect(held.queue.waitingCount == 2002 - 10)
    }

    @Test("All reads run, each once, in the order of their keyset")
    func all() {
        let held = Held(width: 4)
        for _ in 0..<50 { for keyset in ["a", "b", "c"] { held.run(keyset) } }
        var count = 0
        while !held.running.isEmpty {
            #expect(held.running.count <= 4)
            held.finish()
            count += 1
        }
        #expect(count == 150 && held.queue.waitingCount == 0)
        held.run("a", 4)
        #expect(held.running.count == 3, "the places of ended reads are free")
    }
}

/// Requests are submitted one after the other on one queue, as an event loop does it for the connections that it has.
private final class LoopOrigin: Sendable {
    private let core: OriginCore
    private let loop = DispatchQueue(label: "event loop")
    private let answers = Locked<[String: String]>([:])

    init(_ core: OriginCore) {
        self.core = core
    }

    func send(_ target: String) {
        loop.async {
            self.core.submit(OriginRequest(target: target)) { reply in
                guard case .response(let response, _) = reply else { return }
                let text = "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
                self.answers.withLock { $0[target] = text }
            }
        }
    }

    func answer(to target: String) -> String? { answers.withLock { $0[target] } }

    /// Sends requests, and waits until all have their responses.
    func served(_ targets: [String]) async throws -> Bool {
        for target in targets { send(target) }
        return try await onOwnThread {
            waitUntil { targets.allSatisfy { self.answer(to: $0)?.hasPrefix("200") == true } }
        }
    }

    func close() async { await core.stop() }
}

/// A gate that long reads stop at.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let arrived = Locked(0)

    /// How many reads have arrived.
    var count: Int { arrived.withLock { $0 } }

    func pass() {
        arrived.withLock { $0 += 1 }
        semaphore.wait()
        semaphore.signal()
    }

    /// Lets all reads through, those that arrive later among them.
    func open() { semaphore.signal() }
}

/// An archive in which counts, and searches for patterns, stop at a gate.
private final class GatedArchive: MessageArchive {
    private struct Reader: ArchiveReader {
        let base: any ArchiveReader
        let gate: Gate

        func page(_ range: HistoryRange, of topic: Topic, date: UInt64) throws -> [StoredMessage] {
            try base.page(range, of: topic, date: date)
        }

        func count(after timetoken: UInt64, of topic: Topic, date: UInt64, limit: Int) throws -> MessageCount {
            gate.pass()
            return try base.count(after: timetoken, of: topic, date: date, limit: limit)
        }

        func messages(_ range: CatchUpRange, of topic: Topic, date: UInt64) throws -> [TopicMessage] {
            if ChannelName.isWildcard(topic.name) { gate.pass() }
            return try base.messages(range, of: topic, date: date)
        }
    }

    private let base: any MessageArchive
    private let gate: Gate

    init(_ base: any MessageArchive, _ gate: Gate) {
        self.base = base
        self.gate = gate
    }

    var storesAll: Bool { base.storesAll }

    func write(_ changes: [ArchiveChange], at position: LogPosition, latest: UInt64) {
        base.write(changes, at: position, latest: latest)
    }

    func read(_ body: @escaping @Sendable ((any ArchiveReader)?) -> Void) {
        base.read { [gate] reader in body(reader.map { Reader(base: $0, gate: gate) }) }
    }

    func readFailed(_ error: any Error) { base.readFailed(error) }

    func setKeysetRetention(_ retention: [String: MessageRetention]) { base.setKeysetRetention(retention) }

    func setSettings(_ settings: AppliedSettings) { base.setSettings(settings) }

    func storedBytes(keyset: String) -> Int { base.storedBytes(keyset: keyset) }

    var health: ArchiveHealth { base.health }

    func close() async { await base.close() }
}

@Suite("Long reads do not hold up other requests")
struct LongReadThreadTests {
    private static let channels = (0..<60).map { "w.c\($0)" }
    private static let counts =
        "/v3/history/sub-key/demo/message-counts/\(channels.joined(separator: ","))?timetoken=1"
    /// A poll from the beginning: most channels have lost their buffers.
    private static let poll = "/v2/subscribe/demo/w.*/0?tt=1"
    private static let everybody = "/v2/presence/sub-key/demo"
    /// Requests of the same keyset that need the lock, the log, or a reader.
    private static let others = [
        "/time/0", "/publish/demo/demo/0/other/0/1", "/v2/history/sub-key/demo/channel/w.c1",
        "/v2/presence/sub-key/demo/channel/p1/heartbeat?uuid=v", "/v2/presence/sub-key/demo/channel/p1",
        "/v2/subscribe/demo/w.c59/0?tt=1", "/v1/channel-registration/sub-key/demo/channel-group/g?add=a",
        "/v1/channel-registration/sub-key/demo/channel-group/g", "/v2/presence/sub-key/demo/uuid/v",
    ]

    private static var limits: OriginLimits {
        var limits = OriginLimits()
        limits.bufferedChannels = 10
        return limits
    }

    private func fill(_ origin: LoopOrigin) async throws {
        let crowd = (0...PresenceQuery.longCount).map { "p\($0)" }.joined(separator: ",")
        #expect(
            try await origin.served(
                Self.channels.map { "/publish/demo/demo/0/\($0)/0/1" } + [
                    "/v2/presence/sub-key/demo/channel/\(crowd)/heartbeat?uuid=u"
                ]
            )
        )
    }

    @Test("All other requests get responses while readers are blocked", arguments: [false, true])
    func readers(isDurable: Bool) async throws {
        let folder = try DataFolder()
        let configuration = OriginConfiguration(limits: Self.limits)
        let storage =
            isDurable ? try OpenedStorage.open(path: folder.file(), configuration) : OpenedStorage.memory(configuration)
        let gate = Gate()
        let gated = OpenedStorage(
            log: storage.log,
            archive: GatedArchive(storage.archive, gate),
            state: storage.state
        )
        let queue = DispatchQueue(label: "reads", attributes: .concurrent)
        let core = OriginCore(configuration: configuration, storage: gated, reads: ReadQueue(queue: queue))
        let origin = LoopOrigin(core)
        try await fill(origin)
        origin.send(Self.counts)
        origin.send(Self.poll)
        #expect(try await onOwnThread { waitUntil { gate.count == 2 } })
        #expect(try await origin.served(Self.others))
        #expect(origin.answer(to: Self.counts) == nil && origin.answer(to: Self.poll) == nil, "they still read")
        gate.open()
        #expect(
            try await onOwnThread {
                waitUntil { origin.answer(to: Self.counts) != nil && origin.answer(to: Self.poll) != nil }
            }
        )
        let counts = try #require(origin.answer(to: Self.counts))
        #expect(Self.channels.allSatisfy { counts.contains("\"\($0)\":1") })
        #expect(origin.answer(to: Self.poll)?.hasPrefix("200 {\"t\":{\"t\":") == true)
        await origin.close()
    }

    @Test("Here-now of everything, counts and polls from the beginning are not served on the threads of requests")
    func threads() async throws {
        let queue = DispatchQueue(label: "reads", attributes: .concurrent)
        let configuration = OriginConfiguration(limits: Self.limits)
        let origin = LoopOrigin(OriginCore(configuration: configuration, reads: ReadQueue(queue: queue)))
        try await fill(origin)
        queue.suspend()
        let long = [Self.everybody, Self.counts, Self.poll]
        for target in long { origin.send(target) }
        #expect(try await origin.served(Self.others))
        #expect(long.allSatisfy { origin.answer(to: $0) == nil })
        queue.resume()
        #expect(try await onOwnThread { waitUntil { long.allSatisfy { origin.answer(to: $0) != nil } } })
        #expect(origin.answer(to: Self.everybody)?.contains("\"total_occupancy\": ") == true)
        await origin.close()
    }

    @Test("A long list has the content of the time when it begins, and is not written for a client that is gone")
    func waitingLists() async throws {
        let queue = DispatchQueue(label: "reads")
        let configuration = OriginConfiguration(limits: Self.limits)
        let reads = ReadQueue(queue: queue)
        let core = OriginCore(configuration: configuration, reads: reads)
        let origin = LoopOrigin(core)
        try await fill(origin)
        queue.suspend()
        let gone = Locked(false)
        let lists = (1...5).map { Self.everybody + "?list=\($0)" }
        for target in lists { origin.send(target) }
        let id = core.submit(OriginRequest(target: Self.everybody)) { _ in gone.withLock { $0 = true } }
        core.cancel(id)
        #expect(try await origin.served(["/v2/presence/sub-key/demo/channel/late-room/heartbeat?uuid=late"]))
        queue.resume()
        #expect(try await onOwnThread { waitUntil { lists.allSatisfy { origin.answer(to: $0) != nil } } })
        #expect(lists.allSatisfy { origin.answer(to: $0)?.contains("late-room") == true })
        #expect(reads.waitingCount == 0 && !gone.withLock { $0 })
        await origin.close()
    }

    @Test("Long reads of one keyset, however many, leave a place to those of another")
    func keysets() async throws {
        let gate = Gate()
        let configuration = OriginConfiguration(limits: Self.limits)
        let storage = OpenedStorage.memory(configuration)
        let gated = OpenedStorage(
            log: storage.log,
            archive: GatedArchive(storage.archive, gate),
            state: storage.state
        )
        let queue = DispatchQueue(label: "reads", attributes: .concurrent)
        let reads = ReadQueue(queue: queue)
        let origin = LoopOrigin(OriginCore(configuration: configuration, storage: gated, reads: reads))
        try await fill(origin)
        let flood = (1...200).map { Self.counts + "\($0)" }
        for target in flood { origin.send(target) }
        #expect(try await onOwnThread { waitUntil { gate.count == 3 && reads.waitingCount == 197 } })
        origin.send("/v3/history/sub-key/calm/message-counts/a,b,c,d,e?timetoken=1")
        #expect(try await onOwnThread { waitUntil { gate.count == 4 } }, "it began before 197 others")
        gate.open()
        #expect(
            try await onOwnThread { waitUntil { flood.allSatisfy { origin.answer(to: $0)?.hasPrefix("200") == true } } }
        )
        await origin.close()
    }
}
