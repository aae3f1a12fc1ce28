import PubNubWire

/// What is to be read of the stored messages, and in which form it is answered.
enum HistoryQuery: Sendable, Equatable {
    /// One page of one channel.
    case page(HistoryRange, of: Topic, HistoryForm)
    /// A page of each channel.
    case pages(HistoryRange, of: [Topic], BatchHistoryForm)
    /// A page of a channel with the actions on its messages.
    case pageWithActions(HistoryRange, of: Topic, ActionHistoryForm)
    /// How many messages there are on each channel after its timetoken, counted up to a limit.
    case counts([MessageCountRequest], limit: Int)

    /// The answer from an archive at a date.
    func answer(from archive: any MessageArchive, date: UInt64) -> OriginResponse {
        do {
            switch self {
            case .page(let range, let topic, let form):
                return form.answer(try archive.page(range, of: topic, date: date))
            case .pages(let range, let topics, let form):
                let pages = try topics.map { ($0.name, try archive.page(range, of: $0, date: date)) }
                return form.answer(pages)
            case .pageWithActions(let range, let topic, let form):
                // One more tells whether there are others.
                var wider = range
                wider.limit += 1
                let messages = try archive.page(wider, of: topic, date: date)
                return form.answer(messages, range, of: topic.name)
            case .counts(let requests, let limit):
                let counts = try requests.map { request in
                    try archive.count(after: request.timetoken, of: request.topic, date: date, limit: limit)
                }
                return MessageCountAnswer.answer(Array(zip(requests, counts)))
            }
        } catch {
            return failure
        }
    }

    private var failure: OriginResponse {
        switch self {
        case .page: ErrorAnswer.storageFailed
        case .pages, .pageWithActions, .counts: StorageAnswer.failed
        }
    }
}

/// The answer to a request for message counts: the counts, and where to count on.
enum MessageCountAnswer {
    static func answer(_ counts: [(request: MessageCountRequest, found: MessageCount)]) -> OriginResponse {
        let channels = counts.map { "\(EnvelopeWriter.quoted($0.request.topic.name)):\($0.found.count)" }
        let more = counts.map { request, found in
            let path = Route.messageCounts.row.template.fill([
                "sub": PercentEncoding.escape(request.topic.keyset),
                "channels": PercentEncoding.escape(request.topic.name),
            ])
            let url = EnvelopeWriter.quoted("\(path)?timetoken=\(found.last ?? request.timetoken)")
            return "\(EnvelopeWriter.quoted(request.topic.name)): {\"url\": \(url), \"is_more\": \(found.isMore)}"
        }
        return StorageAnswer.answer([
            ("channels", "{\(channels.joined(separator: ","))}"), ("more", "{\(more.joined(separator: ", "))}"),
        ])
    }
}
