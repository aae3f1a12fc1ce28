public import GRDB

extension PubNubManagedMessage {
    /// Makes the messages of a page with authors, channels and reactions. Three statements read what belongs to a page, however many messages it has
    /// (up to 512 of each kind; a further one for each 512 more).
    ///
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - db: The database.
    /// - Returns: The messages, in the order of the rows, each as ``convert(from:)`` makes it.
    /// - Throws: What ``convert(from:)`` throws for one of them, or a `DatabaseError`.
    public static func convert<Custom: ChatCustomData>(
        _ rows: [Self],
        from db: Database
    ) throws -> [ChatMessage<Custom>] {
        let actions = try PubNubManagedMessageAction.of(rows, in: db)
        let references = try PageReferences<Custom>(
            users: Set(rows.compactMap(\.pubnubUserId) + actions.compactMap(\.pubnubUserId)),
            channels: Set(rows.compactMap(\.pubnubChannelId)),
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
