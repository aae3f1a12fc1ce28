import PubNubWire

/// An input of the replicated state. All that a server remembers follows from its entries, in their order.
package enum LogEntry: Sendable {
    /// A message or a signal that was checked on arrival. It has no timetoken yet, and its expiry is counted from its timetoken.
    case message(StoredMessage, Topic)
    /// A call that changes something. Its access rights and its signature were checked on arrival.
    case request(OriginCall)
    /// A client comes to channels, or gives a state there.
    indirect case update(PresenceUpdate)
    /// A sign of life of a client that changes nothing visible, and that need not be stored.
    indirect case renewal(PresenceUpdate)
    /// A client leaves channels.
    case leave(client: String, topics: [Topic])
    /// Time has passed.
    case tick(LogTick)

    /// Whether a log has to store it.
    package var isStored: Bool {
        switch self {
        case .message, .request, .update, .leave, .tick: true
        case .renewal: false
        }
    }

    /// The keyset whose client caused it; empty if a client named no channel, nil if time did.
    var keyset: String? {
        switch self {
        case .message(_, let topic): topic.keyset
        case .request(let call): call.keyset
        case .update(let update), .renewal(let update): update.topics.first?.keyset ?? ""
        case .leave(_, let topics): topics.first?.keyset ?? ""
        case .tick: nil
        }
    }

    /// About how many bytes it takes in a log, never less.
    var size: Int {
        switch self {
        case .message(let message, let topic):
            let kind = message.customType?.utf8.count ?? 0
            return Self.size(of: [topic], message.publisher ?? "") + message.contentBytes + kind
        case .request(let call):
            return call.request.target.utf8.count + call.request.body.count + Self.overhead
        case .update(let update), .renewal(let update):
            var size = Self.size(of: update.topics, update.client)
            for (name, state) in update.states { size += name.text.utf8.count + state.bytes.count + 10 }
            return size
        case .leave(let client, let topics):
            return Self.size(of: topics, client)
        case .tick(let tick):
            var size = Self.overhead
            for present in tick.expired { size += Self.size(of: [present.topic], present.client) }
            for keyset in tick.keysets { size += keyset.utf8.count + 10 }
            return size
        }
    }

    private static func size(of topics: [Topic], _ client: String) -> Int {
        topics.reduce(client.utf8.count + overhead) { $0 + $1.keyset.utf8.count + $1.name.utf8.count + 10 }
    }

    /// The bytes of the fields whose size does not vary much, and of the lengths of strings.
    private static let overhead = 256
}

/// The changes that time causes.
package struct LogTick: Sendable {
    /// The most clients that a server times out with one tick. The rest follow with the next ones, so that no tick takes long.
    static let maxExpired = 1000
    /// The most presence events that a tick of a server by itself publishes.
    static let maxAnnounced = 1000

    /// The clients that were silent for too long, in order. The server that proposes the tick decides, so that signs of life
    /// need not be stored.
    var expired: [PresentClient]
    /// Whether crowded channels announce who came and went.
    var isInterval: Bool
    /// The keysets with an interval of their own whose crowded channels do so.
    var keysets: [String] = []
    /// How many of the presence events that wait are published. 0 where several servers apply the log: there the time of the log decides.
    var announced = 0

    /// Whether more clients may have been silent for too long than the tick has.
    var isFull: Bool { expired.count >= Self.maxExpired }
}
