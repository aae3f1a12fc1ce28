import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("The deadlines of presence in a cluster")
struct PresenceDeadlineTests {
    private let topic = Topic(keyset: "demo", name: "a")

    @Test("Follow from the log, also after a restart from a data file")
    func stored() async throws {
        let folder = try DataFolder()
        let written = try WrittenFile(folder.file())
        let present = PresentClient(topic: topic, client: "u")
        let deadline = Duration.microseconds(1_700_000_000_123_456)
        var record = PresenceRecord(present: present, order: 3, state: nil, timeout: .seconds(20))
        record.deadline = deadline
        try written.write([.presence(.here(record))], latest: 5)
        let restored = try written.archive.restore()
        let state = OriginState(
            configuration: OriginConfiguration(),
            restored: restored,
            at: Moment(logDate: restored.latest),
            isReplicated: true
        )
        #expect(state.presence.deadline(of: present) == deadline)
        await written.close()
    }

    @Test("A timeout that was proposed before the client came back has no effect")
    func renewed() {
        var state = OriginState(configuration: OriginConfiguration(), isReplicated: true)
        let date: UInt64 = 17_000_000_000_000_000
        let stay = PresenceUpdate(client: "u", topics: [topic], states: [:], timeout: .seconds(20))
        let tick = LogTick(expired: [PresentClient(topic: topic, client: "u")], isInterval: false)
        for (seconds, entry) in [(0, LogEntry.update(stay)), (19, .update(stay)), (21, .tick(tick))]
            as [(UInt64, LogEntry)]
        {
            let committed = Moment(date: date + seconds * 10_000_000, uptime: .zero)
            let moment = state.begin(LogBatch(number: 1, after: 0, entries: [entry]), at: committed)
            _ = state.apply(entry, at: moment)
        }
        #expect(state.presence.isPresent("u", in: topic))
        let late = LogBatch(number: 2, after: 0, entries: [.tick(tick)])
        let moment = state.begin(late, at: Moment(date: date + 400_000_000, uptime: .zero))
        _ = state.apply(.tick(tick), at: moment)
        #expect(!state.presence.isPresent("u", in: topic))
    }

    @Test("More clients than one tick may have are timed out with the next one, which follows immediately")
    func manyDue() {
        var machine = OriginMachine(state: OriginState(configuration: OriginConfiguration(), isReplicated: true))
        let date: UInt64 = 17_000_000_000_000_000
        _ = machine.state.clock.now(date: date)
        let due = Moment(logDate: date).uptime
        for number in 0..<1500 { _ = machine.state.presence.touch("u\(number)", in: topic, until: due) }
        machine.local.startTicks(every: .seconds(1), at: .zero)
        var counts: [Int] = []
        var deadlines: [Duration?] = []
        for _ in 0..<2 {
            let actions = machine.timePassed(at: Moment(date: date, uptime: .seconds(1)))
            guard case .propose(let entry, _)? = actions.first else { continue }
            let batch = LogBatch(number: 1, after: 0, entries: [entry])
            let moment = Moment(date: date, uptime: .zero)
            let committed = Committed(position: .start, moment: moment, batch: batch)
            _ = machine.apply(committed, requesters: [nil], at: .seconds(1))
            counts.append(machine.state.presence.count)
            deadlines.append(machine.nextDeadline)
        }
        #expect(counts == [500, 0])
        #expect(deadlines == [.seconds(1), .seconds(2)])
    }

    @Test("A due entry is returned again after a pause, until it is set again or removed")
    func due() {
        var queue = DeadlineQueue<Int>()
        queue.set(1, at: .seconds(10))
        queue.set(2, at: .seconds(5))
        #expect(queue.due(at: .seconds(10), again: .seconds(5)) == [2, 1])
        #expect(queue.due(at: .seconds(12), again: .seconds(5)).isEmpty)
        queue.set(2, at: .seconds(30))
        #expect(queue.due(at: .seconds(15), again: .seconds(5)) == [1])
        queue.remove(1)
        #expect(queue.due(at: .seconds(20), again: .seconds(5)).isEmpty)
        #expect(queue.due(at: .seconds(30), again: .seconds(5)) == [2])
    }
}
