import GRDB

/// The users and channels that the rows of a page refer to, read with one statement for each table.
struct PageReferences<Custom: ChatCustomData> {
    private let users: [String: ChatUser<Custom.User>]
    private let channels: [String: ChatChannel<Custom.Channel>]

    /// Reads the rows.
    ///
    /// - Parameters:
    ///   - users: The identifiers of the users.
    ///   - channels: The identifiers of the channels.
    ///   - db: The database.
    /// - Throws: A `DatabaseError` if a statement fails.
    init(users: Set<String>, channels: Set<String>, _ db: Database) throws {
        let users = try PubNubManagedUser.stored(users, in: "id", db)
        let channels = try PubNubManagedChannel.stored(channels, in: "id", db)
        self.users = Dictionary(uniqueKeysWithValues: users.map { ($0.id, $0.convert()) })
        self.channels = Dictionary(uniqueKeysWithValues: channels.map { ($0.id, $0.convert()) })
    }

    func user(_ id: String?) -> ChatUser<Custom.User>? { id.flatMap { users[$0] } }

    func channel(_ id: String?) -> ChatChannel<Custom.Channel>? { id.flatMap { channels[$0] } }
}
