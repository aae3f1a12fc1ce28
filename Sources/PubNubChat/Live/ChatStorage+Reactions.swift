import GRDB

/// Reactions that were removed at the service while nobody listened.
extension ChatStorage {
    /// How many stored reactions of a channel are compared with those of the service, beside those that were added in the meantime.
    static var comparedReactions: Int { 500 }

    /// The moment after which the stored reactions to messages of a channel are compared: none of the newest ones before another moment is older.
    func reach(ofReactionsOn channel: String, before timetoken: Timetoken) throws -> Timetoken {
        let rows = Entities.MessageAction.messageActionsBy(pubnubChannelId: channel, after: 0, upTo: timetoken)
        let oldest = try rows.limit(Self.comparedReactions).fetchAll(db).last?.pubnubActionTimetoken ?? 0
        return oldest > 0 ? min(oldest - 1, timetoken) : timetoken
    }

    /// Stores a page of reactions; those to messages that are not stored are left out.
    func store(_ reactions: [ChatMessageAction<Model>]) throws {
        let rest = try Entities.MessageAction.insertOrUpdate(messageActions: reactions, into: db)
        _ = try storePage(rest) { try store($0, isParked: false) }
    }

    /// Removes the reactions that were published in a range and are not among these, also those that are pending.
    func removeReactions(on channel: String, in range: TimetokenRange, allBut named: [ChatMessageAction<Model>]) throws
    {
        let ids = Set(named.map(\.id))
        try ledger.unpark(channel, range, allBut: ids)
        let rows = Entities.MessageAction.messageActionsBy(
            pubnubChannelId: channel,
            after: range.after,
            upTo: range.upTo
        )
        for row in try rows.fetchAll(db) {
            guard let stored: ChatMessageAction<Model> = try known({ try row.convert(from: db) }),
                !ids.contains(stored.id)
            else { continue }
            try Entities.MessageAction.remove(messageActionId: stored.id, from: db)
        }
    }
}
