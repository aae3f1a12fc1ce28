import PubNubWire

/// A search of the archive for a subscriber.
struct ArchiveSearch: Sendable {
    /// Where to look, in the order of the subscriptions.
    struct Source: Sendable, Hashable {
        let topic: Topic
        /// The name under which the subscriber gets the messages.
        let matched: NameKey
    }

    let poll: OriginRequestID
    let after: UInt64
    let sources: [Source]
    /// Whether it looks everywhere, and not only where messages had left the buffers when it began.
    let isEverywhere: Bool
    /// Messages in a page at most.
    let limit: Int
    let region: Int

    /// The oldest stored messages in order of time, at most a page; those that are gone by `date` are left out.
    func deliveries(from archive: any ArchiveReader, date: UInt64) throws -> [Delivery] {
        var found: [Delivery] = []
        var end = UInt64.max
        for source in sources {
            let range = CatchUpRange(after: after, through: end, limit: limit)
            for stored in try archive.messages(range, of: source.topic, date: date) {
                let message = EnvelopeWriter(topic: stored.topic, region: region).write(stored.message)
                found.append(Delivery(message: message, matched: source.matched.text))
            }
            // Only the oldest of all are wanted, so the other sources are searched up to the newest of these.
            guard found.count > 2 * limit else { continue }
            found = Delivery.oldest(found, limit: limit)
            end = found.last?.message.timetoken ?? end
        }
        return Delivery.oldest(found, limit: limit)
    }

    var keyset: String { sources.first?.topic.keyset ?? "" }

    /// Whether it takes so long in memory that it must not run on the thread of a connection.
    var isLong: Bool { sources.count > 100 || sources.contains { ChannelName.isWildcard($0.topic.name) } }

    /// Whether it looks wherever another search of the same subscriber would.
    func covers(_ other: ArchiveSearch) -> Bool {
        isEverywhere || Set(sources).isSuperset(of: other.sources)
    }
}
