package import PubNubWire

/// Messages that are to be sent whatever happens meanwhile: bounded, in order for each channel, each until the service
/// has taken or refused it.
///
/// Each channel is a line of its own. Its first message is the only one under way; when nobody knows what became of it, it
/// is sent again, under the same mark, before the next one. What is told of a message is told once.
package struct OutboxMachine: Sendable, Equatable {
    /// Numbers messages in the order in which they were given.
    package typealias Ticket = UInt64

    package struct Limits: Sendable, Equatable {
        package var messages: Int
        package var bytes: Int

        package init(messages: Int, bytes: Int) {
            self.messages = messages
            self.bytes = bytes
        }
    }

    /// How it ended with a message.
    package enum Ending: Sendable, Equatable {
        case sent(Timetoken)
        /// The service refused it, so that sending it again would not help.
        case refused(Failure)
        /// There was no room.
        case full
        /// It could not be written to the file.
        case notStored
        /// The application emptied the outbox.
        case cleared
    }

    package enum Action: Sendable, Equatable {
        /// Writes it down; `stored` or `storingFailed` follows.
        case store(Ticket)
        /// It is safe as far as was asked for.
        case keep(Ticket)
        /// Sends it; `sent` or `failed` follows.
        case send(Ticket)
        /// It failed more often than once, holds up its line and is tried again.
        case warn(Ticket, Failure)
        case end(Ticket, Ending)
        case startTimer(TimerName, after: Duration)
        case cancelTimer(TimerName)
    }

    private enum Place: Sendable, Equatable {
        case storing, waiting, inFlight
        /// Sent before without an answer that says what became of it; a timer runs until it is sent again.
        case paused
        /// Waits until the client is connected.
        case offline
        /// On its way, and not to be sent again whatever becomes of it.
        case lastTry
    }

    private struct Entry: Sendable, Equatable {
        var line: String
        var bytes: Int
        var place: Place
        var failures = 0
        /// Where it stands in its line.
        var position: TicketQueue<Ticket>.Ticket = 0
        /// Whether the service asked to wait before the message is sent again.
        var mustWait = false
    }

    package var limits: Limits
    private var entries: [Ticket: Entry] = [:]
    private var lines: [String: TicketQueue<Ticket>] = [:]
    private var backoff: Backoff
    /// How much is kept now.
    package private(set) var bytes = 0

    package init(limits: Limits, seed: UInt64 = 0) {
        self.limits = limits
        backoff = Backoff(seed: seed)
    }

    /// How many are kept now.
    package var count: Int { entries.count }

    /// Takes a message for a channel, which is written down first where that was asked for.
    package mutating func submit(_ ticket: Ticket, line: String, bytes: Int, isStored: Bool) -> [Action] {
        guard entries.count < limits.messages, bytes <= limits.bytes - self.bytes else { return [.end(ticket, .full)] }
        add(ticket, Entry(line: line, bytes: bytes, place: isStored ? .storing : .waiting))
        return isStored ? [.store(ticket)] : [.keep(ticket)] + advance(line)
    }

    /// A message that was written down before. It is kept even where that takes more room than there is.
    package mutating func restore(_ ticket: Ticket, line: String, bytes: Int) -> [Action] {
        add(ticket, Entry(line: line, bytes: bytes, place: .waiting))
        return [.keep(ticket)] + advance(line)
    }

    package mutating func stored(_ ticket: Ticket) -> [Action] {
        guard let entry = entries[ticket], entry.place == .storing else { return [] }
        entries[ticket]?.place = .waiting
        return [.keep(ticket)] + advance(entry.line)
    }

    package mutating func storingFailed(_ ticket: Ticket) -> [Action] {
        guard entries[ticket]?.place == .storing else { return [] }
        return end(ticket, .notStored)
    }

    package mutating func sent(_ ticket: Ticket, at timetoken: Timetoken) -> [Action] {
        isUnderWay(ticket) ? end(ticket, .sent(timetoken)) : []
    }

    package mutating func failed(_ ticket: Ticket, _ failure: Failure) -> [Action] {
        guard isUnderWay(ticket), var entry = entries[ticket] else { return [] }
        guard entry.place != .lastTry, !failure.isRefusal else { return end(ticket, .refused(failure)) }
        guard !failure.isForWantOfConnection else {
            entries[ticket]?.place = .offline
            return []
        }
        entry.place = .paused
        entry.mustWait = failure.retryAfter != nil
        let attempt = entry.failures
        entry.failures += 1
        entries[ticket] = entry
        let pause = backoff.delay(attempt: attempt, atLeast: failure.retryAfter)
        // A single lost answer is what an outbox is for.
        let warning: [Action] = attempt > 0 ? [.warn(ticket, failure)] : []
        return warning + [.startTimer(.outbox(ticket), after: pause)]
    }

    /// The client is connected: what waits is sent immediately, except where the service asked to wait.
    package mutating func opened() -> [Action] {
        let heads = lines.values.compactMap(\.first).sorted()
        return heads.flatMap { ticket -> [Action] in
            guard let entry = entries[ticket] else { return [] }
            switch entry.place {
            case .offline, .waiting: return send(ticket)
            case .paused: return entry.mustWait ? [] : [.cancelTimer(.outbox(ticket))] + send(ticket)
            case .storing, .inFlight, .lastTry: return []
            }
        }
    }

    package mutating func timerFired(_ ticket: Ticket) -> [Action] {
        entries[ticket]?.place == .paused ? send(ticket) : []
    }

    /// Ends everything, or everything of one line, oldest first. What is on its way ends when it is known how, and is not
    /// sent again.
    package mutating func cleared(line: String? = nil) -> [Action] {
        let tickets = line.map { lines[$0]?.elements ?? [] } ?? entries.keys.sorted()
        var actions: [Action] = []
        for ticket in tickets {
            switch entries[ticket]?.place {
            case .inFlight, .lastTry:
                entries[ticket]?.place = .lastTry
            case .paused:
                remove(ticket)
                actions += [.cancelTimer(.outbox(ticket)), .end(ticket, .cleared)]
            case .storing, .waiting, .offline, nil:
                remove(ticket)
                actions.append(.end(ticket, .cleared))
            }
        }
        return actions
    }

    /// Whether the message may have reached the service.
    package func wasSent(_ ticket: Ticket) -> Bool {
        guard let entry = entries[ticket] else { return false }
        return isUnderWay(ticket) || entry.failures > 0
    }

    private func isUnderWay(_ ticket: Ticket) -> Bool {
        entries[ticket]?.place == .inFlight || entries[ticket]?.place == .lastTry
    }

    private mutating func add(_ ticket: Ticket, _ entry: Entry) {
        var entry = entry
        entry.position = lines[entry.line, default: TicketQueue()].append(ticket)
        entries[ticket] = entry
        bytes += entry.bytes
    }

    /// Takes a message out and lets the next one of its line go.
    private mutating func end(_ ticket: Ticket, _ ending: Ending) -> [Action] {
        guard let line = entries[ticket]?.line else { return [] }
        remove(ticket)
        return [.end(ticket, ending)] + advance(line)
    }

    private mutating func remove(_ ticket: Ticket) {
        guard let entry = entries.removeValue(forKey: ticket) else { return }
        bytes -= entry.bytes
        lines[entry.line]?.remove(entry.position)
        if lines[entry.line]?.isEmpty == true { lines[entry.line] = nil }
    }

    private mutating func advance(_ line: String) -> [Action] {
        guard let first = lines[line]?.first, entries[first]?.place == .waiting else { return [] }
        return send(first)
    }

    private mutating func send(_ ticket: Ticket) -> [Action] {
        entries[ticket]?.place = .inFlight
        return [.send(ticket)]
    }
}

extension Failure {
    /// Whether the service has said no, and would say it again.
    fileprivate var isRefusal: Bool {
        switch kind {
        case .forbidden: true
        // An answer that cannot be read does not say no, and a limit on how often to ask is over some time.
        case .refused: code != ErrorCode.responseNotText && !isRateLimit
        case .unreachable, .interrupted, .insecure, .malformed, .serverTrouble, .timedOut, .local: false
        }
    }

    /// Whether the call failed because the client is not connected; it is told when that changes.
    fileprivate var isForWantOfConnection: Bool {
        let codes = [
            ErrorCode.requestFailedWithoutNetwork, ErrorCode.notConnected,
            ErrorCode.suspended,
        ]
        return kind == .local && codes.contains(code)
    }
}
