import PubNubWire
import Testing

@testable import PubNubMachines

/// The effect of a loss, and of what only looks like one, on all machines (Documentation/WireProtocol.md, "Losing the
/// network").
@Suite("Losses of the connection") struct ClientMachineLossTests {
    @Test("A local error of a check is no loss: calls continue, and the long poll is sent again")
    func aLocalErrorIsNoLoss() {
        var (machine, _) = ClientMachineTests.subscribed()
        let call = machine.nextCallID()
        _ = machine.submit(call, ClientMachineTests.terms)
        let probe = machine.networkChanged().started
        let local = Failure(.local, code: ErrorCode.connectionSetUpFailed)
        #expect(machine.probeFinished(probe, local).words.suffix(2) == ["poll a from 100", "start join"])
        #expect(machine.isWaiting(call))
    }

    @Test("Asks again when the service can be reached again, and then restores the subscription")
    func asksAgainAfterARefusal() {
        var (machine, poll) = ClientMachineTests.subscribed()
        _ = machine.subscribeFinished(poll, .failure(Subscribe.unreachable))
        #expect(machine.answered(.reconnect, false).words == ["start reconnect"])
        let back = machine.probeFinished(machine.timerFired(.reconnect).started, nil)
        #expect(back.words == ["stop probe", "ask reconnect"])
        #expect(machine.answered(.reconnect, true).words == ["tell willConnect", "tell didConnect", "ask resubscribe"])
    }

    @Test("What is unsubscribed after a loss is not restored, and left before anything is")
    func unsubscribingAfterALoss() {
        var machine = ClientMachineTests.connected(heartbeat: .seconds(5))
        let join = machine.change(Subscribe.change(1, .subscribe, [Subscribe.a, Subscribe.b])).started
        let poll = machine.subscribeFinished(join, .success(Subscribe.page(100))).started
        _ = machine.subscribeFinished(poll, .failure(Subscribe.unreachable))
        let change = Subscribe.change(2, .unsubscribe, [Subscribe.b])
        #expect(machine.change(change) == [.reportSubscription(.unsubscribed(change))])
        #expect(machine.subscription.list.messageTargets == [Subscribe.a])
        let failing = machine.change(Subscribe.change(3, .subscribe, [Subscribe.b]))
        #expect(failing.words == ["report subscriptionFailed 107"])
        _ = machine.answered(.reconnect, true)
        let back = machine.probeFinished(machine.timerFired(.reconnect).started, nil)
        #expect(
            back.words == [
                "stop probe", "tell willConnect", "tell didConnect", "leave b", "start leave", "start heartbeat",
            ]
        )
        #expect(machine.timerFired(.heartbeat).words == ["start heartbeat"], "the client is not present yet")
        #expect(machine.leaveFinished(back.started, nil).words == ["stop leave", "ask resubscribe"])
        #expect(machine.answered(.resubscribe, true).words == ["ask restoreFromLastTimetoken"])
        #expect(machine.answered(.restoreFromLastTimetoken, true).words.contains("join a"))
    }

    @Test("A leave that was interrupted is sent again with the next connection; one without a response is not awaited")
    func leavingAfterALoss() {
        var (machine, poll) = ClientMachineTests.subscribed()
        _ = machine.subscribeFinished(poll, .failure(Subscribe.unreachable))
        _ = machine.change(Subscribe.change(2, .unsubscribe, [Subscribe.a]))
        _ = machine.answered(.reconnect, true)
        let first = machine.probeFinished(machine.timerFired(.reconnect).started, nil)
        #expect(first.words.contains("leave a"))
        let call = machine.nextCallID()
        _ = machine.submit(call, ClientMachineTests.terms)
        _ = machine.callFailed(call, Subscribe.unreachable)
        _ = machine.answered(.reconnect, true)
        let second = machine.probeFinished(machine.timerFired(.reconnect).started, nil)
        #expect(second.words.contains("leave a"))
        #expect(machine.timerFired(.leave).words == ["cancel"], "nothing is left to restore")
        _ = machine.change(Subscribe.change(4, .subscribe, [Subscribe.a]))
        #expect(machine.subscription.list.messageTargets == [Subscribe.a])
    }

    @Test("A suspended client and one without subscriptions refuse to unsubscribe", arguments: [true, false])
    func unsubscribingWithoutALoss(isSuspended: Bool) {
        var machine = isSuspended ? ClientMachineTests.subscribed().machine : ClientMachine(seed: 5)
        if isSuspended {
            _ = machine.suspend()
            _ = machine.answered(.runInBackground, false)
            _ = machine.suspensionWindowClosed(1)
        }
        let words = machine.change(Subscribe.change(2, .unsubscribe, [Subscribe.a])).words
        #expect(words == ["report unsubscriptionFailed \(isSuspended ? 109 : 108)"])
    }

    @Test("While only the subscription fails, the pauses before the next connection grow; a response to it ends that")
    func subscriptionUnavailable() {
        var (machine, request) = ClientMachineTests.subscribed()
        /// Fails until the connection counts as lost. Returns the pause before the next one.
        func lose() -> Duration? {
            for attempt in 0...SubscribeMachine.retries {
                _ = machine.subscribeFinished(request, .failure(Subscribe.server))
                if attempt < SubscribeMachine.retries { request = machine.timerFired(.poll).started }
            }
            for case .startTimer(.reconnect, let pause?, _) in machine.answered(.reconnect, true) { return pause }
            return nil
        }
        func reconnect() {
            _ = machine.probeFinished(machine.timerFired(.reconnect).started, nil)
            _ = machine.answered(.resubscribe, true)
            request = machine.answered(.restoreFromLastTimetoken, true).started
        }
        for seconds in [0.1, 1, 2, 4, 8, 16, 30, 30] {
            let pause = lose() ?? .zero
            #expect(pause >= .seconds(seconds * 0.75) && pause <= .seconds(seconds * 1.25))
            reconnect()
        }
        request = machine.subscribeFinished(request, .success(Subscribe.page(200))).started
        #expect(lose().map { $0 < .seconds(0.2) } == true)
    }
}
