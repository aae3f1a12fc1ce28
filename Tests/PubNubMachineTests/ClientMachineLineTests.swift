import Testing

@testable import PubNubMachines

@Suite("The line of calls follows the connection and the subscriptions")
struct ClientMachineLineTests {
    private static let request = CallLine.Kind.request(limit: .seconds(15))

    @Test("A call that makes a change ends with the outcome of the change")
    func changeEnds() {
        var machine = ClientMachineTests.connected()
        #expect(machine.enterLine(.change) == .begun(1))
        #expect(machine.enterLine(Self.request) == .waiting(2))
        let join = machine.change(Subscribe.change(1, .subscribe, [Subscribe.a]), endsCall: 1).started
        let words = machine.subscribeFinished(join, .success(Subscribe.page(100))).words
        #expect(words.last == "begin 2")
        #expect(words.dropLast().last?.hasPrefix("report subscribed") == true)
    }

    @Test("A change that needs no request, and one that fails at once, end their calls")
    func immediateChange() {
        var (machine, _) = ClientMachineTests.subscribed()
        _ = machine.enterLine(.change)
        _ = machine.enterLine(Self.request)
        #expect(machine.change(Subscribe.change(2, .subscribe, [Subscribe.a]), endsCall: 1).words.last == "begin 2")
        var idle = ClientMachine(seed: 5)
        _ = idle.enterLine(.change)
        _ = idle.enterLine(Self.request)
        let words = idle.change(Subscribe.change(1, .subscribe, [Subscribe.a]), endsCall: 1).words
        #expect(words == ["report subscriptionFailed 108", "begin 2"])
    }

    @Test("After a loss, the calls that wait begin in their order, and fail by themselves")
    func loss() {
        var (machine, _) = ClientMachineTests.subscribed()
        _ = machine.enterLine(.change)
        _ = machine.enterLine(Self.request)
        let leave = machine.change(Subscribe.change(2, .unsubscribe, [Subscribe.a]), endsCall: 1).started
        let words = machine.leaveFinished(leave, Subscribe.unreachable).words
        #expect(words.contains("report unsubscriptionFailed 107"))
        #expect(words.contains("begin 2"))
    }

    @Test("Calls wait while the client connects, and begin when it is connected")
    func connecting() {
        var machine = ClientMachine(seed: 5)
        #expect(machine.enterLine(.control) == .begun(1))
        let probe = machine.connect().started
        #expect(machine.leaveLine(1) == [])
        #expect(machine.enterLine(Self.request) == .waiting(2))
        #expect(
            machine.probeFinished(probe, nil).words == ["stop probe", "tell didConnect", "stop line(2)", "begin 2"]
        )
    }

    @Test("A call to connect during a change of the configuration begins with the new connection, and joins it")
    func reconfiguring() {
        var machine = ClientMachineTests.connected()
        _ = machine.reconfigure(requiresReconnect: true, heartbeatInterval: nil)
        #expect(machine.enterLine(.control) == .waiting(1))
        let probe = machine.timerFired(.reconfigure).started
        #expect(machine.probeFinished(probe, nil).words == ["stop probe", "tell didConnect", "begin 1"])
        #expect(machine.connect(knowing: 0) == [])
        #expect(machine.connect(knowing: 1).words == ["tell alreadyConnecting"])
    }

    @Test("A change of the subscriptions without a target succeeds if the client is connected")
    func emptyChange() {
        var (machine, _) = ClientMachineTests.subscribed()
        for kind in [SubscriptionChange.Kind.unsubscribe, .disablePresence] {
            let words = machine.change(Subscribe.change(2, kind)).words
            #expect(words.count == 1 && !words.joined().contains("ailed"), "\(words)")
        }
        var idle = ClientMachine(seed: 5)
        #expect(idle.change(Subscribe.change(1, .unsubscribe)).words == ["report unsubscriptionFailed 108"])
    }

    @Test("Calls that wait when the first connect fails begin, and fail by themselves")
    func connectFails() {
        var machine = ClientMachine(seed: 5)
        let probe = machine.connect().started
        _ = machine.enterLine(Self.request)
        let words = machine.probeFinished(probe, Failure(.unreachable, code: 107)).words
        #expect(words.contains("begin 1"))
    }

    @Test("While the client waits for a network, requests wait, and a call to disconnect begins")
    func awaitingNetwork() {
        var machine = ClientMachine(seed: 5)
        let probe = machine.connect().started
        #expect(machine.enterLine(Self.request) == .waiting(1))
        #expect(machine.enterLine(.ending) == .waiting(2))
        let words = machine.probeFinished(probe, .noNetwork(code: 107)).words
        #expect(words.contains("refuse 1 108"))
        #expect(words.contains("begin 2"))
    }
}

extension ClientMachine {
    mutating func enterLine(_ kind: CallLine.Kind) -> CallLine.Entrance {
        var actions: ClientActions = []
        return enterLine(kind, into: &actions)
    }
}
