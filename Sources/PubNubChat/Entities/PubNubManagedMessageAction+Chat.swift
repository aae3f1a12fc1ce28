public import GRDB

extension PubNubManagedMessageAction: ManagedChatMessageAction {
    /// The timetoken of the reaction.
    public var pubnubActionTimetoken: Timetoken { published }

    /// Makes the reaction with its author and message.
    ///
    /// - Parameter db: The database.
    /// - Returns: The reaction; the message in it has no reactions. A message that was removed from the store is nil.
    ///   An author that was removed has an identifier and no model.
    /// - Throws: A `DatabaseError` if the author or message cannot be read.
    public func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMessageAction<Custom> {
        let message = try PubNubManagedMessage.stored(pubnubParentId, in: db)
        return try convert(from: db, message: message?.convertWithoutActions(from: db))
    }

    /// Stores a reaction.
    ///
    /// - Parameters:
    ///   - messageAction: The reaction. Its message is stored first if it is given. The reaction belongs to the message
    ///     with a publication at its parent timetoken.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or author is neither stored nor given.
    @discardableResult
    public static func insertOrUpdate<Custom: ChatCustomData>(
        messageAction: ChatMessageAction<Custom>,
        into db: Database
    ) throws -> Self {
        if let message = messageAction.messageModel {
            guard try isPublication(messageAction.parentTimetoken, of: message, in: db),
                message.pubnubChannelId == messageAction.pubnubChannelId
            else { throw ChatError.wrongContentType("reaction \(messageAction.id) includes the wrong message") }
            let parent = try PubNubManagedMessage.insertOrUpdate(
                message: message,
                processMessageActions: false,
                into: db
            )
            return try store(messageAction, parent: parent, into: db)
        }
        let timetoken = messageAction.parentTimetoken
        let channel = messageAction.pubnubChannelId
        guard let parent = try PubNubManagedMessage.published(at: timetoken, channelId: channel, in: db) else {
            throw ChatError.missingRequiredData("message of reaction \(messageAction.id)")
        }
        return try store(messageAction, parent: parent, into: db)
    }

    /// Whether a message has a publication at this timetoken, the first one or a republication.
    private static func isPublication(
        _ timetoken: Timetoken,
        of message: ChatMessage<some ChatCustomData>,
        in db: Database
    ) throws -> Bool {
        guard message.timetoken != timetoken else { return true }
        return try PubNubManagedMessage.stored(message.id, in: db)?.republications(in: db).contains(timetoken) == true
    }

    /// Stores several reactions to stored messages, with three look-ups for all of them.
    ///
    /// - Parameters:
    ///   - messageActions: The reactions.
    ///   - db: The database.
    /// - Returns: The reactions that it did not store: those that include a message, those whose author has more than
    ///   an identifier, those that no row can hold, and those whose message is not stored.
    /// - Throws: A `DatabaseError` if a statement fails.
    public static func insertOrUpdate<Custom: ChatCustomData>(
        messageActions: [ChatMessageAction<Custom>],
        into db: Database
    ) throws -> [ChatMessageAction<Custom>] {
        var rest: [ChatMessageAction<Custom>] = []
        for (channel, actions) in Dictionary(grouping: messageActions, by: \.pubnubChannelId) {
            let plain = actions.filter(\.isPlain)
            rest += actions.filter { !$0.isPlain }
            let parents = try parents(of: plain.map(\.parentTimetoken), on: channel, in: db)
            let stored = plain.filter { parents[$0.parentTimetoken] != nil }
            rest += plain.filter { parents[$0.parentTimetoken] == nil }
            for user in Set(stored.map(\.pubnubUserId)) { try PubNubManagedUser.insertPlaceholder(user, into: db) }
            for action in stored {
                guard let parent = parents[action.parentTimetoken] else { continue }
                try Self(action, parentId: parent).upsertPrepared(into: db)
            }
        }
        return rest
    }

    /// The identifiers of messages of a channel by their timetokens.
    private static func parents(
        of timetokens: [Timetoken],
        on channel: String,
        in db: Database
    ) throws -> [Timetoken: String] {
        var parents: [Timetoken: String] = [:]
        let wanted = Array(Set(timetokens))
        // SQLite accepts this many arguments in any configuration.
        for start in stride(from: 0, to: wanted.count, by: 500) {
            let part = wanted[start..<min(start + 500, wanted.count)].map { Int64(clamping: $0) }
            let rows = try Row.fetchAll(
                db,
                PubNubManagedMessage.messagesBy(pubnubChannelId: channel)
                    .filter(part.contains(Column("timetoken")))
                    .select(Column("timetoken"), Column("id"))
            )
            for row in rows { parents[Timetoken(clamping: row["timetoken"] as Int64)] = row["id"] }
            let later = wanted[start..<min(start + 500, wanted.count)].filter { parents[$0] == nil }
            guard !later.isEmpty else { continue }
            let republications = try Row.fetchAll(
                db,
                sql: """
                    SELECT messageCopy.timetoken, message.id FROM messageCopy JOIN message ON message.id = messageCopy.messageId
                        WHERE message.pubnubChannelId = ? AND messageCopy.timetoken IN (\(later.map { _ in "?" }.joined(separator: ",")))
                    """,
                arguments: StatementArguments([channel]) + StatementArguments(later.map { Int64(clamping: $0) })
            )
            for row in republications { parents[Timetoken(clamping: row[0] as Int64)] = row[1] }
        }
        return parents
    }

