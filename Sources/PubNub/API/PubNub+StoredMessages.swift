/// Stored messages of several channels, with their metadata and actions.
extension PubNub {
    /// Fetches stored messages: the newest ones of each channel in the requested range.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func fetchHistory(
        with request: PNHistoryFetchRequest,
        completion block: @escaping PNHistoryFetchCompletionBlock
    ) {
        let engine = engine
        engine.fetch(request, block) { PNHistoryFetchResult(data: engine.decrypted($1)) }
    }
}

extension ClientEngine {
    /// The page with its messages decrypted, if there is a cipher key.
    fileprivate func decrypted(_ page: StoredPage) -> PNHistoryFetchData {
        let cryptor = read { $0.cryptor }
        let channels = page.channels.mapValues { items in
            items.map { PNStoredMessage($0, payload: MessageDecryptor.decrypt($0.message, with: cryptor).payload) }
        }
        return PNHistoryFetchData(channels.filter { !$0.value.isEmpty }, next: page.next, isComplete: page.isComplete)
    }
}
