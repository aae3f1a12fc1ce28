package import PubNubWire

/// Lets each message and presence event through once, however often the service sends it.
///
/// One envelope is the same as an earlier one when channel, subscription, time and content are equal. What comes
/// through a channel and a group, or through two groups, names different subscriptions: the service means both
/// (Documentation/WireProtocol.md, "Subscribe"). In version 1 of the protocol messages have no times of their own;
/// there the page's time and the place in the page stand for them, so only a page that is repeated as a whole is
/// recognised.
///
/// What a sender's outbox marked is the same as what has its mark, channel, subscription and content, whenever and by whom
/// it was sent: the outbox may have sent it twice, the second time in another process under another identifier.
///
/// What comes from another keyset is always something else. When the client returns to a keyset, the filter still knows
/// what came from there.
package struct DuplicateFilter: Sendable, Equatable {
    /// How many envelopes are remembered: ten times what the service keeps for a channel.
    static let window = 1024

    private let seed: UInt64
    /// The seed of the fingerprints on the present keyset.
    private var keysetSeed: UInt64
    private var seen = FingerprintRing(capacity: Self.window)

    /// A filter that has seen nothing; `seed` makes its fingerprints its own.
    package init(seed: UInt64 = 0, keyset: String = "") {
        self.seed = seed
        keysetSeed = Self.seed(of: keyset, from: seed)
    }

    /// Takes out of a page what was let through before. A page without repetitions comes back as it is, uncopied.
    package mutating func fresh(in page: SubscribePage) -> SubscribePage {
        var kept: [Envelope]?
        for index in page.envelopes.indices {
            let envelope = page.envelopes[index]
            var isNew = seen.insert(fingerprint(of: envelope, at: index, in: page))
            // Its time is remembered as well: a copy from history has no mark.
            if let mark = OutboxMark.mark(in: envelope.metadata) {
                isNew = seen.insert(fingerprint(of: envelope, marked: mark)) && isNew
            }
            if isNew { kept?.append(page.envelopes[index]) } else { kept = kept ?? Array(page.envelopes[..<index]) }
        }
        return kept.map { SubscribePage(cursor: page.cursor, envelopes: $0) } ?? page
    }

    /// Forgets everything: what was received may come, and be wanted, again.
    mutating func forget() {
        seen = FingerprintRing(capacity: Self.window)
    }

    /// What comes from now on is of this keyset.
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
