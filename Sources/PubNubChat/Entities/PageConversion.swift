public import GRDB
import PubNubWire

/// The users and channels that the rows of a page refer to, read with one statement for each table.
struct PageReferences<Custom: ChatCustomData> {
    // Identifiers that look alike and have other bytes are those of other users.
    private let users: [NameKey: ChatUser<Custom.User>]
    private let channels: [NameKey: ChatChannel<Custom.Channel>]

    /// Reads the rows.
    ///
    /// - Parameters:
    ///   - users: The identifiers of the users.
    ///   - channels: The identifiers of the channels.
    ///   - db: The database.
    /// - Throws: A `DatabaseError` if a statement fails.
    init(users: some Sequence<String>, channels: some Sequence<String>, _ db: Database) throws {
        let users = try PubNubManagedUser.stored(Set(users.map { NameKey($0) }).map(\.text), in: "id", db)
        let channels = try PubNubManagedChannel.stored(Set(channels.map { NameKey($0) }).map(\.text), in: "id", db)
        self.users = Dictionary(uniqueKeysWithValues: users.map { (NameKey($0.id), $0.convert()) })
        self.channels = Dictionary(uniqueKeysWithValues: channels.map { (NameKey($0.id), $0.convert()) })
    }

    func user(_ id: String?) -> ChatUser<Custom.User>? { id.flatMap { users[NameKey($0)] } }

    func channel(_ id: String?) -> ChatChannel<Custom.Channel>? { id.flatMap { channels[NameKey($0)] } }
}

extension PubNubManagedMessage {
    /// Makes the messages of a page with authors, channels and reactions. Three statements read what belongs to a page,
    /// however many messages it has (up to 512 of each kind; a further one for each 512 more).
    ///
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - db: The database.
    /// - Returns: The messages, in the order of the rows, each as ``convert(from:)`` makes it.
    /// - Throws: The error of ``convert(from:)`` for one of them, or a `DatabaseError`.
    public static func convert<Custom: ChatCustomData>(
        _ rows: [Self],
        from db: Database
    ) throws -> [ChatMessage<Custom>] {
        let actions = try PubNubManagedMessageAction.of(rows, in: db)
        let references = try PageReferences<Custom>(
            users: rows.compactMap(\.pubnubUserId) + actions.compactMap(\.pubnubUserId),
            channels: rows.compactMap(\.pubnubChannelId),
            db
        )
        let byMessage = Dictionary(grouping: actions, by: \.pubnubParentId)
        return rows.map { row in
            var message: ChatMessage<Custom> = row.message(
                by: references.user(row.pubnubUserId),
                on: references.channel(row.pubnubChannelId)
            )
            message.messageActions = (byMessage[row.id] ?? []).map { action in
                action.action(by: references.user(action.pubnubUserId), on: nil)
            }
            return message
        }
    }
}

extension PubNubManagedMessageAction {
    /// Makes the reactions of a page with authors and messages, in three statements more than for the rows (up to 512
    /// of each kind).
    ///
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - db: The database.
    /// - Returns: The reactions, in the order of the rows, each as ``convert(from:)`` makes it.
    /// - Throws: The error of ``convert(from:)`` for one of them, or a `DatabaseError`.
    public static func convert<Custom: ChatCustomData>(
        _ rows: [Self],
        from db: Database
    ) throws -> [ChatMessageAction<Custom>] {
        let parents = try PubNubManagedMessage.stored(Set(rows.compactMap(\.pubnubParentId)), in: "id", db)
        let references = try PageReferences<Custom>(
            users: parents.compactMap(\.pubnubUserId) + rows.compactMap(\.pubnubUserId),
            channels: parents.compactMap(\.pubnubChannelId),
            db
        )
        let byId = Dictionary(uniqueKeysWithValues: parents.map { ($0.id, $0) })
        return rows.map { row in
            let message: ChatMessage<Custom>? = row.pubnubParentId.flatMap { byId[$0] }.map { parent in
                parent.message(
                    by: references.user(parent.pubnubUserId),
                    on: references.channel(parent.pubnubChannelId)
                )
            }
            return row.action(by: references.user(row.pubnubUserId), on: message)
        }
    }
}

extension PubNubManagedMember {
    /// Makes the members of a page with channels and users, in two statements more than for the rows (up to 512 of each
    /// kind).
    ///
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - db: The database.
    /// - Returns: The members, in the order of the rows, each as ``convert(from:)`` makes it.
    /// - Throws: The error of ``convert(from:)`` for one of them, or a `DatabaseError`.
    public static func convert<Custom: ChatCustomData>(
        _ rows: [Self],
        from db: Database
    ) throws -> [ChatMember<Custom>] {
        let references = try PageReferences<Custom>(
            users: rows.compactMap(\.userId),
            channels: rows.compactMap(\.channelId),
            db
        )
        return rows.map { row in
            row.member(of: references.channel(row.channelId), by: references.user(row.userId))
        }
    }
}