    /// Stores a reaction that is not stored yet.
    ///
    /// - Parameters:
    ///   - messageAction: The reaction.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/entityCreationError(_:)`` if one with its identifier is stored.
    @discardableResult
    public static func insert<Custom: ChatCustomData>(
        messageAction: ChatMessageAction<Custom>,
        into db: Database
    ) throws -> Self {
        guard try !isStored(messageAction.id, in: db) else {
            throw ChatError.entityCreationError("reaction \(messageAction.id) is stored")
        }
        return try insertOrUpdate(messageAction: messageAction, into: db)
    }

    /// Removes a reaction.
    ///
    /// - Parameters:
    ///   - messageActionId: Its identifier.
    ///   - db: The database.
    /// - Returns: The removed row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    @discardableResult
    public static func remove(messageActionId: String, from db: Database) throws -> Self? {
        try take(messageActionId, from: db)
    }

    /// Returns a request for the reactions of a user.
    ///
    /// - Parameter pubnubUserId: The identifier of the user.
    /// - Returns: The request, in no order.
    public static func messageActionsBy(pubnubUserId: String) -> QueryInterfaceRequest<Self> {
        filter(Column("pubnubUserId") == pubnubUserId)
    }

    /// Returns a request for the reactions to a message.
    ///
    /// - Parameter messageId: The identifier in its payload.
    /// - Returns: The request, in no order.
    public static func messageActionsBy(messageId: String) -> QueryInterfaceRequest<Self> {
        filter(Column("pubnubParentId") == messageId)
    }

    /// Returns a request for the reactions to a message.
    ///
    /// - Parameters:
    ///   - messageTimetoken: The timetoken of the message. If it was published more than once, the request finds only
    ///     the reactions to that publication.
    ///   - channelId: The channel of the message.
    /// - Returns: The request, in no order.
    public static func messageActionsBy(
        messageTimetoken: Timetoken,
        channelId: String
    ) -> QueryInterfaceRequest<Self> {
        filter(
            Column("pubnubChannelId") == channelId
                && Column("pubnubParentTimetoken") == Int64(clamping: messageTimetoken)
        )
    }

    /// Returns a request for the reactions to messages of a channel in a range of publication times.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - after: Only reactions that were published after this timetoken.
    ///   - upTo: Only reactions that were published at or before this timetoken.
    /// - Returns: The request, newest first.
    public static func messageActionsBy(
        pubnubChannelId: String,
        after: Timetoken,
        upTo: Timetoken
    ) -> QueryInterfaceRequest<Self> {
        let published = Column("published")
        return filter(Column("pubnubChannelId") == pubnubChannelId)
            .filter(published > Int64(clamping: after) && published <= Int64(clamping: upTo))
            .order(published.desc)
    }

    /// Returns a request for the edits and deletions in a channel that change nothing, because their users may not change
    /// the messages: see ``ChatChangePolicy``.
    ///
    /// - Parameter pubnubChannelId: The identifier of the channel.
    /// - Returns: The request, newest first.
    public static func ignoredChangesBy(pubnubChannelId: String) -> QueryInterfaceRequest<Self> {
        // The number is part of the SQL so that SQLite can use an index of only these actions.
        filter(Column("pubnubChannelId") == pubnubChannelId).filter(sql: "verdict = 0")
            .order(Column("published").desc, Column("id"))
    }

    /// Returns a request for a reaction.
    ///
    /// - Parameter messageAction: The reaction.
    /// - Returns: The request.
    public static func messageActionBy<Custom: ChatCustomData>(
        messageAction: ChatMessageAction<Custom>
    ) -> QueryInterfaceRequest<Self> {
        filter(id: messageAction.id)
    }

    /// Returns a request for a reaction.
    ///
    /// - Parameter messageActionId: Its identifier.
    /// - Returns: The request.
    public static func messageActionBy(messageActionId: String) -> QueryInterfaceRequest<Self> {
        filter(id: messageActionId)
    }
}

