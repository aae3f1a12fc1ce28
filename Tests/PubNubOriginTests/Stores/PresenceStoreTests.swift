import PubNubWire
import Testing

@testable import PubNubOrigin

private let a = Topic(keyset: "demo", name: "a")
private let b = Topic(keyset: "demo", name: "b")

extension PresenceStore {
    /// Removes the clients that were silent for too long.
    fileprivate mutating func expire(at now: Duration) -> [PresenceChange] {
        silent(at: now).compactMap { timeOut($0) }
    }
}

/// Documentation/WireProtocol.md, "Presence events".
@Suite("Presence of clients and its expiry")
struct PresenceStoreTests {
    @Test func theFirstSignIsAJoinAndTheNextIsNothing() {
        var store = PresenceStore()
        #expect(store.touch("u1", in: a, until: .seconds(300)) == .init(topic: a, action: .join("u1"), occupancy: 1))
        #expect(store.touch("u1", in: a, until: .seconds(400)) == nil)
        #expect(store.touch("u2", in: a, until: .seconds(300)) == .init(topic: a, action: .join("u2"), occupancy: 2))
        #expect(store.occupants(of: a).map(\.client) == ["u1", "u2"])
    }

    @Test func leavingIsAnnouncedOnce() {
        var store = PresenceStore()
        _ = store.touch("u1", in: a, until: .seconds(300))
        #expect(store.leave("u1", a) == .init(topic: a, action: .leave("u1"), occupancy: 0))
        #expect(store.leave("u1", a) == nil)
        #expect(store.leave("u1", b) == nil)
        #expect(store.expire(at: .seconds(300)) == [])
    }

    @Test("Silence for longer than the heartbeat value is a timeout; a sign of the client postpones it")
    func timeout() {
        var store = PresenceStore()
        _ = store.touch("u1", in: a, until: .seconds(20))
        _ = store.touch("u2", in: a, until: .seconds(30))
        _ = store.touch("u1", in: a, until: .seconds(35))
        #expect(store.expire(at: .seconds(29)) == [])
        #expect(store.expire(at: .seconds(30)) == [.init(topic: a, action: .timeout("u2"), occupancy: 1)])
        #expect(store.expire(at: .seconds(35)) == [.init(topic: a, action: .timeout("u1"), occupancy: 0)])
        #expect(store.nextDeadline == nil)
    }

