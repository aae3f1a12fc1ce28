import PubNubWire
import Testing

@testable import PubNubMachines

/// How the leave of an earlier keyset ends when the client stops before it is answered: nobody waits for it any more.
@Suite struct ClientMachineDepartureTests {
    static let noNetwork = Failure.noNetwork(code: ErrorCode.requestFailedWithoutNetwork)

    /// The leave of the earlier keyset is under way, and the pause before the next connect too.
    private static func departing() -> (machine: ClientMachine, leave: RequestID) {
        var (machine, _) = ClientMachineTests.subscribed(heartbeat: .seconds(5))
        let actions = machine.reconfigure(
            requiresReconnect: true,
            newSubscribeKey: "other",
            heartbeatInterval: .seconds(5)
        )
        return (machine, actions.started)
    }

    /// The connect with the new keyset failed, and the delegate is asked.
    private static func asking(
        after failure: Failure = Subscribe.unreachable
    ) -> (machine: ClientMachine, leave: RequestID) {
        var (machine, leave) = departing()
        let probe = machine.timerFired(.reconfigure).started
        _ = machine.probeFinished(probe, failure)
        return (machine, leave)
    }

    /// Where the client may be on its way to the next keyset while the leave of the earlier one is not answered.
    private static func departing(_ place: String) -> (machine: ClientMachine, leave: RequestID) {
        guard place != "pausing" else { return departing() }
        var (machine, leave) = asking()
        if place != "asking" { _ = machine.answered(.reconnect, true) }
        if place == "probing" { _ = machine.timerFired(.reconnect) }
        return (machine, leave)
    }

    /// What was subscribed is remembered, the late answer means nothing, and the next connect restores at once.
    private static func expectNothingUnderWay(
        _ machine: ClientMachine,
        _ leave: RequestID,
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var machine = machine
        #expect(machine.number(of: .leave) == 0, sourceLocation: sourceLocation)
        #expect(machine.leaveFinished(leave, nil) == [], sourceLocation: sourceLocation)
        let connecting = machine.connect()
        #expect(connecting.words == ["tell willConnect", "probe", "start probe"], sourceLocation: sourceLocation)
        #expect(
            machine.probeFinished(connecting.started, nil).words == [
                "stop probe", "tell didConnect", "ask resubscribe", "start heartbeat",
            ],
            sourceLocation: sourceLocation
        )
    }

    @Test func theDelegateWantsNoReconnect() {
        var (machine, leave) = Self.asking()
        #expect(machine.answered(.reconnect, false).words == ["cancel", "stop leave"])
        Self.expectNothingUnderWay(machine, leave)
    }

    @Test func theDelegateDoesNotWaitForANetwork() {
        var (machine, leave) = Self.asking(after: Self.noNetwork)
        let words = machine.answered(.reconnect, false).words
        #expect(words.prefix(2) == ["cancel", "stop leave"])
        #expect(words.count == 3 && words[2].hasPrefix("tell connectionFailed"))
        Self.expectNothingUnderWay(machine, leave)
    }

    /// While the client still tries to connect, the earlier keyset may still learn that it has gone.
    @Test func theLeaveGoesOnWhileTheClientTriesToConnect() {
        var (machine, leave) = Self.asking()
        #expect(machine.answered(.reconnect, true).words == ["start reconnect"])
        #expect(machine.leaveFinished(leave, nil).words == ["stop leave"])
        let probe = machine.timerFired(.reconnect).started
        #expect(machine.probeFinished(probe, nil).words.contains("ask resubscribe"))
    }

    @Test(arguments: [
        ("pausing", ["stop reconfigure"]), ("asking", []), ("waiting", ["stop reconnect"]),
        ("probing", ["cancel", "stop probe"]),
    ])
    func theApplicationDisconnects(place: String, stop: [String]) {
        var (machine, leave) = Self.departing(place)
        #expect(machine.disconnect().words == stop + ["cancel", "stop leave", "tell didDisconnect"])
        #expect(machine.number(of: .leave) == 0)
        #expect(machine.leaveFinished(leave, nil) == [])
    }

    @Test(arguments: [
        ("pausing", ["stop reconfigure"]), ("asking", []), ("waiting", ["stop reconnect"]),
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
        #expect(machine.timerFired(.suspension).words == ["stop reconfigure", "cancel", "stop leave", "suspended"])
        Self.expectNothingUnderWay(machine, leave)
    }
}
