import GRDB
import PubNub

/// Messages of a channel before a timetoken, from the store or from history.
public struct ChatMessagePage<ModelData: ChatCustomData>: Sendable {
    /// The messages, the newest first. No message of the channel is missing between them.
    public internal(set) var messages: [ChatMessage<ModelData>] = []
    /// The timetoken to request the next page with; nil if no older messages exist.
    public internal(set) var next: Timetoken?
    /// The number of requests to the service; 0 if everything was stored.
    public internal(set) var requestCount = 0
}

extension DataProvider where ManagedEntities.Message == PubNubManagedMessage {
    /// Returns the messages of a channel before a timetoken: the stored ones as far as none is missing, then those of history,
    /// which are stored. Use it to scroll upward.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - timetoken: The timetoken of the oldest message on the screen. The page has only older messages. `.max`, the
    ///     default, begins with the newest message, as any time after it does: no request is sent for a channel whose
    ///     messages arrive.
    ///   - count: The maximum number of messages, 1 to 1,000; 50 by default. Fewer are returned at the beginning of the
    ///     channel, or if the service cannot be reached.
    /// - Returns: The messages.
    /// - Throws: `PNError` or ``ChatError`` if no message is stored and none could be fetched.
    public func messages(
        on channelId: String,
        before timetoken: Timetoken = .max,
        count: Int = 50
    ) async throws -> ChatMessagePage<ModelData> {
        let count = min(max(count, 1), 1_000)
        let newest = try await newestEnd(of: channelId)
        var end = newest.isCurrent ? min(timetoken, newest.end) : timetoken
        var page = ChatMessagePage<ModelData>()
        while true {
            let local = try await store.read { [end] db in try Self.localPage(channelId, before: end, count, db) }
            page.messages = local.messages
            page.next = local.next
            guard local.start > 0, local.messages.count < count else { return page }
            do {
                let fetched = try await sync(MessageHistoryRequest(channels: [channelId], start: local.start))
                page.requestCount += 1
                guard let older = fetched.next?.start else {
                    page.next = nil
                    return page
                }
                // Each response moves the start, unless the service did not say where the page ends.
                let isStored = try await store.read { try Ledger(db: $0).localRanges(of: channelId).contains(older) }
                guard isStored, older < local.start else {
                    throw ChatError.missingRequiredData("a complete page of the history of \(channelId)")
                }
                guard local.start == end else { continue }
                // Nothing was stored directly before the end, which may be in the future. The response begins with the
                // newest message before it.
                end = fetched.items[channelId]?.map(\.timetoken).max().map { $0 + 1 } ?? older
            } catch let error as PNError where error.isTemporary {
                guard local.messages.isEmpty else { return page }
                guard end > newest.end else { throw error }
                // Without the service, the newest message is the newest that is stored.
                end = newest.end
            }
        }
    }

    /// The time after the newest stored range of a channel, and whether no later message can exist, because they arrive.
    private func newestEnd(of channelId: String) async throws -> (end: Timetoken, isCurrent: Bool) {
        let isLive =
            pubnubProvider.isConnected() && pubnubProvider.isSubscribed(on: PNChannel.exactly(named: channelId))
        return try await store.read { db in
            let ledger = Ledger(db: db)
            let end = try ledger.localRanges(of: channelId).ranges.last.map { $0.upTo + 1 } ?? 0
            guard isLive, let progress = try ledger.progress(of: channelId) else { return (end, false) }
            return (end, try end > progress && !ledger.gaps(of: channelId, .messages).isOpen)
        }
    }

    /// The stored messages before a timetoken, as far as none is missing.
    private struct LocalPage: Sendable {
        var messages: [ChatMessage<ModelData>] = []
        /// The timetoken from which older messages must be fetched; 0 if none exist.
        var start: Timetoken
        /// The timetoken for the next page.
        var next: Timetoken?
    }

    private static func localPage(
        _ channelId: String,
        before timetoken: Timetoken,
        _ count: Int,
        _ db: Database
    ) throws -> LocalPage {
        guard timetoken > 1 else { return LocalPage(start: 0) }
        let ranges = try Ledger(db: db).localRanges(of: channelId).ranges
        guard let range = ranges.first(where: { $0.contains(timetoken - 1) }) else {
            return LocalPage(start: timetoken, next: timetoken)
        }
        let rows = try PubNubManagedMessage.messagesBy(pubnubChannelId: channelId, publishedAfter: range.after)
            .filter(PubNubManagedMessage.Columns.timetoken < Int64(clamping: timetoken))
            .order(PubNubManagedMessage.Columns.timetoken.desc)
            .limit(count)
            .fetchAll(db)
        var page = LocalPage(start: range.after == 0 ? 0 : range.after + 1)
        page.messages = try PubNubManagedMessage.convert(rows, from: db)
        if let oldest = rows.last, rows.count == count {
            page.next = oldest.timetoken
        } else if range.after > 0 {
            page.next = range.after + 1
        }
        return page
    }
}
