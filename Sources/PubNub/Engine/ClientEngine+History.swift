import PubNubMachines
import PubNubWire

/// Reading stored messages.
extension ClientEngine {
    typealias HistoryCompletion = @Sendable (Result<PNMessagesHistory, PNError>) -> Void

    /// Reads one page.
    func load(_ request: HistoryRequest, completion: @escaping HistoryCompletion) {
        loadPage(request, before: nil) { [self] result in
            completion(result.map { history(of: request, messages: messages(of: $0, request), $0.start, $0.end) })
        }
    }

    /// Reads all pages, newest first, and puts them together oldest first.
    ///
    /// - Parameters:
    ///   - request: The channel, and whether messages come with their dates.
    ///   - progress: Called after each page with the number of messages read so far.
    ///   - completion: Called once with all messages, or with the error.
    func loadAll(
        _ request: HistoryRequest,
        progress: @escaping @Sendable (Int) -> Void,
        completion: @escaping HistoryCompletion
    ) {
        loadPages(request, FullHistory(), progress: progress, completion: completion)
    }

    private func loadPages(
        _ request: HistoryRequest,
        _ earlier: FullHistory,
        progress: @escaping @Sendable (Int) -> Void,
        completion: @escaping HistoryCompletion
    ) {
        loadPage(request, before: earlier.oldest) { [self] result in
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let page):
                var all = earlier
                let isLast = all.add(page, messages(of: page, request), limit: request.limit)
                progress(all.count)
                guard isLast else {
                    return loadPages(request, all, progress: progress, completion: completion)
                }
                let (start, end) = (all.oldest ?? .zero, all.newest ?? .zero)
                completion(.success(history(of: request, messages: all.messages, start, end)))
            }
        }
    }

    /// Reads a page that a channel may have lost.
    func sendLoad(_ load: GapFillMachine.Load) {
        let call = HistoryEndpoints.page(
            channel: load.channel,
            start: load.after,
            end: load.through,
            reverse: true,
            includeToken: true,
            includeMetadata: true
        )
        submit(call) { [weak self] result in
            let messages = (try? result.get())?.envelopes(on: load.channel)
            self?.apply { $0.machine.loadFinished(load, messages, into: &$0.batch.actions) }
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

extension HistoryPage {
    /// The messages as if they had been received; nil when a time is missing, so that they have no place among others.
    fileprivate func envelopes(on channel: String) -> [Envelope]? {
        let envelopes = items.compactMap { item in
            item.timetoken.map { timetoken in
                Envelope(channel: channel, payload: item.message, timetoken: timetoken, metadata: item.metadata)
            }
        }
        return envelopes.count == items.count ? envelopes : nil
    }
}
