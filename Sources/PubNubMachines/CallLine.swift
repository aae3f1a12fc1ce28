/// The calls of the 3.x interface of one client, which run one after another: decides which begins, waits or fails.
///
/// A call holds the line from its beginning to its outcome, and the next one begins after that, as in 3.7.8. A call may
/// be several requests. Without a connection each call begins in its turn and fails by itself, except while the client
/// connects: then no call begins. If the client waits for a network, which may take long, the calls that control the
/// client do not wait for those that need a connection.
///
/// A call that waits for a connection has a limit, which counts from the call. A call that waits for the calls before
/// it has none: each of those has one, and the line has a bound.
package struct CallLine: Sendable, Equatable {
    /// The effect of a call on the client.
    package enum Kind: Sendable, Equatable {
        /// Sends requests, and waits for a connection until the limit is reached.
        case request(limit: Duration)
        /// Changes the subscriptions, and waits for a connection without a limit.
        case change
        /// Connects, or changes the identifier or the configuration.
        case control
        /// Disconnects, or sets other keys. If the client waits for a network, the calls that wait before it fail.
        case ending
    }

    /// The state of the connection on which calls depend.
    package enum Gate: Sendable, Equatable {
        /// The client is connected, or calls fail without a connection.
        case open
        /// The client connects, which takes some seconds.
        case connecting
        /// The client waits for a network.
        case awaitingNetwork
    }

    package typealias Ticket = TicketQueue<Kind>.Ticket

    /// The result of entering the line.
    package enum Entrance: Sendable, Equatable {
        /// The call begins now, and ends with ``ended(_:into:)``.
        case begun(Ticket)
        /// The action `beginCall` or `refuseCall` follows.
        case waiting(Ticket)
        case full
    }

    /// How many calls may wait.
    static let maxWaiting = 10_000

    private(set) var gate: Gate = .open
    private var waiting = TicketQueue<Kind>()
    /// The calls that have begun and not ended: one, and another that controls the client while the first one waits for a
    /// network.
    private var running: [Ticket: Kind] = [:]

    /// Whether no call waits and none has begun.
    package var isEmpty: Bool { waiting.isEmpty && running.isEmpty }

    /// The calls that wait.
    package var count: Int { waiting.count }

    /// A call enters the line, at its end.
    mutating func enter(_ kind: Kind, into actions: inout ClientActions) -> Entrance {
        guard waiting.count < Self.maxWaiting else { return .full }
        let ticket = waiting.append(kind)
        startLimit(of: ticket, kind, into: &actions)
        // While calls wait for a connection, a search for the next one would look at all of them.
        guard gate == .open || kind.isControl, next?.ticket == ticket else { return .waiting(ticket) }
        begin(ticket, kind, into: &actions)
        return .begun(ticket)
    }

    /// A call that had begun has its outcome.
    mutating func ended(_ ticket: Ticket, into actions: inout ClientActions) {
        guard running.removeValue(forKey: ticket) != nil else { return }
        beginNext(into: &actions)
    }

    /// The line waits for something else.
    mutating func changed(to gate: Gate, into actions: inout ClientActions) {
        guard self.gate != gate else { return }
        let wasOpen = self.gate == .open
        self.gate = gate
        if wasOpen {
            waiting.forEach { startLimit(of: $0, $1, into: &actions) }
        } else if gate == .open {
            waiting.forEach { ticket, kind in
                if kind.limit != nil { actions.append(.cancelTimer(.line(ticket))) }
            }
        }
        beginNext(into: &actions)
    }

    /// The limit on waiting for a connection is reached.
    mutating func limitReached(_ ticket: Ticket, into actions: inout ClientActions) {
        guard gate != .open, waiting.remove(ticket) != nil else { return }
        actions.append(.refuseCall(ticket, .requestTimedOut))
    }

    /// All waiting calls fail.
    mutating func close(code: Int, into actions: inout ClientActions) {
        refuse(through: .max, code: code, into: &actions)
    }

    /// The waiting call that may begin.
    private var next: (ticket: Ticket, element: Kind)? {
        switch gate {
        case .open: running.isEmpty ? waiting.first { _ in true } : nil
        case .connecting: nil
        case .awaitingNetwork: running.values.contains(where: \.isControl) ? nil : waiting.first(where: \.isControl)
        }
    }

    private mutating func beginNext(into actions: inout ClientActions) {
        while let (ticket, kind) = next {
            begin(ticket, kind, into: &actions)
            actions.append(.beginCall(ticket))
        }
    }

    private mutating func begin(_ ticket: Ticket, _ kind: Kind, into actions: inout ClientActions) {
        waiting.remove(ticket)
        // Only in this case do calls wait before it.
        if kind == .ending { refuse(through: ticket, code: ErrorCode.notConnected, into: &actions) }
        running[ticket] = kind
    }

    private mutating func refuse(through last: Ticket, code: Int, into actions: inout ClientActions) {
        while let (ticket, kind) = waiting.first(where: { _ in true }), ticket <= last {
            waiting.remove(ticket)
            if gate != .open, kind.limit != nil { actions.append(.cancelTimer(.line(ticket))) }
            actions.append(.refuseCall(ticket, Failure(.local, code: code)))
        }
    }

    private func startLimit(of ticket: Ticket, _ kind: Kind, into actions: inout ClientActions) {
        guard gate != .open, let limit = kind.limit else { return }
        actions.append(.startTimer(.line(ticket), after: limit))
    }
}

extension CallLine.Kind {
    /// The limit on waiting for a connection; `nil` for none.
    fileprivate var limit: Duration? {
        if case .request(let limit) = self { limit } else { nil }
    }

    /// Whether it needs no connection.
    fileprivate var isControl: Bool {
        switch self {
        case .request, .change: false
        case .control, .ending: true
        }
    }
}
