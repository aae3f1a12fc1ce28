/// The parts of a v2 envelope, gathered in whatever order they come.
struct EnvelopeDraft {
    /// Nil when the body names a kind that is not known.
    var kind: EnvelopeKind? = .message
    var channel: NameCache.Name?
    var subscription: NameCache.Name?
    var payload: Range<Int>?
    var published: (timetoken: Timetoken, region: Int?)?
    var publisher: String?
    var metadata: Range<Int>?
    var customType: String?

    /// The envelope; nil when something it cannot do without is missing.
    func envelope(in source: [UInt8]) -> Envelope? {
        guard let kind, let channel, let payload, !channel.text.isEmpty else { return nil }
        let matched = subscription.flatMap { $0.text == channel.text ? nil : $0.text }
        return Envelope(
            kind: kind,
            channel: channel.text,
            isPresence: channel.isPresence,
            subscription: matched,
            payload: RawJSON(checked: source, range: payload),
            timetoken: published?.timetoken,
            region: published?.region,
            publisher: publisher,
            metadata: metadata.map { RawJSON(checked: source, range: $0) },
            customType: customType
        )
    }
}
