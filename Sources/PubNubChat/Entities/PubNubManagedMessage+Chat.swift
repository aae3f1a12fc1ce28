import Foundation
public import GRDB
import Logging

extension PubNubManagedMessage: ManagedChatMessage {
    /// Its identifier at the service: the timetoken of its publication.
    public var pubnubMessageID: Timetoken { timetoken }

    /// Makes the message with author, channel and reactions.
    ///
    /// - Parameter db: The database.
    /// - Returns: The message, with its reactions by age. If the author or channel was removed from the store, its
    ///   identifier is empty and its model nil. Custom data that does not fit the type has its default value.
    /// - Throws: A `DatabaseError` if author, channel or reactions cannot be read.
    public func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMessage<Custom> {
        var message: ChatMessage<Custom> = try convertWithoutActions(from: db)
        message.messageActions = try PubNubManagedMessageAction.of(self, in: db).map {
            try $0.convert(from: db, message: nil)
        }
        return message
    }

    /// Stores a message. The identifier in its payload selects the row.
    ///
    /// Every field of a stored message is overwritten, with two exceptions. A published message retains its timetoken
    /// if the given one is not published. A message that was published later than the stored one is a republication:
    /// only the reactions to it are stored. In the reverse order, the earlier publication overwrites the fields, and
    /// the stored one becomes its republication.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - processMessageActions: Whether the reactions of a stored message become those of this one, except reactions
    ///     to other publications of it. The reactions of a new message are always stored. A reaction that cannot be
    ///     stored is left out, and logged.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the author or channel is neither stored nor given;
    ///   ``ChatError/entityCreationError(_:)`` if the stored message was published before by another author or in
    ///   another channel.
    @discardableResult
    public static func insertOrUpdate<Custom: ChatCustomData>(
        message: ChatMessage<Custom>,
        processMessageActions: Bool,
        into db: Database
    ) throws -> Self {
        // Most messages are new, and GRDB prepares the names of all columns to read a row.
        guard try isStored(message.id, in: db), let stored = try stored(message.id, in: db) else {
            try store(modelsOf: message, into: db)
            let row = try Self(message)
            try row.insertPrepared(into: db)
            for action in message.messageActions { try row.add(action, into: db) }
            return try row.readingEdits(of: message, in: db)
        }
        let order = stored.order(of: message)
        let isForeign = stored.isForeign(to: message)
        if order == .later {
            guard !isForeign else { throw ChatError.entityCreationError("another message \(message.id) is stored") }
            try insertRepublication(of: message, processMessageActions: processMessageActions, into: db)
            return try Self.stored(message.id, in: db) ?? stored
        }
        if order == .earlier, isForeign { try stored.giveUp(Custom.self, in: db) }
        try store(modelsOf: message, into: db)
        var row = try Self(message)
        if row.timetoken == 0 {
            row.timetoken = stored.timetoken
            row.sendState = stored.sendState
        }
        row.editedText = stored.editedText
        row.editTimetoken = stored.editTimetoken
        row.isDeleted = stored.isDeleted
        row.threadId = stored.threadId
        row.ignoredChanges = stored.ignoredChanges
        row.hasUnreadableEdit = stored.hasUnreadableEdit
        row.isPending = stored.isPending
        if row != stored { try row.update(db) }
        if order == .earlier, !isForeign { try row.addRepublication(at: stored.timetoken, in: db) }
        guard processMessageActions else { return try row.readingEdits(of: message, in: db) }
        let named = Set(message.messageActions.map(\.id))
        var republications: Set<Timetoken>?
        try row.removeActions(in: db) { action in
            guard !named.contains(action.id) else { return false }
            let others = try republications ?? Set(row.republications(in: db))
            republications = others
            return !others.contains(action.parent)
        }
        for action in message.messageActions { try row.add(action, into: db) }
        return try row.readingEdits(of: message, in: db)
    }

    /// The row as it is stored after the reactions of a message, if these may have changed it.
    private func readingEdits(of message: ChatMessage<some ChatCustomData>, in db: Database) throws -> Self {
        let isChanged =
            editTimetoken != nil || isDeleted || threadId != nil || ignoredChanges > 0 || hasUnreadableEdit
        let mayChange = isChanged || message.messageActions.contains(where: \.changesMessage)
        return mayChange ? try Self.stored(id, in: db) ?? self : self
    }

    /// Stores a message that is not stored yet.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/entityCreationError(_:)`` if one with its identifier is stored.
    @discardableResult
    public static func insert<Custom: ChatCustomData>(message: ChatMessage<Custom>, into db: Database) throws -> Self {
        guard try !isStored(message.id, in: db) else {
            throw ChatError.entityCreationError("message \(message.id) is stored")
        }
        return try insertOrUpdate(message: message, processMessageActions: true, into: db)
    }

    /// Removes a message; its reactions stay, without a message.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in the payload.
    ///   - db: The database.
    /// - Returns: The removed row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    @discardableResult
    public static func remove(messageId: String, from db: Database) throws -> Self? {
        try take(messageId, from: db)
    }

    /// Returns a request for a message.
    ///
    /// - Parameter messageId: The identifier in the payload.
    /// - Returns: The request.
    public static func messageBy(messageId: String) -> QueryInterfaceRequest<Self> {
        filter(id: messageId)
    }

