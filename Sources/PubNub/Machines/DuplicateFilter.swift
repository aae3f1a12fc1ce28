import PubNubWire

/// Lets each message and presence event through once, however often the service sends it.
///
/// One envelope is the same as an earlier one when channel, subscription, time and content are equal. What
/// comes through a channel and a group, or through two groups, names different subscriptions: the service means both
/// (wire reference 9, trap 22). In version 1 of the protocol messages have no times of their own; there the page's time
/// and the place in the page stand for them, so only a page that is repeated as a whole is recognised.
struct DuplicateFilter: Sendable, Equatable {
    /// How many envelopes are remembered: ten times what the service keeps for a channel.
    static let window = 1024

    private let seed: UInt64
    private var seen = FingerprintRing(capacity: Self.window)

    /// A filter that has seen nothing; `seed` makes its fingerprints its own.
    init(seed: UInt64 = 0) {
        self.seed = seed
    }

    /// Takes out of a page what was let through before. A page without repetitions comes back as it is, uncopied.
    mutating func fresh(in page: SubscribePage) -> SubscribePage {
        var kept: [Envelope]?
        for index in page.envelopes.indices {
            let isNew = seen.insert(fingerprint(of: page.envelopes[index], at: index, in: page))
            if isNew { kept?.append(page.envelopes[index]) } else { kept = kept ?? Array(page.envelopes[..<index]) }
        }
        return kept.map { SubscribePage(cursor: page.cursor, envelopes: $0) } ?? page
    }

    /// Forgets everything: what was received may come, and be wanted, again.
    mutating func forget() {
        self = DuplicateFilter(seed: seed)
    }

    private func fingerprint(of envelope: Envelope, at index: Int, in page: SubscribePage) -> UInt64 {
        var fingerprint = Fingerprint(seed: seed)
        if let timetoken = envelope.timetoken {
            fingerprint.add(timetoken.rawValue)
        } else {
            fingerprint.add(page.cursor.timetoken.rawValue)
            fingerprint.add(UInt64(index))
        }
        fingerprint.add(UInt64(envelope.kind.rawValue) << 1 | (envelope.isPresence ? 1 : 0))
        fingerprint.add(envelope.channel)
        fingerprint.add(envelope.subscription)
        envelope.payload.bytes.withUnsafeBytes { fingerprint.add($0) }
        return fingerprint.value
    }
}
