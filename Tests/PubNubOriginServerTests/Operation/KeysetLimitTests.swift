import GRDB
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Limits hold for each listed keyset: one that floods the server neither refuses nor evicts anything of another")
struct KeysetLimitTests {
    /// An origin with the keysets `flood` and `calm`.
    private func probe(isListed: Bool = true, _ change: (inout OriginLimits) -> Void) -> OriginProbe {
        var limits = OriginLimits()
        change(&limits)
        let keysets = [OriginKeyset(subscribeKey: "flood"), OriginKeyset(subscribeKey: "calm")]
        return OriginProbe(limits: limits, keysets: isListed ? keysets : [])
    }

    /// Sends a request for each of some names with the keyset `flood`, and one with the keyset `calm`.
    ///
    /// - Returns: The statuses of the flood, and that of `calm`; nil for a call that waits.
    private func statuses(
        _ probe: OriginProbe,
        _ names: [String],
        _ request: (_ keyset: String, _ name: String) -> OriginRequest
    ) -> (flood: [Int?], calm: Int?) {
        let flood = names.map { probe.send(request("flood", $0)).status }
        return (flood, probe.send(request("calm", "one")).status)
    }

    @Test("Clients in channels", arguments: [true, false])
    func occupants(isListed: Bool) {
        let found = statuses(probe(isListed: isListed) { $0.occupants = 2 }, ["a", "b", "c"]) { keyset, name in
            OriginRequest(target: "/v2/presence/sub-key/\(keyset)/channel/\(name)/heartbeat?uuid=u")
        }
        #expect(found.flood == [200, 200, 429])
        #expect(found.calm == (isListed ? 200 : 429), "without a list all keysets are counted together")
    }

    @Test("Bytes of states", arguments: [true, false])
    func states(isListed: Bool) {
        let found = statuses(probe(isListed: isListed) { $0.stateBytes = 20 }, ["a", "b", "c"]) { keyset, name in
            let path = "/v2/presence/sub-key/\(keyset)/channel/\(name)/uuid/u/data"
            return OriginRequest(target: "\(path)?state=%7B%22k%22%3A%22x%22%7D")
        }
        #expect(found.flood == [200, 200, 429])
        #expect(found.calm == (isListed ? 200 : 429))
    }

    @Test("Channels of groups", arguments: [true, false])
    func groups(isListed: Bool) {
        let found = statuses(probe(isListed: isListed) { $0.registeredChannels = 2 }, ["a", "b", "c"]) { keyset, name in
            let path = "/v1/channel-registration/sub-key/\(keyset)/channel-group/g"
            return OriginRequest(target: "\(path)?add=\(name)")
        }
        #expect(found.flood == [200, 200, 400])
        #expect(found.calm == (isListed ? 200 : 400))
    }

    @Test("Channels of devices", arguments: [true, false])
    func devices(isListed: Bool) {
        let found = statuses(probe(isListed: isListed) { $0.registeredChannels = 2 }, ["a", "b", "c"]) { keyset, name in
            let path = "/v1/push/sub-key/\(keyset)/devices/\(String(repeating: "0a", count: 32))"
            return OriginRequest(target: "\(path)?add=\(name)")
        }
        #expect(found.flood == [200, 200, 400])
        #expect(found.calm == (isListed ? 200 : 400))
    }

