import GRDB

/// The store operations of a backfill.
extension ChatStorage {
    /// Sets aside the missing messages of a channel that a policy leaves out: those beyond the limit, and those that
    /// are too old.
    func setAside(_ channel: String, _ policy: ChatBackfillPolicy) throws {
        guard policy.messageLimit != nil || policy.maximumAge != nil else { return }
        let gaps = try ledger.gaps(of: channel, .messages).ranges.filter { !$0.isOpen }
        guard let newest = gaps.last else { return }
        var cut: Timetoken = 0
        if let age = policy.maximumAge, let progress = try ledger.progress(of: channel) {
            let (span, isLong) = Timetoken(age).multipliedReportingOverflow(by: 10_000_000)
            cut = isLong ? 0 : progress - min(progress, span)
        }
        if let limit = policy.messageLimit {
            let newer = Entities.Message.messagesBy(pubnubChannelId: channel, publishedAfter: newest.upTo)
            if try newer.limit(limit).fetchCount(db) >= limit { cut = max(cut, newest.upTo) }
        }
        let older = gaps.map { TimetokenRange(after: $0.after, upTo: min($0.upTo, cut)) }.filter { !$0.isEmpty }
        guard !older.isEmpty else { return }
        try ledger.change(channel, .older) { ranges in for range in older { ranges.insert(range) } }
        try ledger.close(older, of: channel, .messages)
    }

    /// Removes the range of a history request of the app from the missing ranges, if it included reactions, and records
    /// it as stored.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - page: The response.
    ///   - known: A timetoken of each channel that was in the past when the request was sent.
    /// - Throws: A `DatabaseError` if a statement fails.
    func close(
        _ request: MessageHistoryRequest,
        _ page: ChatHistoryPage<Model>,
        known: [String: Timetoken]
    ) throws {
        guard request.start != 0, request.actionsInResponse else { return }
        let oldest = page.oldest
        let more = page.next?.channels ?? []
        let end = request.end ?? 0
        for channel in request.channels {
            let first = more.contains(channel) ? oldest[channel] ?? end : end
            let after = first - min(first, 1)
            // The request may include the future, in which messages will be published.
            let newest = page.timetokens[channel]?.max() ?? 0
            let last = request.start.map { min($0 - 1, max(newest, known[channel] ?? 0)) } ?? newest
            let stored = TimetokenRange(after: after, upTo: last)
            try ledger.takeFromEstimate(page.timetokens[channel] ?? [], of: channel, stored)
            // Without a start in the request, the end of the range of the response is unknown.
            if let start = request.start {
                let covered = TimetokenRange(after: after, upTo: start - 1)
                guard !covered.isEmpty else { continue }
                try ledger.close([covered], of: channel, .older)
                try ledger.close([covered], of: channel, .messages)
            }
            if page.isComplete { try ledger.addHistory(stored, of: channel) }
        }
    }

    /// The users whose memberships of a channel came from the service, but that no page of the last reading listed.
    func vanishedMembers(of channel: String) throws -> [String] {
        try Entities.Member.syncedUserIds(channelID: channel, in: db).filter { user in
            try !ledger.isMemberNamed(user, in: channel)
        }
    }
}
