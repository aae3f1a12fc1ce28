import PubNubWire

/// What comes in after nobody listened for a while, watched for signs that the service no longer had all of it.
///
/// The service keeps a bounded number of messages for each channel. A channel that brings that many from the time of
/// absence may have had more.
struct CatchUp: Sendable, Equatable {
    private struct Tally: Sendable, Equatable {
        let first: Timetoken
        var last: Timetoken
        var count = 1
    }

    /// Where listening had ended.
    let start: Timetoken
    /// Where it began again.
    private(set) var end: Timetoken
    /// The names on the wire that were listened to before.
    private var names: Set<String>
    private var tallies: [String: Tally] = [:]

    init(from start: Timetoken, to end: Timetoken, of list: FeedList) {
        self.start = start
        self.end = end
        names = list.wireNames
    }

    /// Nobody listened again before all had come in, with a list that may have grown.
    func extended(to end: Timetoken, of list: FeedList) -> CatchUp {
        var longer = self
        longer.end = max(self.end, end)
        longer.names.formUnion(list.wireNames)
        return longer
    }

    /// Looks through a page, before it is delivered.
    ///
    /// - Returns: When the messages of a channel begin before which others may be missing; nil while none need be.
    mutating func pageArrived(_ page: SubscribePage) -> Timetoken? {
        for envelope in page.envelopes { note(envelope, at: envelope.timetoken ?? page.cursor.timetoken) }
        return tallies.values.filter { $0.count >= ServiceLimits.messageBuffer }.map(\.first).max()
    }

    private mutating func note(_ envelope: Envelope, at timetoken: Timetoken) {
        // The end does not matter here: what came later takes the place of what was kept.
        guard timetoken > start else { return }
        guard names.contains(envelope.wireName(of: envelope.subscription ?? envelope.channel)) else { return }
        let name = envelope.wireName(of: envelope.channel)
        guard var tally = tallies[name] else {
            tallies[name] = Tally(first: timetoken, last: timetoken)
            return
        }
        // What comes through a channel and a group comes twice, but was kept once.
        guard envelope.timetoken == nil || timetoken > tally.last else { return }
        tally.last = timetoken
        tally.count += 1
        tallies[name] = tally
    }
}

extension FeedList {
    fileprivate var wireNames: Set<String> { Set(names.channels.names + names.groups.names) }
}

extension Envelope {
    /// The name under which the stream of the envelope travels.
    fileprivate func wireName(of feed: String) -> String {
        isPresence ? PresenceName.make(feed) : feed
    }
}
