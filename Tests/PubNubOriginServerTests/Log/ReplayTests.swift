import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("A restart: what the log has beyond the tables is applied again")
struct ReplayTests {
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    /// Commits batches to a file, and lets the archive write the first of them only, as if the process had been killed then.
    /// `givenOut` is the highest timetoken that a read received.
    private func crash(
        _ batches: [Committed],
        written: Int,
        givenOut: UInt64 = 0,
        clock: OriginManualClock
    ) async throws -> OriginState {
        let configuration = OriginConfiguration.guarded(clock: clock)
        let file = try DataFile(path: folder.file())
        try file.setSettings(AppliedSettings(configuration).text)
        let archive = DurableArchive(file: file)
        let restored = try archive.restore()
        var state = OriginState(configuration: configuration, restored: restored, at: clock.moment)
        let log = DurableLog(
            file: file,
            archive: archive,
            clock: clock,
            last: restored.applied,
            latest: restored.latest
        )
        for (index, committed) in batches.enumerated() {
            let stored = try await commit(committed.batch, log)
            state.begin(stored.batch, at: stored.moment)
            for entry in stored.batch.entries { _ = state.apply(entry, at: stored.moment) }
            let changes = state.takeEffects().changes
            guard index < written else { continue }
            archive.write(changes, at: stored.position, latest: state.clock.latest)
            try archive.flush()
        }
        log.timetokensIssued(upTo: givenOut)
        await log.close()
        file.close()
        return state
    }

    private func commit(_ batch: LogBatch, _ log: DurableLog) async throws -> Committed {
        let event = await withHandover(of: OriginLogEvent.self, throwing: Never.self) { handover in
            log.follow { handover.resume(returning: $0) }
            log.propose(batch)
        }
        guard case .committed(let committed) = event else { throw NotCommitted() }
        return committed
    }

    private struct NotCommitted: Error {}

