public import GRDB

extension PubNubManagedMessageAction {
    /// Makes the reactions of a page with authors and messages, in three statements more than for the rows (up to 512 of each kind).
    ///
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - db: The database.
    /// - Returns: The reactions, in the order of the rows, each as ``convert(from:)`` makes it.
    /// - Throws: What ``convert(from:)`` throws for one of them, or a `DatabaseError`.
    public static func convert<Custom: ChatCustomData>(
        _ rows: [Self],
        from db: Database
    ) throws -> [ChatMessageAction<Custom>] {
        let parents = try PubNubManagedMessage.stored(Set(rows.compactMap(\.pubnubParentId)), in: "id", db)
        let references = try PageReferences<Custom>(
            users: Set(parents.compactMap(\.pubnubUserId) + rows.compactMap(\.pubnubUserId)),
            channels: Set(parents.compactMap(\.pubnubChannelId)),
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
