import PubNubWire
import Testing

@testable import PubNub

/// README "Connecting and Disconnecting from the PubNub Network" and wire reference 7.4, 7.6, 7.8: every state × input pair.
@Suite struct ConnectionMachineTests {
    typealias Action = ConnectionMachine.Action

    static let refused = Failure(.unreachable, code: kPNRequestExecutionFailedOnInternetFailureError)
    static let lost = Failure(.unreachable, code: kPNClientConnectionClosedOnInternetFailureError)
    static let notConnected = Failure(.unreachable, code: kPNClientConnectionFailedOnInternetFailureError)

    /// A machine in each of the states, with the request it waits for.
    static func machines() -> [String: (machine: ConnectionMachine, probe: RequestID)] {
        var connecting = ConnectionMachine(seed: 1)
        let first = connecting.connectRequested().probe
        var connected = connecting
        _ = connected.probeSucceeded(first)
        var asking = connected
        _ = asking.connectionLost(refused)
        var waiting = asking
        _ = waiting.reconnectAnswered(true)
        var probing = waiting
        let second = probing.timerFired(.reconnect).probe
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
            "suspended away": (suspendedAway, first),
        ]
    }

    /// What each input does in each state, in words: the state it leads to, then what is done.
    static let table: [(state: String, input: String, becomes: String, does: [String])] = [
        ("idle", "connect", "connecting", ["park", "willConnect", "probe", "start probe"]),
        ("idle", "disconnect", "idle", ["reset"]),
        ("idle", "succeeded", "idle", []),
        ("idle", "failed", "idle", []),
        ("idle", "lost", "idle", []),
        ("idle", "yes", "idle", []),
        ("idle", "no", "idle", []),
        ("idle", "reconnect timer", "idle", []),
        ("idle", "probe timer", "idle", []),
        ("idle", "reconfigure timer", "idle", []),
        ("idle", "network", "idle", []),
        ("idle", "reconfigured", "idle", []),
        ("idle", "suspend", "idle", []),
        ("idle", "resume", "idle", []),
        ("connecting", "connect", "connecting", ["alreadyConnecting"]),
        ("connecting", "disconnect", "idle", ["cancel", "cancel probe", "reset", "close 108", "didDisconnect"]),
        ("connecting", "succeeded", "connected", ["cancel probe", "didConnect", "open"]),
        ("connecting", "failed", "asking", ["cancel probe", "close 107", "connectionFailed 102", "ask"]),
        ("connecting", "lost", "connecting", []),
        ("connecting", "yes", "connecting", []),
        ("connecting", "no", "connecting", []),
        ("connecting", "reconnect timer", "connecting", []),
        (
            "connecting", "probe timer", "asking",
            ["cancel", "cancel probe", "close 107", "connectionFailed 102", "ask"]
        ),
        ("connecting", "reconfigure timer", "connecting", []),
        ("connecting", "network", "connecting", []),
        (
            "connecting", "reconfigured", "reconfiguring",
            ["cancel", "cancel probe", "interrupt", "park", "start reconfigure"]
        ),
        ("connecting", "suspend", "suspended", ["cancel", "cancel probe", "interrupt", "close 109"]),
        ("connecting", "resume", "connecting", []),
        ("connected", "connect", "connected", ["alreadyConnecting"]),
        ("connected", "disconnect", "idle", ["reset", "close 108", "didDisconnect"]),
        ("connected", "succeeded", "connected", []),
        ("connected", "failed", "connected", []),
        (
            "connected", "lost", "asking",
            ["interrupt", "willDisconnect 103", "close 107", "didDisconnectWithError 103", "ask"]
        ),
        ("connected", "yes", "connected", []),
        ("connected", "no", "connected", []),
        ("connected", "reconnect timer", "connected", []),
        ("connected", "probe timer", "connected", []),
        ("connected", "reconfigure timer", "connected", []),
        ("connected", "network", "connected", []),
        ("connected", "reconfigured", "reconfiguring", ["interrupt", "park", "didDisconnect", "start reconfigure"]),
        ("connected", "suspend", "suspended", ["interrupt", "close 109"]),
        ("connected", "resume", "connected", []),
        ("asking", "connect", "connecting", ["park", "willConnect", "probe", "start probe"]),
        ("asking", "disconnect", "idle", ["reset", "close 108", "didDisconnect"]),
        ("asking", "succeeded", "asking", []),
        ("asking", "failed", "asking", []),
        ("asking", "lost", "asking", []),
        ("asking", "yes", "waiting", ["start reconnect"]),
        ("asking", "no", "idle", []),
        ("asking", "reconnect timer", "asking", []),
        ("asking", "probe timer", "asking", []),
        ("asking", "reconfigure timer", "asking", []),
        ("asking", "network", "asking", []),
        ("asking", "reconfigured", "asking", []),
        ("asking", "suspend", "suspended away", ["interrupt", "close 109"]),
        ("asking", "resume", "asking", []),
        ("waiting", "connect", "connecting", ["cancel reconnect", "park", "willConnect", "probe", "start probe"]),
        ("waiting", "disconnect", "idle", ["cancel reconnect", "reset", "close 108", "didDisconnect"]),
        ("waiting", "succeeded", "waiting", []),
        ("waiting", "failed", "waiting", []),
        ("waiting", "lost", "waiting", []),
        ("waiting", "yes", "waiting", []),
        ("waiting", "no", "waiting", []),
        ("waiting", "reconnect timer", "probing", ["probe", "start probe"]),
        ("waiting", "probe timer", "waiting", []),
        ("waiting", "reconfigure timer", "waiting", []),
        ("waiting", "network", "probing", ["cancel reconnect", "probe", "start probe"]),
        ("waiting", "reconfigured", "connecting", ["cancel reconnect", "park", "willConnect", "probe", "start probe"]),
        ("waiting", "suspend", "suspended away", ["cancel reconnect", "interrupt", "close 109"]),
        ("waiting", "resume", "waiting", []),
        ("probing", "connect", "probing", ["alreadyConnecting"]),
        ("probing", "disconnect", "idle", ["cancel", "cancel probe", "reset", "close 108", "didDisconnect"]),
        ("probing", "succeeded", "connected", ["cancel probe", "willConnect", "didConnect", "open"]),
        ("probing", "failed", "waiting", ["cancel probe", "start reconnect"]),
        ("probing", "lost", "probing", []),
        ("probing", "yes", "probing", []),
        ("probing", "no", "probing", []),
        ("probing", "reconnect timer", "probing", []),
        ("probing", "probe timer", "waiting", ["cancel", "cancel probe", "start reconnect"]),
        ("probing", "reconfigure timer", "probing", []),
        ("probing", "network", "probing", []),
        (
            "probing", "reconfigured", "connecting",
            ["cancel", "cancel probe", "park", "willConnect", "probe", "start probe"]
        ),
        ("probing", "suspend", "suspended away", ["cancel", "cancel probe", "interrupt", "close 109"]),
        ("probing", "resume", "probing", []),
        ("reconfiguring", "connect", "reconfiguring", ["alreadyConnecting"]),
        ("reconfiguring", "disconnect", "idle", ["cancel reconfigure", "reset", "close 108", "didDisconnect"]),
        ("reconfiguring", "succeeded", "reconfiguring", []),
        ("reconfiguring", "failed", "reconfiguring", []),
        ("reconfiguring", "lost", "reconfiguring", []),
        ("reconfiguring", "yes", "reconfiguring", []),
        ("reconfiguring", "no", "reconfiguring", []),
        ("reconfiguring", "reconnect timer", "reconfiguring", []),
        ("reconfiguring", "probe timer", "reconfiguring", []),
        ("reconfiguring", "reconfigure timer", "connecting", ["park", "willConnect", "probe", "start probe"]),
        ("reconfiguring", "network", "reconfiguring", []),
        ("reconfiguring", "reconfigured", "reconfiguring", []),
        ("reconfiguring", "suspend", "suspended", ["cancel reconfigure", "interrupt", "close 109"]),
        ("reconfiguring", "resume", "reconfiguring", []),
        ("suspended", "connect", "connecting", ["park", "willConnect", "probe", "start probe"]),
        ("suspended", "disconnect", "idle", ["reset", "close 108", "didDisconnect"]),
        ("suspended", "succeeded", "suspended", []),
        ("suspended", "failed", "suspended", []),
        ("suspended", "lost", "suspended", []),
        ("suspended", "yes", "suspended", []),
        ("suspended", "no", "suspended", []),
        ("suspended", "reconnect timer", "suspended", []),
        ("suspended", "probe timer", "suspended", []),
        ("suspended", "reconfigure timer", "suspended", []),
        ("suspended", "network", "suspended", []),
        ("suspended", "reconfigured", "suspended", []),
        ("suspended", "suspend", "suspended", []),
        ("suspended", "resume", "connecting", ["park", "willConnect", "probe", "start probe"]),
        ("suspended away", "connect", "connecting", ["park", "willConnect", "probe", "start probe"]),
        ("suspended away", "disconnect", "idle", ["reset", "close 108", "didDisconnect"]),
        ("suspended away", "succeeded", "suspended away", []),
        ("suspended away", "failed", "suspended away", []),
        ("suspended away", "lost", "suspended away", []),
        ("suspended away", "yes", "suspended away", []),
        ("suspended away", "no", "suspended away", []),
        ("suspended away", "reconnect timer", "suspended away", []),
        ("suspended away", "probe timer", "suspended away", []),
        ("suspended away", "reconfigure timer", "suspended away", []),
        ("suspended away", "network", "suspended away", []),
        ("suspended away", "reconfigured", "suspended away", []),
        ("suspended away", "suspend", "suspended away", []),
        ("suspended away", "resume", "asking", ["close 107", "ask"]),
    ]

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
            case "reconfigured": machine.reconfigured()
            case "suspend": machine.suspendRequested()
            case "resume": machine.resumeRequested()
            default: []
            }
        #expect(actions.map(\.words) == row.does, "\(row.state) × \(row.input)")
        #expect(machine.state.word == row.becomes, "\(row.state) × \(row.input)")
    }

    @Test func theTableCoversEveryPair() {
        let states = Set(Self.table.map(\.state))
        let inputs = Set(Self.table.map(\.input))
        #expect(states == Set(Self.machines().keys))
        #expect(Set(Self.table.map { "\($0.state) × \($0.input)" }).count == states.count * inputs.count)
    }

    /// "The client will reconnect as soon as access is restored": tries go on, ever more slowly, up to the cap.
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

    /// A late answer to a probe that is over changes nothing.
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

    /// Wire reference 7.9: each step only where it is switched on, and only after the one before.
    @Test(arguments: [
        (false, false, []), (false, true, []), (true, false, ["secure reduced"]),
        (true, true, ["secure reduced", "secure plain"]),
    ])
    func theSecurityLadderIsTakenOnlyAsFarAsAllowed(_ reduce: Bool, _ plain: Bool, _ steps: [String]) {
        var machine = ConnectionMachine(seed: 1)
        machine.allow(.init(mayReduce: reduce, mayGoPlain: plain))
        let insecure = Failure(.insecure, code: kPNClientConnectionClosedOnSSLNegotiationFailureError)
        var probe = machine.connectRequested().probe
        var taken: [String] = []
        for _ in 0..<4 {
            let actions = machine.probeFailed(probe, insecure)
            taken += actions.map(\.words).filter { $0.hasPrefix("secure") }
            probe = actions.probe
        }
        #expect(taken == steps)
        #expect(machine.state == .asking(attempt: 1), "then the connection has failed")
        #expect(
            machine.connectRequested().map(\.words).contains("secure strict") == !steps.isEmpty,
            "the next one is strict again"
        )
    }

    /// TLS failures are told as such (code 104), not as a missing network.
    @Test func insecureIsNotANetworkFailure() {
        var machine = ConnectionMachine(seed: 1)
        let insecure = Failure(.insecure, code: kPNClientConnectionClosedOnSSLNegotiationFailureError)
        let actions = machine.probeFailed(machine.connectRequested().probe, insecure)
        #expect(actions.contains(.emit(.connectionFailed(insecure))))
    }
}