    /// Returns a request for a message.
    ///
    /// - Parameters:
    ///   - pubnubTimetoken: The timetoken of it.
    ///   - channelId: Its channel.
    /// - Returns: The request.
    public static func messageBy(pubnubTimetoken: Timetoken, channelId: String) -> QueryInterfaceRequest<Self> {
        filter(Column("pubnubChannelId") == channelId && Column("timetoken") == Int64(clamping: pubnubTimetoken))
    }

    /// Returns a request for the messages of a user.
    ///
    /// - Parameter pubnubUserId: The identifier of the user.
    /// - Returns: The request, in no order.
    public static func messagesBy(pubnubUserId: String) -> QueryInterfaceRequest<Self> {
        filter(Column("pubnubUserId") == pubnubUserId)
    }

    /// Returns a request for the messages of a channel.
    ///
    /// - Parameter pubnubChannelId: The identifier of the channel.
    /// - Returns: The request, in no order.
    public static func messagesBy(pubnubChannelId: String) -> QueryInterfaceRequest<Self> {
        filter(Column("pubnubChannelId") == pubnubChannelId)
    }
}

extension PubNubManagedMessage {
    /// The row of a message.
    init(_ message: ChatMessage<some ChatCustomData>) throws {
        try Storable.check(message.id, message.contentType, message.pubnubUserId, message.pubnubChannelId)
        try Storable.check(message.timetoken)
        try Storable.check(message.createdAt)
        self.init(
            id: message.id,
            timetoken: message.timetoken,
            dateCreated: message.createdAt,
            text: message.text,
            contentType: message.contentType ?? "",
            content: try message.content.contentJSON(),
            custom: try message.content.customJSON(),
            extra: message.content.extraJSON,
            pubnubUserId: message.pubnubUserId,
            pubnubChannelId: message.pubnubChannelId,
            sendState: message.timetoken == 0 ? .queued : .sent
        )
    }

    func convertWithoutActions<Custom: ChatCustomData>(from db: Database) throws -> ChatMessage<Custom> {
        try message(
            by: PubNubManagedUser.stored(pubnubUserId, in: db)?.convert(),
            on: PubNubManagedChannel.stored(pubnubChannelId, in: db)?.convert()
        )
    }

    /// The message without its reactions. Pass nil for an author or channel that is not stored.
    func message<Custom: ChatCustomData>(
        by author: ChatUser<Custom.User>?,
        on channel: ChatChannel<Custom.Channel>?
    ) -> ChatMessage<Custom> {
        var payload = ChatMessage<Custom>.MessagePayload(
            id: id,
            text: text,
            contentType: contentType.isEmpty ? nil : contentType,
            createdAt: dateCreated
        )
        payload.read(
            content: content == CustomCoder.emptyObject ? nil : content,
            custom: custom == CustomCoder.emptyObject ? nil : custom,
            extra: extra
        )
        return ChatMessage(
            timetoken: timetoken,
            content: payload,
            pubnubUserId: pubnubUserId ?? "",
            userModel: author,
            pubnubChannelId: pubnubChannelId ?? "",
            channelModel: channel
        )
    }

    static func store(modelsOf message: ChatMessage<some ChatCustomData>, into db: Database) throws {
        if let channel = message.channelModel {
            guard channel.id == message.pubnubChannelId else {
                throw ChatError.wrongContentType("message \(message.id) includes the wrong channel")
            }
            try PubNubManagedChannel.store(nested: channel, into: db)
        }
        if let user = message.userModel {
            guard user.id == message.pubnubUserId else {
                throw ChatError.wrongContentType("message \(message.id) includes the wrong user")
            }
            try PubNubManagedUser.store(nested: user, into: db)
        }
        try PubNubManagedChannel.require(message.pubnubChannelId, in: db)
        try PubNubManagedUser.require(message.pubnubUserId, in: db)
    }

    /// Stores a reaction that came with the message. Leaves it out if it cannot be stored.
    func add(_ action: ChatMessageAction<some ChatCustomData>, into db: Database) throws {
        do {
            // It needs no savepoint: nothing is written before a ``ChatError``.
            try PubNubManagedMessageAction.store(action, parent: self, into: db)
        } catch let error as ChatError {
            ChatLog.logger.warning("A reaction to message \(id) is skipped: \(error)")
        }
    }
}

extension PubNubManagedMessage {
    /// Returns a request for the messages of a user that are not published yet.
    ///
    /// - Parameter pubnubUserId: The identifier of the user.
    /// - Returns: The request, in the order in which they were stored, which is that in which they are sent.
    public static func unsentMessagesBy(pubnubUserId: String) -> QueryInterfaceRequest<Self> {
        // The number is part of the SQL so that SQLite can use an index of only these messages.
        messagesBy(pubnubUserId: pubnubUserId).filter(sql: "timetoken = 0").order(Column("sequence"))
    }

    /// Returns a request for the newest messages of a channel: those that are not published yet, then the published ones. Its
    /// cost does not depend on the number of stored messages, and an observer of it reads only when a message of the
    /// channel changes.
    ///
    /// The column `position` of the table has the order: published messages by timetoken, then unpublished messages in the
    /// order in which they were stored.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - limit: The maximum number of messages, published or not; 0 if negative.
    /// - Returns: The request, the newest first.
    public static func newestMessagesBy(pubnubChannelId: String, limit: Int) -> QueryInterfaceRequest<Self> {
        messagesBy(pubnubChannelId: pubnubChannelId)
            .order(Column("position").desc, Column.rowID.desc)
            .limit(max(0, limit))
    }
}
