/// The calls of the application that are not part of the subscribe loop: decides which are sent, wait or fail.
///
/// Calls with the same `order` form a line. One call of a line is in flight at a time, unless its terms allow more, so
/// messages reach a channel in the order in which they were published, and different channels do not wait for each other
/// (3.7.8 README, "Publishing Messages").
///
/// A call has two time limits, of which one runs at a time. While it waits for a connection, the limit counts from the
/// call. From the moment it is sent, the limit covers the request, its repetitions and the pauses between them. A call
/// that waits in line has no limit of its own: every call ahead of it has one, and the line has a bound.
package struct RequestQueue: Sendable, Equatable {
    /// The treatment of calls, depending on the connection.
    enum Gate: Sendable, Equatable {
        case open
        /// The client connects: calls wait for it.
        case awaitingConnection
        /// Calls fail with this code.
        case closed(code: Int)
    }

    /// The requirements of a call.
    package struct Terms: Sendable, Equatable {
        /// Calls with equal values form a line; `nil` waits for no other call.
        var order: String?
        /// The limit on waiting for a connection, and then on the call from its sending to its end.
        var timeout: Duration
        /// Whether the call may be sent again when its outcome is unknown or the response was unusable.
        var isRepeatable = true
        /// The most calls of its line that may be in flight together, including this one. The smallest value among them
        /// counts.
        var width = 1
        /// Whether the bounds of the queue apply. The outbox has a bound of its own.
        var isBounded = true

        package init(
            order: String? = nil,
            timeout: Duration,
            isRepeatable: Bool = true,
            width: Int = 1,
            isBounded: Bool = true
        ) {
            self.order = order
            self.timeout = timeout
            self.isRepeatable = isRepeatable
            self.width = width
            self.isBounded = isBounded
        }
    }

    /// The bounds of the queue, beyond which it refuses calls.
    package struct Limits: Sendable, Equatable {
        /// Calls that wait in one line.
        var line: Int
        /// Calls that have not ended, in all lines and outside of them.
        var total: Int

        /// 10,000 calls in a line, 100,000 in all.
        package static let usual = Limits(line: 10_000, total: 100_000)

        package init(line: Int, total: Int) {
            self.line = line
            self.total = total
        }
    }

    fileprivate enum Phase: Sendable, Equatable {
        /// Waits for the connection. A call that has been sent before keeps its place at the head of its line.
        case awaitingConnection
        /// Waits for the calls ahead of it in its line.
        case queued
        case inFlight
        /// Given to the transport, which has not sent it yet because too many other requests are in flight.
        case heldBack
        /// Waits until it is sent again.
        case pausing
    }

    fileprivate struct QueuedRequest: Sendable, Equatable {
        var terms: Terms
        var phase: Phase
        /// Its position in the line; `nil` once it has been sent, and without a line.
        var ticket: TicketQueue<RequestID>.Ticket?
        var repetitions = 0
        /// The number of the connection on which it was sent.
        var connection: UInt64 = 0
        /// The reason why it is sent again.
        var lastFailure: Failure?
    }

    private struct Line: Sendable, Equatable {
        /// The calls that were sent and have not ended.
        var started: [RequestID] = []
        var waiting = TicketQueue<RequestID>()
    }

    static let retries = 3

    private(set) var gate: Gate = .closed(code: ErrorCode.notConnected)
    private let limits: Limits
    private var entries: [RequestID: QueuedRequest] = [:]
    private var lines: [String: Line] = [:]
    private var ids: RequestIDs
    private var backoff: Backoff
    /// Counts the connections, so that a failure on an earlier one is recognized.
    private var connection: UInt64 = 0

    package init(client: UInt64 = 0, seed: UInt64 = 0, limits: Limits = .usual) {
        self.limits = limits
        ids = RequestIDs(.queue, client: client)
        backoff = Backoff(seed: seed)
    }

    /// Calls that have not ended yet.
    package var count: Int { entries.count }

    /// Whether calls wait for the connection.
    package var isAwaitingConnection: Bool { gate == .awaitingConnection }

    mutating func nextID() -> RequestID { ids.next() }

    mutating func submit(_ id: RequestID, _ terms: Terms, into actions: inout ClientActions) {
        if case .closed(let code) = gate { return actions.append(.fail(id, Failure(.local, code: code))) }
        guard hasCapacity(for: terms) else { return actions.append(.fail(id, .queueFull)) }
        var entry = QueuedRequest(terms: terms, phase: .awaitingConnection)
        if gate == .open, mayStart(terms) {
            if let order = terms.order { lines[order, default: Line()].started.append(id) }
            entry.phase = .inFlight
            entry.connection = connection
            entries[id] = entry
            actions.append(.startTimer(.request(id), after: terms.timeout))
            actions.append(.send(id))
            return
        }
        if let order = terms.order { entry.ticket = lines[order, default: Line()].waiting.append(id) }
        if gate == .open {
            entry.phase = .queued
        } else {
            actions.append(.startTimer(.connection(id), after: terms.timeout))
        }
        entries[id] = entry
    }

    /// Whether the result of the call is awaited. False for the late response to a call that timed out.
    func isWaiting(_ id: RequestID) -> Bool { entries[id] != nil }

    /// Whether the call waits for the connection or for the calls ahead of it in its line.
    package func isHeldUp(_ id: RequestID) -> Bool {
        guard let phase = entries[id]?.phase else { return false }
        return phase == .awaitingConnection || phase == .queued
    }

    /// Whether the request of this call was sent on the present connection and has not ended.
    func isInFlight(_ id: RequestID) -> Bool {
        guard let entry = entries[id] else { return false }
        return entry.isSent && entry.connection == connection
    }

    mutating func finished(_ id: RequestID, into actions: inout ClientActions) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        entry.cancelTimers(of: id, into: &actions)
        leaveLine(id, entry, into: &actions)
    }

    /// A request failed: the call is sent again after a pause if that may help, or it ends.
    mutating func failed(_ id: RequestID, _ failure: Failure, into actions: inout ClientActions) {
        guard let entry = entries[id], entry.isSent else { return }
        guard let pause = pause(after: failure, of: entry) else {
            actions.append(.fail(id, entry.outcome(failure)))
            return finished(id, into: &actions)
        }
        // If the transport held the request back, the limit has not started.
        if entry.phase == .heldBack { actions.append(.startTimer(.request(id), after: entry.terms.timeout)) }
        entries[id]?.phase = .pausing
        entries[id]?.repetitions += 1
        entries[id]?.lastFailure = failure
        actions.append(.startTimer(.pause(id), after: pause))
    }

    /// The transport holds a request back until others have ended: it has not been sent.
    mutating func heldBack(_ id: RequestID, into actions: inout ClientActions) {
        guard entries[id]?.phase == .inFlight else { return }
        entries[id]?.phase = .heldBack
        actions.append(.cancelTimer(.request(id)))
    }

    /// The transport sends a request that it held back.
    mutating func released(_ id: RequestID, into actions: inout ClientActions) {
        guard let entry = entries[id], entry.phase == .heldBack else { return }
        entries[id]?.phase = .inFlight
        actions.append(.startTimer(.request(id), after: entry.terms.timeout))
    }

    /// The pause before a repetition is over.
    mutating func pauseEnded(_ id: RequestID, into actions: inout ClientActions) {
        guard entries[id]?.phase == .pausing else { return }
        guard gate == .open else {
            entries[id]?.phase = .awaitingConnection
            return
        }
        resend(id, into: &actions)
    }

    /// The limit of a call that was sent is reached.
    mutating func timedOut(_ id: RequestID, into actions: inout ClientActions) {
        guard let entry = entries[id] else { return }
        switch entry.phase {
        case .inFlight:
            actions.append(.cancel(id))
            end(id, entry, entry.outcome(.requestTimedOut), into: &actions)
        case .pausing:
            actions.append(.cancelTimer(.pause(id)))
            // The last response of the service explains more than a timeout.
            end(id, entry, entry.lastFailure ?? .requestTimedOut, into: &actions)
        case .awaitingConnection where entry.isHead:
            end(id, entry, entry.lastFailure ?? .requestTimedOut, into: &actions)
        case .awaitingConnection, .queued, .heldBack: break
        }
    }

    /// The limit on waiting for the connection is reached.
    mutating func connectionWaitTimedOut(_ id: RequestID, into actions: inout ClientActions) {
        guard let entry = entries[id], entry.phase == .awaitingConnection, !entry.isHead else { return }
        end(id, entry, .requestTimedOut, into: &actions)
    }

    /// The client is connected: the calls that waited for it are sent, in the order of the calls.
    mutating func opened(into actions: inout ClientActions) {
        gate = .open
        connection += 1
        for (id, entry) in calls(at: .awaitingConnection) {
            guard !entry.isHead else {
                resend(id, into: &actions)
                continue
            }
            entries[id]?.phase = .queued
            actions.append(.cancelTimer(.connection(id)))
            if let order = entry.terms.order {
                startNext(of: order, into: &actions)
            } else {
                send(id, into: &actions)
            }
        }
    }

    /// The client connects: calls that have not been sent wait for it, with a new limit.
    mutating func awaitConnection(into actions: inout ClientActions) {
        gate = .awaitingConnection
        for (id, entry) in calls(at: .queued) {
            entries[id]?.phase = .awaitingConnection
            actions.append(.startTimer(.connection(id), after: entry.terms.timeout))
        }
    }

    /// The caller abandoned the call: it ends immediately, and is not sent if it has not been.
    mutating func abandoned(_ id: RequestID, into actions: inout ClientActions) {
        guard let entry = entries[id] else { return }
        if entry.isSent { actions.append(.cancel(id)) }
        entry.cancelTimers(of: id, into: &actions)
        end(id, entry, entry.outcome(Failure(.local, code: ErrorCode.abandoned)), into: &actions)
    }

    /// All calls that have not ended fail, oldest first.
    mutating func close(code: Int, into actions: inout ClientActions) {
        gate = .closed(code: code)
        let open = entries.sorted { $0.key.rawValue < $1.key.rawValue }
        entries = [:]
        lines = [:]
        for (id, entry) in open {
            if entry.isSent { actions.append(.cancel(id)) }
            entry.cancelTimers(of: id, into: &actions)
            actions.append(.fail(id, entry.outcome(Failure(.local, code: code))))
        }
    }

    private func calls(at phase: Phase) -> [(key: RequestID, value: QueuedRequest)] {
        entries.filter { $0.value.phase == phase }.sorted { $0.key.rawValue < $1.key.rawValue }
    }

    private func hasCapacity(for terms: Terms) -> Bool {
        guard terms.isBounded else { return true }
        guard entries.count < limits.total else { return false }
        guard let order = terms.order, let line = lines[order] else { return true }
        return line.waiting.count < limits.line
    }

    /// The delay before a failed call is sent again; `nil` if that cannot help, or not within its limit.
    private mutating func pause(after failure: Failure, of entry: QueuedRequest) -> Duration? {
        // The service did not process a request that it refused for lack of capacity.
        let mayRepeat = failure.isRateLimit || (entry.terms.isRepeatable && failure.isWorthRepeating)
        guard mayRepeat, entry.repetitions < Self.retries else { return nil }
        let pause = backoff.delay(attempt: entry.repetitions, atLeast: failure.retryAfter)
        return pause < entry.terms.timeout ? pause : nil
    }

    private mutating func send(_ id: RequestID, into actions: inout ClientActions) {
        guard var entry = entries[id] else { return }
        entry.phase = .inFlight
        entry.ticket = nil
        entry.connection = connection
        entries[id] = entry
        actions.append(.startTimer(.request(id), after: entry.terms.timeout))
        actions.append(.send(id))
    }

    /// Sends a call again; its limit continues.
    private mutating func resend(_ id: RequestID, into actions: inout ClientActions) {
        entries[id]?.phase = .inFlight
        entries[id]?.connection = connection
        actions.append(.send(id))
    }

    private func mayStart(_ terms: Terms) -> Bool {
        guard let order = terms.order, let line = lines[order] else { return true }
        return line.waiting.isEmpty && hasCapacity(in: line, for: terms)
    }

    private func hasCapacity(in line: Line, for terms: Terms) -> Bool {
        let width = line.started.reduce(terms.width) { min($0, entries[$1]?.terms.width ?? $0) }
        return line.started.count < max(1, width)
    }

    /// The first waiting call of a line, if it may be sent now.
    private func next(of order: String) -> RequestID? {
        guard gate == .open, let line = lines[order], let id = line.waiting.first, let entry = entries[id] else {
            return nil
        }
        // Calls that await the connection are taken one by one when the client is connected.
        return entry.phase == .queued && hasCapacity(in: line, for: entry.terms) ? id : nil
    }

    private mutating func startNext(of order: String, into actions: inout ClientActions) {
        while let id = next(of: order) {
            _ = lines[order]?.waiting.popFirst()
            lines[order]?.started.append(id)
            send(id, into: &actions)
        }
    }

    private mutating func end(
        _ id: RequestID,
        _ entry: QueuedRequest,
        _ failure: Failure,
        into actions: inout ClientActions
    ) {
        entries[id] = nil
        actions.append(.fail(id, failure))
        leaveLine(id, entry, into: &actions)
    }

    /// Removes an ended call from its line and starts the next one.
    private mutating func leaveLine(_ id: RequestID, _ entry: QueuedRequest, into actions: inout ClientActions) {
        guard let order = entry.terms.order else { return }
        if let ticket = entry.ticket {
            lines[order]?.waiting.remove(ticket)
        } else {
            lines[order]?.started.removeAll { $0 == id }
        }
        startNext(of: order, into: &actions)
        if let line = lines[order], line.started.isEmpty, line.waiting.isEmpty { lines[order] = nil }
    }
}

extension RequestQueue.QueuedRequest {
    /// Whether the transport has the request.
    var isSent: Bool { phase == .inFlight || phase == .heldBack }

    /// Whether it was sent before, so that no call of its line may be sent before it ends.
    var isHead: Bool { repetitions > 0 }

    /// Cancels its running timers.
    func cancelTimers(of id: RequestID, into actions: inout ClientActions) {
        switch phase {
        case .awaitingConnection: actions.append(.cancelTimer(isHead ? .request(id) : .connection(id)))
        case .queued, .heldBack: break
        case .inFlight: actions.append(.cancelTimer(.request(id)))
        case .pausing:
            actions.append(.cancelTimer(.pause(id)))
            actions.append(.cancelTimer(.request(id)))
        }
    }

    /// The failure that the caller receives. If a call was sent and must not be repeated, the service may have
    /// processed it.
    func outcome(_ failure: Failure) -> Failure {
        var reported = failure
        reported.isOutcomeUnknown = isSent && !terms.isRepeatable && failure.leavesOutcomeOpen
        return reported
    }
}

extension Failure {
    /// The queue of calls or of changes is full.
    package static let queueFull = Failure(.local, code: ErrorCode.requestQueueFull)
}
