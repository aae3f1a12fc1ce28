import PubNubMachines

/// The order in which the application receives events of its connection (Documentation/WireProtocol.md, "Connecting" and
/// "Losing the network") and of its TLS level ("TLS levels").
struct ConnectionCheck {
    private enum Told {
        case nothing, willConnect, didConnect, connectionFailed, willDisconnect, disconnected
    }

    private var told = Told.nothing
    /// The application disconnected, suspended or reconfigured: what it was told last need not be undone.
    private var isInterrupted = false
    private var mayDisconnect = false
    private(set) var security = SecurityLadder.Level.strict

    /// The application asked for an end of the connection, or for one that needs no telling.
    mutating func interrupted(mayDisconnect: Bool) {
        isInterrupted = true
        self.mayDisconnect = self.mayDisconnect || mayDisconnect
    }

    mutating func told(_ event: ConnectionMachine.Event) throws(Violation) {
        switch event {
        case .willConnect:
            try require(told != .willDisconnect && (told != .didConnect || isInterrupted), event)
            told = .willConnect
            isInterrupted = false
        case .didConnect:
            try require(told == .willConnect, event)
            told = .didConnect
        case .alreadyConnecting: break
        case .connectionFailed:
            try require(told == .willConnect, event)
            told = .connectionFailed
        case .waitingForNetwork: try require(told == .willConnect, event)
        case .willDisconnect:
            try require(told == .didConnect, event)
            told = .willDisconnect
        case .didDisconnectWithError:
            try require(told == .willDisconnect, event)
            told = .disconnected
        case .didDisconnect:
            try require(told != .nothing && told != .willDisconnect && mayDisconnect, event)
            told = .disconnected
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
        throw Violation(.connectionEvents, "\(event) after \(told)")
    }
}
