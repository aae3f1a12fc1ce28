import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// A server that follows a log, perhaps with a mistake that makes its state its own.
private struct Follower {
    enum Mistake {
        case none
        /// It reads its own clock instead of the moment of the batch.
        case localClock
        /// It goes through a set or a dictionary in the order that this process gives it.
        case dictionaryOrder
    }

    /// Everything that a batch led to.
    struct Result: Equatable {
        let outcomes: [String]
        let changes: [ArchiveChange]
        let messages: [ChannelMessage]
        let digest: [String]
    }

    var state = OriginState.guarded()
    let mistake: Mistake
    let number: UInt64

    mutating func apply(_ committed: Committed) -> Result {
        var moment = committed.moment
        if mistake == .localClock { moment = Moment(date: moment.date + number * 7, uptime: moment.uptime) }
        state.begin(committed.batch, at: moment)
        let outcomes = committed.batch.entries.map { "\(state.apply(disordered($0), at: moment))" }
        let effects = state.takeEffects()
        return Result(
            outcomes: outcomes,
            changes: effects.changes,
            messages: effects.messages,
            digest: state.digest(at: moment.date)
        )
    }

    private func disordered(_ entry: LogEntry) -> LogEntry {
        guard mistake == .dictionaryOrder, case .tick(var tick) = entry else { return entry }
        // A set of another capacity has another order.
        var set = Set<PresentClient>(minimumCapacity: 8 << number)
        set.formUnion(tick.expired)
        tick.expired = Array(set)
        return .tick(tick)
    }
}

@Suite("The state follows from the log alone")
struct DeterminismTests {
    /// The position at which three followers of one log differ; nil if they never do.
    private func difference(_ mistake: Follower.Mistake, seed: UInt64, batches: Int) throws -> LogPosition? {
        var entries = RandomEntries(seed: seed)
        var followers = (0..<3 as Range<UInt64>).map { Follower(mistake: mistake, number: $0) }
        for _ in 0..<batches {
            let committed = entries.next()
            let bytes = LogCodec.encode(committed.batch)
            let results = try followers.indices.map { index in
                let copy = Committed(
                    position: committed.position,
                    moment: committed.moment,
                    batch: try LogCodec.decode(bytes)
                )
                return followers[index].apply(copy)
            }
            guard results[0] == results[1], results[1] == results[2] else { return committed.position }
        }
        return nil
    }

    @Test("Three servers that apply the same log are equal at every position", arguments: 1...20 as ClosedRange<UInt64>)
    func equal(seed: UInt64) throws {
        #expect(try difference(.none, seed: seed, batches: 60) == nil)
    }

    @Test("A server that reads its own clock is found")
    func localClock() throws {
        #expect(
            try (1...10 as ClosedRange<UInt64>).contains { try difference(.localClock, seed: $0, batches: 60) != nil }
        )
    }

    @Test("A server whose events follow the order of a dictionary is found")
    func dictionaryOrder() throws {
        #expect(
            try (1...50 as ClosedRange<UInt64>).contains {
                try difference(.dictionaryOrder, seed: $0, batches: 60) != nil
            }
        )
    }

    @Test("An entry is the same after encoding and decoding", arguments: 1...20 as ClosedRange<UInt64>)
    func codec(seed: UInt64) throws {
        var entries = RandomEntries(seed: seed)
        for _ in 0..<40 {
            let batch = entries.next().batch
            let bytes = LogCodec.encode(batch)
            let decoded = try LogCodec.decode(bytes)
            #expect(decoded.number == batch.number && decoded.after == batch.after)
            #expect(LogCodec.encode(decoded) == bytes)
            #expect(decoded.entries.count == batch.entries.count)
            // No prefix is a batch, and no byte too many.
            for length in 0..<bytes.count {
                #expect(throws: LogCodecError.self) { try LogCodec.decode(Array(bytes.prefix(length))) }
            }
            #expect(throws: LogCodecError.self) { try LogCodec.decode(bytes + [0]) }
        }
    }

    @Test("Bytes of another version are refused")
    func version() {
        #expect(throws: LogCodecError.unknownVersion(2)) { try LogCodec.decode([2, 0, 0, 0]) }
    }

    @Test("The stored form of a call has no signature")
    func signature() throws {
        let request = OriginRequest(target: "/v2/auth/grant/sub-key/demo?channel=a&signature=v2.secret&r=1")
        let call = try #require(request.call)
        let bytes = LogCodec.encode(LogBatch(number: 1, after: 0, entries: [.request(call)]))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("channel=a&r=1") && !text.contains("signature"))
    }
}