extension [ConnectionMachine.Action] {
    /// The request of the probe among these actions.
    var probe: RequestID {
        for case .probe(let id) in self { return id }
        return RequestID(rawValue: 0)
    }

    var delays: [Duration] {
        compactMap { if case .startTimer(.reconnect, let delay) = $0 { delay } else { nil } }
    }
}

extension ConnectionMachine.Action {
    fileprivate var words: String {
        switch self {
        case .emit(.connectionFailed(let failure)): "connectionFailed \(failure.code)"
        case .emit(.willDisconnect(let failure)): "willDisconnect \(failure.code)"
        case .emit(.didDisconnectWithError(let failure)): "didDisconnectWithError \(failure.code)"
        case .emit(let event): "\(event)"
        case .secure(let level, _): "secure \(level)"
        case .probe: "probe"
        case .cancel: "cancel"
        case .startTimer(let timer, _): "start \(timer)"
        case .cancelTimer(let timer): "cancel \(timer)"
        case .askReconnect: "ask"
        case .open: "open"
        case .park: "park"
        case .close(let code): "close \(code)"
        case .interruptSubscription: "interrupt"
        case .resetSubscription: "reset"
        }
    }
}

extension ConnectionMachine.State {
    fileprivate var word: String {
        switch self {
        case .idle: "idle"
        case .connecting: "connecting"
        case .connected: "connected"
        case .asking: "asking"
        case .waiting: "waiting"
        case .probing: "probing"
        case .reconfiguring: "reconfiguring"
        case .suspended(wasTrying: false): "suspended"
        case .suspended(wasTrying: true): "suspended away"
        }
    }
}
