@testable import PubNubMachines

/// The order in which the application receives events of its connection (Documentation/WireProtocol.md, "Connecting" and
/// "Losing the network") and of its TLS level ("TLS levels").
struct ConnectionCheck {
    private enum Reported {
        case nothing, willConnect, didConnect, connectionFailed, willDisconnect, disconnected
    }

    private var reported = Reported.nothing
    /// The application disconnected, suspended or reconfigured: no event has to reverse the last one that it received.
    private var isInterrupted = false
    private var mayDisconnect = false
    private(set) var security = SecurityLadder.Level.strict

    /// The application ended the connection, or made a change that needs another one without an event.
    mutating func interrupted(mayDisconnect: Bool) {
        isInterrupted = true
        self.mayDisconnect = self.mayDisconnect || mayDisconnect
    }

    mutating func reported(_ event: ConnectionMachine.Event) throws(Violation) {
        switch event {
        case .willConnect:
            try require(reported != .willDisconnect && (reported != .didConnect || isInterrupted), event)
            reported = .willConnect
            isInterrupted = false
        case .didConnect:
            try require(reported == .willConnect, event)
            reported = .didConnect
        case .alreadyConnecting: break
        case .connectionFailed:
            try require(reported == .willConnect, event)
            reported = .connectionFailed
        case .waitingForNetwork: try require(reported == .willConnect, event)
        case .willDisconnect:
            try require(reported == .didConnect, event)
            reported = .willDisconnect
        case .didDisconnectWithError:
            try require(reported == .willDisconnect, event)
            reported = .disconnected
        case .didDisconnect:
            try require(reported != .nothing && reported != .willDisconnect && mayDisconnect, event)
            reported = .disconnected
            mayDisconnect = false
        }
    }

    mutating func secured(_ level: SecurityLadder.Level, allowed: Configuration) throws(Violation) {
        let isAllowed =
            switch level {
            case .strict: true
            case .reduced: allowed.mayReduceSecurity
            case .plain: allowed.mayReduceSecurity && allowed.mayGoPlain
            }
        guard isAllowed else { throw Violation(.security, "\(level) is not allowed") }
        security = level
    }

    private func require(_ isLegal: Bool, _ event: ConnectionMachine.Event) throws(Violation) {
        guard !isLegal else { return }
        throw Violation(.connectionEvents, "\(event) after \(reported)")
    }
}
