import TestRandom
import Testing

@testable import PubNubOrigin

private func poll(_ id: UInt64, _ names: String...) -> HeldPoll {
    let terms = HeldPoll.Terms(subscriptions: names.map { .channel($0, keyset: "demo") }, form: .single)
    return HeldPoll(id: OriginRequestID(rawValue: id), terms: terms, timetoken: 5)
}

private let a = Subscription.channel("a", keyset: "demo")
private let b = Subscription.channel("b", keyset: "demo")
private let one = OriginRequestID(rawValue: 1)
private let two = OriginRequestID(rawValue: 2)

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
        #expect(held.waiting(for: a).isEmpty)
        #expect(held.release(one) == nil)
        #expect(held.release(waitingFor: a) { _ in true }.isEmpty)
        #expect(held.expire(at: .seconds(1_000_000)).isEmpty)
        #expect(held.releaseAll().isEmpty)
        #expect(held.nextDeadline == nil)
        #expect(held.count == 0)
    }

    @Test("Held: is found under each of its names and no other")
    func found() {
        let held = holding(poll(1, "a", "b"))
        #expect(held.waiting(for: a).ids == [one])
        #expect(held.waiting(for: b).ids == [one])
        #expect(held.waiting(for: .channel("c", keyset: "demo")).isEmpty)
        #expect(held.waiting(for: .channel("a", keyset: "other")).isEmpty)
        #expect(held.waiting(for: .group("a", keyset: "demo")).isEmpty)
        #expect(held[one]?.terms.subscriptions == [a, b])
        #expect(held.nextDeadline == .seconds(100))
    }

    @Test("Held: is found under its keyset, in the order of arrival")
    func keysets() {
        let terms = HeldPoll.Terms(subscriptions: [.channel("a", keyset: "other")], form: .single)
        let other = HeldPoll(id: OriginRequestID(rawValue: 3), terms: terms, timetoken: 5)
        var held = holding(poll(2, "a"), other, poll(1, "b"))
        #expect(held.waiting(of: "demo").ids == [one, two])
        #expect(held.waiting(of: "other").ids == [other.id])
        held.release(other.id)
        #expect(held.waiting(of: "other").isEmpty)
    }

    @Test("Held, then released: is returned once, and not found afterwards")
    func released() {
        var held = holding(poll(1, "a"), poll(2, "a"))
        #expect(held.release(one)?.id == one)
        #expect(held.release(one) == nil)
        #expect(held.waiting(for: a).ids == [two])
        #expect(held.expire(at: .seconds(100)).isEmpty)
        #expect(held.count == 1)
        #expect(held.names == 1)
    }

    @Test("Held, then time passes: stays before its deadline, is returned at it")
    func expires() {
        var held = holding(poll(1, "a"), poll(2, "a"))
        #expect(held.expire(at: .seconds(99)).isEmpty)
        #expect(held.expire(at: .seconds(100)).ids == [one])
        #expect(held.waiting(for: a).ids == [two])
        #expect(held.expire(at: .seconds(5000)).ids == [two])
        #expect(held.count == 0)
    }

    @Test("Several held: requests for one name are returned in the order in which they came, also if one is held late")
    func order() {
        let held = holding(poll(2, "a"), poll(1, "a"), poll(3, "b"))
        #expect(held.waiting(for: a).ids == [one, two])
    }

    @Test("Several held, then all released: each is returned once")
    func all() {
        var held = holding(poll(2, "a"), poll(1, "b"))
        #expect(held.releaseAll().ids == [one, two])
        #expect(held.releaseAll().isEmpty)
        #expect(held.waiting(for: a).isEmpty)
    }

    @Test("Released together: those that are ready, in the order in which they came, and each for all of its names")
    func together() {
        var held = holding(poll(1, "a", "b"), poll(2, "b"), poll(3, "a"), poll(4, "a"))
        let released = held.release(waitingFor: a) { $0.id.rawValue != 3 }
        #expect(released.map(\.id.rawValue) == [1, 4])
        #expect(held.waiting(for: a).map(\.id.rawValue) == [3])
        #expect(held.waiting(for: b).ids == [two])
        #expect(held.count == 2)
        #expect(held.count(keyset: "demo") == 2)
        #expect(held.names == 2)
        #expect(held.names(keyset: "demo") == 2)
        #expect(held.release(waitingFor: a) { _ in false }.isEmpty)
        #expect(held.release(waitingFor: a) { _ in true }.map(\.id.rawValue) == [3])
        #expect(!held.isAwaited(a))
        #expect(held.expire(at: .seconds(100)).isEmpty)
        #expect(held.expire(at: .seconds(5000)).ids == [two])
    }

    @Test("A call that skips messages continues from their timetoken, and never goes back")
    func skips() {
        var held = holding(poll(1, "a"))
        held.skip(one, to: 9)
        held.skip(one, to: 7)
        #expect(held[one]?.timetoken == 9)
    }

    @Test("Agrees with a plain list of calls over random inputs", arguments: 1...20)
    func agreesWithAModel(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var held = HeldRequests()
        var model: [UInt64: Set<Int>] = [:]
        var last: UInt64 = 0
        func expected(_ name: Int) -> [UInt64] { model.filter { $0.value.contains(name) }.keys.sorted() }
        for _ in 0..<3000 {
            let name = Int.random(in: 0..<4, using: &random)
            let subscription = Subscription.channel("\(name)", keyset: "demo")
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                last += UInt64.random(in: 1...3, using: &random)
                let names = Set((0..<4).filter { $0 == name || Bool.random(using: &random) })
                model[last] = names
                let terms = HeldPoll.Terms(
                    subscriptions: names.sorted().map { .channel("\($0)", keyset: "demo") },
                    form: .single
                )
                let poll = HeldPoll(id: OriginRequestID(rawValue: last), terms: terms, timetoken: 5)
                held.park(poll, until: .seconds(Int(last) + 100))
            case 6..<8:
                guard let id = model.keys.sorted().randomElement(using: &random) else { continue }
                model[id] = nil
                #expect(held.release(OriginRequestID(rawValue: id))?.id.rawValue == id)
            case 8:
                let divisor = UInt64.random(in: 1...3, using: &random)
                let released = held.release(waitingFor: subscription) { $0.id.rawValue % divisor == 0 }
                let wanted = expected(name).filter { $0 % divisor == 0 }
                #expect(released.map(\.id.rawValue) == wanted)
                for id in wanted { model[id] = nil }
            default:
                let due = model.keys.filter { $0 + 300 <= last }.sorted()
                let now = Duration.seconds(Int(last) - 200)
                #expect(held.expire(at: now).map(\.id.rawValue) == due)
                for id in due { model[id] = nil }
            }
            #expect(held.waiting(for: subscription).map(\.id.rawValue) == expected(name))
            #expect(held.isAwaited(subscription) == !expected(name).isEmpty)
            #expect(held.count == model.count)
            #expect(held.names == model.values.reduce(0) { $0 + $1.count })
        }
    }
}

extension [HeldPoll] {
    fileprivate var ids: [OriginRequestID] { map(\.id) }
}
