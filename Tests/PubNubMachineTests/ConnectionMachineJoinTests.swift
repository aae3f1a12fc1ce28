import Testing

@testable import PubNubMachines

/// Documentation/WireProtocol.md, "Changing the configuration" and "Connecting".
@Suite("A call to connect joins the connection for another configuration")
struct ConnectionMachineJoinTests {
    private static let refusal: ClientActions = [.reportConnection(.alreadyConnecting)]

    /// A machine that is connected again, with another configuration.
    private func reconnected() throws -> ConnectionMachine {
        var (machine, _) = try #require(ConnectionMachineTests.machines()["connected"])
        _ = machine.reconfigured()
        _ = machine.probeSucceeded(machine.timerFired(.reconfigure).probe)
        return machine
    }

    @Test("A call during the attempt begins nothing, also for another subscribe key", arguments: [false, true])
    func duringTheAttempt(changesKeys: Bool) throws {
        var (machine, _) = try #require(ConnectionMachineTests.machines()["connected"])
        var actions = machine.reconfigured(changesKeys: changesKeys)
        #expect(machine.connectRequested() == [])
        if !changesKeys { actions = machine.timerFired(.reconfigure) }
        #expect(machine.connectRequested() == [])
        #expect(machine.reconfigurations == 0)
        #expect(machine.probeSucceeded(actions.probe).map(\.connectionWords) == ["cancel probe", "didConnect", "open"])
        #expect(machine.reconfigurations == 1)
    }

    @Test("A call after a change while the client waited to try again joins the attempt that begins with the change")
    func afterALoss() throws {
        var (machine, _) = try #require(ConnectionMachineTests.machines()["waiting"])
        _ = machine.reconfigured()
        #expect(machine.word == "connecting")
        #expect(machine.connectRequested() == [])
    }

    @Test("A call from before the application knew of the connection joins it, and a later one is refused")
    func afterTheAttempt() throws {
        var machine = try reconnected()
        for _ in 1...2 {
            #expect(machine.connectRequested(knowing: 0) == [])
            #expect(machine.connectRequested(knowing: 1) == Self.refusal)
            #expect(machine.connectRequested() == Self.refusal)
            // The same during a check of the connection.
            _ = machine.networkChanged()
        }
    }

    @Test("A call does not join a connection that another call made")
    func connectionOfACall() throws {
        var machine = try reconnected()
        _ = machine.disconnectRequested()
        let probe = machine.connectRequested(knowing: 0).probe
        #expect(machine.connectRequested(knowing: 0) == Self.refusal)
        _ = machine.probeSucceeded(probe)
        #expect(machine.connectRequested(knowing: 0) == Self.refusal)
        #expect(machine.reconfigurations == 1)
    }

    @Test("A call does not join a connection after a loss")
    func connectionAfterALoss() throws {
        var machine = try reconnected()
        _ = machine.connectionLost(ConnectionMachineTests.refused)
        _ = machine.reconnectAnswered(true)
        _ = machine.probeSucceeded(machine.timerFired(.reconnect).probe)
        #expect(machine.isConnected)
        #expect(machine.connectRequested(knowing: 0) == Self.refusal)
    }

    @Test("A call after the attempt has failed connects")
    func failedAttempt() throws {
        var (machine, _) = try #require(ConnectionMachineTests.machines()["connected"])
        _ = machine.reconfigured()
        _ = machine.probeFailed(machine.timerFired(.reconfigure).probe, ConnectionMachineTests.refused)
        #expect(
            machine.connectRequested(knowing: 0).map(\.connectionWords) == [
                "park", "willConnect", "probe", "start probe",
            ]
        )
    }
}
