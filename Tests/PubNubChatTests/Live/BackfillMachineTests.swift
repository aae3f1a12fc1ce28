import Testing

@testable import PubNubChat

@Suite("BackfillMachine: what is done so that nothing is missing")
struct BackfillMachineTests {
    /// A machine that is connected and opened these channels in round 1.
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

    @Test("Subscribed: the time is asked, the hole ends there, it is filled, and the copy is whole")
    func course() {
        var machine = BackfillMachine()
        #expect(machine.connected() == [.report(.connected), .cancelTimer])
        #expect(
            machine.opened(["a", "b"], round: 1) == [.report(.behind(channels: ["a", "b"])), .readTime(round: 1)]
        )
        #expect(machine.timeCame(70, round: 1) == [.close(["a", "b"], at: 70, round: 1)])
        #expect(machine.closed(["a", "b"], round: 1) == [.fill("a"), .fill("b")])
        #expect(machine.filled("a", isWhole: true) == [.report(.whole(channels: ["a"]))])
        #expect(machine.filled("b", isWhole: true) == [.report(.whole(channels: ["b"]))])
        #expect(machine.fellBehind(["a"]) == [.report(.behind(channels: ["a"])), .fill("a")])
    }

    @Test("Subscribed without a connection: nothing is asked until there is one")
    func offline() {
        var machine = BackfillMachine()
        #expect(machine.opened(["a"], round: 1) == [.report(.behind(channels: ["a"]))])
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

    @Test("A gap while a channel is filled: it is filled once more, and told whole once")
    func gapWhileFilling() {
        var machine = filling("a")
        #expect(machine.fellBehind(["a"]).isEmpty)
        #expect(machine.filled("a", isWhole: true) == [.fill("a")])
        #expect(machine.filled("a", isWhole: true) == [.report(.whole(channels: ["a"]))])
    }

    @Test("No more than four channels are worked on at a time, in the order in which they fell behind")
    func width() {
        var machine = opened("a", "b", "c", "d", "e", "f")
        let fills = machine.closed(["a", "b", "c", "d", "e", "f"], round: 1)
        #expect(fills == [.fill("a"), .fill("b"), .fill("c"), .fill("d")])
        #expect(machine.filled("c", isWhole: true) == [.report(.whole(channels: ["c"])), .fill("e")])
        #expect(machine.unsubscribed(["a", "f"]) == [.cancelFill("a")])
        #expect(machine.filled("a", isWhole: true).isEmpty)
    }

    @Test("What fails is told as incomplete and tried again after growing pauses, and at once with the next connection")
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

    @Test("A failure without a connection is no news: the next connection mends it")
    func failureOffline() {
        var machine = filling("a")
        _ = machine.disconnected("lost")
        #expect(machine.fillFailed("a", "lost").isEmpty)
        #expect(machine.disconnected("lost") == [.cancelTimer])
        #expect(machine.connected().last == .fill("a"))
    }

    @Test("The time is asked again when that failed")
    func timeFails() {
        var machine = opened("a")
        let actions = machine.timeFailed("no answer", round: 1)
        #expect(actions == [.report(.incomplete(channels: ["a"], reason: "no answer")), .startTimer(seconds: 1)])
        #expect(machine.timerFired() == [.readTime(round: 1)])
    }

    @Test("Who is there is asked without a word, and told as whole only where something else was missing")
    func presence() {
        var machine = BackfillMachine()
        _ = machine.connected()
        #expect(machine.presenceOutdated("a") == [.fill("a")])
        #expect(machine.filled("a", isWhole: true).isEmpty)
        _ = machine.presenceOutdated("a")
        #expect(machine.fellBehind(["a"]) == [.report(.behind(channels: ["a"]))])
        #expect(machine.filled("a", isWhole: true) == [.fill("a")])
        #expect(machine.filled("a", isWhole: true) == [.report(.whole(channels: ["a"]))])
    }

    @Test("An end that the app wanted is told once, and an attempt that fails each time for another reason")
    func disconnections() {
        var machine = BackfillMachine()
        #expect(machine.disconnected("no route") == [.cancelTimer, .report(.disconnected(reason: "no route"))])
        #expect(machine.disconnected("no route") == [.cancelTimer])
        _ = machine.connected()
        #expect(machine.disconnected(nil) == [.cancelTimer, .report(.disconnected(reason: nil))])
        #expect(machine.disconnected(nil) == [.cancelTimer])
    }
}
