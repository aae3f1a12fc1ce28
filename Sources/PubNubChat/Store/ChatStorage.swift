import GRDB
import PubNubWire

import typealias PubNubTime.Timetoken

/// Stores responses and events of the service in the rows of a store, by the documented rules.
struct ChatStorage<Model: ChatCustomData, Entities: ManagedChatEntities> {
    let db: Database

    var ledger: Ledger { Ledger(db: db) }

    /// Stores a message that was delivered, fetched or sent, and the reactions that arrived before it.
    ///
    /// The first publication of a message wins, regardless of the order of arrival. A republication only adds its
    /// reactions. A publication by another author or in another channel is refused: only its place is recorded, so that
    /// it becomes a republication if an earlier publication of its author is stored later.
    ///
    /// - Parameters:
    ///   - message: The message. If the service did not name its author, the stored author stays.
    ///   - withActions: Whether it includes all reactions to this publication; otherwise stored and pending reactions
    ///     stay.
    /// - Returns: ``ChatError/entityCreationError(_:)`` if the message is refused, because one of another author or channel
    ///   used the identifier first, or is not published yet; nil if it is stored.
    /// - Throws: An error if it cannot be stored.
    func store(_ message: ChatMessage<Model>, withActions: Bool) throws -> ChatError? {
        var message = message
        var isFirst = true
        var isPending = false
        if let row = try storedMessage(message.id) {
            isPending = (row as? PubNubManagedMessage)?.isPending == true
            let location = try location(of: row)
            if message.pubnubUserId.isEmpty, !location.author.isEmpty {
                message.pubnubUserId = location.author
                message.userModel = nil
            }
            let published = row.pubnubMessageID
            let isForeign =
                (!location.author.isEmpty && !location.author.hasSameBytes(as: message.pubnubUserId))
                || (!location.channel.isEmpty && !location.channel.hasSameBytes(as: message.pubnubChannelId))
            // One timetoken of one channel identifies one message, regardless of the stored author.
            let isSame =
                published == message.timetoken && location.channel.hasSameBytes(as: message.pubnubChannelId)
            if isForeign, !isSame {
                guard published != 0, message.timetoken < published else {
                    try refuse(message, withActions: withActions)
                    return .entityCreationError("another message \(message.id) is stored")
                }
            } else if published != 0, message.timetoken > published {
                try Entities.Message.insertRepublication(of: message, processMessageActions: withActions, into: db)
                try storePending(reactionsTo: message, isStored: !withActions)
                if isPending { try ledger.showWaitingActions(on: message.id) }
                return nil
            }
            isFirst = !isSame
        }
        try Entities.Message.insertOrUpdate(message: message, processMessageActions: withActions, into: db)
        try storePending(reactionsTo: message, isStored: !withActions)
        // The reactions that the message came without may have replaced waiting ones.
        if isPending { try ledger.showWaitingActions(on: message.id) }
        if message.timetoken != 0 {
            try ledger.forget(unsent: message.id)
            if isFirst { try storeRefused(republicationsOf: message) }
        }
        return nil
    }

    /// Records a publication that is refused. Its reactions become pending.
    private func refuse(_ message: ChatMessage<Model>, withActions: Bool) throws {
        guard message.timetoken != 0 else { return }
        try ledger.addRefused(message.publication)
        if withActions { try ledger.removePending(message.pubnubChannelId, parent: message.timetoken) }
        _ = try storePage(message.messageActions) { try ledger.addPending($0) }
    }

    /// Stores the publications that were refused before the first one of their author was known.
    private func storeRefused(republicationsOf message: ChatMessage<Model>) throws {
        for timetoken in try ledger.takeRefused(after: message.publication) {
            var republication = message
            republication.timetoken = timetoken
            republication.messageActions = []
            try Entities.Message.insertRepublication(of: republication, processMessageActions: false, into: db)
            try storePending(reactionsTo: republication, isStored: true)
        }
    }

    /// The row of a message. For the default rows, the statement is prepared once.
    private func storedMessage(_ id: String) throws -> Entities.Message? {
        if Entities.Message.self == PubNubManagedMessage.self {
            return try PubNubManagedMessage.stored(id, in: db) as? Entities.Message
        }
        return try Entities.Message.messageBy(messageId: id).fetchOne(db)
    }

    /// The author and channel of a row; empty if they were removed.
    private struct SortKey {
        var author = ""
        var channel = ""
    }

    private func location(of row: Entities.Message) throws -> SortKey {
        if let row = row as? PubNubManagedMessage {
            return SortKey(author: row.pubnubUserId ?? "", channel: row.pubnubChannelId ?? "")
        }
        let stored: ChatMessage<Model>? = try known { try row.convert(from: db) }
        return stored.map { SortKey(author: $0.pubnubUserId, channel: $0.pubnubChannelId) } ?? SortKey()
    }

    /// Removes the pending reactions of a message, and stores them unless the message came with all its reactions.
    func storePending(reactionsTo message: ChatMessage<Model>, isStored: Bool) throws {
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
        try ledger.removeRefused(channel, range, except: timetokens)
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
    ///   - mayWait: Whether the reaction becomes pending if its message is not stored; otherwise it is left out, except if
    ///     its message was refused.
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
            let isAwaited = try mayWait || ledger.isRefused(reaction.pubnubChannelId, at: reaction.parentTimetoken)
            if isAwaited { try ledger.addPending(reaction) }
        }
    }

    /// Removes a reaction that the service removed, whether it is stored or pending.
    func remove(_ reaction: ChatMessageAction<Model>) throws {
        try ledger.addRemoved(reaction)
        try ledger.removePending(reaction.id)
        try ledger.forgetHidden(reaction.id)
        try removeStored(reaction.id)
    }

    /// Removes a stored reaction. An equal change that waits is shown again.
    func removeStored(_ reactionId: String) throws {
        let row = try Entities.MessageAction.remove(messageActionId: reactionId, from: db)
        guard let parent = (row as? PubNubManagedMessageAction)?.pubnubParentId else { return }
        try ledger.showWaitingActions(on: parent)
    }

    /// Stores the items of a page. Items that cannot be stored are left out, and logged.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - each: Stores one item, or returns why it is left out.
    /// - Returns: The stored items, and the errors of the others.
    /// - Throws: An error if the whole page cannot be stored.
    func storePage<Item>(
        _ items: [Item],
        each: (Item) throws -> ChatError?
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

    /// Stores the items of a page, none of which is refused.
    func storePage<Item>(
        _ items: [Item],
        each: (Item) throws -> Void
    ) throws -> (stored: [Item], failures: [ChatError]) {
        try storePage(items) { item -> ChatError? in
            try each(item)
            return nil
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

extension ChatMessage {
    /// The place of the message, without its content.
    fileprivate var publication: Ledger.Publication {
        Ledger.Publication(
            messageId: id,
            userId: pubnubUserId,
            channelId: pubnubChannelId,
            timetoken: timetoken
        )
    }
}
