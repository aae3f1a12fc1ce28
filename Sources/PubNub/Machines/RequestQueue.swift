/// The calls of the application that are not part of the subscribe loop: which are sent, which wait, which fail.
///
/// Calls with the same `order` are sent one at a time in the order of their submission; so messages reach a channel in
/// the order in which they were sent, while different channels do not wait for each other (README "Publishing Messages").
package struct RequestQueue: Sendable, Equatable {
    /// What happens to calls, depending on the connection.
    enum Gate: Sendable, Equatable {
        case open
        /// The connection is being made: calls wait, within their time.
        case parked
        /// Calls fail with this code.
        case closed(code: Int)
    }

    enum Action: Sendable, Equatable {
        case send(RequestID)
        case cancel(RequestID)
        case fail(RequestID, Failure)
        case startTimer(TimerName, after: Duration)
        case cancelTimer(TimerName)
    }

    /// What a call asks of the queue.
    package struct Terms: Sendable, Equatable {
        /// Calls with equal values follow one another; nil follows nobody.
        var order: String?
        var timeout: Duration
        /// Whether the call may be sent again when its outcome is unknown or the answer was no good.
        var isRepeatable = true

        package init(order: String? = nil, timeout: Duration, isRepeatable: Bool = true) {
            self.order = order
            self.timeout = timeout
            self.isRepeatable = isRepeatable
        }
    }

    fileprivate enum Place: Sendable, Equatable {
        case parked, inLine, sent
    }

    fileprivate struct Entry: Sendable, Equatable {
        var terms: Terms
        var place: Place
        var repetitions = 0
    }

    static let retries = 3

    private(set) var gate: Gate = .closed(code: kPNRequestExecutionFailedClientNotReadyError)
    private var entries: [RequestID: Entry] = [:]
    private var parked: [RequestID] = []
    /// For each order its calls, the first of which is the one that was sent.
    private var lines: [String: [RequestID]] = [:]
    private var ids: RequestIDs

    init(client: UInt64 = 0) {
        ids = RequestIDs(.queue, client: client)
    }

    /// Calls that have not ended yet.
    package var count: Int { entries.count }

    mutating func nextID() -> RequestID { ids.next() }

    mutating func submit(_ id: RequestID, _ terms: Terms) -> [Action] {
        switch gate {
        case .closed(let code):
            return [.fail(id, Failure(.local, code: code))]
        case .parked:
            entries[id] = Entry(terms: terms, place: .parked)
            parked.append(id)
            return [.startTimer(.request(id), after: terms.timeout)]
        case .open:
            let isFirst = lineUp(id, terms.order)
            entries[id] = Entry(terms: terms, place: isFirst ? .sent : .inLine)
            let timer = Action.startTimer(.request(id), after: terms.timeout)
            return isFirst ? [timer, .send(id)] : [timer]
        }
    }

    /// True when the call is still waited for; a late answer to one that timed out is not.
    func isWaiting(_ id: RequestID) -> Bool { entries[id] != nil }

    mutating func finished(_ id: RequestID) -> [Action] {
        guard let entry = entries.removeValue(forKey: id) else { return [] }
        return [.cancelTimer(.request(id))] + advance(entry, id)
    }

    /// A failed answer: the call is sent again where that may help, else it ends.
    mutating func failed(_ id: RequestID, _ failure: Failure) -> [Action] {
        guard var entry = entries[id] else { return [] }
        if failure.isWorthRepeating && entry.terms.isRepeatable && entry.repetitions < Self.retries && gate == .open {
            entry.repetitions += 1
            entries[id] = entry
            return [.send(id)]
        }
        return [.fail(id, entry.outcome(failure))] + finished(id)
    }

    mutating func timedOut(_ id: RequestID) -> [Action] {
        guard let entry = entries.removeValue(forKey: id) else { return [] }
        let cancel: [Action] = entry.place == .sent ? [.cancel(id)] : []
        return cancel + [.fail(id, entry.outcome(.requestTimedOut))] + advance(entry, id)
    }

    mutating func opened() -> [Action] {
        gate = .open
        let waiting = parked
        parked = []
        return waiting.flatMap { id -> [Action] in
            guard let entry = entries[id] else { return [] }
            let isFirst = lineUp(id, entry.terms.order)
            entries[id]?.place = isFirst ? .sent : .inLine
            return isFirst ? [.send(id)] : []
        }
    }

    mutating func park() {
        gate = .parked
    }

    /// Everything that has not ended fails, oldest first.
    mutating func close(code: Int) -> [Action] {
        gate = .closed(code: code)
        let open = entries.sorted { $0.key.rawValue < $1.key.rawValue }
        entries = [:]
        parked = []
        lines = [:]
        return open.flatMap { id, entry -> [Action] in
            (entry.place == .sent ? [.cancel(id)] : [])
                + [.cancelTimer(.request(id)), .fail(id, entry.outcome(Failure(.local, code: code)))]
        }
    }

    /// Puts a call at the end of the line of its order.
    ///
    /// - Returns: Whether it is its turn.
    private mutating func lineUp(_ id: RequestID, _ order: String?) -> Bool {
        guard let order else { return true }
        lines[order, default: []].append(id)
        return lines[order]?.count == 1
    }

    /// Takes an ended call out of where it stood and lets the next one of its order go.
    private mutating func advance(_ entry: Entry, _ id: RequestID) -> [Action] {
        if entry.place == .parked { parked.removeAll { $0 == id } }
        // The line is taken out: one that is changed while it is in there, too, would be copied.
        guard entry.place != .parked, let order = entry.terms.order, var line = lines.removeValue(forKey: order) else {
            return []
        }
        let wasFirst = line.first == id
        line.removeAll { $0 == id }
        guard let next = line.first else { return [] }
        lines[order] = line
        guard wasFirst else { return [] }
        entries[next]?.place = .sent
        return [.send(next)]
    }
}

extension RequestQueue.Entry {
    /// The failure as the caller learns it: of a call that left the client and must not be repeated, nobody knows
    /// whether the service acted on it.
    func outcome(_ failure: Failure) -> Failure {
        var told = failure
        told.isOutcomeUnknown = place == .sent && !terms.isRepeatable && failure.leavesOutcomeOpen
        return told
    }
}
