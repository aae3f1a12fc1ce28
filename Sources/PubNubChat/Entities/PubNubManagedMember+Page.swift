public import GRDB

extension PubNubManagedMember {
    /// Makes the members of a page with channels and users, in two statements more than for the rows (up to 512 of each kind).
    ///
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - db: The database.
    /// - Returns: The members, in the order of the rows, each as ``convert(from:)`` makes it.
    /// - Throws: What ``convert(from:)`` throws for one of them, or a `DatabaseError`.
    public static func convert<Custom: ChatCustomData>(
        _ rows: [Self],
        from db: Database
    ) throws -> [ChatMember<Custom>] {
        let references = try PageReferences<Custom>(
            users: Set(rows.compactMap(\.userId)),
            channels: Set(rows.compactMap(\.channelId)),
            db
        )
        return rows.map { row in
            row.member(of: references.channel(row.channelId), by: references.user(row.userId))
        }
    }
}
