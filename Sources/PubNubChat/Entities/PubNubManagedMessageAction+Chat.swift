public import GRDB

extension PubNubManagedMessageAction: ManagedChatMessageAction {
    /// When the reaction was published.
    public var pubnubActionTimetoken: Timetoken { published }

    /// Makes the reaction with its author and message.
    ///
    /// - Parameter db: The database.
    /// - Returns: The reaction; the message in it has no reactions.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` when author or message are no longer stored.
    public func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMessageAction<Custom> {
        guard let message = try PubNubManagedMessage.stored(pubnubParentId, in: db) else {
            throw ChatError.missingRequiredData("message of reaction \(id)")
        }
        return try convert(from: db, message: message.convertWithoutActions(from: db))
    }

    /// Stores a reaction.
    ///
    /// - Parameters:
    ///   - messageAction: The reaction; a message that comes with it is stored first.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` when message or author are neither stored nor given.
    @discardableResult
    public static func insertOrUpdate<Custom: ChatCustomData>(
        messageAction: ChatMessageAction<Custom>,
        into db: Database
    ) throws -> Self {
        if let message = messageAction.messageModel {
            guard
                message.timetoken == messageAction.parentTimetoken,
                message.pubnubChannelId == messageAction.pubnubChannelId
            else { throw ChatError.wrongContentType("reaction \(messageAction.id) comes with another message") }
            let parent = try PubNubManagedMessage.insertOrUpdate(
                message: message,
                processMessageActions: false,
                into: db
            )
            return try store(messageAction, parent: parent, into: db)
        }
        let request = PubNubManagedMessage.messageBy(
            pubnubTimetoken: messageAction.parentTimetoken,
            channelId: messageAction.pubnubChannelId
        )
        guard let parent = try request.fetchOne(db) else {
            throw ChatError.missingRequiredData("message of reaction \(messageAction.id)")
        }
        return try store(messageAction, parent: parent, into: db)
    }

    /// Stores a reaction that is not stored yet.
    ///
    /// - Parameters:
    ///   - messageAction: The reaction.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/entityCreationError(_:)`` when one with its identifier is stored.
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
    /// - Returns: What was stored; nil when nothing was.
    /// - Throws: What SQLite has against it.
    @discardableResult
    public static func remove(messageActionId: String, from db: Database) throws -> Self? {
        try take(messageActionId, from: db)
    }

    /// A request for the reactions of a user.
    ///
    /// - Parameter pubnubUserId: The identifier of the user.
    /// - Returns: The request, in no order.
    public static func messageActionsBy(pubnubUserId: String) -> QueryInterfaceRequest<Self> {
        filter(Column("pubnubUserId") == pubnubUserId)
    }

    /// A request for the reactions to a message.
    ///
    /// - Parameter messageId: The identifier in its payload.
    /// - Returns: The request, in no order.
    public static func messageActionsBy(messageId: String) -> QueryInterfaceRequest<Self> {
        filter(Column("pubnubParentId") == messageId)
    }

    /// A request for the reactions to a message.
    ///
    /// - Parameters:
    ///   - messageTimetoken: When the message was published.
    ///   - channelId: Where it was published.
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

    /// A request for the reactions to messages of a channel, by when they were published.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - after: Only those that were published after this moment.
    ///   - upTo: Only those that were published up to and with this moment.
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

    /// A request for a reaction.
    ///
    /// - Parameter messageAction: The reaction.
    /// - Returns: The request.
    public static func messageActionBy<Custom: ChatCustomData>(
        messageAction: ChatMessageAction<Custom>
    ) -> QueryInterfaceRequest<Self> {
        filter(id: messageAction.id)
    }

    /// A request for a reaction.
    ///
    /// - Parameter messageActionId: Its identifier.
    /// - Returns: The request.
    public static func messageActionBy(messageActionId: String) -> QueryInterfaceRequest<Self> {
        filter(id: messageActionId)
    }
}

extension PubNubManagedMessageAction {
    /// The reactions to a message by age, without those whose author was removed.
    static func of(_ message: PubNubManagedMessage, in db: Database) throws -> [Self] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM messageAction WHERE pubnubParentId = ? AND pubnubUserId IS NOT NULL
                ORDER BY published, id
                """
        )
        return try fetchAll(statement, arguments: [message.id])
    }

    /// The reactions to several messages by age, without those whose author was removed.
    static func of(_ messages: [PubNubManagedMessage], in db: Database) throws -> [Self] {
        try stored(Set(messages.map(\.id)), in: "pubnubParentId", where: "pubnubUserId IS NOT NULL", db)
            .sorted { ($0.published, $0.id) < ($1.published, $1.id) }
    }

    func convert<Custom: ChatCustomData>(
        from db: Database,
        message: ChatMessage<Custom>?
    ) throws -> ChatMessageAction<Custom> {
        try action(by: PubNubManagedUser.stored(pubnubUserId, in: db)?.convert(), on: message)
    }

    /// The reaction; nil stands for an author that is not stored.
    func action<Custom: ChatCustomData>(
        by author: ChatUser<Custom.User>?,
        on message: ChatMessage<Custom>?
    ) throws -> ChatMessageAction<Custom> {
        guard let author else { throw ChatError.missingRequiredData("author of reaction \(id)") }
        return ChatMessageAction(
            actionTimetoken: published,
            parentTimetoken: pubnubParentTimetoken,
            sourceType: sourceType,
            value: value,
            pubnubUserId: author.id,
            userModel: author,
            pubnubChannelId: pubnubChannelId,
            messageModel: message
        )
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
        let isNew = try !isStored(action.id, in: db)
        if let user = action.userModel {
            guard user.id == action.pubnubUserId else {
                throw ChatError.wrongContentType("reaction \(action.id) comes with another user")
            }
            // The author of a new reaction is the stored one, where there is one.
            if try !isNew || !PubNubManagedUser.isStored(user.id, in: db) {
                try PubNubManagedUser.store(nested: user, into: db)
            }
        }
        try PubNubManagedUser.require(action.pubnubUserId, in: db)
        let row = Self(
            id: action.id,
            published: action.actionTimetoken,
            sourceType: action.sourceType,
            value: action.value,
            pubnubChannelId: action.pubnubChannelId,
            pubnubParentTimetoken: action.parentTimetoken,
            pubnubParentId: parent.id,
            pubnubUserId: action.pubnubUserId
        )
        if isNew { try row.insert(db) } else { try row.update(db) }
        return row
    }
}
