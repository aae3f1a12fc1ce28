import PubNubWire
import Testing

@testable import PubNubMachines

/// Every state × input pair (README "Connecting and Disconnecting from the PubNub Network"; Documentation/WireProtocol.md,
/// "Connecting", "Losing the network", "Suspension and identifier").
@Suite struct ConnectionMachineTests {
    typealias Action = ClientAction

    static let refused = Failure(.unreachable, code: ErrorCode.requestFailedWithoutNetwork)
    static let lost = Failure(.unreachable, code: ErrorCode.connectionLostWithNetwork)
    static let notConnected = Failure(.unreachable, code: ErrorCode.connectionFailedWithoutNetwork)

    /// A machine in each state, with the request that it waits for.
    static func machines() -> [String: (machine: ConnectionMachine, probe: RequestID)] {
        var connecting = ConnectionMachine(seed: 1)
        let first = connecting.connectRequested().probe
        var connected = connecting
        _ = connected.probeSucceeded(first)
        var checking = connected
        let third = checking.networkChanged().probe
        var checkingAgain = checking
        _ = checkingAgain.networkChanged()
        var asking = connected
        _ = asking.connectionLost(refused)
        var waiting = asking
        _ = waiting.reconnectAnswered(true)
        var probing = waiting
        let second = probing.timerFired(.reconnect).probe
        var declinedWaiting = asking
        _ = declinedWaiting.reconnectAnswered(false)
        var declinedProbing = declinedWaiting
        let fourth = declinedProbing.timerFired(.reconnect).probe
        var declinedAsking = declinedProbing
        _ = declinedAsking.probeSucceeded(fourth)
        var reconfiguring = connected
        _ = reconfiguring.reconfigured()
        var suspended = connected
        _ = suspended.suspendRequested()
        var suspendedAway = waiting
        _ = suspendedAway.suspendRequested()
        return [
            "idle": (ConnectionMachine(seed: 1), RequestID(rawValue: 0)), "connecting": (connecting, first),
            "connected": (connected, first), "asking": (asking, first), "waiting": (waiting, first),
            "probing": (probing, second), "reconfiguring": (reconfiguring, first), "suspended": (suspended, first),
            "suspended away": (suspendedAway, first), "checking": (checking, third),
            "checking again": (checkingAgain, third), "declined waiting": (declinedWaiting, first),
            "declined probing": (declinedProbing, fourth), "declined asking": (declinedAsking, fourth),
        ]
    }

    @Test(arguments: table.indices)
    func everyInputInEveryState(_ index: Int) throws {
        let row = Self.table[index]
        var (machine, probe) = try #require(Self.machines()[row.state])
        let actions: [Action] =
            switch row.input {
            case "connect": machine.connectRequested()
            case "disconnect": machine.disconnectRequested()
            case "succeeded": machine.probeSucceeded(probe)
            case "failed": machine.probeFailed(probe, Self.refused)
            case "lost": machine.connectionLost(Self.refused)
            case "yes": machine.reconnectAnswered(true)
            case "no": machine.reconnectAnswered(false)
            case "reconnect timer": machine.timerFired(.reconnect)
            case "probe timer": machine.timerFired(.probe)
            case "reconfigure timer": machine.timerFired(.reconfigure)
            case "network": machine.networkBecameAvailable()
            case "changed": machine.networkChanged()
            case "reconfigured": machine.reconfigured()
            case "suspend": machine.suspendRequested()
            case "resume": machine.resumeRequested()
            default: []
            }
        #expect(actions.map(\.connectionWords) == row.does, "\(row.state) × \(row.input)")
        #expect(machine.word == row.becomes, "\(row.state) × \(row.input)")
    }

    @Test func theTableCoversEveryPair() {
        let states = Set(Self.table.map(\.state))
        let inputs = Set(Self.table.map(\.input))
        #expect(states == Set(Self.machines().keys))
        #expect(Set(Self.table.map { "\($0.state) × \($0.input)" }).count == states.count * inputs.count)
    }

    @Test("Connects again no earlier than the service asks for, even if the network changes")
    func retryAfter() throws {
        var busy = Failure(.serverError, code: ErrorCode.unknown)
        busy.retryAfter = .seconds(90)
        for state in ["connecting", "connected", "probing", "checking"] {
            var (machine, probe) = try #require(Self.machines()[state])
            let failed = state == "connected" ? machine.connectionLost(busy) : machine.probeFailed(probe, busy)
            let actions = failed + machine.reconnectAnswered(true)
            var pauses: [Duration] = []
            for case .startTimer(.reconnect, let pause?, _) in actions { pauses.append(pause) }
            #expect(pauses.count == 1 && pauses[0] >= .seconds(90) && pauses[0] <= .seconds(113), "\(state)")
            #expect(machine.networkBecameAvailable() == [], "\(state)")
            #expect(machine.timerFired(.reconnect).count == 2, "\(state)")
        }
    }