    @Test("Users, by number and by bytes", arguments: [true, false])
    func objects(isListed: Bool) {
        for change in [{ $0.objects = 2 }, { $0.allObjectBytes = 2000 }] as [(inout OriginLimits) -> Void] {
            let found = statuses(probe(isListed: isListed, change), ["a", "b", "c"]) { keyset, name in
                let body = Array(#"{"name":"n"}"#.utf8)
                return OriginRequest(method: "PATCH", target: "/v2/objects/\(keyset)/uuids/\(name)", body: body)
            }
            #expect(found.flood == [200, 200, 429])
            #expect(found.calm == (isListed ? 200 : 429))
        }
    }

    @Test("Message actions, by number and by bytes", arguments: [true, false])
    func actions(isListed: Bool) {
        for change in [{ $0.actions = 2 }, { $0.allActionBytes = 600 }] as [(inout OriginLimits) -> Void] {
            let found = statuses(probe(isListed: isListed, change), ["a", "b", "c"]) { keyset, name in
                let target = "/v1/message-actions/\(keyset)/channel/a/message/17000000000000000?uuid=u"
                let body = Array(#"{"type":"t","value":"\#(name)"}"#.utf8)
                return OriginRequest(method: "POST", target: target, body: body)
            }
            #expect(found.flood == [200, 200, 429])
            #expect(found.calm == (isListed ? 200 : 429))
        }
    }

    @Test("Names in calls that wait", arguments: [true, false])
    func waitingNames(isListed: Bool) {
        let found = statuses(probe(isListed: isListed) { $0.waitingNames = 4 }, ["a,b", "c,d", "e"]) { keyset, names in
            OriginRequest(target: "/v2/subscribe/\(keyset)/\(names)/0?tt=5")
        }
        #expect(found.flood == [nil, nil, 429])
        #expect(found.calm == (isListed ? nil : 429))
    }

    @Test("Changes that wait while the log is held: a flood is refused, and a change of another keyset is committed")
    func waitingChanges() throws {
        let (core, log) = heldOrigin(maxQueued: 10)
        func send(_ target: String) -> OriginProbe.Exchange { self.send(OriginRequest(target: target), to: core) }
        // The first one is the batch in progress.
        let flood = (0..<20).map { send("/publish/p/flood/0/a/0/\($0)") }
        #expect(flood.map(\.status) == Array(repeating: nil, count: 6) + Array(repeating: 500, count: 14))
        // First polls get their response immediately, and bring a client each.
        for number in 0..<20 { #expect(send("/v2/subscribe/flood/a/0?tt=0&uuid=u\(number)").status == 200) }
        let calm = send("/publish/p/calm/0/a/0/1")
        #expect(calm.status == nil)
        log.finish()
        #expect(log.entryCount == 6)
        log.finish()
        #expect(calm.status == 200)
        #expect(flood.prefix(6).map(\.status) == Array(repeating: 200, count: 6))
        _ = send("/publish/p/flood/0/a/0/1")
        #expect(log.entryCount == 1, "what was committed takes no room")
    }

    @Test("Each keyset that fills the room for changes leaves some for another one")
    func sharedRoom() {
        var room = FairQueueQuota(capacity: 10)
        func fill(_ keyset: String) -> Int {
            var count = 0
            while room.hasCapacity(for: keyset) {
                room.add(1, to: keyset)
                count += 1
            }
            return count
        }
        #expect(["a", "b", "c"].map(fill) == [5, 3, 1])
        room.add(-5, to: "a")
        #expect(room.used == 4 && room.hasCapacity(for: "a") && room.hasCapacity(for: "b"))
    }

    @Test("What a keyset has beyond its share takes no room of the others")
    func overrun() {
        var room = FairQueueQuota(capacity: 10)
        for keyset in ["a", "b"] { room.add(1000, to: keyset) }
        #expect(room.waiting == 2000 && room.used == 8 && !room.isFull)
        #expect(!room.hasCapacity(for: "a") && !room.hasCapacity(for: "b") && room.hasCapacity(for: "c"))
        room.add(-990, to: "a")
        #expect(!room.hasCapacity(for: "a"), "ten of its changes still wait")
        room.add(-10, to: "a")
        room.add(-1000, to: "b")
        #expect(room.waiting == 0 && room.used == 0 && room.hasCapacity(for: "a"))
    }

    @Test("A change of a user takes as much room in the log as it leads to events")
    func waitingEvents() {
        let (core, log) = heldOrigin(maxQueued: 20)
        core.withState { state in
            for number in 0..<10 {
                let record = MembershipRecord(user: "u", channel: "c\(number)", updated: 1)
                state.apply(.object(ObjectChange(keyset: "flood", kind: .join(record))))
            }
        }
        func change(_ name: String) -> OriginProbe.Exchange {
            let body = Array(#"{"name":"\#(name)"}"#.utf8)
            return send(OriginRequest(method: "PATCH", target: "/v2/objects/flood/uuids/u", body: body), to: core)
        }
        // The first one is the batch in progress.
        let flood = ["a", "b", "c", "d"].map(change)
        #expect(flood.map(\.status) == [nil, nil, 500, 500])
        let calm = send(OriginRequest(target: "/publish/p/calm/0/a/0/1"), to: core)
        log.finish()
        log.finish()
        #expect(flood[1].status == 200 && calm.status == 200)
        #expect(change("e").status == nil, "what was committed takes no room")
    }

    @Test("Clients that fall silent together time out step by step, and changes of others come between the steps")
    func manyTimeouts() {
        let (core, log) = heldOrigin()
        let now = core.uptime
        core.withState { state in
            for number in 0..<2500 {
                let topic = Topic(keyset: "flood", name: "a")
                _ = state.presence.touch("u\(number)", in: topic, until: now)
            }
        }
        core.timePassed()
        core.timePassed()
        let calm = send(OriginRequest(target: "/publish/p/calm/0/a/0/1"), to: core)
        var counts: [Int] = []
        for step in 1...4 {
            // The alarm of the server may be about to propose the next batch on its own thread.
            #expect(waitUntil { log.finish() })
            counts.append(core.withState { $0.presence.count })
            if step == 2 { #expect(calm.status == 200) }
            core.timePassed()
        }
        #expect(counts == [1500, 1500, 500, 0])
    }

    /// An origin with the keysets `flood` and `calm`, and a log that commits when the test says so.
    private func heldOrigin(maxQueued: Int = 100) -> (core: OriginCore, log: HeldLog) {
        let clock = OriginManualClock()
        var configuration = OriginConfiguration(clock: clock)
        configuration.keysets = [OriginKeyset(subscribeKey: "flood"), OriginKeyset(subscribeKey: "calm")]
        let log = HeldLog(clock: clock)
        let memory = OpenedStorage.memory(configuration)
        let storage = OpenedStorage(log: log, archive: memory.archive, state: memory.state)
        return (OriginCore(configuration: configuration, storage: storage, maxQueued: maxQueued), log)
    }

    private func send(_ request: OriginRequest, to core: OriginCore) -> OriginProbe.Exchange {
        let exchange = OriginProbe.Exchange()
        core.submit(request) { exchange.take($0) }
        return exchange
    }

    @Test("Grants")
    func grants() {
        var store = AccessStore(capacity: 2)
        func record(_ name: String, _ keyset: String) -> AccessRecord {
            let target = AccessTarget(keyset: keyset, scope: .channel(name))
            return AccessRecord(target: target, key: nil, grant: AccessGrant(rights: .read, expiry: nil))
        }
        for name in ["a", "b"] { store.apply(record(name, "flood")) }
        let flood = store.makeRoom(for: [record("c", "flood")], of: "flood", at: 0)
        let calm = store.makeRoom(for: [record("c", "calm")], of: "calm", at: 0)
        let together = store.makeRoom(for: [record("c", "calm")], at: 0)
        #expect(!flood && calm && !together)
    }

    @Test("State of crowded channels and of clients that left")
    func crowds() {
        var store = PresenceStore(announceMaximum: 0, crowdedChannels: 1)
        store.countsTogether = false
        for keyset in ["flood", "calm"] {
            for name in ["a", "b"] { _ = store.touch("u", in: Topic(keyset: keyset, name: name), until: .seconds(1)) }
        }
        let intervals = store.intervalPassed()
        #expect(intervals.map(\.topic.keyset) == ["calm", "flood"])
        var departures = Departures(capacity: 1)
        for keyset in ["flood", "calm"] {
            for name in ["a", "b"] {
                let topic = Topic(keyset: keyset, name: name)
                departures.left("u", topic, timetoken: 5, countsTogether: false, at: .zero)
            }
        }
        #expect(departures.count == 2)
    }

    @Test(
        "Catch-up buffers and history: a message of one keyset takes room from the keyset that uses more than its share"
    )
    func shares() {
        // `idle` was used longest ago, and `busy` needs room that only `flood` has too much of.
        func topics(_ append: (Topic, UInt64) -> Void) {
            append(Topic(keyset: "idle", name: "a"), 1)
            for number in 2...9 as ClosedRange<UInt64> { append(Topic(keyset: "flood", name: "c\(number)"), number) }
            append(Topic(keyset: "busy", name: "a"), 10)
            append(Topic(keyset: "busy", name: "b"), 11)
        }
        let idle = Topic(keyset: "idle", name: "a")
        var buffers = ChannelBuffers(messagesPerChannel: 100, channels: 9)
        topics { topic, timetoken in
            let message = StoredMessage(timetoken: timetoken, payload: [0x31])
            buffers.append(EnvelopeWriter(topic: topic, region: 1).write(message))
        }
        #expect(buffers.count == 9 && buffers.messages(of: idle, after: 0).count == 1)
        var history = HistoryStore(messagesPerChannel: 100, bytes: 9 * 700)
        topics { topic, timetoken in history.append(StoredMessage(timetoken: timetoken, payload: [0x31]), to: topic) }
        #expect(history.channelCount == 9 && history.page(HistoryRange(), of: idle, date: 0).count == 1)
    }

    @Test("Stored events: a keyset that has more than its share loses its own")
    func events() async throws {
        let folder = try DataFolder()
        let file = try WrittenFile(folder.file())
        for timetoken in 1...40 as ClosedRange<UInt64> {
            let topic = Topic(keyset: timetoken <= 4 ? "calm" : "flood", name: "a")
            try file.write(StoredMessage(timetoken: timetoken, payload: [0x31], isTransient: true), in: topic)
        }
        func runSweep() throws {
            var sweep = ExpirySweep(latest: 40, maxEvents: 10)
            while try file.file.pool.write({ try sweep.step($0) }) {}
        }
        try runSweep()
        let left = try await file.file.pool.read { db in
            try UInt64.fetchAll(db, sql: "SELECT timetoken FROM message ORDER BY timetoken")
        }
        #expect(left == [1, 2, 3, 4, 35, 36, 37, 38, 39, 40])
        await file.close()
    }
}
