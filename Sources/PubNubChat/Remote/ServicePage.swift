/// A page of what the service has, as chat data.
struct ServicePage<Item: Sendable>: Sendable {
    /// What could be read, in the order of the page.
    let items: [Item]
    /// Why the others could not be.
    let failures: [any Error]
    /// Where the next page begins; nil after the last one, as far as the service says.
    let next: String?
    /// How many there are in all; nil when the service was not asked.
    let total: Int?

    /// The request for the page after this one; nil after the last one. The service names a next page even then, which is empty.
    func next<Request: ListRequest>(after request: Request) -> Request? {
        items.isEmpty && failures.isEmpty ? nil : request.following(next)
    }

    /// Reads a page; what cannot be read is left out, with a line in the log.
    ///
    /// - Parameters:
    ///   - objects: What the service gave.
    ///   - next: Where the next page begins.
    ///   - total: How many there are in all.
    ///   - read: Reads one of them.
    init<Object>(
        _ objects: [Object],
        next: String? = nil,
        total: Int? = nil,
        read: (Object) throws -> Item
    ) {
        var (items, failures): ([Item], [any Error]) = ([], [])
        for object in objects {
            do {
                items.append(try read(object))
            } catch {
                failures.append(error)
                ChatLog.leftOut(error)
            }
        }
        self.items = items
        self.failures = failures
        self.next = next
        self.total = total
    }

    /// Reads a page of a list.
    ///
    /// - Parameters:
    ///   - objects: What the service gave.
    ///   - request: What was asked for.
    ///   - next: Where the next page begins.
    ///   - count: How many there are in all, if that was asked for.
    ///   - read: Reads one of them.
    init<Object>(
        _ objects: [Object],
        of request: some ListRequest,
        next: String?,
        count: some BinaryInteger,
        read: (Object) throws -> Item
    ) {
        self.init(objects, next: next, total: request.includeTotalCount ? Int(clamping: count) : nil, read: read)
    }
}

/// Reads lists of the service to their end.
enum PageWalk {
    /// Reads pages until there is none.
    ///
    /// - Parameters:
    ///   - first: The request for the first page.
    ///   - read: Reads one page, and returns the request for the next one; nil after the last one.
    /// - Throws: The request that failed.
    static func run<Request: Sendable>(
        from first: Request,
        _ read: (Request) async throws -> Request?
    ) async throws(PaginationError<Request>) {
        var next: Request? = first
        while let request = next {
            do {
                try Task.checkCancellation()
                next = try await read(request)
            } catch {
                throw PaginationError(request: request, error: error)
            }
        }
    }
}

/// A page of the past of channels.
struct HistoryPage<Custom: ChatCustomData>: Sendable {
    /// The messages that could be read, by channel, oldest first.
    let messages: [String: [ChatMessage<Custom>]]
    /// Why the others could not be, with the times of their publication.
    let failures: [BackfillFault]
    /// When the messages were published, by channel, also those that could not be read.
    let timetokens: [String: [Timetoken]]
    /// Whether the service gave everything in the range that the page covers, and all of it had a timetoken.
    let isComplete: Bool
    /// The request for older messages; nil when there are none.
    let next: MessageHistoryRequest?

    /// When the oldest message of each channel was published, those that could not be read included.
    var oldest: [String: Timetoken] { timetokens.compactMapValues { $0.min() } }

    /// Finds the range of a channel that the page covers entirely.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - request: What was asked for.
    ///   - newest: The newest message that was stored before it was asked for; what is newer may have been published after the answer.
    /// - Returns: The range; nil if there is none.
    func covered(_ channel: String, by request: MessageHistoryRequest, upTo newest: Timetoken?) -> TimetokenRange? {
        guard isComplete, let newest else { return nil }
        let oldest = timetokens[channel]?.min() ?? request.end ?? 0
        let range = TimetokenRange(
            after: oldest - min(oldest, 1),
            upTo: min(newest, request.start.map { $0 - min($0, 1) } ?? newest)
        )
        return range.isEmpty ? nil : range
    }
}

/// A request for a page of a list of objects of the service.
protocol ListRequest: Sendable {
    /// Whether objects come with custom data.
    var includeCustom: Bool { get }
    /// Whether the service tells how many there are.
    var includeTotalCount: Bool { get }
    /// How many a page has at most.
    var limit: Int { get }
    /// What they have to meet; nil for all.
    var filter: String? { get }
    /// What they are sorted by.
    var sort: [String] { get }
    /// Where the page begins; nil for the first one.
    var page: ChatPage? { get set }
}

extension ListRequest {
    /// The request for the page after this one.
    ///
    /// - Parameter start: Where the service says that it begins.
    /// - Returns: The request; nil when there is no such page, or when the service leads back.
    func following(_ start: String?) -> Self? {
        guard let start, start != page?.start, start != page?.end else { return nil }
        var next = self
        next.page = ChatPage(start: start)
        return next
    }
}

extension ObjectsFetchRequest: ListRequest {}
extension UserMemberFetchRequest: ListRequest {}
extension ChannelMemberFetchRequest: ListRequest {}