    /// "The client will reconnect as soon as access is restored": the client retries after growing delays, up to a maximum.
    @Test func waitsGrowUpToTheCap() {
        var machine = ConnectionMachine(seed: 7)
        _ = machine.probeSucceeded(machine.connectRequested().probe)
        _ = machine.connectionLost(Self.refused)
        var delays: [Duration] = machine.reconnectAnswered(true).delays
        for _ in 0..<9 {
            let probe = machine.timerFired(.reconnect).probe
            delays += machine.probeFailed(probe, Self.refused).delays
        }
        let bases: [Duration] = [.milliseconds(100)] + [1, 2, 4, 8, 16, 30, 30, 30, 30].map { .seconds($0) }
        for (delay, base) in zip(delays, bases) {
            #expect(delay >= base * 0.75 && delay <= base * 1.25)
        }
        #expect(delays.count == bases.count)
    }

    /// A late response to a finished probe has no effect.
    @Test func lateProbesAreIgnored() {
        var machine = ConnectionMachine(seed: 1)
        let first = machine.connectRequested().probe
        _ = machine.disconnectRequested()
        let second = machine.connectRequested().probe
        #expect(first != second)
        #expect(machine.probeSucceeded(first) == [])
        #expect(machine.probeFailed(first, Self.refused) == [])
        #expect(machine.state == .connecting(probe: second))
    }

    /// Each level is used only if it is enabled, and only after the previous one (Documentation/WireProtocol.md, "TLS levels").
    @Test(arguments: [
        (false, false, []), (false, true, []), (true, false, ["secure reduced"]),
        (true, true, ["secure reduced", "secure plain"]),
    ])
    func theSecurityLadderIsTakenOnlyAsFarAsAllowed(_ reduce: Bool, _ plain: Bool, _ steps: [String]) {
        var machine = ConnectionMachine(seed: 1)
        machine.allow(.init(mayReduce: reduce, mayGoPlain: plain))
        let insecure = Failure(.insecure, code: ErrorCode.connectionNotSecured)
        var probe = machine.connectRequested().probe
        var taken: [String] = []
        for _ in 0..<4 {
            let actions = machine.probeFailed(probe, insecure)
            taken += actions.map(\.connectionWords).filter { $0.hasPrefix("secure") }
            probe = actions.probe
        }
        #expect(taken == steps)
        #expect(machine.state == .asking(attempt: 1), "then the connection has failed")
        #expect(
            machine.connectRequested().map(\.connectionWords).contains("secure strict") == !steps.isEmpty,
            "the next one is strict again"
        )
    }

    /// The client leaves a level immediately when the configuration forbids it, in every state.
    @Test(arguments: ["connected", "asking", "waiting", "suspended", "idle"])
    func aLevelThatIsNoLongerAllowedIsLeft(_ state: String) {
        var machine = ConnectionMachine(seed: 1)
        machine.allow(.init(mayReduce: true, mayGoPlain: true))
        let insecure = Failure(.insecure, code: ErrorCode.connectionNotSecured)
        let lower = machine.probeFailed(machine.connectRequested().probe, insecure)
        _ = machine.probeSucceeded(lower.probe)
        if state == "suspended" { _ = machine.suspendRequested() }
        if state == "idle" { _ = machine.disconnectRequested() }
        if ["asking", "waiting"].contains(state) { _ = machine.connectionLost(Self.refused) }
        if state == "waiting" { _ = machine.reconnectAnswered(true) }
        machine.allow(.init(mayReduce: true, mayGoPlain: false))
        #expect(machine.permissionChanged() == [], "the level reached is still allowed")
        machine.allow(.init(mayReduce: false, mayGoPlain: true))
        let actions = machine.permissionChanged()
        #expect(actions.map(\.connectionWords).first == "secure strict")
        #expect(actions.map(\.connectionWords).contains("interrupt") == (state == "connected"))
        #expect(machine.permissionChanged() == [], "once")
    }

    static let noNetwork = Failure.noNetwork(code: ErrorCode.requestFailedWithoutNetwork)

    /// README "connectWithSuccessBlock:errorBlock:": without a network "connection will be established automatically".
    @Test("A first connect without a network waits for one, and calls wait with it; the delegate is not asked")
    func aFirstConnectWithoutANetworkWaitsForOne() {
        var machine = ConnectionMachine(seed: 1)
        let first = machine.connectRequested().probe
        #expect(
            machine.probeFailed(first, Self.noNetwork).map(\.connectionWords) == [
                "cancel probe", "waitingForNetwork", "start reconnect",
            ]
        )
        #expect(machine.isAwaitingNetwork)
        #expect(machine.reconnectAnswered(false, isFinal: true) == [])
        let second = machine.timerFired(.reconnect).probe
        #expect(
            machine.probeFailed(second, Self.noNetwork).map(\.connectionWords) == ["cancel probe", "start reconnect"]
        )
        let third = machine.timerFired(.reconnect).probe
        #expect(
            machine.probeSucceeded(third).map(\.connectionWords) == [
                "cancel probe", "willConnect", "didConnect", "open",
            ]
        )
        #expect(!machine.isAwaitingNetwork)
    }

    @Test("A client that may not reconnect waits for the network of its first connect, and for none after a loss")
    func aLossWithoutPermission() {
        var machine = ConnectionMachine(seed: 1)
        _ = machine.probeFailed(machine.connectRequested().probe, Self.noNetwork)
        _ = machine.probeSucceeded(machine.timerFired(.reconnect).probe)
        #expect(machine.isConnected)
        #expect(machine.connectionLost(Self.noNetwork).map(\.connectionWords).last == "ask")
        #expect(machine.reconnectAnswered(false, isFinal: true).map(\.connectionWords) == ["interrupt"])
        #expect(machine.state == .idle)
    }

    /// The client stops waiting for a network when the origin refuses connections.
    @Test func theWaitEndsWhenTheOriginRefuses() {
        var machine = ConnectionMachine(seed: 1)
        _ = machine.probeFailed(machine.connectRequested().probe, Self.noNetwork)
        let second = machine.timerFired(.reconnect).probe
        #expect(
            machine.probeFailed(second, Self.refused).map(\.connectionWords) == [
                "cancel probe", "close 107", "connectionFailed 102", "ask",
            ],
            "further attempts need permission"
        )
        #expect(!machine.isAwaitingNetwork)
        #expect(machine.reconnectAnswered(true).map(\.connectionWords) == ["start reconnect"])
        let third = machine.timerFired(.reconnect).probe
        #expect(
            machine.probeFailed(third, Self.noNetwork).map(\.connectionWords) == ["cancel probe", "start reconnect"],
            "once"
        )
    }

    @Test func aWaitForANetworkThatIsSuspendedBeginsAnew() {
        var machine = ConnectionMachine(seed: 1)
        _ = machine.probeFailed(machine.connectRequested().probe, Self.noNetwork)
        _ = machine.suspendRequested()
        #expect(machine.resumeRequested().map(\.connectionWords) == ["park", "willConnect", "probe", "start probe"])
    }

    /// TLS failures are reported as such (code 104), not as a missing network.
    @Test func insecureIsNotANetworkFailure() {
        var machine = ConnectionMachine(seed: 1)
        let insecure = Failure(.insecure, code: ErrorCode.connectionNotSecured)
        let actions = machine.probeFailed(machine.connectRequested().probe, insecure)
        #expect(actions.contains(.reportConnection(.connectionFailed(insecure))))
    }
}

