/// One item of a subscribe page.
package struct Envelope: Sendable, Hashable {
    /// The kind of the payload.
    package var kind: EnvelopeKind
    /// The real channel, without `-pnpres`.
    package var channel: String
    /// True when it came through the channel's presence name, so that the payload is a presence event.
    package var isPresence: Bool
    /// The group or wildcard through which it matched, without `-pnpres`; nil when that is the channel itself.
    package var subscription: String?
    /// The message, or the presence dictionary; never decrypted here.
    package var payload: RawJSON
    /// When it was published; nil in v1, where a page has only one token for all.
    package var timetoken: Timetoken?
    /// The region that issued `timetoken`.
    package var region: Int?
    /// The identifier of the client that sent it.
    package var publisher: String?
    /// The metadata that the sender attached for filters.
    package var metadata: RawJSON?
    /// The type the sender gave the message.
    package var customType: String?
    /// Whether it was read from history in the order of publishing, which does not say whether a message is about a file.
    package var isFromHistory = false

    package init(
        kind: EnvelopeKind = .message,
        channel: String,
        isPresence: Bool = false,
        subscription: String? = nil,
        payload: RawJSON,
        timetoken: Timetoken? = nil,
        region: Int? = nil,
        publisher: String? = nil,
        metadata: RawJSON? = nil,
        customType: String? = nil
    ) {
        self.kind = kind
        self.channel = channel
        self.isPresence = isPresence
        self.subscription = subscription
        self.payload = payload
        self.timetoken = timetoken
        self.region = region
        self.publisher = publisher
        self.metadata = metadata
        self.customType = customType
    }
}

/// The kind of an envelope's payload.
package enum EnvelopeKind: Int, Sendable, Hashable {
    /// A published message; also the kind of everything in a v1 page and of presence events.
    case message = 0
    /// A signal: small, never stored.
    case signal = 1
    /// A change of an App Context object.
    case object = 2
    /// A reaction to a message.
    case action = 3
    /// A shared file.
    case file = 4
}

extension Envelope {
    /// How many levels of a presence event there are around the values that a client sets.
    static let presenceLevels = 1
}

extension EnvelopeKind {
    /// How many levels of a payload there are around the values that a client sets: none around a message.
    var levels: Int {
        switch self {
        case .message, .signal, .file: 0
        case .action: 2
        case .object: 3
        }
    }
}
