/// The rows that a request reads, as a value: changes of other rows cause no read of an observation.
///
/// An observation of a request of the default entities reads only when a row of its scope changes:
///
/// ```swift
/// import PubNubChat
///
/// func countMessages(in chat: PubNubChatProvider) async throws {
///     let newest = PubNubManagedMessage.newestMessagesBy(pubnubChannelId: "lobby", limit: 50)
///     for try await change in chat.store.changes(of: newest, watching: .messages(inChannel: "lobby")) {
///         print(change.entities.count)
///     }
/// }
/// ```
///
/// Scopes are added with `+`. ``tables`` suits every request, also one of an app's own tables.
///
/// A scope must have all rows that can change the result: changes of other rows are not reported. In debug builds, a result
/// that changes without a row of its scope stops the program with a message that names the request; 16 observations of a store
/// are checked at a time. An observation whose scope lacks a table of its request, or names a table that the store does not
/// have, uses ``tables`` instead.
public struct ChatScope: Hashable, Sendable {
    /// The rows; nil for everything in the tables of the request.
    let rows: [ObservedRows]?

    /// All rows of the tables that the request reads.
    public static let tables = ChatScope(rows: nil)

    /// The rows of both scopes.
    ///
    /// - Parameters:
    ///   - left: A scope.
    ///   - right: A scope.
    /// - Returns: The scope; ``tables`` if one of them is ``tables``.
    public static func + (left: ChatScope, right: ChatScope) -> ChatScope {
        guard let first = left.rows, let second = right.rows else { return .tables }
        return ChatScope(rows: ObservedRows.joined(first + second))
    }

    init(rows: [ObservedRows]?) { self.rows = rows }

    private init(_ table: String, _ column: String, _ value: String, columns: Set<String>? = nil) {
        rows = [ObservedRows(table, column, value, columns: columns)]
    }
}

extension ChatScope {
    /// The messages of a channel.
    ///
    /// - Parameter id: The identifier of the channel.
    /// - Returns: The scope.
    public static func messages(inChannel id: String) -> ChatScope { ChatScope("message", "pubnubChannelId", id) }

    /// The messages of a user.
    ///
    /// - Parameter id: The identifier of the author.
    /// - Returns: The scope.
    public static func messages(byUser id: String) -> ChatScope { ChatScope("message", "pubnubUserId", id) }

    /// One message.
    ///
    /// - Parameter id: The identifier in its payload.
    /// - Returns: The scope.
    public static func message(_ id: String) -> ChatScope { ChatScope("message", "id", id) }

    /// The message actions of a channel: reactions, edits, deletions and starts of threads.
    ///
    /// - Parameter id: The identifier of the channel.
    /// - Returns: The scope.
    public static func reactions(inChannel id: String) -> ChatScope {
        ChatScope("messageAction", "pubnubChannelId", id)
    }

    /// The message actions of a message.
    ///
    /// - Parameter id: The identifier in the payload of the message.
    /// - Returns: The scope.
    public static func reactions(toMessage id: String) -> ChatScope { ChatScope("messageAction", "pubnubParentId", id) }

    /// The message actions of a user.
    ///
    /// - Parameter id: The identifier of the user.
    /// - Returns: The scope.
    public static func reactions(byUser id: String) -> ChatScope { ChatScope("messageAction", "pubnubUserId", id) }

    /// The message actions of the newest messages of a channel, as
    /// ``PubNubManagedMessageAction/newestMessageActionsBy(pubnubChannelId:messages:)`` reads them. Edits of messages do not
    /// count.
    ///
    /// - Parameter id: The identifier of the channel.
    /// - Returns: The scope.
    public static func newestReactions(inChannel id: String) -> ChatScope {
        reactions(inChannel: id)
            + ChatScope("message", "pubnubChannelId", id, columns: ["position", "pubnubChannelId"])
    }

    /// The members and the visitors of a channel.
    ///
    /// - Parameter id: The identifier of the channel.
    /// - Returns: The scope.
    public static func members(ofChannel id: String) -> ChatScope { ChatScope("member", "channelId", id) }

    /// The memberships of a user.
    ///
    /// - Parameter id: The identifier of the user.
    /// - Returns: The scope.
    public static func memberships(ofUser id: String) -> ChatScope { ChatScope("member", "userId", id) }

    /// The users who are members or visitors of a channel. Their presence does not count.
    ///
    /// - Parameter id: The identifier of the channel.
    /// - Returns: The scope.
    public static func users(ofChannel id: String) -> ChatScope {
        ChatScope(RowWatch.usersByChannel, "channelId", id)
            + ChatScope("member", "channelId", id, columns: ["userId", "channelId", "standing"])
    }

    /// One user.
    ///
    /// - Parameter id: The identifier of the user.
    /// - Returns: The scope.
    public static func user(_ id: String) -> ChatScope { ChatScope("user", "id", id) }

    /// One channel: its metadata and its counts of members.
    ///
    /// - Parameter id: The identifier of the channel.
    /// - Returns: The scope.
    public static func channel(_ id: String) -> ChatScope { ChatScope("channel", "id", id) }

    /// The read marker and the unread count of the current user in a channel.
    ///
    /// - Parameter id: The identifier of the channel.
    /// - Returns: The scope.
    public static func unread(inChannel id: String) -> ChatScope { ChatScope("unreadCount", "id", id) }

    /// The draft of a channel.
    ///
    /// - Parameter id: The identifier of the channel.
    /// - Returns: The scope.
    public static func draft(inChannel id: String) -> ChatScope { ChatScope("draft", "id", id) }

    /// The changes of a channel that the service does not have: see ``ChatOutboxEntry``.
    ///
    /// - Parameter id: The identifier of the channel.
    /// - Returns: The scope.
    public static func outbox(ofChannel id: String) -> ChatScope { ChatScope("outbox", "channelId", id) }
}