    @Test("From any point that the tables have reached, the state is the one before the crash", arguments: 1...6)
    func replays(seed: UInt64) async throws {
        var entries = RandomEntries(seed: seed)
        let batches = (0..<30).map { _ in entries.next() }
        let clock = OriginManualClock()
        let written = Int(seed * 7) % (batches.count + 1)
        let before = try await crash(batches, written: written, clock: clock)
        let storage = try OpenedStorage.open(path: folder.file(), .guarded(clock: clock))
        #expect(
            storage.state.digest(at: before.clock.latest) == before.digest(at: before.clock.latest),
            "written: \(written)"
        )
        await storage.log.close()
        await storage.archive.close()
        // A second restart, which reads only the tables.
        let again = try OpenedStorage.open(path: folder.file(), .guarded(clock: clock))
        #expect(again.state.digest(at: before.clock.latest) == before.digest(at: before.clock.latest))
        await again.log.close()
        await again.archive.close()
    }

    @Test(
        "A message keeps the timetoken that its publisher received, also if reads received later ones before the crash"
    )
    func timetokens() async throws {
        let clock = OriginManualClock()
        let topic = Topic(keyset: "demo", name: "a")
        let batches = (1...3).map { number in
            let entries = [LogEntry.message(StoredMessage(timetoken: 0, payload: [0x31]), topic)]
            let batch = LogBatch(number: UInt64(number), after: 0, entries: entries)
            return Committed(position: .start, moment: clock.moment, batch: batch)
        }
        let later = clock.date + 1000
        let before = try await crash(batches, written: 1, givenOut: later, clock: clock)
        let storage = try OpenedStorage.open(path: folder.file(), .guarded(clock: clock))
        let found = storage.state.buffers.messages(of: topic, after: 0).map(\.timetoken)
        #expect(found == before.buffers.messages(of: topic, after: 0).map(\.timetoken))
        #expect(storage.state.clock.latest >= later)
        // The next batches say so, in case they are applied again after another crash.
        #expect(OriginMachine(state: storage.state).local.lastIssued >= later)
        await storage.log.close()
        await storage.archive.close()
    }

    @Test(
        "What a crash left in the log is applied with the settings that it was acknowledged with, and the new ones hold from then on"
    )
    func formerSettings() async throws {
        let clock = OriginManualClock()
        func change(_ user: String) throws -> OriginCall {
            let target = "/v2/objects/demo/uuids/\(user)"
            let request = OriginRequest(method: "PATCH", target: target, body: Array(#"{"name":"n"}"#.utf8))
            return try #require(request.call)
        }
        let batch = LogBatch(number: 1, after: 0, entries: [.request(try change("u"))])
        let committed = Committed(position: .start, moment: clock.moment, batch: batch)
        _ = try await crash([committed], written: 0, clock: clock)
        var configuration = OriginConfiguration.guarded(clock: clock)
        configuration.quotas.objects = 1
        configuration.appContext.isEnabled = false
        let storage = try OpenedStorage.open(path: folder.file(), configuration)
        var state = storage.state
        #expect(state.objectStore["demo"][.user]["u"] != nil)
        guard case .response(let response) = state.apply(.request(try change("v")), at: clock.moment) else {
            Issue.record("a call has a response")
            return
        }
        #expect(response.status == 403)
        await storage.log.close()
        await storage.archive.close()
    }

    @Test("Settings are the same after they were stored")
    func storedSettings() throws {
        var keyset = OriginKeyset(subscribeKey: "one", secretKey: "HIDDEN", accessManager: true)
        keyset.appContext.hasReferentialIntegrity = true
        keyset.quotas.grants = 7
        keyset.presence.announceMaximum = 3
        keyset.presence.timeout = 40
        keyset.presence.deltas = false
        for keysets in [[], [keyset, OriginKeyset(subscribeKey: "two")]] {
            var configuration = OriginConfiguration(subscribeKey: "key", accessManager: true)
            configuration.keysets = keysets
            configuration.quotas.objects = 9
            configuration.limits.occupants = 11
            configuration.limits.announceMaximum = 5
            configuration.limits.presenceInterval = .seconds(30)
            configuration.limits.heartbeatRange = 3...4
            configuration.limits.presenceAnnouncementDelay = .milliseconds(250)
            let text = AppliedSettings(configuration).text
            #expect(!text.contains("HIDDEN"))
            let again = try #require(AppliedSettings.configuration(text, from: OriginConfiguration()))
            #expect(AppliedSettings(again).text == text)
            #expect(again.limits.presenceInterval == .seconds(30))
            #expect(again.limits.presenceAnnouncementDelay == .milliseconds(250))
            #expect(again.keysets.first?.presence == keysets.first?.presence)
        }
        #expect(AppliedSettings.configuration("{}", from: OriginConfiguration()) == nil)
    }

    @Test("An interval event after a restart has who came and went before it")
    func interval() async throws {
        let clock = OriginManualClock()
        var configuration = OriginConfiguration()
        configuration.limits.announceMaximum = 1
        configuration.limits.presenceInterval = .seconds(30)
        let beat = "/v2/presence/sub-key/demo/channel/a/heartbeat?heartbeat=300&uuid="
        let first = try DurableOrigin(folder.file(), clock: clock, configuration: configuration)
        for client in ["u", "v", "w"] { #expect(await first.get(beat + client).status == 200) }
        await first.close()
        for expected in [#""join":["v","w"]"#, nil] {
            let origin = try DurableOrigin(folder.file(), clock: clock, configuration: configuration)
            let start = origin.core.withState { $0.clock.latest }
            #expect(await origin.get("/time/0").status == 200)
            clock.advance(by: .seconds(30))
            origin.core.timePassed()
            #expect(try await onOwnThread { waitUntil { origin.core.statistics.entries > 0 } })
            if let expected {
                let events = await origin.get("/v2/subscribe/demo/a-pnpres/0?tt=\(start)").text
                #expect(events.contains(#""action":"interval""#) && events.contains(expected))
            } else {
                #expect(origin.core.withState { $0.buffers.latest } <= start, "nothing happened since then")
            }
            await origin.close()
        }
    }

    @Test("Messages of the same batch as a leave get the same timetokens when they are applied again")
    func leave() {
        let topic = Topic(keyset: "demo", name: "a")
        let stay = PresenceUpdate(client: "u", topics: [topic], states: [:], timeout: .seconds(300))
        let entries: [LogEntry] = [
            .update(stay), .leave(client: "u", topics: [topic]), .leave(client: "v", topics: [topic]),
            .message(StoredMessage(timetoken: 0, payload: [0x31]), topic),
        ]
        let moment = Moment(date: 14_186_550_000_000_000, uptime: .zero)
        for first in entries.indices {
            let batch = LogBatch(number: 1, after: 0, entries: Array(entries[first...]))
            var machine = OriginMachine(state: OriginState(configuration: OriginConfiguration()))
            _ = machine.apply(Committed(position: .start, moment: moment, batch: batch), requesters: [])
            var again = OriginState(configuration: OriginConfiguration())
            again.begin(batch, at: moment)
            for entry in batch.entries { _ = again.apply(entry, at: moment) }
            #expect(again.clock.latest == machine.state.clock.latest, "from entry \(first) on")
        }
    }

    @Test("A message that was committed and not yet written to the tables is in history, and reaches subscribers")
    func message() async throws {
        let clock = OriginManualClock()
        let message = StoredMessage(timetoken: 0, payload: [0x31])
        let batch = LogBatch(number: 1, after: 0, entries: [.message(message, Topic(keyset: "demo", name: "a"))])
        let committed = Committed(position: .start, moment: clock.moment, batch: batch)
        _ = try await crash([committed], written: 0, clock: clock)
        let origin = try DurableOrigin(folder.file(), clock: clock)
        #expect(await origin.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[1],"))
        #expect(await origin.get("/v2/subscribe/demo/a/0?tt=1").text.contains(#""d":1"#))
        await origin.close()
    }

    @Test(
        "Clients are still present after a restart; one that does not return times out, and its channel gets the event"
    )
    func presence() async throws {
        let clock = OriginManualClock()
        let first = try DurableOrigin(folder.file(), clock: clock)
        for client in ["back", "gone"] {
            let target = "/v2/presence/sub-key/demo/channel/a/heartbeat?heartbeat=60&uuid=\(client)"
            #expect(await first.get(target).status == 200)
        }
        await first.close()
        clock.advance(by: .seconds(3600))
        let second = try DurableOrigin(folder.file(), clock: clock)
        let here = "/v2/presence/sub-key/demo/channel/a"
        #expect(await second.get(here).text.contains(#""uuids": ["back", "gone"]"#))
        let start = second.core.withState { $0.clock.latest }
        clock.advance(by: .seconds(59))
        let target = "/v2/presence/sub-key/demo/channel/a/heartbeat?heartbeat=60&uuid=back"
        #expect(await second.get(target).status == 200)
        clock.advance(by: .seconds(2))
        second.core.timePassed()
        let event = await second.get("/v2/subscribe/demo/a-pnpres/0?tt=\(start)").text
        #expect(
            event.contains(#""action":"timeout""#) && event.contains(#""uuid":"gone""#) && !event.contains(#""back""#)
        )
        #expect(await second.get(here).text.contains(#""uuids": ["back"]"#))
        await second.close()
    }
}
