package import PubNubWire

/// Messages that are sent across losses of the connection: bounded, in order for each channel, each until the service
/// has accepted or refused it.
///
/// Each channel has a line of its own, of which only the first message is in flight. If its outcome is unknown, it is
/// sent again with the same mark before the next one. The outcome of a message is reported once.
package struct OutboxMachine: Sendable, Equatable {
    /// Numbers the messages in the order of submission.
    package typealias Ticket = UInt64

    package struct Limits: Sendable, Equatable {
        package var messages: Int
        package var bytes: Int

        package init(messages: Int, bytes: Int) {
            self.messages = messages
            self.bytes = bytes
        }
    }

    /// The outcome of a message.
    package enum Ending: Sendable, Equatable {
        case sent(Timetoken)
        /// The service refused it, so sending it again would not help.
        case refused(Failure)
        /// The outbox was full.
        case full
        /// It could not be written to the file.
        case notStored
        /// The application emptied the outbox.
        case cleared
    }

    private enum Phase: Sendable, Equatable {
        case storing, waiting, inFlight
        /// Sent before with an unknown outcome; a timer runs until it is sent again.
        case paused
        /// Waits until the client is connected.
        case offline
        /// In flight, and not sent again, regardless of the outcome.
        case lastTry
    }

    private struct QueuedPublication: Sendable, Equatable {
        var line: String
        var bytes: Int
        var phase: Phase
        var failures = 0
        /// The position in its line.
        var position: TicketQueue<Ticket>.Ticket = 0
        /// Whether the service asked to wait before the message is sent again.
        var mustWait = false
    }

    package var limits: Limits
    private var entries: [Ticket: QueuedPublication] = [:]
    private var lines: [String: TicketQueue<Ticket>] = [:]
    private var backoff: Backoff
    /// The bytes in the outbox.
    package private(set) var bytes = 0

    package init(limits: Limits, seed: UInt64 = 0) {
        self.limits = limits
        backoff = Backoff(seed: seed)
    }

    /// The number of messages in the outbox.
    package var count: Int { entries.count }

    /// Takes a message for a channel. If requested, it is stored in the file first.
    package mutating func submit(
        _ ticket: Ticket,
        line: String,
        bytes: Int,
        isStored: Bool,
        into actions: inout ClientActions
    ) {
        guard entries.count < limits.messages, bytes <= limits.bytes - self.bytes else {
            return actions.append(.endMessage(ticket, .full))
        }
        add(ticket, QueuedPublication(line: line, bytes: bytes, phase: isStored ? .storing : .waiting))
        guard !isStored else { return actions.append(.storeMessage(ticket)) }
        actions.append(.acceptMessage(ticket))
        sendNext(of: line, into: &actions)
    }

    /// Takes a message from the file, even if the outbox is full.
    package mutating func restore(_ ticket: Ticket, line: String, bytes: Int, into actions: inout ClientActions) {
        add(ticket, QueuedPublication(line: line, bytes: bytes, phase: .waiting))
        actions.append(.acceptMessage(ticket))
        sendNext(of: line, into: &actions)
    }

    package mutating func stored(_ ticket: Ticket, into actions: inout ClientActions) {
        guard let entry = entries[ticket], entry.phase == .storing else { return }
        entries[ticket]?.phase = .waiting
        actions.append(.acceptMessage(ticket))
        sendNext(of: entry.line, into: &actions)
    }

    package mutating func storingFailed(_ ticket: Ticket, into actions: inout ClientActions) {
        guard entries[ticket]?.phase == .storing else { return }
        end(ticket, .notStored, into: &actions)
    }

    package mutating func sent(_ ticket: Ticket, at timetoken: Timetoken, into actions: inout ClientActions) {
        guard isUnderWay(ticket) else { return }
        end(ticket, .sent(timetoken), into: &actions)
    }

    package mutating func failed(_ ticket: Ticket, _ failure: Failure, into actions: inout ClientActions) {
        guard isUnderWay(ticket), var entry = entries[ticket] else { return }
        guard entry.phase != .lastTry, !failure.isRefusal else {
            return end(ticket, .refused(failure), into: &actions)
        }
        guard !failure.isForWantOfConnection else {
            entries[ticket]?.phase = .offline
            return
        }
        entry.phase = .paused
        entry.mustWait = failure.retryAfter != nil
        let attempt = entry.failures
        entry.failures += 1
        entries[ticket] = entry
        let pause = backoff.delay(attempt: attempt, atLeast: failure.retryAfter)
        // An outbox exists for lost responses, so a single one is not reported.
        if attempt > 0 { actions.append(.warnOfMessage(ticket, failure)) }
        actions.append(.startTimer(.outbox(ticket), after: pause))
    }

    /// The client is connected: waiting messages are sent immediately, unless the service asked to wait.
    package mutating func opened(into actions: inout ClientActions) {
        for ticket in lines.values.compactMap(\.first).sorted() {
            guard let entry = entries[ticket] else { continue }
            switch entry.phase {
            case .offline, .waiting: send(ticket, into: &actions)
            case .paused where !entry.mustWait:
                actions.append(.cancelTimer(.outbox(ticket)))
                send(ticket, into: &actions)
            case .paused, .storing, .inFlight, .lastTry: break
            }
        }
    }

    package mutating func timerFired(_ ticket: Ticket, into actions: inout ClientActions) {
        guard entries[ticket]?.phase == .paused else { return }
        send(ticket, into: &actions)
    }

    /// Ends all messages, or all messages of one line, oldest first. A message in flight ends with its outcome and is
    /// not sent again.
    package mutating func cleared(line: String? = nil, into actions: inout ClientActions) {
        cleared(line.map { lines[$0]?.elements ?? [] } ?? entries.keys.sorted(), into: &actions)
    }

    /// Ends these messages, in this order. A message in flight ends with its outcome and is not sent again.
    package mutating func cleared(_ tickets: [Ticket], into actions: inout ClientActions) {
        let lines = Set(tickets.compactMap { entries[$0]?.line })
        for ticket in tickets {
            switch entries[ticket]?.phase {
            case .inFlight, .lastTry:
                entries[ticket]?.phase = .lastTry
            case .paused:
                remove(ticket)
                actions.append(.cancelTimer(.outbox(ticket)))
                actions.append(.endMessage(ticket, .cleared))
            case .storing, .waiting, .offline:
                remove(ticket)
                actions.append(.endMessage(ticket, .cleared))
            // It has ended; the caller may not know yet.
            case nil: break
            }
        }
        // A message that is not cleared may now be the first of its line.
        for line in lines.sorted() { sendNext(of: line, into: &actions) }
    }

    /// Whether the message may have reached the service.
    package func wasSent(_ ticket: Ticket) -> Bool {
        guard let entry = entries[ticket] else { return false }
        return isUnderWay(ticket) || entry.failures > 0
    }

    private func isUnderWay(_ ticket: Ticket) -> Bool {
        entries[ticket]?.phase == .inFlight || entries[ticket]?.phase == .lastTry
    }

    private mutating func add(_ ticket: Ticket, _ entry: QueuedPublication) {
        var entry = entry
        entry.position = lines[entry.line, default: TicketQueue()].append(ticket)
        entries[ticket] = entry
        bytes += entry.bytes
    }

    /// Removes a message and starts the next one of its line.
    private mutating func end(_ ticket: Ticket, _ ending: Ending, into actions: inout ClientActions) {
        guard let line = entries[ticket]?.line else { return }
        remove(ticket)
        actions.append(.endMessage(ticket, ending))
        sendNext(of: line, into: &actions)
    }

    private mutating func remove(_ ticket: Ticket) {
        guard let entry = entries.removeValue(forKey: ticket) else { return }
        bytes -= entry.bytes
        lines[entry.line]?.remove(entry.position)
        if lines[entry.line]?.isEmpty == true { lines[entry.line] = nil }
    }

    private mutating func sendNext(of line: String, into actions: inout ClientActions) {
        guard let first = lines[line]?.first, entries[first]?.phase == .waiting else { return }
        send(first, into: &actions)
    }

    private mutating func send(_ ticket: Ticket, into actions: inout ClientActions) {
        entries[ticket]?.phase = .inFlight
        actions.append(.sendMessage(ticket))
    }
}

extension Failure {
    /// Whether the service has refused it, and would again.
    fileprivate var isRefusal: Bool {
        switch kind {
        case .forbidden: true
        // An unreadable response is not a refusal, a rate limit ends after some time, and after status 408 the same request
        // may succeed.
        case .refused: code != ErrorCode.responseNotText && !isRateLimit && !isRequestTimeout
        case .unreachable, .interrupted, .insecure, .malformed, .serverError, .timedOut, .local, .unsent: false
        }
    }

    /// Whether the call failed because the client is not connected. An input follows when it is.
    fileprivate var isForWantOfConnection: Bool {
        kind == .local && ErrorCode.withoutConnection.contains(code)
    }
}
