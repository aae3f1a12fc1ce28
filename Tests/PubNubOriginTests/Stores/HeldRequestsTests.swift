import Testing

@testable import PubNubOrigin

private func poll(_ id: UInt64, _ names: String...) -> HeldPoll {
    HeldPoll(
        id: RequestID(rawValue: id),
        subscriptions: names.map { .channel($0, keyset: "demo") },
        timetoken: 5,
        form: .single,
        callback: nil
    )
}

private let a = Subscription.channel("a", keyset: "demo")
private let b = Subscription.channel("b", keyset: "demo")
private let one = RequestID(rawValue: 1)
private let two = RequestID(rawValue: 2)

@Suite("Held long polls: every state with every input")
struct HeldRequestsTests {
    private func holding(_ polls: HeldPoll...) -> HeldRequests {
        var held = HeldRequests()
        for poll in polls { held.park(poll, until: .seconds(Int(poll.id.rawValue) * 100)) }
        return held
    }

    @Test("Nothing held: each input returns nothing")
    func empty() {
        var held = HeldRequests()
        #expect(held.waiting(for: a) == [])
        #expect(held.release(one) == nil)
        #expect(held.expire(at: .seconds(1_000_000)) == [])
        #expect(held.releaseAll() == [])
        #expect(held.nextDeadline == nil)
        #expect(held.count == 0)
    }

    @Test("Held: is found under each of its names and no other")
    func found() {
        let held = holding(poll(1, "a", "b"))
        #expect(held.waiting(for: a) == [one])
        #expect(held.waiting(for: b) == [one])
        #expect(held.waiting(for: .channel("c", keyset: "demo")) == [])
        #expect(held.waiting(for: .channel("a", keyset: "other")) == [])
        #expect(held.waiting(for: .group("a", keyset: "demo")) == [])
        #expect(held[one] == poll(1, "a", "b"))
        #expect(held.nextDeadline == .seconds(100))
    }

    @Test("Held, then released: is returned once, and not found afterwards")
    func released() {
        var held = holding(poll(1, "a"), poll(2, "a"))
        #expect(held.release(one) == poll(1, "a"))
        #expect(held.release(one) == nil)
        #expect(held.waiting(for: a) == [two])
        #expect(held.expire(at: .seconds(100)) == [])
        #expect(held.count == 1)
    }

    @Test("Held, then time passes: stays before its deadline, is returned at it")
    func expires() {
        var held = holding(poll(1, "a"), poll(2, "a"))
        #expect(held.expire(at: .seconds(99)) == [])
        #expect(held.expire(at: .seconds(100)) == [poll(1, "a")])
        #expect(held.waiting(for: a) == [two])
        #expect(held.expire(at: .seconds(5000)) == [poll(2, "a")])
        #expect(held.count == 0)
    }

    @Test("Held, then held again under the same identifier: the new request counts")
    func replaced() {
        var held = holding(poll(1, "a"))
        held.park(poll(1, "b"), until: .seconds(300))
        #expect(held.waiting(for: a) == [])
        #expect(held.waiting(for: b) == [one])
        #expect(held.count == 1)
        #expect(held.expire(at: .seconds(299)) == [])
        #expect(held.expire(at: .seconds(300)).count == 1)
    }

    @Test("Several held: requests for one name are returned in the order in which they were held")
    func order() {
        let held = holding(poll(2, "a"), poll(1, "a"), poll(3, "b"))
        #expect(held.waiting(for: a) == [one, two])
    }

    @Test("Several held, then all released: each is returned once")
    func all() {
        var held = holding(poll(2, "a"), poll(1, "b"))
        #expect(held.releaseAll().map(\.id) == [one, two])
        #expect(held.releaseAll() == [])
        #expect(held.waiting(for: a) == [])
    }
}
