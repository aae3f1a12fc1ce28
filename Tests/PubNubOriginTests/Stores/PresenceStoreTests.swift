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
        #expect(store.expire(at: .seconds(50)) == [.init(topic: a, action: .timeout("u4"), occupancy: 2)])
    }
}