    @Test func aStateIsAnnouncedWhenItChanges() {
        var store = PresenceStore()
        #expect(store.touch("u1", in: a, state: ["k": 1], until: .seconds(300))?.state == ["k": 1])
        #expect(store.touch("u1", in: a, state: ["k": 1], until: .seconds(300)) == nil)
        #expect(
            store.touch("u1", in: a, state: ["k": 2], until: .seconds(300))
                == .init(topic: a, action: .stateChange("u1"), occupancy: 1, state: ["k": 2])
        )
        #expect(store.state(of: "u1", in: a) == ["k": 2])
        #expect(store.touch("u1", in: a, until: .seconds(300)) == nil)
        #expect(store.state(of: "u1", in: a) == ["k": 2])
    }

    @Test func theStateOfAnAbsentClientIsNotStored() {
        var store = PresenceStore()
        #expect(store.setState(["k": 1], of: "u1", in: a) == nil)
        #expect(store.state(of: "u1", in: a) == nil)
    }

    @Test func aClientIsFoundInEachOfItsChannels() {
        var store = PresenceStore()
        for topic in [b, a, Topic(keyset: "other", name: "c")] { _ = store.touch("u1", in: topic, until: .seconds(1)) }
        #expect(store.channels(of: "u1", keyset: "demo") == ["a", "b"])
        #expect(store.channels(keyset: "demo") == ["a", "b"])
        _ = store.leave("u1", a)
        #expect(store.channels(of: "u1", keyset: "demo") == ["b"])
        #expect(store.channels(keyset: "demo") == ["b"])
    }

    @Test("Above the announce maximum, only interval events list joins and leaves")
    func crowds() {
        var store = PresenceStore(announceMaximum: 2)
        #expect(store.touch("u1", in: a, until: .seconds(300)) != nil)
        #expect(store.touch("u2", in: a, until: .seconds(300)) != nil)
        #expect(store.touch("u3", in: a, until: .seconds(300)) == nil)
        #expect(store.touch("u4", in: a, until: .seconds(50)) == nil)
        #expect(store.leave("u1", a) == nil)
        #expect(
            store.intervalPassed() == [
                .init(topic: a, action: .interval(joined: ["u3", "u4"], left: ["u1"], timedOut: []), occupancy: 3)
            ]
        )
        #expect(store.intervalPassed() == [])
        #expect(store.expire(at: .seconds(50)) == [], "the channel had more clients at the last interval event")
        #expect(
            store.intervalPassed() == [
                .init(topic: a, action: .interval(joined: [], left: [], timedOut: ["u4"]), occupancy: 2)
            ]
        )
        #expect(store.leave("u2", a) == .init(topic: a, action: .leave("u2"), occupancy: 1))
    }

    @Test("An interval event has the net change, and changes are announced again after one at or below the maximum")
    func netChange() {
        var store = PresenceStore(announceMaximum: 2)
        for client in ["u1", "u2", "u3"] { _ = store.touch(client, in: a, until: .seconds(300)) }
        #expect(store.leave("u3", a) == nil)
        #expect(store.setState(["k": 1], of: "u1", in: a) == nil)
        #expect(store.leave("u1", a) == nil)
        #expect(store.touch("u1", in: a, until: .seconds(300)) == nil)
        #expect(store.touch("u4", in: a, until: .seconds(5)) == nil)
        #expect(store.expire(at: .seconds(5)) == [])
        #expect(store.leave("u2", a) == nil)
        let left = PresenceChange.Action.interval(joined: [], left: ["u2"], timedOut: [])
        #expect(store.intervalPassed() == [.init(topic: a, action: left, occupancy: 1)])
        #expect(store.intervalPassed() == [])
        #expect(
            store.touch("u2", in: a, until: .seconds(300)) == .init(topic: a, action: .join("u2"), occupancy: 2)
        )
    }

    @Test("A crowded channel is the same after its clients and its notes were restored")
    func restoredCrowd() {
        var store = PresenceStore(announceMaximum: 1)
        var notes: [CrowdNote] = []
        func check(_ occupancy: Int, _ joined: [String], _ left: [String]) {
            var restored = PresenceStore(announceMaximum: 1)
            for occupant in store.occupants(of: a) {
                let present = PresentClient(topic: a, client: occupant.client)
                guard let record = store.record(of: present, timeout: .seconds(300)) else { continue }
                restored.restore(record, until: .seconds(300))
            }
            for note in notes { restored.restore(note) }
            #expect(restored.leave("u1", a) == nil)
            let action = PresenceChange.Action.interval(joined: joined, left: left, timedOut: [])
            #expect(restored.intervalPassed() == [.init(topic: a, action: action, occupancy: occupancy)])
        }
        for client in ["u1", "u2", "u3"] { _ = store.touch(client, in: a, until: .seconds(300)) }
        _ = store.leave("u3", a)
        notes = store.takeNotes()
        #expect(notes.map(\.client) == ["u2", "u3", "u3"])
        check(1, ["u2"], ["u1"])
        _ = store.intervalPassed()
        notes = []
        check(1, [], ["u1"])
    }

    @Test("Without an interval, a channel announces changes again as soon as it has no more clients than the maximum")
    func noInterval() {
        var store = PresenceStore(announceMaximum: 1, interval: nil)
        #expect(store.touch("u1", in: a, until: .seconds(300)) != nil)
        #expect(store.touch("u2", in: a, until: .seconds(300)) == nil)
        #expect(store.leave("u2", a) == .init(topic: a, action: .leave("u2"), occupancy: 1))
    }
}