extension [ClientAction] {
    /// The request of the probe among these actions.
    var probe: RequestID {
        for case .probe(let id) in self { return id }
        return RequestID(rawValue: 0)
    }

    var delays: [Duration] {
        compactMap { if case .startTimer(.reconnect, let delay?, _) = $0 { delay } else { nil } }
    }
}

extension ClientAction {
    var connectionWords: String {
        switch self {
        case .reportConnection(.connectionFailed(let failure)): "connectionFailed \(failure.code)"
        case .reportConnection(.willDisconnect(let failure)): "willDisconnect \(failure.code)"
        case .reportConnection(.didDisconnectWithError(let failure)): "didDisconnectWithError \(failure.code)"
        case .reportConnection(let event): "\(event)"
        case .secure(let level, _): "secure \(level)"
        case .probe: "probe"
        case .cancel: "cancel"
        case .startTimer(let timer, _, _): "start \(timer)"
        case .cancelTimer(let timer): "cancel \(timer)"
        case .ask(.reconnect, _): "ask"
        case .forward(.open): "open"
        case .forward(.awaitConnection): "park"
        case .forward(.close(let code)): "close \(code)"
        case .forward(.renewSubscription): "renew"
        case .forward(.interruptSubscription): "interrupt"
        case .forward(.resetSubscription): "reset"
        case .adoptConfiguration: "adopt"
        default: "\(self)"
        }
    }
}

extension ConnectionMachine {
    var word: String { refusal == nil ? state.word : "declined \(state.word)" }
}

extension ConnectionMachine.State {
    fileprivate var word: String {
        switch self {
        case .idle: "idle"
        case .connecting: "connecting"
        case .connected: "connected"
        case .checking(_, isStale: false): "checking"
        case .checking(_, isStale: true): "checking again"
        case .asking: "asking"
        case .waiting: "waiting"
        case .probing: "probing"
        case .reconfiguring: "reconfiguring"
        case .suspended(wasTrying: false): "suspended"
        case .suspended(wasTrying: true): "suspended away"
        }
    }
}
