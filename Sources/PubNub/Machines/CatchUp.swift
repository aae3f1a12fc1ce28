import PubNubWire

/// What comes in after nobody listened for a while, watched for signs that the service no longer had all of it.
///
/// The service keeps a bounded number of messages for each channel. A channel that brings that many from the time of
/// absence may have had more.
struct CatchUp: Sendable, Equatable {
    /// A channel that may have lost messages between the beginning of the absence and the first that it brought.
    struct Find: Sendable, Equatable {
        /// As it is subscribed on the wire: presence has a name of its own.
        let channel: String
        /// The time of the first message that came in; earlier ones may be missing.
        let first: Timetoken
        /// Whether the channel brought as many as the service keeps. If not, its page was cut off there, so that more
        /// may follow.
        let isCertain: Bool
        /// Whether nothing of the channel came in before this page. Only then can what is missing still be told first.
        let isFresh: Bool
    }

    private struct Tally: Sendable, Equatable {
        let first: Timetoken
        var last: Timetoken
        var count = 1
        var isReported = false
        var isFresh = true
    }

    /// Most channels of one absence that are found although fewer messages came in than the service keeps.
    static let doubts = 16

    /// Where listening had ended.
    let start: Timetoken
    /// Where it began again.
    let end: Timetoken
    private var tallies: [String: Tally] = [:]
    private var doubts = 0
    /// Until where it was told that messages may be missing.
    private var told: Timetoken = .zero

    init(from start: Timetoken, to end: Timetoken) {
        self.start = start
        self.end = end
    }

    /// Looks through a page, before it is delivered.
    ///
    /// - Returns: The channels of which it shows now that they may have lost messages, in the order of the page.
    mutating func pageArrived(_ page: SubscribePage) -> [Find] {
        var names: [String] = []
        for envelope in page.envelopes {
            if let name = note(envelope, at: envelope.timetoken ?? page.cursor.timetoken) { names.append(name) }
        }
        let isFull = page.envelopes.count >= ServiceLimits.messageBuffer
        let found = names.compactMap { name in find(name, isFull: isFull) }
        for name in names { tallies[name]?.isFresh = false }
        return found
    }

    /// Until where it is to be told now that messages of these channels may be missing; nil when it was told before.
    mutating func gapEnd(of found: [Find]) -> Timetoken? {
        guard let last = found.filter(\.isCertain).map(\.first).max(), last > told else { return nil }
        told = last
        return last
    }

    /// Counts an envelope.
    ///
    /// - Returns: The channel, when it is one that has to be looked at.
    private mutating func note(_ envelope: Envelope, at timetoken: Timetoken) -> String? {
        guard timetoken <= end else { return nil }
        let name = envelope.isPresence ? PresenceName.make(envelope.channel) : envelope.channel
        guard var tally = tallies[name] else {
            tallies[name] = Tally(first: timetoken, last: timetoken)
            return name
        }
        // What comes through a channel and a group comes twice, but was kept once.
        guard envelope.timetoken == nil || timetoken > tally.last else { return nil }
        tally.last = timetoken
        tally.count += 1
        tallies[name] = tally
        return tally.count == ServiceLimits.messageBuffer && !tally.isFresh ? name : nil
    }

    private mutating func find(_ name: String, isFull: Bool) -> Find? {
        guard let tally = tallies[name], !tally.isReported else { return nil }
        let isCertain = tally.count >= ServiceLimits.messageBuffer
        if !isCertain {
            guard isFull, tally.isFresh, doubts < Self.doubts else { return nil }
            doubts += 1
        }
        tallies[name]?.isReported = isCertain
        return Find(channel: name, first: tally.first, isCertain: isCertain, isFresh: tally.isFresh)
    }
}
