import PubNubWire
import Testing

@testable import PubNubMachines

struct SubscriptionReferencesTests {
    private let a = SubscriptionTarget(name: "a", isGroup: false)
    private let b = SubscriptionTarget(name: "b", isGroup: false)

    @Test("The first iteration subscribes a channel, and the last one unsubscribes it")
    func counts() {
        var holders = SubscriptionReferences()
        holders.began([a], presence: false)
        #expect(holders.takeChanges().subscribe.map(\.target) == [a])
        holders.changeEnded()
        holders.began([a], presence: false)
        #expect(holders.takeChanges().isEmpty)
        holders.ended([a], presence: false)
        #expect(holders.takeChanges().isEmpty)
        holders.ended([a], presence: false)
        let changes = holders.takeChanges()
        #expect(changes.subscribe.isEmpty && changes.unsubscribe.map(\.target) == [a])
    }

    @Test("A channel that could not be left is left after the next connect, unless it is needed again")
    func unfinishedLeaves() {
        var holders = SubscriptionReferences()
        holders.began([a], presence: true)
        _ = holders.takeChanges()
        holders.changeEnded()
        holders.ended([a], presence: true)
        let leave = holders.takeChanges().unsubscribe
        #expect(leave.map(\.target) == [a] && leave[0].messages)
        holders.leaveEnded(unfinished: leave)
        // Not with other changes, which the service would refuse as well.
        holders.began([b], presence: false)
        #expect(holders.takeChanges().unsubscribe.isEmpty)
        holders.changeEnded()
        var held = holders
        held.began([a], presence: true)
        held.connected()
        #expect(held.takeChanges().unsubscribe.isEmpty)
        var called = holders
        var call = SubscriptionChange(id: 1, kind: .subscribe, entries: [.init(target: a)])
        called.noteCall(&call)
        called.forgetCalls()
        called.connected()
        #expect(called.takeChanges().unsubscribe.isEmpty)
        holders.connected()
        #expect(holders.takeChanges().unsubscribe == leave)
    }

    @Test("What calls asked for ends with targets that are not restored, unless a later call still waits")
    func forgotten() {
        var subscription = SubscribeMachine()
        var holders = SubscriptionReferences()
        var earlier = SubscriptionChange(id: 1, kind: .subscribe, entries: [.init(target: a), .init(target: b)])
        holders.noteCall(&earlier)
        var later = SubscriptionChange(id: 2, kind: .subscribe, entries: [.init(target: b)])
        holders.noteCall(&later)
        // The client is not connected, so the change waits.
        var actions: ClientActions = []
        subscription.submit(later, into: &actions)
        holders.forgotten([a, b], by: subscription)
        #expect(!holders.interest(in: a).messages && holders.interest(in: b).messages)
        // An iteration has to subscribe to the channel itself.
        holders.began([a, b], presence: false)
        #expect(holders.takeChanges().subscribe.map(\.target) == [a])
    }

    @Test("Iterations that begin while a change is in progress become one change")
    func coalesces() {
        var holders = SubscriptionReferences()
        holders.began([a], presence: false)
        _ = holders.takeChanges()
        for number in 0..<100 {
            holders.began([SubscriptionTarget(name: "c\(number)", isGroup: false)], presence: false)
        }
        #expect(holders.takeChanges().isEmpty)
        holders.changeEnded()
        #expect(holders.takeChanges().subscribe.count == 100)
    }

    @Test("A channel that a call subscribed stays when the last iteration ends")
    func calledStays() {
        var holders = SubscriptionReferences()
        var call = SubscriptionChange(id: 1, kind: .subscribe, entries: [.init(target: a)])
        holders.noteCall(&call)
        holders.began([a, b], presence: false)
        _ = holders.takeChanges()
        holders.changeEnded()
        holders.ended([a, b], presence: false)
        let changes = holders.takeChanges()
        // Of `a`, only presence events may have to end.
        #expect(changes.unsubscribe.filter(\.messages).map(\.target) == [b])
        #expect(holders.interest(in: a).messages && !holders.interest(in: b).messages)
    }

    @Test("A call that unsubscribes leaves what an iteration holds")
    func heldStays() {
        var holders = SubscriptionReferences()
        holders.began([a], presence: false)
        _ = holders.takeChanges()
        holders.changeEnded()
        var list = SubscriptionTargetList()
        list.update([(a, .init(messages: true, presence: true)), (b, .init(messages: true))])
        var call = SubscriptionChange(id: 1, kind: .unsubscribe, entries: [.init(target: a), .init(target: b)])
        holders.noteCall(&call)
        let left = call.applied(to: list)
        #expect(left[a] == .init(messages: true, presence: false) && left[b] == .init())
    }

    @Test("The end of the last iteration with presence ends the presence events only")
    func presence() {
        var holders = SubscriptionReferences()
        holders.began([a], presence: true)
        holders.began([a], presence: false)
        #expect(holders.takeChanges().subscribe.map(\.presence) == [true])
        holders.changeEnded()
        holders.ended([a], presence: true)
        let changes = holders.takeChanges()
        #expect(changes.unsubscribe.map(\.messages) == [false])
    }

    @Test("A change that could not be made is asked for again, unless its iterations have ended")
    func repeats() {
        var holders = SubscriptionReferences()
        holders.began([a, b], presence: false)
        _ = holders.takeChanges()
        holders.ended([b], presence: false)
        holders.changeEnded(unfinished: [a, b])
        #expect(holders.takeChanges().subscribe.map(\.target) == [a])
    }

    @Test("A new connection asks for everything that is held")
    func connects() {
        var holders = SubscriptionReferences()
        holders.began([a, b], presence: false)
        _ = holders.takeChanges()
        holders.changeEnded()
        holders.connected()
        #expect(holders.takeChanges().subscribe.map(\.target) == [a, b])
    }
}
