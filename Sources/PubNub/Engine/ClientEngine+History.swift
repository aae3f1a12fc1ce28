import PubNubWire

/// Reading stored messages.
extension ClientEngine {
    typealias HistoryCompletion = @Sendable (Result<PNMessagesHistory, PNError>) -> Void

    /// Reads one page.
    func load(_ request: HistoryRequest, completion: @escaping HistoryCompletion) {
        loadPage(request, before: nil) { [self] result in
            completion(result.map { page in history(of: request, messages: messages(of: page, request), page.start, page.end) })
        }
    }

    /// Reads all pages, newest first, and puts them together oldest first.
    ///
    /// - Parameter progress: Called on the callback queue with the number of messages read so far.
    func loadAll(_ request: HistoryRequest, progress: @escaping @Sendable (Int) -> Void, completion: @escaping HistoryCompletion) {
        loadPages(request, read: [], newest: nil, progress: progress, completion: completion)
    }

    private func loadPages(
        _ request: HistoryRequest,
        read pages: [[PNMessage]],
        oldest: Timetoken? = nil,
        newest: Timetoken?,
        progress: @escaping @Sendable (Int) -> Void,
        completion: @escaping HistoryCompletion
    ) {
        loadPage(request, before: oldest) { [self] result in
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let page):
                let pages = page.items.isEmpty ? pages : pages + [messages(of: page, request)]
                let newest = newest ?? page.end
                // A page that starts no earlier than the one after it would be read for ever.
                let isLast = page.items.count < request.limit || page.start == .zero || oldest.map { page.start >= $0 } ?? false
                let start = page.items.isEmpty ? oldest ?? .zero : page.start
                progress(pages.reduce(0) { $0 + $1.count })
                guard isLast else {
                    loadPages(request, read: pages, oldest: start, newest: newest, progress: progress, completion: completion)
                    return
                }
                completion(.success(history(of: request, messages: pages.reversed().flatMap(\.self), start, newest)))
            }
        }
    }

    private func loadPage(
        _ request: HistoryRequest,
        before oldest: Timetoken?,
        completion: @escaping @Sendable (Result<HistoryPage, PNError>) -> Void
    ) {
        do throws(PNError) {
            _ = try Validation.channel(request.channel)
            submit(request.page(before: oldest)) { result in
                completion(result.mapError { $0.associated(with: request.channel) })
            }
        } catch {
            completion(.failure(error.associated(with: request.channel)))
        }
    }

    private func messages(of page: HistoryPage, _ request: HistoryRequest) -> [PNMessage] {
        let cryptor = read { $0.cryptor }
        return page.items.map { item in
            PNMessage(
                payload: MessageDecryptor.decrypt(item.message, with: cryptor).payload,
                channel: request.channel,
                timetoken: item.timetoken
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
