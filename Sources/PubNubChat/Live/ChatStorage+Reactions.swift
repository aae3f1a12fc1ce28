import GRDB

/// Removes reactions that were removed at the service while the client was not subscribed.
extension ChatStorage {
    /// The number of stored reactions of a channel that are compared with those of the service, in addition to those
    /// that were added during the absence.
    static var comparedReactions: Int { 500 }

    /// The timetoken after which the stored reactions to messages of a channel are compared. It precedes the newest
    /// ``comparedReactions`` before `timetoken`, and the pending reactions to refused messages.
    func reach(ofReactionsOn channel: String, before timetoken: Timetoken) throws -> Timetoken {
        let rows = Entities.MessageAction.messageActionsBy(pubnubChannelId: channel, after: 0, upTo: timetoken)
        let stored = try rows.limit(Self.comparedReactions).fetchAll(db).last?.pubnubActionTimetoken
        let pending = try ledger.oldestReactionToRefused(of: channel)
        let oldest = [stored, pending].compactMap(\.self).filter { $0 > 0 }.min()
        return oldest.map { min($0 - 1, timetoken) } ?? timetoken
    }

    /// Stores a page of reactions. Reactions to messages that are not stored are left out.
    func store(_ reactions: [ChatMessageAction<Model>]) throws {
        let rest = try Entities.MessageAction.insertOrUpdate(messageActions: reactions, into: db)
        _ = try storePage(rest) { try store($0, mayWait: false) }
    }

    /// Removes the reactions in a range, including pending ones, except those in `named`.
    func removeReactions(on channel: String, in range: TimetokenRange, allBut named: [ChatMessageAction<Model>]) throws
    {
        let ids = Set(named.map(\.id))
        try ledger.removePending(channel, range, allBut: ids)
        let rows = Entities.MessageAction.messageActionsBy(
            pubnubChannelId: channel,
            after: range.after,
            upTo: range.upTo
        )
        for row in try rows.fetchAll(db) {
            guard let stored: ChatMessageAction<Model> = try known({ try row.convert(from: db) }),
                !ids.contains(stored.id), !stored.isPending
            else { continue }
            try removeStored(stored.id)
        }
    }
}
