import PubNubWire
import Testing

@testable import PubNubMachines

/// The leave of an earlier keyset is abandoned when the client stops before the service responds to it.
@Suite struct ClientMachineDepartureTests {
    static let noNetwork = Failure.noNetwork(code: ErrorCode.requestFailedWithoutNetwork)

    /// A machine with the leave of the earlier keyset in flight, which connects with the next one.
    private static func departing() -> (machine: ClientMachine, leave: RequestID) {
        var (machine, _) = ClientMachineTests.subscribed(heartbeat: .seconds(5))
        let actions = machine.reconfigure(
            requiresReconnect: true,
            newSubscribeKey: "other",
            heartbeatInterval: .seconds(5)
        )
        return (machine, actions.started)
    }

    /// A machine whose connect with the new keyset failed: by default with an open question to the delegate.
    private static func asking(
        after failure: Failure = Subscribe.unreachable
    ) -> (machine: ClientMachine, leave: RequestID) {
        var (machine, _) = ClientMachineTests.subscribed(heartbeat: .seconds(5))
        let actions = machine.reconfigure(
            requiresReconnect: true,
            newSubscribeKey: "other",
            heartbeatInterval: .seconds(5)
        )
        _ = machine.probeFinished(actions.probe, failure)
        return (machine, actions.started)
    }

    /// The states of the client between two keysets while the leave of the earlier one is in flight.
    private static func departing(_ place: String) -> (machine: ClientMachine, leave: RequestID) {
        guard place != "connecting" else { return departing() }
        var (machine, leave) = asking()
        if place != "asking" { _ = machine.answered(.reconnect, true) }
        if place == "probing" { _ = machine.timerFired(.reconnect) }
        return (machine, leave)
    }

    /// The subscription is remembered, the late response has no effect, and the next connect restores immediately.
    private static func expectNothingUnderWay(
        _ machine: ClientMachine,
        _ leave: RequestID,
        stopping: [String] = [],
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var machine = machine
        #expect(machine.number(of: .leave) == 0, sourceLocation: sourceLocation)
        #expect(machine.leaveFinished(leave, nil) == [], sourceLocation: sourceLocation)
        let connecting = machine.connect()
        let words = stopping + ["tell willConnect", "probe", "start probe"]
        #expect(connecting.words == words, sourceLocation: sourceLocation)
        #expect(
            machine.probeFinished(connecting.started, nil).words == [
                "stop probe", "tell didConnect", "ask resubscribe", "start heartbeat",
            ],
            sourceLocation: sourceLocation
        )
    }

    @Test func theDelegateWantsNoReconnect() {
        var (machine, leave) = Self.asking()
        #expect(machine.answered(.reconnect, false).words == ["cancel", "stop leave", "start reconnect"])
        Self.expectNothingUnderWay(machine, leave, stopping: ["stop reconnect"])
    }

    @Test("While the client waits for a network, which the delegate is not asked about, the leave may still arrive")
    func theLeaveContinuesWithoutANetwork() {
        var (machine, leave) = Self.asking(after: Self.noNetwork)
        #expect(machine.number(of: ClientAction.Question.reconnect) == 0)
        #expect(machine.leaveFinished(leave, nil).words == ["stop leave"])
        let probe = machine.timerFired(.reconnect).started
        #expect(machine.probeFinished(probe, nil).words.contains("ask resubscribe"))
    }

    /// While the client still tries to connect, the leave of the earlier keyset may still arrive.
    @Test func theLeaveContinuesWhileTheClientConnects() {
        var (machine, leave) = Self.asking()
        #expect(machine.answered(.reconnect, true).words == ["start reconnect"])
        #expect(machine.leaveFinished(leave, nil).words == ["stop leave"])
        let probe = machine.timerFired(.reconnect).started
        #expect(machine.probeFinished(probe, nil).words.contains("ask resubscribe"))
    }

    @Test(arguments: [
        ("connecting", ["cancel", "stop probe"]), ("asking", []), ("waiting", ["stop reconnect"]),
        ("probing", ["cancel", "stop probe"]),
    ])
    func theApplicationDisconnects(place: String, stop: [String]) {
        var (machine, leave) = Self.departing(place)
        #expect(machine.disconnect().words == stop + ["cancel", "stop leave", "tell didDisconnect"])
        #expect(machine.number(of: .leave) == 0)
        #expect(machine.leaveFinished(leave, nil) == [])
    }

    @Test(arguments: [
        ("connecting", ["cancel", "stop probe"]), ("asking", []), ("waiting", ["stop reconnect"]),
        ("probing", ["cancel", "stop probe"]),
    ])
    func theApplicationSuspends(place: String, stop: [String]) {
        var (machine, leave) = Self.departing(place)
        _ = machine.suspend()
        _ = machine.answered(.runInBackground, false)
        #expect(
            machine.suspensionWindowClosed(1).words
                == ["stop suspension"] + stop + ["cancel", "stop leave", "suspended"]
        )
        Self.expectNothingUnderWay(machine, leave)
    }

    @Test func theTimeOfTheDelegateEnds() {
        var (machine, leave) = Self.departing()
        _ = machine.suspend()
        _ = machine.answered(.runInBackground, false)
        #expect(machine.timerFired(.suspension).words == ["cancel", "stop probe", "cancel", "stop leave", "suspended"])
        Self.expectNothingUnderWay(machine, leave)
    }
}
