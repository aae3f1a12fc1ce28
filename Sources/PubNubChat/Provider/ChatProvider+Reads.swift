public import GRDB

extension ChatProvider {
    /// Returns the stored user of this app.
    ///
    /// - Returns: The row.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if none exists.
    public func fetchCurrentUser() throws -> ManagedEntities.User {
        let id = currentUserId
        guard let user = try fetchUser(byPubNubId: id) else { throw ChatError.missingRequiredData("user \(id)") }
        return user
    }

    /// Returns a stored user.
    ///
    /// - Parameter id: Its identifier at the service.
    /// - Returns: The row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    public func fetchUser(byPubNubId id: String) throws -> ManagedEntities.User? {
        try store.read { try ManagedEntities.User.userBy(pubnubId: id).fetchOne($0) }
    }

    /// Returns a stored channel.
    ///
    /// - Parameter id: Its identifier at the service.
    /// - Returns: The row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    public func fetchChannel(byPubNubId id: String) throws -> ManagedEntities.Channel? {
        try store.read { try ManagedEntities.Channel.channelBy(pubnubId: id).fetchOne($0) }
    }

    /// Returns a stored membership.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - userId: The identifier of the user.
    /// - Returns: The row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    public func fetchMember(byChannelId channelId: String, userId: String) throws -> ManagedEntities.Member? {
        try store.read { db in
            try ManagedEntities.Member.memberBy(pubnubChannelId: channelId, pubnubUserId: userId).fetchOne(db)
        }
    }

    /// Returns a stored message.
    ///
    /// - Parameter id: The identifier in its payload.
    /// - Returns: The row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    public func fetchMessage(byMessageId id: String) throws -> ManagedEntities.Message? {
        try store.read { try ManagedEntities.Message.messageBy(messageId: id).fetchOne($0) }
    }
}

extension ChatProvider where ManagedEntities.User.ID: DatabaseValueConvertible {
    /// Returns a stored user.
    ///
    /// - Parameter id: The primary key of its row.
    /// - Returns: The row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    public func fetchUser(byObjectId id: ManagedEntities.User.ID) throws -> ManagedEntities.User? {
        try store.read { try ManagedEntities.User.fetchOne($0, key: id) }
    }
}

extension ChatProvider where ManagedEntities.Channel.ID: DatabaseValueConvertible {
    /// Returns a stored channel.
    ///
    /// - Parameter id: The primary key of its row.
    /// - Returns: The row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    public func fetchChannel(byObjectId id: ManagedEntities.Channel.ID) throws -> ManagedEntities.Channel? {
        try store.read { try ManagedEntities.Channel.fetchOne($0, key: id) }
    }
}

extension ChatProvider where ManagedEntities.Member.ID: DatabaseValueConvertible {
    /// Returns a stored membership.
    ///
    /// - Parameter id: The primary key of its row.
    /// - Returns: The row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    public func fetchMember(byObjectId id: ManagedEntities.Member.ID) throws -> ManagedEntities.Member? {
        try store.read { try ManagedEntities.Member.fetchOne($0, key: id) }
    }
}

extension ChatProvider where ManagedEntities.Message.ID: DatabaseValueConvertible {
    /// Returns a stored message.
    ///
    /// - Parameter id: The primary key of its row.
    /// - Returns: The row; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    public func fetchMessage(byObjectId id: ManagedEntities.Message.ID) throws -> ManagedEntities.Message? {
        try store.read { try ManagedEntities.Message.fetchOne($0, key: id) }
    }
}
