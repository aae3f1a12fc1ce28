import PubNubWire
import TestRandom
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Presence events".
@Suite("Presence events are published a second after their changes")
struct PresenceAnnouncementTests {
    private let probe = OriginProbe(announcementDelay: .seconds(1))

    /// A client that subscribes to a channel and its presence, and reads what comes.
    private final class Subscriber {
        let client: String
        private let probe: OriginProbe
        private var timetoken = "0"
        private var poll: OriginProbe.Exchange?
        private(set) var events: [JSON] = []

        init(_ client: String, _ probe: OriginProbe) {
            self.client = client
            self.probe = probe
        }

        /// The events that are about a client, by their actions.
        func actions(of client: String) -> [String] {
            events.filter { $0["uuid"]?.string == client }.compactMap { $0["action"]?.string }
        }

        /// Takes the responses that there are, and polls on.
        func read() throws {
            while true {
                let poll = poll ?? probe.get("/v2/subscribe/demo/a,a-pnpres/0?tt=\(timetoken)&uuid=\(client)")
                self.poll = poll
                guard let body = poll.body else { return }
                let page = try JSON(parsing: body)
                let former = timetoken
                timetoken = page["t"]?["t"]?.string ?? timetoken
                events += (page["m"]?.array ?? []).compactMap { $0["d"] }
                self.poll = nil
                // A server that is about to stop lets no poll wait.
                if page["m"] == [], timetoken == former { return }
            }
        }
    }

    private func heartbeat(_ client: String) {
        probe.get("/v2/presence/sub-key/demo/channel/a/heartbeat?uuid=\(client)")
    }

    private func leave(_ client: String) {
        probe.get("/v2/presence/sub-key/demo/channel/a/leave?uuid=\(client)")
    }

    @Test(
        "A client receives its own join once, whichever of its first two calls comes first",
        arguments: [true, false]
    )
    func ownJoin(isHeartbeatFirst: Bool) throws {
        let subscriber = Subscriber("u", probe)
        if isHeartbeatFirst { heartbeat("u") }
        try subscriber.read()
        if !isHeartbeatFirst { heartbeat("u") }
        #expect(subscriber.events == [])
        probe.advance(by: .milliseconds(999))
        try subscriber.read()
        #expect(subscriber.events == [])
        probe.advance(by: .milliseconds(1))
        try subscriber.read()
        #expect(subscriber.actions(of: "u") == ["join"])
        probe.advance(by: .seconds(5))
        try subscriber.read()
        #expect(subscriber.events.count == 1)
    }

    @Test(
        "Nobody receives a join twice or misses one, in any order of calls",
        arguments: 1...100 as ClosedRange<UInt64>
    )
    func joins(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let observer = Subscriber("o", probe)
        try observer.read()
        var subscribers: [Subscriber] = []
        for number in 0..<5 {
            let subscriber = Subscriber("u\(number)", probe)
            subscribers.append(subscriber)
            let isHeartbeatFirst = Bool.random(using: &random)
            if isHeartbeatFirst { heartbeat(subscriber.client) } else { try subscriber.read() }
            // The calls are less than a second apart.
            probe.advance(by: .milliseconds(Int.random(in: 0...900, using: &random)))
            if isHeartbeatFirst { try subscriber.read() } else { heartbeat(subscriber.client) }
            for reader in [observer] + subscribers { try reader.read() }
            probe.advance(by: .milliseconds(Int.random(in: 0...2000, using: &random)))
            for reader in [observer] + subscribers { try reader.read() }
        }
        probe.advance(by: .seconds(1))
        for reader in [observer] + subscribers { try reader.read() }
        for subscriber in subscribers {
            #expect(subscriber.actions(of: subscriber.client) == ["join"])
            #expect(observer.actions(of: subscriber.client) == ["join"])
        }
        #expect(observer.events.compactMap { $0["occupancy"]?.int64Value } == Array(1...6))
    }

    @Test("Here-now has a change at once; events keep the order, the time and the occupancy of the changes")
    func order() throws {
        let observer = Subscriber("o", probe)
        try observer.read()
        probe.advance(by: .seconds(2))
        try observer.read()
        heartbeat("u")
        #expect(probe.get("/v2/presence/sub-key/demo/channel/a").body?.contains(#""uuids": ["o", "u"]"#) == true)
        probe.advance(by: .milliseconds(500))
        leave("u")
        heartbeat("v")
        #expect(probe.get("/v2/presence/sub-key/demo/channel/a").body?.contains(#""uuids": ["o", "v"]"#) == true)
        probe.advance(by: .milliseconds(500))
        try observer.read()
        #expect(observer.events.dropFirst().compactMap { $0["action"] } == ["join"])
        probe.advance(by: .milliseconds(500))
        try observer.read()
        let events = observer.events.dropFirst()
        #expect(events.compactMap { $0["action"]?.string } == ["join", "leave", "join"])
        #expect(events.compactMap { $0["uuid"]?.string } == ["u", "u", "v"])
        #expect(events.compactMap { $0["occupancy"]?.int64Value } == [2, 1, 2])
        #expect(events.compactMap { $0["timestamp"]?.int64Value } == [1_418_655_002, 1_418_655_002, 1_418_655_002])
    }

    @Test("A server that is about to stop publishes what waits")
    func drain() throws {
        let observer = Subscriber("o", probe)
        try observer.read()
        heartbeat("u")
        probe.core.endWaiting()
        try observer.read()
        #expect(observer.events.compactMap { $0["uuid"]?.string } == ["o", "u"])
    }

    @Test("Events that are too many wait no longer, the oldest first")
    func capacity() {
        let topic = Topic(keyset: "demo", name: "a")
        var queue = AnnouncementQueue()
        #expect(queue.removeFirst(3) == [] && queue.nextDue == nil)
        for number in 0..<100 {
            let announcement = Announcement(topic: topic, payload: [UInt8(number)], due: nil)
            queue.append(announcement, due: .seconds(number))
        }
        #expect(queue.countDue(at: .seconds(9)) == 10 && queue.countDue(at: .seconds(9), limit: 4) == 4)
        #expect(queue.removeFirst(60).map { $0.payload } == (0..<60).map { [UInt8($0)] })
        #expect(queue.nextDue == .seconds(60) && queue.count == 40)
        #expect(queue.removeFirst(100).count == 40 && queue.isEmpty)
    }
}
