import PubNubWire

/// Work to perform after a decision of the machine, outside the lock.
///
/// The actions of most requests are a response or a proposal. The others are indirect, so that these are small.
enum OriginAction: Sendable {
    /// Respond to a request.
    case respond(OriginRequestID, OriginResponse)
    /// Respond to waiting subscribers that all get the same response.
    indirect case deliver(PageForPolls)
    /// Propose an entry to the log. The requester gets a response when the entry is applied or could not be committed.
    case propose(LogEntry, for: Requester?)
    /// Read stored messages and respond with the result.
    indirect case read(HistoryQuery, for: OriginRequestID, callback: String?)
    /// Write a response from a copy of what it lists.
    indirect case list(OriginListQuery, for: OriginRequestID, callback: String?)
    /// Read the messages that a subscriber has missed from storage, because memory has only later ones.
    indirect case catchUp(ArchiveSearch)
    /// Serve a call about files.
    case files(OriginCall, for: OriginRequestID, isPrivate: Bool)

    /// The same action, after whose response the client connects again.
    var closingConnection: OriginAction {
        switch self {
        case .respond(let id, var response):
            response.closesConnection = true
            return .respond(id, response)
        case .deliver(var page):
            page.closesConnection = true
            return .deliver(page)
        case .propose, .read, .list, .catchUp, .files:
            return self
        }
    }
}

/// The client that waits for an entry to be applied.
struct Requester: Sendable {
    let id: OriginRequestID
    /// The route of the call, which decides the form of its responses.
    let route: Route
    /// The JSONP function of the call; nil for plain JSON.
    let callback: String?

    /// The response of an applied entry.
    func response(to outcome: EntryOutcome) -> OriginResponse {
        let response =
            switch outcome {
            case .published(let timetoken): Self.sent(timetoken)
            case .response(let response): response
            case .applied: route == .leave ? PresenceResponse.left : PresenceResponse.ok
            }
        return response.wrapped(in: callback)
    }

    private static func sent(_ timetoken: UInt64) -> OriginResponse {
        var body: [UInt8] = []
        body.reserveCapacity(32)
        body.append("[1,\"Sent\",\"")
        body.append(decimal: timetoken)
        body.append("\"]")
        return OriginResponse(body: body)
    }

    /// The response if the entry could not be committed. Nothing has changed, unless the failure says that this is not known.
    func response(to failure: LogFailure) -> OriginResponse {
        let response =
            switch failure {
            case .storage, .behind, .closed: refusal(nil)
            case .unavailable:
                refusal("The cluster stores no changes at present. Nothing was changed. Send the request again.")
            case .unknown:
                refusal("The cluster has not confirmed the change. It may have been stored all the same.")
            }
        return response.wrapped(in: callback)
    }

    /// The error of the storage or, with a message, the refusal of a server of a cluster, after which the client may reach another one.
    private func refusal(_ message: String?) -> OriginResponse {
        var response =
            switch route.endpoint.family {
            case .history: message.map { StorageResponse.unavailable($0) } ?? StorageResponse.failed
            case .messageActions:
                (message.map { ActionRefusal(status: 503, message: $0) } ?? .storageFailed).response
            case .objects:
                (message.map { ObjectsRefusal(status: 503, message: $0) } ?? .storageFailed).response
            case .time, .publish, .subscribe, .leave, .heartbeat, .hereNow, .state, .registry, .push, .accessManager,
                .files:
                message.map { ErrorResponse.unavailable($0) } ?? ErrorResponse.storageFailed
            }
        if message != nil { response.closesConnection = true }
        return response
    }
}

/// A list that may take long to write, with a copy of what it lists.
enum OriginListQuery: Sendable {
    case presence(PresenceQuery)
    case whereNow(WhereNowQuery)
    case objects(ObjectsReading)

    /// How many entries make a list long.
    static let longCount = 1000

    /// Whether it takes so long that it must not run on the thread of a connection.
    var isLong: Bool {
        switch self {
        case .presence(let query): query.isLong
        case .whereNow(let query): query.channels.count > Self.longCount
        case .objects(let reading): reading.isLong
        }
    }

    /// The list without the copy, for as long as it waits.
    var withoutContent: OriginListQuery {
        switch self {
        case .presence(var query):
            query.snapshot = PresenceSnapshot()
            return .presence(query)
        case .whereNow: return self
        case .objects(let reading): return .objects(reading.withoutContent)
        }
    }

    /// The list with a copy of what it lists now.
    func withContent(of state: OriginState) -> OriginListQuery {
        switch self {
        case .presence(var query):
            query.snapshot = state.presence.snapshot(keyset: query.keyset)
            return .presence(query)
        case .whereNow: return self
        case .objects(let reading): return .objects(reading.withContent(of: state))
        }
    }

    var keyset: String {
        switch self {
        case .presence(let query): query.keyset
        case .whereNow(let query): query.keyset
        case .objects(let reading): reading.keyset
        }
    }

    var response: OriginResponse {
        switch self {
        case .presence(let query): query.response
        case .whereNow(let query): query.response
        case .objects(let reading): reading.response
        }
    }
}

/// The same page for some waiting subscribers.
struct PageForPolls: Sendable {
    /// The subscribers. Releasing them takes a while if there are thousands, so they stay until their responses are passed on.
    var polls: [HeldPoll]
    let deliveries: [Delivery]
    let timetoken: UInt64
    let form: SubscribeForm
    let region: Int
    let callback: String?
    /// Whether the response is the last one of its connection.
    var closesConnection = false

    /// The requests of the subscribers.
    var ids: [OriginRequestID] { polls.map(\.id) }

    /// The response, written once for all of them.
    var response: OriginResponse {
        var response = SubscribeResponse.response(deliveries, timetoken: timetoken, form: form, region: region)
        response.closesConnection = closesConnection
        return response.wrapped(in: callback)
    }
}

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
