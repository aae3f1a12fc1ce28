import Testing

@testable import PubNubMachines

/// Refusals to reconnect, errors within the process, and changes of the keys (Documentation/WireProtocol.md, "Losing the
/// network").
@Suite("Refused and failed attempts to connect") struct ConnectionMachineRefusalTests {
    private static let local = Failure(.local, code: ErrorCode.connectionSetUpFailed)

    @Test("After a first connect that failed, the delegate is asked again after a refusal", arguments: [false, true])
    func aRefusedFirstConnect(afterAWait: Bool) {
        var machine = ConnectionMachine(seed: 1)
        var probe = machine.connectRequested().probe
        if afterAWait {
            _ = machine.probeFailed(probe, ConnectionMachineTests.noNetwork)
            probe = machine.timerFired(.reconnect).probe
        }
        #expect(
            machine.probeFailed(probe, ConnectionMachineTests.refused).map(\.connectionWords) == [
                "cancel probe", "close 107", "connectionFailed 102", "ask",
            ]
        )
        #expect(machine.reconnectAnswered(false).map(\.connectionWords) == ["interrupt", "start reconnect"])
        #expect(machine.probeSucceeded(machine.timerFired(.reconnect).probe).map(\.connectionWords).last == "ask")
        #expect(machine.reconnectAnswered(true).map(\.connectionWords) == ["willConnect", "didConnect", "open"])
    }

    @Test("A refusal of the configuration is final, whether the service is away or back", arguments: [false, true])
    func finalRefusal(isBack: Bool) throws {
        var (machine, _) = try #require(ConnectionMachineTests.machines()[isBack ? "declined asking" : "asking"])
        #expect(machine.reconnectAnswered(false, isFinal: true).map(\.connectionWords) == ["interrupt"])
        #expect(machine.word == "idle")
    }

    @Test("The delegate is asked once each time that the service can be reached again")
    func askedAgain() {
        var machine = ConnectionMachine(seed: 1)
        _ = machine.probeSucceeded(machine.connectRequested().probe)
        #expect(machine.connectionLost(ConnectionMachineTests.refused).map(\.connectionWords).last == "ask")
        for _ in 0..<3 {
            _ = machine.reconnectAnswered(false)
            let away = machine.timerFired(.reconnect).probe
            #expect(
                machine.probeFailed(away, ConnectionMachineTests.refused).map(\.connectionWords) == [
                    "cancel probe", "start reconnect",
                ]
            )
            let back = machine.timerFired(.reconnect).probe
            #expect(machine.probeSucceeded(back).map(\.connectionWords) == ["cancel probe", "ask"])
            #expect(machine.reconnectAnswered(false).map(\.connectionWords) == ["interrupt", "start reconnect"])
            // It answered for the service as it is now.
            let same = machine.timerFired(.reconnect).probe
            #expect(machine.probeSucceeded(same).map(\.connectionWords) == ["cancel probe", "start reconnect"])
        }
    }

    @Test("A change of the network counts as an absence of the service")
    func askedAgainAfterAChange() throws {
        var (machine, _) = try #require(ConnectionMachineTests.machines()["declined asking"])
        _ = machine.reconnectAnswered(false)
        #expect(machine.isDeclined)
        #expect(machine.networkChanged() == [])
        #expect(!machine.isDeclined)
        #expect(machine.probeSucceeded(machine.networkBecameAvailable().probe).map(\.connectionWords).last == "ask")
    }

    @Test("A client that may not reconnect does not lower its security")
    func noDescentWithoutPermission() throws {
        var (machine, probe) = try #require(ConnectionMachineTests.machines()["declined probing"])
        machine.allow(.init(mayReduce: true, mayGoPlain: true))
        let insecure = Failure(.insecure, code: ErrorCode.connectionNotSecured)
        #expect(machine.probeFailed(probe, insecure).map(\.connectionWords) == ["cancel probe", "start reconnect"])
    }

    @Test("A local error while the client waits for a network does not end the wait")
    func localErrorWhileWaiting() {
        var machine = ConnectionMachine(seed: 1)
        _ = machine.probeFailed(machine.connectRequested().probe, ConnectionMachineTests.noNetwork)
        let probe = machine.timerFired(.reconnect).probe
        #expect(machine.probeFailed(probe, Self.local).map(\.connectionWords) == ["cancel probe", "start reconnect"])
        #expect(
            machine.probeSucceeded(machine.timerFired(.reconnect).probe).map(\.connectionWords) == [
                "cancel probe", "willConnect", "didConnect", "open",
            ]
        )
    }

    @Test("A local error during a check of the connection is no loss: the long poll is sent again")
    func localErrorDuringACheck() throws {
        var (machine, probe) = try #require(ConnectionMachineTests.machines()["checking"])
        #expect(machine.probeFailed(probe, Self.local).map(\.connectionWords) == ["cancel probe", "renew"])
        #expect(machine.isConnected)
    }

    @Test("A local error fails the first connect with its own code, and calls not with that of a missing network")
    func localErrorWhileConnecting() {
        var machine = ConnectionMachine(seed: 1)
        #expect(
            machine.probeFailed(machine.connectRequested().probe, Self.local).map(\.connectionWords) == [
                "cancel probe", "close 108", "connectionFailed 144", "ask",
            ]
        )
    }

    @Test("A local error does not show that the service was away")
    func localErrorAfterARefusal() throws {
        var (machine, _) = try #require(ConnectionMachineTests.machines()["declined asking"])
        _ = machine.reconnectAnswered(false)
        _ = machine.probeFailed(machine.timerFired(.reconnect).probe, Self.local)
        #expect(machine.isDeclined)
    }

    @Test("Another subscribe key reconnects without a pause")
    func changedKeys() throws {
        for state in ["connected", "checking", "connecting"] {
            var (machine, _) = try #require(ConnectionMachineTests.machines()[state])
            let words = machine.reconfigured(changesKeys: true).map(\.connectionWords)
            #expect(words.suffix(5) == ["adopt", "park", "willConnect", "probe", "start probe"], "\(state)")
            #expect(machine.word == "connecting")
        }
    }
}
