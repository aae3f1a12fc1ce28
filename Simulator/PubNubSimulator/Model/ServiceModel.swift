@testable import PubNubMachines
@testable import PubNubWire

/// The service as a subscriber sees it: bounded memory of each stream, timetokens, access rights and presence
/// (Documentation/WireProtocol.md, "Subscribe").
struct ServiceModel {
    enum Response {
        case page(SubscribePage)
        /// The service has no messages yet and holds the request.
        case hold
        case failure(Failure)
    }

    /// A repetition by the service in the next page, in addition to the new messages.
    enum Repetition {
        /// The newest messages of earlier responses are sent again.
        case repeats(Int)
        /// The page ends with an older timetoken, so that the next page repeats messages.
        case rewinds(Int)
    }

    /// The behaviour of the service in a whole run.
    struct Behaviour: Equatable, Sendable {
        /// Whether pages have the form of version 1, without a timetoken per message.
        var isVersion1 = false
        /// The maximum number of messages in a page.
        var pageLimit = Int.max
        /// Whether an access error lists the names that it concerns.
        var namesRefused = true
    }

    private static let epoch: UInt64 = 16_000_000_000_000_000
    /// More than the number of messages in any run.
    private static let serialsPerKeyset = 1_000_000_000

    let behaviour: Behaviour
    let keyset: Int
    private(set) var logs = [StreamLog](repeating: StreamLog(), count: World.streams)
    /// The highest timetoken that the service has assigned.
    private(set) var latest = Self.epoch
    private(set) var messages = 0
    /// The names on the wire without the right to read.
    var revoked: Set<String> = []
    /// The targets where clients are present, by identifier.
    private(set) var present: [String: Set<SubscriptionTarget>] = [:]
    /// How many additional deliveries of an entry are allowed, because the service itself repeated it.
    private(set) var repetitions: [Int: Int] = [:]
    /// Messages of outboxes that were delivered without their marks.
    private(set) var unmarked: Set<Int> = []
    /// The messages of outboxes that arrived, by number.
    private var storedSerials: [Int: Int] = [:]
    /// The application's own calls that arrived, by order.
    private(set) var calls: [Int: [Int]] = [:]

    /// Creates the service for one keyset; it shares no data with other keysets.
    init(_ behaviour: Behaviour, keyset: Int = 0) {
        self.behaviour = behaviour
        self.keyset = keyset
    }

    /// Returns the keyset to which a message was sent, by the message's number.
    static func keyset(of serial: Int) -> Int { serial / serialsPerKeyset }

    /// The number of the next message, unique in a run.
    private var nextSerial: Int { keyset * Self.serialsPerKeyset + messages }

    static func key(_ serial: Int, _ way: Int) -> Int { serial * 4 + way }

    mutating func publish(on stream: Int, at now: Int) {
        messages += 1
        append(nextSerial, to: stream, metadata: nil, at: now)
    }

    /// Stores a message of an outbox, or a copy of it: the same content and mark, with a timetoken of its own.
    mutating func keep(
        _ message: OutboxModel.Message,
        isMarked: Bool,
        at now: Int
    ) -> (envelope: Envelope, cursor: Cursor) {
        messages += 1
        let serial = storedSerials[message.number] ?? nextSerial
        if storedSerials.updateValue(serial, forKey: message.number) != nil {
            for way in 0...World.groups.count { repetitions[Self.key(serial, way), default: 0] += 1 }
        }
        let mark = RawJSON(.object(["pn_outbox": .string("m\(message.number)")]))
        let envelope = append(serial, to: message.channel, metadata: isMarked ? mark : nil, at: now)
        return (envelope, cursor(latest))
    }

    @discardableResult
    private mutating func append(_ serial: Int, to stream: Int, metadata: RawJSON?, at now: Int) -> Envelope {
        latest = max(latest + 1, Self.epoch + UInt64(now) * 10)
        let envelope = Envelope(
            channel: World.channel(of: stream),
            isPresence: World.isPresence(stream),
            payload: RawJSON(.integer(Int64(serial))),
            timetoken: behaviour.isVersion1 ? nil : Timetoken(rawValue: latest),
            region: behaviour.isVersion1 ? nil : 1,
            metadata: behaviour.isVersion1 ? nil : metadata
        )
        logs[stream].append(.init(timetoken: latest, serial: serial, envelope: envelope))
        return envelope
    }

    /// Responds to a first request.
    mutating func join(_ names: SubscriptionTargetList.Names, as identifier: String, at now: Int) -> Response {
        if let refusal = refusal(of: names) { return .failure(refusal) }
        let start = clock(at: now)
        touch(World.present(in: names), as: identifier, at: now)
        return .page(SubscribePage(cursor: start, envelopes: []))
    }

    /// Responds to a long poll.
    mutating func poll(
        _ names: SubscriptionTargetList.Names,
        from cursor: Cursor,
        as identifier: String,
        repeating repetition: Repetition?,
        at now: Int
    ) -> Response {
        if let refusal = refusal(of: names) { return .failure(refusal) }
        touch(World.present(in: names), as: identifier, at: now)
        return page(World.matches(of: names), after: cursor, repeating: repetition).map { .page($0) } ?? .hold
    }

