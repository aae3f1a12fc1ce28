import PubNubWire
import Testing

@testable import PubNubMachines

/// Repetitions by the service are not delivered again (Documentation/WireProtocol.md, "The subscribe loop"); messages that
/// the application requests again are.
@Suite struct SubscribeMachineDuplicateTests {
    private func deliveries(_ actions: [ClientAction]) -> [String] {
        actions.loopWords.filter { $0.hasPrefix("deliver") }
    }

    @Test func aRepeatedPageIsDeliveredOnce() {
        var machine = Subscribe.polling()
        #expect(deliveries(machine.pollSucceeded(machine.current, Subscribe.page(200, ["x", "y"]))) == ["deliver 2"])
        let again = machine.pollSucceeded(machine.current, Subscribe.page(200, ["x", "y", "z"]))
        #expect(again.loopWords == ["poll a from 200", "start join", "deliver 1"])
        #expect(
            machine.pollSucceeded(machine.current, Subscribe.page(200, ["z"])).loopWords == [
                "poll a from 200", "start join",
            ]
        )
    }

    @Test func doesNotRepeatMessagesFromBeforeALoss() {
        var machine = Subscribe.polling()
        _ = machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))
        _ = machine.interrupted()
        _ = machine.connected()
        _ = machine.answered(.resubscribe, true)
        let join = machine.answered(.restoreFromLastTimetoken, true).request
        _ = machine.joinSucceeded(join, Subscribe.page(500))
        #expect(deliveries(machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))) == [])
        #expect(deliveries(machine.pollSucceeded(machine.current, Subscribe.page(300, ["x"]))) == ["deliver 1"])
    }

    /// Only a start in the past requests them again.
    @Test func doesNotRepeatMessagesFromBeforeADisconnect() {
        var machine = Subscribe.polling()
        _ = machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))
        _ = machine.reset()
        _ = machine.connected()
        let join = machine.submit(Subscribe.change(2, .subscribe, [Subscribe.a])).request
        _ = machine.joinSucceeded(join, Subscribe.page(150))
        #expect(deliveries(machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))) == [])
    }

    /// The message of the other keyset is equal, but a different one.
    @Test func doesNotRepeatMessagesOnTheReturnToAKeyset() {
        var machine = Subscribe.polling()
        #expect(deliveries(machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))) == ["deliver 1"])
        change(&machine, to: "other")
        #expect(deliveries(machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))) == ["deliver 1"])
        change(&machine, to: "")
        #expect(deliveries(machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))) == [])
        #expect(deliveries(machine.pollSucceeded(machine.current, Subscribe.page(300, ["x"]))) == ["deliver 1"])
    }

    /// No message was received from the keyset in between.
    @Test func doesNotRepeatMessagesAfterAnImmediateReturnToAKeyset() {
        var machine = Subscribe.polling()
        _ = machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))
        _ = machine.keysetChanged(to: "other", isConnected: true)
        change(&machine, to: "")
        #expect(deliveries(machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))) == [])
    }

    /// Changes the keyset and subscribes to the list there.
    private func change(_ machine: inout SubscribeMachine, to keyset: String) {
        _ = machine.keysetChanged(to: keyset, isConnected: true)
        _ = machine.leaveSucceeded(machine.current)
        _ = machine.connected()
        let join = machine.answered(.resubscribe, true).request
        _ = machine.joinSucceeded(join, Subscribe.page(150))
    }

    @Test func aSubscriptionThatBeginsInThePastBringsItAgain() {
        var machine = Subscribe.polling()
        _ = machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))
        machine.start = Cursor(timetoken: Timetoken(rawValue: 100), region: nil)
        _ = machine.submit(Subscribe.change(2, .subscribe, [Subscribe.b]))
        let join = machine.answered(.keepTimetoken, true).request
        _ = machine.joinSucceeded(join, Subscribe.page(500))
        #expect(deliveries(machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))) == ["deliver 1"])
    }
}
