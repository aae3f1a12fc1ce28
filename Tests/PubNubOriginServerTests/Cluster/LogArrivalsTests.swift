import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer

@Suite("Whether a server of a cluster is behind the others")
struct LogArrivalsTests {
    private let clock = OriginManualClock()
    private let stream: SharedStream

    init() {
        stream = SharedStream(clock: clock)
    }

    /// Stores a record without changes.
    private func store(_ number: UInt64) {
        stream.store(StreamCodec.encode(LogBatch(number: number, after: 0, entries: []), boot: 7))
    }

    @Test("Is behind with each old record that arrives after a gap, although the stream counts none after it")
    func afterGap() async throws {
        let connection = SharedStream.Connection(stream)
        let configuration = OriginConfiguration(clock: clock)
        let log = try await OpenedStorage.join(connection, configuration).storage.log
        let seen = Locked<[[UnreadyReason]]>([])
        // The stream forgets the closure when the log is closed.
        log.follow { _ in
            let reasons = log.health.reasons
            seen.withLock { $0.append(reasons) }
        }
        await log.caughtUp()
        seen.withLock { $0 = [] }
        // A process that is stopped receives what the stream sent in the meantime when it goes on.
        connection.isCut = true
        for number in 1...3 {
            clock.advance(by: .seconds(3))
            store(UInt64(number))
        }
        #expect(log.health.reasons == [.noQuorum])
        connection.isCut = false
        #expect(await eventually { seen.withLock { $0.count } == 3 })
        #expect(seen.withLock { $0 } == [[.logBehind], [.logBehind], []])
        #expect(await eventually { log.health.isReady })
        await log.close()
    }

    @Test("Is not behind because the clock of the stream is, but is if it applies records later than before")
    func clockOfStream() async throws {
        let late = OriginManualClock(date: clock.date - 50_000_000)
        let stream = SharedStream(clock: late)
        let connection = SharedStream.Connection(stream)
        connection.countsPending = true
        let log = try await OpenedStorage.join(connection, OriginConfiguration(clock: clock)).storage.log
        let seen = Locked<[[UnreadyReason]]>([])
        log.follow { _ in
            let reasons = log.health.reasons
            seen.withLock { $0.append(reasons) }
        }
        await log.caughtUp()
        seen.withLock { $0 = [] }
        func store(_ number: UInt64) {
            stream.store(StreamCodec.encode(LogBatch(number: number, after: 0, entries: []), boot: 7))
        }
        store(1)
        #expect(await eventually { seen.withLock { $0.count } == 1 })
        connection.isCut = true
        store(2)
        store(3)
        connection.isCut = false
        #expect(await eventually { seen.withLock { $0.count } == 3 })
        #expect(seen.withLock { $0 } == [[], [], []])
        connection.isCut = true
        store(4)
        for clock in [clock, late] { clock.advance(by: .seconds(3)) }
        store(5)
        connection.isCut = false
        #expect(await eventually { seen.withLock { $0.count } == 5 })
        #expect(seen.withLock { Array($0.suffix(2)) } == [[.logBehind], []])
        await log.close()
    }

    @Test("The age of records decides for 10 s after a gap, and with what the stream counts at any time")
    func age() {
        var arrivals = LogArrivals()
        func arrive(_ seconds: Int64, age: UInt64, pending: UInt64 = 0) -> Bool {
            let now = Moment(date: 1_000_000_000 + UInt64(seconds) * 10_000_000, uptime: .seconds(seconds))
            let date = now.date - age * 10_000_000
            let record = StreamRecord(position: 1, date: date, bytes: [], pending: pending)
            arrivals.arrived(record, at: now)
            arrivals.applied(record, at: now)
            return arrivals.isBehind
        }
        #expect(!arrive(0, age: 9))
        #expect(arrive(3, age: 3, pending: 1))
        #expect(!arrive(6, age: 2, pending: 1))
        // A gap of more than 3 s.
        #expect(arrive(10, age: 3))
        #expect(!arrive(12, age: 2))
        #expect(arrive(15, age: 3))
        #expect(arrive(18, age: 3))
        #expect(arrive(19, age: 3))
        #expect(!arrive(20, age: 3))
    }

    @Test("The least age is forgotten after one to two spans of 30 s, so that a clock that was set back counts again")
    func minAge() {
        var arrivals = LogArrivals()
        func arrive(_ seconds: Int64, age: UInt64, pending: UInt64 = 0) -> Bool {
            let now = Moment(date: 1_000_000_000 + UInt64(seconds) * 10_000_000, uptime: .seconds(seconds))
            let date = now.date - age * 10_000_000
            arrivals.arrived(StreamRecord(position: 1, date: date, bytes: [], pending: pending), at: now)
            return arrivals.isBehind
        }
        arrivals.start(at: .zero)
        #expect(!arrive(0, age: 0))
        // The clock of NATS is set back by 5 s.
        for second in stride(from: Int64(2), through: 28, by: 2) { _ = arrive(second, age: 5) }
        #expect(arrive(29, age: 5, pending: 1))
        for second in stride(from: Int64(30), through: 62, by: 2) { _ = arrive(second, age: 5) }
        #expect(!arrive(63, age: 5, pending: 1))
    }

    @Test("Records that the state has keep the stream from being silent, once the start has ended")
    func heard() {
        var arrivals = LogArrivals()
        arrivals.heard(at: .seconds(1))
        #expect(!arrivals.isSilent(at: .seconds(100)))
        arrivals.start(at: .seconds(1))
        arrivals.heard(at: .seconds(4))
        #expect(!arrivals.isSilent(at: .seconds(7)))
        #expect(arrivals.isSilent(at: .seconds(8)))
    }
}