    /// Returns the response to a long poll that was held for the full time.
    mutating func emptyPage(at now: Int) -> SubscribePage {
        SubscribePage(cursor: clock(at: now), envelopes: [])
    }

    /// Returns a page of all messages that were sent to a channel, oldest first.
    mutating func history(of load: GapFillMachine.Load) -> [Envelope] {
        guard let stream = World.channels.firstIndex(of: load.channel) else { return [] }
        let log = logs[stream]
        let found = log.position(after: load.after.rawValue)..<log.position(after: load.through.rawValue)
        return log.entries[found].prefix(ServiceLimits.historyPage).map { entry in
            var envelope = entry.envelope
            if envelope.metadata != nil { unmarked.insert(entry.serial) }
            envelope.metadata = nil
            envelope.timetoken = Timetoken(rawValue: entry.timetoken)
            return envelope
        }
    }

    mutating func leave(_ targets: [SubscriptionTarget], as identifier: String, at now: Int) {
        let left = targets.filter { present[identifier]?.remove($0) != nil }
        announce(left, at: now)
    }

    /// Processes a heartbeat: the client is present, or present again, in these targets.
    mutating func beat(_ targets: [SubscriptionTarget], as identifier: String, at now: Int) {
        touch(targets, as: identifier, at: now)
    }

    mutating func called(_ number: Int, order: Int?) {
        if let order { calls[order, default: []].append(number) }
    }

    private mutating func touch(_ targets: [SubscriptionTarget], as identifier: String, at now: Int) {
        let new = targets.filter { present[identifier, default: []].insert($0).inserted }
        announce(new, at: now)
    }

    private mutating func announce(_ targets: [SubscriptionTarget], at now: Int) {
        for target in targets {
            guard let channel = World.channels.firstIndex(of: target.name), !target.isGroup else { continue }
            publish(on: World.presence(of: channel), at: now)
        }
    }

    private mutating func clock(at now: Int) -> Cursor {
        latest = max(latest, Self.epoch + UInt64(now) * 10)
        return cursor(latest)
    }

    private func cursor(_ timetoken: UInt64) -> Cursor {
        Cursor(timetoken: Timetoken(rawValue: timetoken), region: behaviour.isVersion1 ? nil : 1)
    }

    private func refusal(of names: SubscriptionTargetList.Names) -> Failure? {
        guard !revoked.isEmpty else { return nil }
        let channels = names.channels.names.filter(revoked.contains)
        let groups = names.groups.names.filter(revoked.contains)
        guard !channels.isEmpty || !groups.isEmpty else { return nil }
        let namesRefused = behaviour.namesRefused
        return .refusal(channels: namesRefused ? channels : [], groups: namesRefused ? groups : [])
    }

    /// Returns the stored entries of these streams after the cursor; nil without any.
    private mutating func page(
        _ matches: [World.Match],
        after cursor: Cursor,
        repeating repetition: Repetition?
    ) -> SubscribePage? {
        let start = cursor.timetoken.rawValue
        var found: [(entry: StreamLog.Entry, match: World.Match)] = []
        var old: [(entry: StreamLog.Entry, match: World.Match)] = []
        for match in matches {
            let log = logs[match.stream]
            let first = log.position(after: start)
            for entry in log.entries[max(first, log.firstStored)...] { found.append((entry, match)) }
            guard case .repeats(let count)? = repetition else { continue }
            for entry in log.entries[max(log.firstStored, first - count, 0)..<max(first, log.firstStored)] {
                old.append((entry, match))
            }
        }
        guard !found.isEmpty || !old.isEmpty else { return nil }
        found.sort { ($0.entry.timetoken, $0.match.way) < ($1.entry.timetoken, $1.match.way) }
        if found.count > behaviour.pageLimit {
            let last = found[behaviour.pageLimit - 1].entry.timetoken
            found.removeAll { $0.entry.timetoken > last }
        }
        old.sort { ($0.entry.timetoken, $0.match.way) < ($1.entry.timetoken, $1.match.way) }
        for (entry, match) in old { repetitions[Self.key(entry.serial, match.way), default: 0] += 1 }
        var end = found.last?.entry.timetoken ?? start
        if case .rewinds(let count)? = repetition {
            end = found.suffix(count).first.map { $0.entry.timetoken - 1 } ?? end
            for (entry, match) in found where entry.timetoken > end {
                repetitions[Self.key(entry.serial, match.way), default: 0] += 1
            }
        }
        return SubscribePage(cursor: self.cursor(end), envelopes: (old + found).map(Self.envelope))
    }

    private static func envelope(_ entry: StreamLog.Entry, _ match: World.Match) -> Envelope {
        guard let group = match.group else { return entry.envelope }
        var envelope = entry.envelope
        envelope.subscription = World.groups[group]
        return envelope
    }
}
