import PubNubMachines
import PubNubWire

/// Holds what is delivered against all that was ever sent.
///
/// The client says with each long poll how far it has come. When that moves on, everything that was sent in between on
/// the streams of the request must have been delivered or be covered by a gap, unless the application chose to skip it.
struct DeliveryCheck {
    /// Even what the service repeats must not come twice.
    let isStrict: Bool
    /// The service may make pages of fewer messages than it keeps, though it has more; such a page looks like the last.
    let hasShortPages: Bool
    /// How far each stream of the last request was listened to, on each way.
    private var positions: [World.Match: UInt64] = [:]
    /// The names on the wire of the last request that have not been given up since.
    private var names: Set<String> = []
    /// Where the service's time stood at a first request that no long poll has followed yet.
    private var joined: UInt64?
    private var maySkip = false
    private var deliveries: [Int: Int] = [:]
    private var heard: Set<Int> = []
    /// The last new entry on each way of a stream.
    private var last: [Int: Int] = [:]
    private var gaps: [(from: UInt64, to: UInt64)] = []
    /// What is due when the client has caught up and filled its gaps: only then it can tell all of them.
    private var owed: [(serial: Int, timetoken: UInt64, match: World.Match)] = []
    private(set) var delivered = 0
    private(set) var gapCount = 0
    /// Lost with short pages, which look as if nothing was left behind them.
    private(set) var overrunInShortPages = 0

    init(isStrict: Bool, hasShortPages: Bool = false) {
        self.isStrict = isStrict
        self.hasShortPages = hasShortPages
    }

    /// The process ended: the next one knows nothing of what was delivered.
    mutating func restarted() {
        forgot()
        (names, joined) = ([], nil)
        (deliveries, heard, last, gaps) = ([:], [], [:], [])
    }

    /// Other keys are in use. Nothing of the old ones is due any more, and nothing that was told of them says anything here.
    mutating func keysChanged() {
        forgot()
        (names, joined) = ([], nil)
        (last, gaps) = ([:], [])
    }

    /// The application chose to go on from now.
    mutating func skipAllowed() { maySkip = true }

    /// The service told a first request where its time stands.
    mutating func joinAnswered(_ page: SubscribePage) {
        joined = page.cursor.timetoken.rawValue
    }

    /// The application ends what the client was still finding out.
    mutating func gaveUpWaiting() { owed = [] }

    /// Nothing is subscribed any more.
    mutating func forgot() {
        positions = [:]
        owed = []
        maySkip = false
    }

    /// The application gave up what travels by these names, or was told that it was taken from it; when none is left,
    /// nothing is due any more.
    mutating func gaveUp(_ gone: Set<String>) {
        guard !gone.isEmpty else { return }
        positions = positions.filter { !gone.contains($0.key.name) }
        owed.removeAll { gone.contains($0.match.name) }
        names.subtract(gone)
        if names.isEmpty { forgot() }
    }

    mutating func gapTold(from start: Timetoken, to end: Timetoken) throws(Violation) {
        guard start < end else { throw Violation(.subscriptionEvents, "a gap from \(start) to \(end)") }
        gaps.append((start.rawValue, end.rawValue))
        gapCount += 1
    }

    mutating func pageDelivered(_ page: SubscribePage, by service: ServiceModel) throws(Violation) {
        for envelope in page.envelopes {
            guard let match = World.match(of: envelope), let serial = Int(envelope.payload.text) else {
                throw Violation(.unwanted, "what was never sent: \(envelope.payload.text) on \(envelope.channel)")
            }
            let key = ServiceModel.key(serial, match.way)
            let repetitions = service.repetitions[key] ?? 0
            deliveries[key, default: 0] += 1
            let count = deliveries[key] ?? 0
            // In history nothing has a mark.
            let isKnown = isStrict && !service.unmarked.contains(serial)
            guard count <= 1 + (isKnown ? 0 : repetitions) else {
                throw Violation(.duplicates, "message \(serial) on \(match.words) came \(count) times")
            }
            if count == 1, repetitions == 0 { try checkOrder(of: serial, on: match) }
            heard.insert(serial)
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

    /// Everything that came with the previous answer has been delivered, and the next long poll is sent.
    mutating func pollSent(
        _ names: SubscriptionTargetList.Names,
        from cursor: Cursor,
        by service: ServiceModel,
        isOpen: Bool = false
    ) throws(Violation) {
        let token = cursor.timetoken.rawValue
        let matches = World.matches(of: names)
        self.names = Set(names.channels.names + names.groups.names)
        if token > service.latest { throw Violation(.loss, "polls from \(token), which is yet to come") }
        var next: [World.Match: UInt64] = [:]
        for match in matches {
            guard let position = positions[match] else {
                // What is new is due from the time at which the service took it up, even if more comes.
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
        // What the application gave up is not due any more.
        owed.removeAll { maySkip || next[$0.match] == nil }
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
            guard !heard.contains(entry.serial), !isTold(entry.timetoken) else { continue }
            if hasShortPages && position < log.firstKept {
                overrunInShortPages += 1
                continue
            }
            guard !isOpen else {
                owed.append((entry.serial, entry.timetoken, match))
                continue
            }
            throw Violation(
                .loss,
                "message \(entry.serial) of \(entry.timetoken) on \(match.words) was skipped from \(range.lowerBound) to \(range.upperBound)"
            )
        }
    }

    /// Nothing from an absence is waited for any more.
    mutating func caughtUp() throws(Violation) {
        defer { owed = [] }
        guard let lost = owed.first(where: { !heard.contains($0.serial) && !isTold($0.timetoken) }) else { return }
        throw Violation(
            .loss,
            "message \(lost.serial) of \(lost.timetoken) on \(lost.match.words) is missing after catching up"
        )
    }

    private func isTold(_ timetoken: UInt64) -> Bool {
        gaps.contains { $0.from < timetoken && timetoken <= $0.to }
    }

    /// Nothing comes of what is not in the request that brought it.
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
