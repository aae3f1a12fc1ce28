@testable import PubNubMachines
@testable import PubNubWire

/// Compares the delivered messages with all messages that were sent.
///
/// Each long poll carries the position of the client. When the position advances, each message that was sent in between on
/// the streams of the request must have been delivered or be covered by a gap, unless the application chose to skip it.
struct DeliveryCheck {
    /// A message that must have been delivered once the client has caught up.
    private struct DueMessage {
        let serial: Int
        let timetoken: UInt64
        let match: World.Match
    }

    /// Whether messages that the service repeats must also be delivered only once.
    let isStrict: Bool
    /// The service may return pages with fewer messages than it has stored; such a page looks like the last one.
    let hasShortPages: Bool
    /// The position of the client on each stream of the last request, per subscription that matches the stream.
    private var positions: [World.Match: UInt64] = [:]
    /// The names on the wire of the last request, without those that the application has unsubscribed from since.
    private var names: Set<String> = []
    /// The service's timetoken in the response to a first request that no long poll has followed yet.
    private var joined: UInt64?
    private var maySkip = false
    private var deliveries: [Int: Int] = [:]
    private var receivedSerials: Set<Int> = []
    /// The last new entry of each stream, per subscription that matches it.
    private var last: [Int: Int] = [:]
    private var gaps: [(from: UInt64, to: UInt64)] = []
    /// Messages due once the client has caught up and filled its gaps; only then can it report all losses.
    private var due: [DueMessage] = []
    private(set) var delivered = 0
    private(set) var gapCount = 0
    /// Messages lost with short pages, which do not show that more messages follow.
    private(set) var overrunInShortPages = 0

    init(isStrict: Bool, hasShortPages: Bool = false) {
        self.isStrict = isStrict
        self.hasShortPages = hasShortPages
    }

    /// The process ended; the next process does not know what was delivered.
    mutating func restarted() {
        forgot()
        names = []
        joined = nil
        deliveries = [:]
        receivedSerials = []
        last = [:]
        gaps = []
    }

    /// Other keys are in use: messages of the old keys are not due, and gaps reported for them do not count here.
    mutating func keysChanged() {
        forgot()
        names = []
        joined = nil
        last = [:]
        gaps = []
    }

    /// The application chose to continue from the current time.
    mutating func skipAllowed() { maySkip = true }

    /// The service responded to a first request with its current timetoken.
    mutating func joinSucceeded(_ page: SubscribePage) {
        joined = page.cursor.timetoken.rawValue
    }

    /// The application ended the search for lost messages.
    mutating func stoppedWaiting() { due = [] }

    /// The application has no subscriptions.
    mutating func forgot() {
        positions = [:]
        due = []
        maySkip = false
    }

    /// The application unsubscribed from these names, or a failure removed them. If no name is left, no message is due.
    mutating func abandoned(_ abandonedNames: Set<String>) {
        guard !abandonedNames.isEmpty else { return }
        positions = positions.filter { !abandonedNames.contains($0.key.name) }
        due.removeAll { abandonedNames.contains($0.match.name) }
        names.subtract(abandonedNames)
        if names.isEmpty { forgot() }
    }

    mutating func gapReported(from start: Timetoken, to end: Timetoken) throws(Violation) {
        guard start < end else { throw Violation(.subscriptionEvents, "a gap from \(start) to \(end)") }
        gaps.append((start.rawValue, end.rawValue))
        gapCount += 1
    }

