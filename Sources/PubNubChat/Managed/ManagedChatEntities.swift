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

    /// Registers what makes and changes the tables; those of ``PubNubManagedChatEntities`` unless implemented.
    static func registerMigrations(in migrator: inout DatabaseMigrator)

    /// Forgets who is present, as a store does when it is opened; for the table of ``PubNubManagedMember`` unless implemented.
    static func clearTransientData(in db: Database) throws
}

extension ManagedChatEntities {
    /// Registers the tables of ``PubNubManagedChatEntities``.
    ///
    /// - Parameter migrator: Where they are registered.
    public static func registerMigrations(in migrator: inout DatabaseMigrator) {
        StoreSchema.register(in: &migrator)
    }

    /// Makes all members of the table `member` absent and stateless.
    ///
    /// - Parameter db: The database.
    /// - Throws: A `DatabaseError` if a statement fails.
    public static func clearTransientData(in db: Database) throws {
        try db.execute(
            sql: "UPDATE member SET isPresent = 0, presenceState = NULL WHERE isPresent OR presenceState IS NOT NULL"
        )
    }
}

/// A row of the store that stands for something in a chat.
///
/// Its functions are called inside `ChatStore.read` and `ChatStore.write`, with the database that these give.
public protocol ManagedChatEntity: FetchableRecord, TableRecord, Identifiable, Hashable, Sendable
where ID: Sendable {}

/// The entities that a store has by default.
public enum PubNubManagedChatEntities: ManagedChatEntities {}