extension PubNubManagedMessageAction {
    /// The reactions to a message by age.
    static func of(_ message: PubNubManagedMessage, in db: Database) throws -> [Self] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM messageAction WHERE pubnubParentId = ? ORDER BY published, id
                """
        )
        return try fetchAll(statement, arguments: [message.id])
    }

    /// The reactions to several messages by age.
    static func of(_ messages: [PubNubManagedMessage], in db: Database) throws -> [Self] {
        try stored(Set(messages.map(\.id)), in: "pubnubParentId", db)
            .sorted { ($0.published, $0.id) < ($1.published, $1.id) }
    }

    func convert<Custom: ChatCustomData>(
        from db: Database,
        message: ChatMessage<Custom>?
    ) throws -> ChatMessageAction<Custom> {
        try action(by: PubNubManagedUser.stored(pubnubUserId, in: db)?.convert(), on: message)
    }

    /// The reaction. Pass nil for an author that is not stored.
    func action<Custom: ChatCustomData>(
        by author: ChatUser<Custom.User>?,
        on message: ChatMessage<Custom>?
    ) -> ChatMessageAction<Custom> {
        var action = ChatMessageAction<Custom>(
            actionTimetoken: published,
            parentTimetoken: pubnubParentTimetoken,
            sourceType: sourceType,
            value: value,
            pubnubUserId: pubnubUserId ?? formerUserId,
            userModel: author,
            pubnubChannelId: pubnubChannelId,
            messageModel: message
        )
        action.encryption = encryption
        action.verdict = verdict
        action.pending = isPending ? true : nil
        return action
    }

    /// The identifier of an author who was removed from the store, taken from the identifier of the reaction.
    private var formerUserId: String {
        let end = "-\(pubnubParentTimetoken)-\(published)"
        return id.hasSuffix(end) ? String(id.dropLast(end.count)) : ""
    }

    /// Stores a reaction to a message that is stored.
    @discardableResult
    static func store(
        _ action: ChatMessageAction<some ChatCustomData>,
        parent: PubNubManagedMessage,
        into db: Database
    ) throws -> Self {
        try Storable.check(action.id, action.sourceType, action.value, action.pubnubChannelId)
        try Storable.check(action.actionTimetoken, action.parentTimetoken)
        // It was read from a store. The outbox adds and removes its row.
        if action.isPending { return try stored(action.id, in: db) ?? Self(action, parentId: parent.id) }
        if let user = action.userModel {
            guard user.id == action.pubnubUserId else {
                throw ChatError.wrongContentType("reaction \(action.id) includes the wrong user")
            }
            if user.isPlaceholder {
                try PubNubManagedUser.insertPlaceholder(user.id, into: db)
            } else if try isStored(action.id, in: db) || !PubNubManagedUser.isStored(user.id, in: db) {
                // If the author is stored, the reaction refers to the stored row.
                try PubNubManagedUser.store(nested: user, into: db)
            }
        } else {
            try PubNubManagedUser.require(action.pubnubUserId, in: db)
        }
        let row = Self(action, parentId: parent.id)
        try row.upsertPrepared(into: db)
        // Triggers decide about changes of the message.
        return action.changesMessage ? try stored(row.id, in: db) ?? row : row
    }

    /// The row of a reaction.
    init(_ action: ChatMessageAction<some ChatCustomData>, parentId: String) {
        self.init(
            id: action.id,
            published: action.actionTimetoken,
            sourceType: action.sourceType,
            value: action.value,
            pubnubChannelId: action.pubnubChannelId,
            pubnubParentTimetoken: action.parentTimetoken,
            pubnubParentId: parentId,
            pubnubUserId: action.pubnubUserId,
            encryption: action.encryption
        )
    }
}

extension ChatMessageAction {
    /// Whether a row can hold it, and it includes no message and only the identifier of its author.
    fileprivate var isPlain: Bool {
        let isStorable: Void? = try? {
            try Storable.check(id, sourceType, value, pubnubChannelId)
            try Storable.check(actionTimetoken, parentTimetoken)
        }()
        return isStorable != nil && !isPending && messageModel == nil && userModel?.isPlaceholder == true
            && userModel?.id == pubnubUserId
    }
}

extension PubNubManagedMessageAction {
    /// Returns a request for the reactions to the newest messages of a channel. An observer of it reads only when a reaction in
    /// the channel changes, or when other messages become the newest.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - messages: The maximum number of messages, as for `newestMessagesBy(pubnubChannelId:limit:)`.
    /// - Returns: The request, by age.
    public static func newestMessageActionsBy(
        pubnubChannelId: String,
        messages: Int
    ) -> QueryInterfaceRequest<Self> {
        let newest = PubNubManagedMessage.newestMessagesBy(pubnubChannelId: pubnubChannelId, limit: messages)
        // With the plus sign, SQLite searches by the message and does not read all reactions in the channel.
        return filter(sql: "+\"pubnubChannelId\" = ?", arguments: [pubnubChannelId])
            .filter(newest.select(Column("id")).contains(Column("pubnubParentId")))
            .order(Column("published"), Column("id"))
    }
}
