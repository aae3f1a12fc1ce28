/// Stored messages of several channels, with what the service knows beside them.
extension PubNub {
    /// Asks for stored messages: the newest of those asked for, of each channel.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue.
    public func fetchHistory(
        with request: PNHistoryFetchRequest,
        completion block: @escaping PNHistoryFetchCompletionBlock
    ) {
        let engine = engine
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            switch result {
            case .success(let page): block(PNHistoryFetchResult(data: engine.readable(page)), nil)
            case .failure(let error): block(nil, PNErrorStatus(StatusContent(error: error, again: again)))
            }
        }
    }
}

extension ClientEngine {
    /// The page with its messages decrypted, where there is a cipher.
    fileprivate func readable(_ page: StoredPage) -> PNHistoryFetchData {
        let cryptor = read { $0.cryptor }
        let channels = page.channels.mapValues { items in
            items.map { PNStoredMessage($0, payload: MessageDecryptor.decrypt($0.message, with: cryptor).payload) }
        }
        return PNHistoryFetchData(channels.filter { !$0.value.isEmpty }, next: page.next, isComplete: page.isComplete)
    }
}
