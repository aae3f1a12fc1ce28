import Dispatch
import PubNubCore
import PubNubMachines
import PubNubWire

/// Reading stored messages (3.7.8 README, "History").
extension PubNub {
    /// Reads all stored messages of a channel, page by page, oldest first. This can be a lot and take long.
    ///
    /// - Parameters:
    ///   - channel: The channel; an empty name is an error (134).
    ///   - shouldIncludeTimeToken: Whether each message comes with its date; false by default.
    ///   - handleBlock: Called once with all messages, the channel and the dates of the oldest and newest, or with the
    ///     error. Pass `nil`, the default, to ignore the result.
    public func requestFullHistory(
        for channel: PNChannel,
        includingTimeToken shouldIncludeTimeToken: Bool = false,
        withCompletionBlock handleBlock: PNClientHistoryLoadHandlingBlock? = nil
    ) {
        requestFullHistory(
            for: channel,
            includingTimeToken: shouldIncludeTimeToken,
            progressBlock: { _ in },
            withCompletionBlock: handleBlock
        )
    }

    /// Reads all stored messages of a channel, and reports progress.
    ///
    /// - Parameters:
    ///   - channel: The channel; an empty name is an error (134).
    ///   - shouldIncludeTimeToken: Whether each message comes with its date; false by default.
    ///   - progressBlock: Called after each page with the number of messages read so far.
    ///   - handleBlock: Called once with all messages, or with the error. Pass `nil`, the default, to ignore the
    ///     result.
    public func requestFullHistory(
        for channel: PNChannel,
        includingTimeToken shouldIncludeTimeToken: Bool = false,
        progressBlock: @escaping (Int) -> Void,
        withCompletionBlock handleBlock: PNClientHistoryLoadHandlingBlock? = nil
    ) {
        let request = HistoryRequest(channel: channel, includesTokens: shouldIncludeTimeToken)
        let completion = Completion(handleBlock.map { PNEvent.history.handler($0) })
        let progress = CallbackBox(progressBlock)
        face.inLine("full history") { [face] position in
            face.loadAll(request, at: position) { count in
                face.hub.post { progress.value(count) }
            } completion: { result in
                face.emit(.history(channel: channel, result), completion: completion, ending: position)
            }
        }
    }

    /// Reads one page of the messages stored for a channel.
    ///
    /// With both dates, a page holds the newest messages of the range, or its oldest with `reverseHistory`. To page backwards through the range, repeat the call with the time
    /// just before the oldest message of the page, `PNDate(token:)` of its token less one, as `endDate`. To page
    /// forwards, use `reverseHistory` and repeat the call with the date of the newest message as `startDate`. Without
    /// an `endDate`, page backwards with the date of the oldest message as `startDate`.
    ///
    /// - Parameters:
    ///   - channel: The channel; an empty name is an error (134).
    ///   - startDate: The exclusive bound; `nil` for none. Without an `endDate`, messages are older than it, or newer
    ///     than it with `reverseHistory`. With an `endDate`, it is the older bound; if it lies after the end, the
    ///     client exchanges the two.
    ///   - endDate: The inclusive bound; `nil`, the default, for none. Without a `startDate`, it is the older bound, or
    ///     the newer one with `reverseHistory`.
    ///   - limit: How many messages at most, 1 to 100; 0, the default, and anything larger mean 100.
    ///   - shouldReverseMessageHistory: Whether a page begins with the oldest message of the range instead of ending
    ///     with the newest; false by default. The messages of a page are in ascending order of time in either case.
    ///   - shouldIncludeTimeToken: Whether each message comes with its date; false by default.
    ///   - handleBlock: Called with the messages, the channel and the dates of the oldest and newest, or with the
    ///     error; the dates are those of the call if the client could not send the request (107 to 109). Pass `nil`,
    ///     the default, to ignore the result.
    public func requestHistory(
        for channel: PNChannel,
        from startDate: PNDate?,
        to endDate: PNDate? = nil,
        limit: UInt = 0,
        reverseHistory shouldReverseMessageHistory: Bool = false,
        includingTimeToken shouldIncludeTimeToken: Bool = false,
        withCompletionBlock handleBlock: PNClientHistoryLoadHandlingBlock? = nil
    ) {
        let request = HistoryRequest(
            channel: channel,
            start: startDate,
            end: endDate,
            limit: limit,
            isReversed: shouldReverseMessageHistory,
            includesTokens: shouldIncludeTimeToken
        )
        let completion = Completion(handleBlock.map { PNEvent.history.handler($0, from: startDate, to: endDate) })
        face.inLine("history") { [face] position in
            face.load(request, at: position) { result in
                face.emit(.history(channel: channel, result), completion: completion, ending: position)
            }
        }
    }
}

/// Reading stored messages.
extension ClientFace {
    typealias HistoryCompletion = @Sendable (Result<PNMessagesHistory, PNError>) -> Void

