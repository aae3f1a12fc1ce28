import GRDB

/// Brings what the service tells into the rows of a store, by the documented rules, whether it was asked or told by itself.
struct ChatStorage<Model: ChatCustomData, Entities: ManagedChatEntities> {
    let db: Database

    var ledger: Ledger { Ledger(db: db) }

    /// Stores a message that was delivered, fetched or sent, and the reactions that came before it.
    ///
    /// The first publication of a message wins, in whatever order copies come; a later one only adds its reactions.
    ///
    /// - Parameters:
    ///   - message: The message. If the service did not name its author, it keeps the stored one.
    ///   - withActions: Whether it comes with all reactions to this publication; otherwise those that are stored or pending stay.
    /// - Throws: ``ChatError/entityCreationError(_:)`` if another author, or somebody in another channel, used the identifier first, or the stored message
    ///   is not published yet.
    func store(_ message: ChatMessage<Model>, withActions: Bool) throws {
        var message = message
        if let row = try Entities.Message.messageBy(messageId: message.id).fetchOne(db) {
            let place = try place(of: row)
            if message.pubnubUserId.isEmpty, !place.author.isEmpty {
                (message.pubnubUserId, message.userModel) = (place.author, nil)
            }
            let published = row.pubnubMessageID
            let isForeign =
                (!place.author.isEmpty && place.author != message.pubnubUserId)
                || (!place.channel.isEmpty && place.channel != message.pubnubChannelId)
            // What the service has at one time on one channel is one message, whoever is stored as its author.
            let isSame = published == message.timetoken && place.channel == message.pubnubChannelId
            if isForeign, !isSame {
                guard published != 0, message.timetoken < published else {
                    throw ChatError.entityCreationError("another message \(message.id) is stored")
                }
            } else if published != 0, message.timetoken > published {
                try Entities.Message.insertCopy(of: message, processMessageActions: withActions, into: db)
                return try storeParked(reactionsTo: message, isStored: !withActions)
            }
        }
        try Entities.Message.insertOrUpdate(message: message, processMessageActions: withActions, into: db)
        if message.timetoken != 0 { try ledger.forget(unsent: message.id) }
        try storeParked(reactionsTo: message, isStored: !withActions)
    }

    /// Author and channel of a row; empty if they were removed.
    private struct Place {
        var author = ""
        var channel = ""
    }

    private func place(of row: Entities.Message) throws -> Place {
        if let row = row as? PubNubManagedMessage {
            return Place(author: row.pubnubUserId ?? "", channel: row.pubnubChannelId ?? "")
        }
        let stored: ChatMessage<Model>? = try known { try row.convert(from: db) }
        return stored.map { Place(author: $0.pubnubUserId, channel: $0.pubnubChannelId) } ?? Place()
    }

    /// Takes out the reactions that were pending for a message, and stores them unless it came with all that there are.
    private func storeParked(reactionsTo message: ChatMessage<Model>, isStored: Bool) throws {
        let parked = try ledger.takeParked(Model.self, channel: message.pubnubChannelId, parent: message.timetoken)
        for reaction in parked where isStored { try store(reaction) }
    }

    /// Removes the messages that the service deleted.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - range: A range that a page of history covers entirely, up to what was stored or published before the page was asked for.
    ///   - timetokens: When the messages of the page were published, also those that could not be read.
    /// - Throws: A `DatabaseError` if they cannot be removed.
    func removeMessages(on channel: String, in range: TimetokenRange, except timetokens: Set<Timetoken>) throws {
        guard !range.isEmpty else { return }
        try Entities.Message.removeMessages(
            pubnubChannelId: channel,
            after: range.after,
            upTo: range.upTo,
            except: timetokens,
            from: db
        )
    }

    /// Stores a reaction.
    ///
    /// - Parameters:
    ///   - reaction: The reaction.
    ///   - isParked: Whether it is pending until its message comes, when that is not stored; it is left out otherwise.
    /// - Throws: What is wrong with it.
    func store(_ reaction: ChatMessageAction<Model>, isParked: Bool = true) throws {
        do {
            try Entities.MessageAction.insertOrUpdate(messageAction: reaction, into: db)
        } catch ChatError.missingRequiredData(let text) {
            let parent = Entities.Message.messageBy(
                pubnubTimetoken: reaction.parentTimetoken,
                channelId: reaction.pubnubChannelId
            )
            guard try parent.isEmpty(db) else { throw ChatError.missingRequiredData(text) }
            if isParked { try ledger.park(reaction) }
        }
    }

    /// Removes a reaction, also one that is pending.
    func remove(_ reaction: ChatMessageAction<Model>) throws {
        try ledger.unpark(reaction.id)
        try Entities.MessageAction.remove(messageActionId: reaction.id, from: db)
    }

    /// Stores what a page has. What cannot be stored is left out, with a line in the log.
    ///
    /// - Parameters:
    ///   - items: What the page has.
    ///   - each: Stores one item.
    /// - Returns: What is stored, and what was wrong with the rest.
    /// - Throws: What made all of it fail.
    func storePage<Item>(
        _ items: [Item],
        each: (Item) throws -> Void
    ) throws -> (stored: [Item], failures: [ChatError]) {
        var (stored, failures): ([Item], [ChatError]) = ([], [])
        for item in items {
            if let fault = try db.fault(storing: { try each(item) }) {
                ChatLog.leftOut(fault)
                failures.append(fault)
            } else {
                stored.append(item)
            }
        }
        return (stored, failures)
    }

    /// What a row stands for; nil when something that belongs to it was removed.
    func known<Value>(_ convert: () throws -> Value) throws -> Value? {
        do {
            return try convert()
        } catch is ChatError {
            return nil
        }
    }
}
