package import PubNubWire

/// Lets each message and presence event pass once, however often the service sends it.
///
/// Two envelopes are equal if channel, subscription, time and content are equal. A message that arrives through a
/// channel and a group, or through two groups, names different subscriptions: the service intends both deliveries
/// (Documentation/WireProtocol.md, "Subscribe"). In version 1 of the protocol, messages have no times of their own; the
/// page's time and the position in the page replace them. So the filter only recognises a page that is repeated as a
/// whole.
///
/// Two envelopes with the mark of an outbox are equal if mark, channel, subscription and content are equal, regardless
/// of time and sender. The outbox may have sent the message twice, the second time in another process under another
/// identifier.
///
/// Envelopes of different keysets always differ. When the client returns to a keyset, the filter still knows the
/// envelopes of that keyset.
package struct DuplicateFilter: Sendable, Equatable {
    /// The number of remembered envelopes: ten times the number of messages that the service stores for a channel.
    static let window = 1024

    private let seed: UInt64
    /// The seed of the fingerprints on the present keyset.
    private var keysetSeed: UInt64
    private var seen = FingerprintRing(capacity: Self.window)

    /// An empty filter. `seed` makes its fingerprints unpredictable.
    package init(seed: UInt64 = 0, keyset: String = "") {
        self.seed = seed
        keysetSeed = Self.seed(of: keyset, from: seed)
    }

    /// Removes from a page the envelopes that passed before. A page without repetitions is returned uncopied.
    package mutating func fresh(in page: SubscribePage) -> SubscribePage {
        var remaining: [Envelope]?
        for index in page.envelopes.indices {
            let envelope = page.envelopes[index]
            var isNew = seen.insert(fingerprint(of: envelope, at: index, in: page))
            // The time is remembered as well: the same message from history has no mark.
            if let mark = OutboxMark.mark(in: envelope.metadata) {
                isNew = seen.insert(fingerprint(of: envelope, marked: mark)) && isNew
            }
            if isNew {
                remaining?.append(page.envelopes[index])
            } else {
                remaining = remaining ?? Array(page.envelopes[..<index])
            }
        }
        return remaining.map { SubscribePage(cursor: page.cursor, envelopes: $0) } ?? page
    }

    /// Forgets all envelopes: the application asked for past messages again.
    mutating func forget() {
        seen = FingerprintRing(capacity: Self.window)
    }

    /// Distinguishes all further envelopes by this keyset.
    mutating func keysetChanged(to keyset: String) {
        keysetSeed = Self.seed(of: keyset, from: seed)
    }

    private static func seed(of keyset: String, from seed: UInt64) -> UInt64 {
        var fingerprint = Fingerprint(seed: seed)
        fingerprint.add(keyset)
        return fingerprint.value
    }

    private func fingerprint(of envelope: Envelope, at index: Int, in page: SubscribePage) -> UInt64 {
        var fingerprint = Fingerprint(seed: keysetSeed)
        if let timetoken = envelope.timetoken {
            fingerprint.add(timetoken.rawValue)
        } else {
            fingerprint.add(page.cursor.timetoken.rawValue)
            fingerprint.add(UInt64(index))
        }
        add(envelope, to: &fingerprint)
        return fingerprint.value
    }

    private func fingerprint(of envelope: Envelope, marked mark: String) -> UInt64 {
        var fingerprint = Fingerprint(seed: keysetSeed)
        fingerprint.add(mark)
        add(envelope, to: &fingerprint)
        return fingerprint.value
    }

    private func add(_ envelope: Envelope, to fingerprint: inout Fingerprint) {
        fingerprint.add(UInt64(envelope.kind.rawValue) << 1 | (envelope.isPresence ? 1 : 0))
        fingerprint.add(envelope.channel)
        fingerprint.add(envelope.subscription)
        envelope.payload.bytes.withUnsafeBytes { fingerprint.add($0) }
    }
}
