public import GRDB

/// The entities of a store, with their tables.
public protocol ManagedChatEntities: Sendable {
    /// The rows for users.
    associatedtype User: ManagedChatUser = PubNubManagedUser
    /// The rows for channels.
    associatedtype Channel: ManagedChatChannel = PubNubManagedChannel
    /// The rows for memberships.
    associatedtype Member: ManagedChatMember = PubNubManagedMember
    /// The rows for messages.
    associatedtype Message: ManagedChatMessage = PubNubManagedMessage
    /// The rows for reactions.
    associatedtype MessageAction: ManagedChatMessageAction = PubNubManagedMessageAction

    /// Registers the migrations that create and change the tables. The default implementation registers those of
    /// ``PubNubManagedChatEntities``.
    static func registerMigrations(in migrator: inout DatabaseMigrator)

    /// Removes all presence, as a store does when it is opened. The default implementation changes the table of
    /// ``PubNubManagedMember``.
    static func clearTransientData(in db: Database) throws
}

extension ManagedChatEntities {
    /// Registers the tables of ``PubNubManagedChatEntities``.
    ///
    /// - Parameter migrator: The migrator to register them in.
    public static func registerMigrations(in migrator: inout DatabaseMigrator) {
        StoreSchema.register(in: &migrator)
    }

    /// Makes all members of the table `member` absent and stateless, and removes visitors.
    ///
    /// - Parameter db: The database.
    /// - Throws: A `DatabaseError` if a statement fails.
    public static func clearTransientData(in db: Database) throws {
        try db.execute(sql: "DELETE FROM member WHERE standing = 0 AND NOT isPending")
        try db.execute(
            sql: "UPDATE member SET isPresent = 0, presenceState = NULL WHERE isPresent OR presenceState IS NOT NULL"
        )
    }
}

/// A row of the store that represents an object of a chat.
///
/// Call its functions inside `ChatStore.read` and `ChatStore.write`, with the database that these pass.
public protocol ManagedChatEntity: FetchableRecord, TableRecord, Identifiable, Hashable, Sendable
where ID: Sendable {}

/// The default entities of a store.
public enum PubNubManagedChatEntities: ManagedChatEntities {}

// The rows of these tables can be observed like those of the entities.

extension ChatOutboxEntry: ManagedChatEntity {}

extension ChatUnreadCount: ManagedChatEntity {}

extension ChatDraft: ManagedChatEntity {}
