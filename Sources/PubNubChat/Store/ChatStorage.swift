import GRDB

/// Brings what the service tells into the rows of a store, by the documented rules, whether it was asked or told by itself.
struct ChatStorage<Model: ChatCustomData, Entities: ManagedChatEntities> {
    let db: Database

    var ledger: Ledger { Ledger(db: db) }

    /// Stores a message that was delivered, and the reactions that came before it.
    ///
    /// - Parameters:
    ///   - message: The message; one whose author the service did not name keeps the stored one.
    ///   - withActions: Whether it comes with all its reactions; otherwise those that are stored or kept aside are its reactions.
    ///   - isWanted: Whether the app itself asked for it or sent it: then it replaces one that was published before under its identifier. What was published
    ///     first is the message otherwise, in whatever order copies come.
    /// - Throws: ``ChatError/entityCreationError(_:)`` when another author, or somebody in another channel, used the identifier of a stored message.
    func store(_ message: ChatMessage<Model>, withActions: Bool, isWanted: Bool = false) throws {
        var message = message
        if let row = try Entities.Message.messageBy(messageId: message.id).fetchOne(db) {
            // A row whose author or channel was removed is anybody's.
            if let stored: ChatMessage<Model> = try known({ try row.convert(from: db) }) {
                if message.pubnubUserId.isEmpty {
                    (message.pubnubUserId, message.userModel) = (stored.pubnubUserId, nil)
                }
                let isSame =
                    stored.pubnubUserId == message.pubnubUserId && stored.pubnubChannelId == message.pubnubChannelId
                guard isSame else { throw ChatError.entityCreationError("another message \(message.id) is stored") }
            }
            if !isWanted, row.pubnubMessageID != 0, message.timetoken > row.pubnubMessageID { return }
        }
        try Entities.Message.insertOrUpdate(message: message, processMessageActions: withActions, into: db)
        if message.timetoken != 0 { try ledger.forget(unsent: message.id) }
        let parked = try ledger.takeParked(Model.self, channel: message.pubnubChannelId, parent: message.timetoken)
        for reaction in parked where !withActions { try store(reaction) }
    }

    /// Stores a reaction.
    ///
    /// - Parameters:
    ///   - reaction: The reaction.
    ///   - isParked: Whether it is kept aside until its message comes, when that is not stored; it is left out otherwise.
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

    /// Removes a reaction, also one that is kept aside.
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