    /// Reads one page.
    func load(_ request: HistoryRequest, at position: CallPosition, completion: @escaping HistoryCompletion) {
        loadPage(request, before: nil, at: position) { [self] result in
            completion(result.map { history(of: request, messages: messages(of: $0, request), $0.start, $0.end) })
        }
    }

    /// Reads all pages, newest first, and joins them oldest first.
    ///
    /// - Parameters:
    ///   - request: The channel, and whether messages come with their dates.
    ///   - position: The position of the call.
    ///   - progress: Called after each page with the number of messages read so far.
    ///   - completion: Called once with all messages, or with the error.
    func loadAll(
        _ request: HistoryRequest,
        at position: CallPosition,
        progress: @escaping @Sendable (Int) -> Void,
        completion: @escaping HistoryCompletion
    ) {
        loadPages(request, FullHistory(), at: position, progress: progress, completion: completion)
    }

    private func loadPages(
        _ request: HistoryRequest,
        _ earlier: FullHistory,
        at position: CallPosition,
        progress: @escaping @Sendable (Int) -> Void,
        completion: @escaping HistoryCompletion
    ) {
        loadPage(request, before: earlier.oldest, at: position) { [self] result in
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let page):
                var all = earlier
                let isLast = all.add(page, messages(of: page, request), limit: request.limit)
                progress(all.count)
                guard isLast else {
                    return loadPages(request, all, at: position, progress: progress, completion: completion)
                }
                let start = all.oldest ?? .zero
                let end = all.newest ?? .zero
                completion(.success(history(of: request, messages: all.messages, start, end)))
            }
        }
    }

    private func loadPage(
        _ request: HistoryRequest,
        before oldest: Timetoken?,
        at position: CallPosition,
        completion: @escaping @Sendable (Result<HistoryPage, PNError>) -> Void
    ) {
        do throws(Failure) {
            _ = try Validation.channel(request.channel)
            submit(request.page(before: oldest), at: position) { result in
                completion(result.mapError { $0.associated(with: request.channel) })
            }
        } catch {
            completion(.failure(error.associated(with: request.channel)))
        }
    }

    private func messages(of page: HistoryPage, _ request: HistoryRequest) -> [PNMessage] {
        let cryptor = engine.cipher
        return page.items.map { item in
            PNMessage(
                payload: MessageDecryptor.decrypt(item.message, with: cryptor).payload,
                channel: request.channel,
                timetoken: item.timetoken,
                arrival: item.timetoken
            )
        }
    }

    private func history(
        of request: HistoryRequest,
        messages: [PNMessage],
        _ start: Timetoken,
        _ end: Timetoken
    ) -> PNMessagesHistory {
        PNMessagesHistory(
            channel: request.channel,
            messages: messages,
            startDate: PNDate(timetoken: start),
            endDate: PNDate(timetoken: end)
        )
    }
}

/// The pages of a whole history in the order of their arrival: the newest first, each one oldest message first.
struct FullHistory: Sendable {
    private var pages: [[PNMessage]] = []
    private(set) var count = 0
    /// The end of the next page; `nil` before the first.
    private(set) var oldest: Timetoken?
    private(set) var newest: Timetoken?

    /// All messages, oldest first.
    var messages: [PNMessage] { pages.reversed().flatMap(\.self) }

    /// Adds a page.
    ///
    /// - Returns: Whether it was the last: it is not full, or no older than the one before, which would never end.
    mutating func add(_ page: HistoryPage, _ messages: [PNMessage], limit: Int) -> Bool {
        guard !page.items.isEmpty, page.start != .zero, oldest.map({ page.start < $0 }) ?? true else { return true }
        pages.append(messages)
        count += messages.count
        oldest = page.start
        newest = newest ?? page.end
        return page.items.count < limit
    }
}

/// One request for a part of a channel's history.
struct HistoryRequest: Sendable {
    let channel: PNChannel
    let start: Timetoken?
    let end: Timetoken?
    let limit: Int
    let isReversed: Bool
    let includesTokens: Bool

    init(
        channel: PNChannel,
        start: PNDate? = nil,
        end: PNDate? = nil,
        limit: UInt = 0,
        isReversed: Bool = false,
        includesTokens: Bool = false
    ) {
        let bounds = [start?.timetoken, end?.timetoken].compactMap(\.self)
        // A start after its end is exchanged with it, as 3.7.8 did.
        let isSwapped = bounds.count == 2 && bounds[1] < bounds[0]
        self.channel = channel
        self.start = isSwapped ? end?.timetoken : start?.timetoken
        self.end = isSwapped ? start?.timetoken : end?.timetoken
        self.limit = limit == 0 ? ServiceLimits.historyPage : Int(min(limit, UInt(ServiceLimits.historyPage)))
        self.isReversed = isReversed
        self.includesTokens = includesTokens
    }

    /// The request for the page before the one that begins at `oldest`.
    func page(before oldest: Timetoken?) -> Call<HistoryPage> {
        HistoryEndpoints.page(
            channel: channel.name,
            start: oldest ?? start,
            end: end,
            count: limit,
            reverse: isReversed,
            includeToken: includesTokens
        )
    }
}
