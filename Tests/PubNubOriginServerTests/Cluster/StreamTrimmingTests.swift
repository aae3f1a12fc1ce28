import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Removal of old records from the stream of a cluster")
struct StreamTrimmingTests {
    private typealias Step = StreamTrimming.Step

    private let hour: UInt64 = 36_000_000_000
    private let minute: UInt64 = 600_000_000

    private func trimming() -> StreamTrimming {
        var trimming = StreamTrimming(age: .seconds(3600), start: 1)
        trimming.noteSettings(at: 1, date: 0)
        return trimming
    }

    @Test("Stores the settings again after a quarter of the age, and looks once a minute")
    func settings() {
        var trimming = trimming()
        #expect(trimming.step(last: 10, date: hour / 4 - 1, written: 10) == Step())
        #expect(trimming.step(last: 11, date: hour / 4, written: 10) == Step())
        let step = trimming.step(last: 12, date: hour / 4 + minute, written: 10)
        #expect(step == Step(storesSettings: true))
        trimming.noteSettings(at: 13, date: hour / 4 + minute)
        #expect(trimming.step(last: 14, date: hour / 4 + 2 * minute, written: 10) == Step())
    }

    @Test("Removes what is before the newest settings that are old enough, written, and followed by enough records")
    func removal() {
        let date = 3 * hour
        func removed(_ marks: [(UInt64, UInt64)], last: UInt64, written: UInt64) -> UInt64? {
            var trimming = trimming()
            for (position, date) in marks { trimming.noteSettings(at: position, date: date) }
            return trimming.step(last: last, date: date, written: written).removesBefore
        }
        #expect(removed([(50, hour), (90, 2 * hour), (95, 2 * hour + 1)], last: 5000, written: 5000) == 90)
        #expect(removed([(50, hour), (90, 2 * hour)], last: 5000, written: 89) == 50)
        #expect(removed([(50, hour), (90, 2 * hour)], last: 1089, written: 1089) == 50)
        #expect(removed([(50, hour)], last: 1049, written: 1049) == nil)
        #expect(removed([], last: 5000, written: 5000) == nil)
    }

    @Test("Removes the same records once")
    func once() {
        var trimming = trimming()
        trimming.noteSettings(at: 50, date: 0)
        #expect(trimming.step(last: 5000, date: hour, written: 5000).removesBefore == 50)
        #expect(trimming.step(last: 5001, date: hour + minute, written: 5000).removesBefore == nil)
    }

    /// A server of the cluster that has a data file, or has none.
    private func join(
        _ stream: SharedStream,
        _ clock: OriginManualClock,
        _ file: String?,
        _ snapshots: SharedSnapshots
    )
        async throws -> (core: OriginCore, log: any OriginLog)
    {
        let configuration = OriginConfiguration(clock: clock).storing(in: .optional(file))
        let connection = SharedStream.Connection(stream, snapshots: snapshots.connect(), age: .seconds(60))
        let storage = try await OpenedStorage.join(connection, configuration).storage
        let core = OriginCore(configuration: configuration, storage: storage)
        await core.join()
        return (core, storage.log)
    }

    @Test(
        "Only a server with a data file removes records; the first record that stays has the settings, and servers start"
    )
    func servers() async throws {
        let clock = OriginManualClock()
        let snapshots = SharedSnapshots()
        let stream = SharedStream(clock: clock)
        let folder = try DataFolder()
        let memory = try await join(stream, clock, nil, snapshots)
        var number: UInt64 = 0
        func store(_ count: Int, seconds: Int) {
            for _ in 0..<count {
                number += 1
                stream.store(
                    StreamCodec.encode(
                        LogBatch(number: number, after: 0, entries: [.tick(LogTick(expired: [], isInterval: false))]),
                        boot: 7
                    )
                )
            }
            clock.advance(by: .seconds(seconds))
        }
        for _ in 0..<4 { store(500, seconds: 100) }
        #expect(await eventually { memory.log.health.cluster?.position == UInt64(stream.count) })
        #expect(stream.start == 1)
        let stored = try await join(stream, clock, folder.file(), snapshots)
        #expect(await eventually { stored.log.health.cluster?.position == UInt64(stream.count) })
        // The settings are stored again, and removal follows when they are old enough and on the disk of the server.
        for _ in 0..<40 where stream.start == 1 {
            store(300, seconds: 30)
            #expect(await eventually { stored.log.health.cluster?.position == UInt64(stream.count) })
        }
        #expect(stream.start > 1000 && UInt64(stream.count) >= stream.start + StreamTrimming.minRecords)
        #expect(await eventually { memory.log.health.cluster?.position == UInt64(stream.count) })
        let late = try await join(stream, clock, folder.file("late.sqlite"), snapshots)
        #expect(late.log.health.reasons == [])
        var limits = OriginLimits()
        limits.messageBuffer = 7
        let other = OriginConfiguration(limits: limits, clock: clock)
        let connection = SharedStream.Connection(stream, snapshots: snapshots.connect())
        let error = await #expect(throws: OriginError.self) { try await OpenedStorage.join(connection, other) }
        guard case .cannotJoin(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("limits.messageBuffer is 7 here"))
        for core in [memory.core, stored.core, late.core] { await core.stop() }
    }
}
