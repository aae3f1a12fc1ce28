import PubNub
import PubNubCore

/// A page of a list of the service, as chat data.
struct ServicePage<Item: Sendable>: Sendable {
    /// The items that could be read, in the order of the page.
    let items: [Item]
    /// The errors of the items that could not be read.
    let failures: [any Error]
    /// The start of the next page; nil after the last one. The service may also name a next page after the last one.
    let next: String?
    /// The total number of items; nil if the request did not ask for it.
    let total: Int?

    /// The request for the page after this one; nil after the last one. The service names a next page even after the
    /// last one, which is empty.
    func next<Request: ListRequest>(after request: Request) -> Request? {
        items.isEmpty && failures.isEmpty ? nil : request.following(next)
    }

    /// Reads a page. Items that cannot be read are left out, and logged.
    ///
    /// - Parameters:
    ///   - objects: The objects from the service.
    ///   - next: The start of the next page.
    ///   - total: The total number of items.
    ///   - read: Reads one object.
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
    ///   - list: The page from the service.
    ///   - request: The request for the page.
    ///   - read: Reads one object.
    init<Object>(_ list: ObjectList<Object>, of request: some ListRequest, read: (Object) throws -> Item) {
        let total = request.includeTotalCount ? Int(clamping: list.totalCount) : nil
        self.init(list.items, next: list.next, total: total, read: read)
    }
}

/// Reads lists of the service to their end.
enum PageReader {
    /// Reads all pages.
    ///
    /// - Parameters:
    ///   - first: The request for the first page.
    ///   - read: Reads one page, and returns the request for the next one; nil after the last one.
    /// - Throws: ``PaginationError`` with the request that failed.
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

/// An item of a page that could not be read.
struct UnreadableItem: Hashable, Sendable {
    let error: ChatError
    /// Its timetoken; nil if it has none.
    var timetoken: Timetoken?
}

/// A page of the history of channels.
struct ChatHistoryPage<Custom: ChatCustomData>: Sendable {
    /// The messages that could be read, by channel, oldest first.
    let messages: [String: [ChatMessage<Custom>]]
    /// The errors of the messages that could not be read, with their timetokens.
    let failures: [UnreadableItem]
    /// The timetokens of the messages by channel, including those that could not be read.
    let timetokens: [String: [Timetoken]]
    /// Whether the service returned everything in the range of the page, with timetokens.
    let isComplete: Bool
    /// The request for older messages; nil if none exists.
    let next: MessageHistoryRequest?

    /// The timetoken of the oldest message of each channel, including those that could not be read.
    var oldest: [String: Timetoken] { timetokens.compactMapValues { $0.min() } }

    /// The range of a channel that the page covers entirely.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - request: The request for the page.
    ///   - newest: The timetoken of the newest message that was stored before the request. Newer messages may have been
    ///     published after the response.
    /// - Returns: The range; nil if none exists.
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
    /// Whether to fetch custom data.
    var includeCustom: Bool { get }
    /// Whether to fetch the total number.
    var includeTotalCount: Bool { get }
    /// The maximum number of objects in a page.
    var limit: Int { get }
    /// A filter expression that the objects must match; nil for all.
    var filter: String? { get }
    /// The sort keys.
    var sort: [String] { get }
    /// The start of the page; nil for the first page.
    var page: ChatPage? { get set }
}

extension ListRequest {
    /// The request for the page after this one.
    ///
    /// - Parameter start: The start of the next page, from the response.
    /// - Returns: The request; nil if no such page exists, or if it is not a new one.
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