    mutating func pageDelivered(_ page: SubscribePage, by service: ServiceModel) throws(Violation) {
        for envelope in page.envelopes {
            guard let match = World.match(of: envelope), let serial = Int(envelope.payload.text) else {
                let text = envelope.payload.text
                throw Violation(.unwanted, "a message that was never sent: \(text) on \(envelope.channel)")
            }
            let key = ServiceModel.key(serial, match.way)
            let repetitions = service.repetitions[key] ?? 0
            deliveries[key, default: 0] += 1
            let count = deliveries[key] ?? 0
            // Messages from history have no marks of an outbox.
            let isKnown = isStrict && !service.unmarked.contains(serial)
            guard count <= 1 + (isKnown ? 0 : repetitions) else {
                throw Violation(.duplicates, "message \(serial) on \(match.words) came \(count) times")
            }
            if count == 1, repetitions == 0 { try checkOrder(of: serial, on: match) }
            receivedSerials.insert(serial)
            delivered += 1
        }
    }

    private mutating func checkOrder(of serial: Int, on match: World.Match) throws(Violation) {
        let way = match.stream * 4 + match.way
        if let last = last[way], last > serial {
            throw Violation(.order, "message \(serial) on \(match.words) came after \(last)")
        }
        last[way] = serial
    }

    /// The messages of the previous response have been delivered, and the next long poll is sent.
    mutating func pollSent(
        _ names: SubscriptionTargetList.Names,
        from cursor: Cursor,
        by service: ServiceModel,
        isOpen: Bool = false
    ) throws(Violation) {
        let token = cursor.timetoken.rawValue
        let matches = World.matches(of: names)
        self.names = Set(names.channels.names + names.groups.names)
        if token > service.latest { throw Violation(.loss, "polls from \(token), which is in the future") }
        var next: [World.Match: UInt64] = [:]
        for match in matches {
            guard let position = positions[match] else {
                // Messages of a new name are due from the time at which the service added it, even if older ones arrive.
                next[match] = max(token, joined ?? 0)
                continue
            }
            if !maySkip, position < token {
                try checkLoss(of: service.logs[match.stream], on: match, position..<token, isOpen)
            }
            next[match] = max(position, token)
        }
        joined = nil
        positions = next
        // Messages of names that the application unsubscribed from are not due.
        due.removeAll { maySkip || next[$0.match] == nil }
        maySkip = false
    }

    private mutating func checkLoss(
        of log: StreamLog,
        on match: World.Match,
        _ range: Range<UInt64>,
        _ isOpen: Bool
    ) throws(Violation) {
        for position in log.position(after: range.lowerBound)..<log.position(after: range.upperBound) {
            let entry = log.entries[position]
            guard !receivedSerials.contains(entry.serial), !isReported(entry.timetoken) else { continue }
            if hasShortPages && position < log.firstStored {
                overrunInShortPages += 1
                continue
            }
            guard !isOpen else {
                due.append(DueMessage(serial: entry.serial, timetoken: entry.timetoken, match: match))
                continue
            }
            throw Violation(
                .loss,
                "message \(entry.serial) of \(entry.timetoken) on \(match.words) was skipped from \(range.lowerBound) to \(range.upperBound)"
            )
        }
    }

    /// The client does not wait for messages of an absence.
    mutating func caughtUp() throws(Violation) {
        defer { due = [] }
        guard let lost = due.first(where: { !receivedSerials.contains($0.serial) && !isReported($0.timetoken) }) else {
            return
        }
        throw Violation(
            .loss,
            "message \(lost.serial) of \(lost.timetoken) on \(lost.match.words) is missing after catching up"
        )
    }

    private func isReported(_ timetoken: UInt64) -> Bool {
        gaps.contains { $0.from < timetoken && timetoken <= $0.to }
    }

    /// Throws if a page delivers a name that is not in the request that fetched the page.
    func checkWanted(_ page: SubscribePage) throws(Violation) {
        for envelope in page.envelopes {
            guard let match = World.match(of: envelope) else { continue }
            guard positions.keys.contains(where: { $0.stream == match.stream }) else {
                throw Violation(.unwanted, "a message on \(match.words), which is not subscribed")
            }
        }
    }
}

extension World.Match {
    var words: String {
        World.channel(of: stream) + (World.isPresence(stream) ? "-pnpres" : "")
            + (group.map { " through group \(World.groups[$0])" } ?? "")
    }
}
