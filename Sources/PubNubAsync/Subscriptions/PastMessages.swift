import PubNub
import PubNubWire

/// Reads what was published on the channels of an iteration between its `since` and its beginning, from history.
struct PastMessages {
    private let client: PubNubClient
    private let through: PubNubTimetoken
    private let channels: Set<NameKey>
    private var waiting: [String]
    private var pages: HistorySequence.AsyncIterator?
    private let since: PubNubTimetoken

    init(
        _ client: PubNubClient,
        _ channels: [String],
        since: PubNubTimetoken,
        through: PubNubTimetoken
    ) {
        self.client = client
        self.since = since
        self.through = through
        // History has no wildcards.
        waiting = channels.filter { !$0.hasSuffix("*") }
        self.channels = Set(waiting.map(NameKey.init))
    }

    /// The next message; `nil` when all were read.
    mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(PubNubError) -> Message? {
        while true {
            if pages == nil {
                guard !waiting.isEmpty else { return nil }
                let history = client.history(
                    of: waiting.removeFirst(),
                    from: .after(since.rawValue),
                    to: .at(through.rawValue)
                )
                pages = history.makeAsyncIterator()
            }
            if let message = try await pages?.next(isolation: actor) { return message }
            pages = nil
        }
    }

    /// The gap between the two times.
    var gap: PubNubEvent { .gap(from: since.rawValue, to: through.rawValue) }

    /// Whether an event is one of the messages that history had.
    func covers(_ event: ReceivedEvent) -> Bool {
        guard case .message(let message) = event else { return false }
        return message.timetoken <= through && channels.contains(NameKey(message.channel))
    }
}
