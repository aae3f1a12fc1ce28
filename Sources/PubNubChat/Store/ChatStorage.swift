import GRDB

/// Stores responses and events of the service in the rows of a store, by the documented rules.
struct ChatStorage<Model: ChatCustomData, Entities: ManagedChatEntities> {
    let db: Database

    var ledger: Ledger { Ledger(db: db) }

    /// Stores a message that was delivered, fetched or sent, and the reactions that arrived before it.
    ///
    /// The first publication of a message wins, regardless of the order of arrival. A republication only adds its
    /// reactions. A republication that is refused because another author's message is stored stays left out, also if an
    /// earlier publication of its own author is stored later.
    ///
    /// - Parameters:
    ///   - message: The message. If the service did not name its author, the stored author stays.
    ///   - withActions: Whether it includes all reactions to this publication; otherwise stored and pending reactions
    ///     stay.
    /// - Throws: ``ChatError/entityCreationError(_:)`` if a message of another author or channel used the identifier
    ///   first, or if the stored message is not published yet.
    func store(_ message: ChatMessage<Model>, withActions: Bool) throws {
        var message = message
        if let row = try storedMessage(message.id) {
            let place = try place(of: row)
            if message.pubnubUserId.isEmpty, !place.author.isEmpty {
                message.pubnubUserId = place.author
                message.userModel = nil
            }
            let published = row.pubnubMessageID
            let isForeign =
                (!place.author.isEmpty && place.author != message.pubnubUserId)
                || (!place.channel.isEmpty && place.channel != message.pubnubChannelId)
            // One timetoken of one channel identifies one message, regardless of the stored author.
            let isSame = published == message.timetoken && place.channel == message.pubnubChannelId
            if isForeign, !isSame {
                guard published != 0, message.timetoken < published else {
                    throw ChatError.entityCreationError("another message \(message.id) is stored")
                }
            } else if published != 0, message.timetoken > published {
                try Entities.Message.insertRepublication(of: message, processMessageActions: withActions, into: db)
                return try storePending(reactionsTo: message, isStored: !withActions)
            }
        }
        try Entities.Message.insertOrUpdate(message: message, processMessageActions: withActions, into: db)
        if message.timetoken != 0 { try ledger.forget(unsent: message.id) }
        try storePending(reactionsTo: message, isStored: !withActions)
    }

    /// The row of a message. For the default rows, the statement is prepared once.
    private func storedMessage(_ id: String) throws -> Entities.Message? {
        if Entities.Message.self == PubNubManagedMessage.self {
            return try PubNubManagedMessage.stored(id, in: db) as? Entities.Message
        }
        return try Entities.Message.messageBy(messageId: id).fetchOne(db)
    }

    /// The author and channel of a row; empty if they were removed.
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

    /// Removes the pending reactions of a message, and stores them unless the message came with all its reactions.
    private func storePending(reactionsTo message: ChatMessage<Model>, isStored: Bool) throws {
        let pending = try ledger.takePending(Model.self, channel: message.pubnubChannelId, parent: message.timetoken)
        for reaction in pending where isStored { try store(reaction) }
    }

    /// Removes the messages that the service deleted.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - range: A range that a page of history covers entirely, up to the newest message that was stored or published
    ///     before the request.
    ///   - timetokens: The timetokens of the messages of the page, including those that could not be read.
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
    ///   - mayWait: Whether the reaction becomes pending if its message is not stored; otherwise it is left out.
    /// - Throws: An error if the reaction cannot be stored.
    func store(_ reaction: ChatMessageAction<Model>, mayWait: Bool = true) throws {
        do {
            try Entities.MessageAction.insertOrUpdate(messageAction: reaction, into: db)
        } catch ChatError.missingRequiredData(let text) {
            let parent = Entities.Message.messageBy(
                pubnubTimetoken: reaction.parentTimetoken,
                channelId: reaction.pubnubChannelId
            )
            guard try parent.isEmpty(db) else { throw ChatError.missingRequiredData(text) }
            if mayWait { try ledger.addPending(reaction) }
        }
    }

    /// Removes a reaction, whether it is stored or pending.
    func remove(_ reaction: ChatMessageAction<Model>) throws {
        try ledger.removePending(reaction.id)
        try Entities.MessageAction.remove(messageActionId: reaction.id, from: db)
    }

    /// Stores the items of a page. Items that cannot be stored are left out, and logged.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - each: Stores one item.
    /// - Returns: The stored items, and the errors of the others.
    /// - Throws: An error if the whole page cannot be stored.
    func storePage<Item>(
        _ items: [Item],
        each: (Item) throws -> Void
    ) throws -> (stored: [Item], failures: [ChatError]) {
        try SearchSchema.queueing(db) {
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
    }

    /// Converts a row; nil if an object that belongs to it was removed.
    func known<Value>(_ convert: () throws -> Value) throws -> Value? {
        do {
            return try convert()
        } catch is ChatError {
            return nil
        }
    }
}
