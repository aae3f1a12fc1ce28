import PubNubWire
import Testing

@testable import PubNubMachines

/// The effect of a suspension on all machines (Documentation/WireProtocol.md, "Suspension and identifier").
@Suite struct ClientMachineSuspensionTests {
    private func suspended(heartbeat: Duration? = nil) -> ClientMachine {
        var (machine, _) = ClientMachineTests.subscribed(heartbeat: heartbeat)
        _ = machine.suspend()
        _ = machine.answered(.runInBackground, false)
        _ = machine.suspensionWindowClosed(1)
        return machine
    }

    /// The delegate may finish its work before a suspension; then the connections close, and calls fail with error 109.
    @Test func theClientStopsAfterTheWorkOfTheDelegate() {
        var (machine, _) = ClientMachineTests.subscribed(heartbeat: .seconds(5))
        #expect(machine.suspend().words == ["start suspension", "ask runInBackground"])
        #expect(machine.answered(.runInBackground, false).words == ["window 1"])
        let call = machine.nextCallID()
        #expect(machine.submit(call, ClientMachineTests.terms).words == ["start request", "send"])
        let words = machine.suspensionWindowClosed(1).words
        #expect(
            words == [
                "stop suspension", "cancel", "stop join", "stop heartbeat", "cancel", "stop request", "fail 109",
                "suspended",
            ]
        )
        #expect(machine.submit(machine.nextCallID(), ClientMachineTests.terms).words == ["fail 109"])
        #expect(
            machine.change(Subscribe.change(2, .subscribe, [Subscribe.b])).words == ["report subscriptionFailed 109"]
        )
    }

    @Test func theDelegateMayObject() {
        var (machine, _) = ClientMachineTests.subscribed()
        let before = machine
        _ = machine.suspend()
        #expect(machine.answered(.runInBackground, true).words == ["stop suspension", "not suspended"])
        #expect(machine.connection == before.connection && machine.subscription == before.subscription)
        #expect(machine.suspension == before.suspension && machine.queue == before.queue)
    }

    /// The events of a resume in their order; heartbeats restart, and polling continues from the stored timetoken.
    @Test func resumingRestores() {
        var machine = suspended(heartbeat: .seconds(5))
        let resumed = machine.resume()
        #expect(resumed.words == ["tell willConnect", "probe", "start probe"])
        #expect(
            machine.probeFinished(resumed.started, nil).words == [
                "stop probe", "tell didConnect", "ask resubscribe", "start heartbeat",
            ]
        )
        #expect(machine.answered(.resubscribe, true).words == ["ask restoreFromLastTimetoken"])
        let join = machine.answered(.restoreFromLastTimetoken, true)
        #expect(join.words == ["report willRestore", "join a", "start join"])
        let done = machine.subscribeFinished(join.started, .success(Subscribe.page(300)))
        #expect(done.words == ["poll a from 100", "start join", "report restored", "start heartbeat"])
    }

    @Test func resumingWhileTheDelegateWorksCallsTheSuspensionOff() {
        var (machine, _) = ClientMachineTests.subscribed()
        let phase = machine.subscription.phase
        _ = machine.suspend()
        _ = machine.answered(.runInBackground, false)
        #expect(machine.resume().words == ["stop suspension", "not suspended"])
        #expect(machine.suspensionWindowClosed(1) == [])
        #expect(machine.connection.isConnected)
        #expect(machine.subscription.phase == phase)
    }

    @Test func workThatTakesTooLongIsCutOff() {
        var (machine, _) = ClientMachineTests.subscribed()
        _ = machine.suspend()
        _ = machine.answered(.runInBackground, false)
        #expect(machine.timerFired(.suspension).words == ["cancel", "stop join", "suspended"])
        #expect(machine.suspensionWindowClosed(1) == [])
    }

    @Test func disconnectingWhileTheDelegateWorksIsAnOrdinaryDisconnect() {
        var (machine, _) = ClientMachineTests.subscribed()
        _ = machine.suspend()
        _ = machine.answered(.runInBackground, false)
        #expect(
            machine.disconnect().words == [
                "stop suspension", "not suspended", "cancel", "stop join", "tell didDisconnect",
            ]
        )
        #expect(machine.suspensionWindowClosed(1) == [])
        #expect(machine.connection.state == .idle)
    }

    /// A loss while the delegate works is reported; the client is suspended nevertheless and reconnects afterwards.
    @Test func aLossWhileTheDelegateWorks() {
        var (machine, poll) = ClientMachineTests.subscribed()
        _ = machine.suspend()
        _ = machine.answered(.runInBackground, false)
        #expect(
            machine.subscribeFinished(poll, .failure(Subscribe.unreachable)).words.contains("tell willDisconnect 103")
        )
        #expect(machine.suspensionWindowClosed(1).words == ["stop suspension", "suspended"])
        #expect(machine.resume().words == ["ask reconnect"])
        #expect(machine.answered(.reconnect, true).words == ["start reconnect"])
    }

    @Test func aClientThatIsNotRunningIsNotSuspended() {
        var idle = ClientMachine(seed: 5)
        #expect(idle.suspend().words == ["not suspended"])
        #expect(idle.submit(idle.nextCallID(), ClientMachineTests.terms).words == ["fail 108"])
        var machine = suspended()
        #expect(machine.suspend().words == ["not suspended"])
        #expect(machine.submit(machine.nextCallID(), ClientMachineTests.terms).words == ["fail 109"])
    }

    @Test func resumingAnActiveClientDoesNothing() {
        var (machine, _) = ClientMachineTests.subscribed()
        let before = machine
        #expect(machine.resume() == [])
        #expect(machine == before)
    }
}
