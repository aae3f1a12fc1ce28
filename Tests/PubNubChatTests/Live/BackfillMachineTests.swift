import Testing

@testable import PubNubChat

@Suite("BackfillMachine: actions that complete the store")
struct BackfillMachineTests {
    /// A connected machine that opened these channels in round 1.
    private func opened(_ names: String...) -> BackfillMachine {
        var machine = BackfillMachine()
        _ = machine.connected()
        _ = machine.opened(names, round: 1)
        return machine
    }

    private func filling(_ names: String...) -> BackfillMachine {
        var machine = BackfillMachine()
        _ = machine.connected()
        _ = machine.opened(names, round: 1)
        _ = machine.closed(names, round: 1)
        return machine
    }

    @Test("After a subscription, reads the time, closes the gap, fetches it, and reports upToDate")
    func course() {
        var machine = BackfillMachine()
        #expect(machine.connected() == [.report(.connected), .cancelTimer])
        #expect(
            machine.opened(["a", "b"], round: 1) == [.report(.outdated(channels: ["a", "b"])), .readTime(round: 1)]
        )
        #expect(machine.timeCame(70, round: 1) == [.close(["a", "b"], at: 70, round: 1)])
        #expect(machine.closed(["a", "b"], round: 1) == [.continueSubscribers(["a", "b"]), .fill("a"), .fill("b")])
        #expect(machine.filled("a", isWhole: true) == [.report(.upToDate(channels: ["a"]))])
        #expect(machine.filled("b", isWhole: true) == [.report(.upToDate(channels: ["b"]))])
        #expect(machine.fellBehind(["a"]) == [.report(.outdated(channels: ["a"])), .fill("a")])
    }

    @Test("Subscribed without a connection, requests nothing until it is connected")
    func offline() {
        var machine = BackfillMachine()
        #expect(machine.opened(["a"], round: 1) == [.report(.outdated(channels: ["a"]))])
        #expect(machine.connected() == [.report(.connected), .cancelTimer, .readTime(round: 1)])
    }

    @Test("A channel that is opened again needs a later time; the earlier one is not used")
    func rounds() {
        var machine = opened("a")
        #expect(machine.opened(["a"], round: 2) == [.readTime(round: 2)])
        #expect(machine.timeCame(70, round: 1).isEmpty)
        #expect(machine.timeFailed("late", round: 1).isEmpty)
        #expect(machine.timeCame(80, round: 2) == [.close(["a"], at: 80, round: 2)])
        _ = machine.opened(["b"], round: 3)
        #expect(machine.closed(["a"], round: 2).isEmpty)
        #expect(machine.timeCame(90, round: 3) == [.close(["a", "b"], at: 90, round: 3)])
    }

    @Test("Tasks that wait for the subscription of a channel continue although another channel is opened next")
    func subscribers() {
        var machine = opened("a")
        #expect(machine.timeCame(70, round: 1) == [.close(["a"], at: 70, round: 1)])
        #expect(machine.closed(["a"], round: 1) == [.continueSubscribers(["a"]), .fill("a")])
        // Round 2 has begun, in which the tasks of the first channel do not continue.
        _ = machine.opened(["b"], round: 2)
        #expect(machine.timeCame(80, round: 2) == [.close(["b"], at: 80, round: 2)])
        #expect(machine.closed(["b"], round: 2) == [.continueSubscribers(["b"]), .fill("b")])
    }

    @Test("A gap during a backfill causes a second one, and one report")
    func gapWhileFilling() {
        var machine = filling("a")
        #expect(machine.fellBehind(["a"]).isEmpty)
        #expect(machine.filled("a", isWhole: true) == [.fill("a")])
        #expect(machine.filled("a", isWhole: true) == [.report(.upToDate(channels: ["a"]))])
    }

    @Test("Backfills at most four channels concurrently, in the order in which they became outdated")
    func width() {
        var machine = opened("a", "b", "c", "d", "e", "f")
        let names = ["a", "b", "c", "d", "e", "f"]
        let fills: [BackfillMachine.Action] = [.fill("a"), .fill("b"), .fill("c"), .fill("d")]
        #expect(machine.closed(names, round: 1) == [.continueSubscribers(names)] + fills)
        #expect(machine.filled("c", isWhole: true) == [.report(.upToDate(channels: ["c"])), .fill("e")])
        #expect(machine.unsubscribed(["a", "f"]) == [.cancelFill("a")])
        #expect(machine.filled("a", isWhole: true).isEmpty)
    }

    @Test("Reports a failure as incomplete, retries after growing pauses, and immediately with the next connection")
    func failures() {
        var machine = filling("a")
        var pauses: [Int] = []
        for _ in 0..<9 {
            let actions = machine.fillFailed("a", "refused")
            #expect(actions.first == .report(.incomplete(channels: ["a"], reason: "refused")))
            for case .startTimer(let seconds) in actions { pauses.append(seconds) }
            #expect(machine.timerFired() == [.fill("a")])
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60])
        _ = machine.fillFailed("a", "refused")
        #expect(machine.disconnected("lost") == [.cancelTimer, .report(.disconnected(reason: "lost"))])
        #expect(machine.timerFired().isEmpty)
        #expect(machine.connected() == [.report(.connected), .cancelTimer, .fill("a")])
    }

    @Test("A failure without a connection is not reported: the next connection retries")
    func failureOffline() {
        var machine = filling("a")
        _ = machine.disconnected("lost")
        #expect(machine.fillFailed("a", "lost").isEmpty)
        #expect(machine.disconnected("lost") == [.cancelTimer])
        #expect(machine.connected().last == .fill("a"))
    }

    @Test("Reads the time again after a failure")
    func timeFails() {
        var machine = opened("a")
        let actions = machine.timeFailed("no answer", round: 1)
        #expect(actions == [.report(.incomplete(channels: ["a"], reason: "no answer")), .startTimer(seconds: 1)])
        #expect(machine.timerFired() == [.readTime(round: 1)])
    }

    @Test("Fetches presence without a report; reports upToDate only if other data was missing")
    func presence() {
        var machine = BackfillMachine()
        _ = machine.connected()
        #expect(machine.presenceOutdated("a") == [.fill("a")])
        #expect(machine.filled("a", isWhole: true).isEmpty)
        _ = machine.presenceOutdated("a")
        #expect(machine.fellBehind(["a"]) == [.report(.outdated(channels: ["a"]))])
        #expect(machine.filled("a", isWhole: true) == [.fill("a")])
        #expect(machine.filled("a", isWhole: true) == [.report(.upToDate(channels: ["a"]))])
    }

    @Test("Reports a requested disconnect once, and failed attempts each time the reason changes")
    func disconnections() {
        var machine = BackfillMachine()
        #expect(machine.disconnected("no route") == [.cancelTimer, .report(.disconnected(reason: "no route"))])
        #expect(machine.disconnected("no route") == [.cancelTimer])
        _ = machine.connected()
        #expect(machine.disconnected(nil) == [.cancelTimer, .report(.disconnected(reason: nil))])
        #expect(machine.disconnected(nil) == [.cancelTimer])
    }
}
