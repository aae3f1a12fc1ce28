import PubNubWire

/// A query of the stored messages, and the form of its response.
enum HistoryQuery: Sendable, Equatable {
    /// One page of one channel.
    case page(HistoryRange, of: Topic, HistoryForm)
    /// A page of each channel.
    case pages(HistoryRange, of: [Topic], BatchHistoryForm)
    /// A page of a channel with the actions on its messages.
    case pageWithActions(HistoryRange, of: Topic, ActionHistoryForm)
    /// How many messages there are on each channel after its timetoken, counted up to a limit.
    case counts([MessageCountRequest], limit: Int)

    var keyset: String {
        switch self {
        case .page(_, let topic, _), .pageWithActions(_, let topic, _): topic.keyset
        case .pages(_, let topics, _): topics.first?.keyset ?? ""
        case .counts(let requests, _): requests.first?.topic.keyset ?? ""
        }
    }

    /// Whether it takes so long in memory that it must not run on the thread of a connection.
    var isLong: Bool {
        switch self {
        case .page, .pageWithActions: false
        case .pages(_, let topics, _): topics.count > 100
        // Of each channel up to 10,000 messages are counted.
        case .counts(let requests, _): requests.count > 4
        }
    }

    /// The response from an archive at a date.
    ///
    /// - Throws: An error of the storage.
    func response(from archive: any ArchiveReader, date: UInt64) throws -> OriginResponse {
        switch self {
        case .page(let range, let topic, let form):
            return form.response(try archive.page(range, of: topic, date: date))
        case .pages(let range, let topics, let form):
            var budget = HistoryBudget(form.maxBytes, pages: topics.count)
            let pages = try topics.map { topic in
                (topic.name, budget.part(of: try archive.page(range, of: topic, date: date), range))
            }
            return form.response(pages)
        case .pageWithActions(let range, let topic, let form):
            // One more tells whether there are others.
            var wider = range
            wider.limit += 1
            let messages = try archive.page(wider, of: topic, date: date)
            return form.response(messages, range, of: topic.name)
        case .counts(let requests, let limit):
            let counts = try requests.map { request in
                try archive.count(after: request.timetoken, of: request.topic, date: date, limit: limit)
            }
            return MessageCountResponse.response(Array(zip(requests, counts)))
        }
    }

    /// The response if the archive cannot be read.
    var failure: OriginResponse {
        switch self {
        case .page: ErrorResponse.storageFailed
        case .pages, .pageWithActions, .counts: StorageResponse.failed
        }
    }
}

/// The bytes of messages that the pages of several channels may have together.
///
/// Each page has an equal part of what the pages before it have left, and one message at least, so that a client that asks for what comes
/// after its last message of a channel receives everything.
struct HistoryBudget {
    private var bytes: Int
    private var pages: Int

    /// - Parameters:
    ///   - bytes: The bytes of all pages.
    ///   - pages: How many pages there are.
    init(_ bytes: Int, pages: Int) {
        self.bytes = bytes
        self.pages = pages
    }

    /// The messages of the next page that fit, from the end of the range where the page begins.
    mutating func part(of page: [StoredMessage], _ range: HistoryRange) -> [StoredMessage] {
        var left = bytes / max(1, pages)
        var count = 0
        for index in page.indices {
            let message = range.oldestFirst ? page[index] : page[page.count - 1 - index]
            let size = message.contentBytes
            guard count == 0 || size <= left else { break }
            left -= size
            bytes -= size
            count += 1
        }
        bytes = max(0, bytes)
        pages -= 1
        return Array(range.oldestFirst ? page.prefix(count) : page.suffix(count))
    }
}

/// The response to a request for message counts: the counts, and where to count on.
enum MessageCountResponse {
    static func response(_ counts: [(request: MessageCountRequest, found: MessageCount)]) -> OriginResponse {
        let channels = counts.map { "\(EnvelopeWriter.quoted($0.request.topic.name)):\($0.found.count)" }
        let more = counts.map { request, found in
            let path = Route.messageCounts.row.template.fill([
                "sub": PercentEncoding.escape(request.topic.keyset),
                "channels": PercentEncoding.escape(request.topic.name),
            ])
            let url = EnvelopeWriter.quoted("\(path)?timetoken=\(found.last ?? request.timetoken)")
            return "\(EnvelopeWriter.quoted(request.topic.name)): {\"url\": \(url), \"is_more\": \(found.isMore)}"
        }
        return StorageResponse.response([
            ("channels", "{\(channels.joined(separator: ","))}"), ("more", "{\(more.joined(separator: ", "))}"),
        ])
    }
}
