import GRDB

/// What a fill asks the store.
extension ChatStorage {
    /// Sets aside what a policy leaves out of the messages that are missing in a channel: older than its newest messages, or too old.
    func setAside(_ channel: String, _ policy: ChatFillPolicy) throws {
        guard policy.messageLimit != nil || policy.maximumAge != nil else { return }
        let holes = try ledger.holes(of: channel, .messages).ranges.filter { !$0.isOpen }
        guard let newest = holes.last else { return }
        var cut: Timetoken = 0
        if let age = policy.maximumAge, let progress = try ledger.progress(of: channel) {
            let (span, isLong) = Timetoken(age).multipliedReportingOverflow(by: 10_000_000)
            cut = isLong ? 0 : progress - min(progress, span)
        }
        if let limit = policy.messageLimit {
            let newer = Entities.Message.messagesBy(pubnubChannelId: channel, publishedAfter: newest.upTo)
            if try newer.limit(limit).fetchCount(db) >= limit { cut = max(cut, newest.upTo) }
        }
        let older = holes.map { TimetokenRange(after: $0.after, upTo: min($0.upTo, cut)) }.filter { !$0.isEmpty }
        guard !older.isEmpty else { return }
        try ledger.change(channel, .older) { ranges in for range in older { ranges.insert(range) } }
        try ledger.close(older, of: channel, .messages)
    }

    /// What the app itself fetched with its reactions is not missing any more.
    ///
    /// - Parameters:
    ///   - request: What it asked for.
    ///   - oldest: When the oldest message of each channel in the answer was published.
    ///   - more: The channels that may have older ones in the times of the request.
    /// - Throws: A `DatabaseError` if a statement fails.
    func close(_ request: MessageHistoryRequest, _ oldest: [String: Timetoken], hasMore more: [String]) throws {
        // Without a beginning, the end of the answer is not known.
        guard let start = request.start, start > 0, request.actionsInResponse else { return }
        let end = request.end ?? 0
        for channel in request.channels {
            let first = more.contains(channel) ? oldest[channel] ?? end : end
            let covered = TimetokenRange(after: first - min(first, 1), upTo: start - 1)
            guard !covered.isEmpty else { continue }
            try ledger.close([covered], of: channel, .older)
            try ledger.close([covered], of: channel, .messages)
        }
    }

    /// The users whose memberships of a channel came from the service, and were named by no page of the last reading.
    func vanishedMembers(of channel: String) throws -> [String] {
        try Entities.Member.syncedUserIds(channelID: channel, in: db).filter { user in
            try !ledger.isMemberNamed(user, in: channel)
        }
    }
}
