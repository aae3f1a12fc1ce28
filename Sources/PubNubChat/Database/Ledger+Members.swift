import GRDB

/// Tracks the users that the pages of a member list contained, and the mark of the last complete reading.
extension Ledger {
    /// A value that changes when the members of a channel change.
    struct MembersMark: Sendable {
        let mark: String
        /// The time of the reading, in seconds since 1970.
        let readAt: Double
    }

    /// The mark of the last complete reading; nil if none exists, or if the list is short enough to be read each time.
    func membersMark(of channel: String) throws -> MembersMark? {
        let statement = try db.cachedStatement(sql: "SELECT mark, readAt FROM copyMembers WHERE channelId = ?")
        return try Row.fetchOne(statement, arguments: [channel]).map { row in
            MembersMark(mark: row["mark"], readAt: row["readAt"])
        }
    }

    /// Begins a reading: removes the listed users and the mark of an earlier reading.
    func beginMembers(of channel: String) throws {
        try db.run("DELETE FROM copyMemberNamed WHERE channelId = ?", [channel])
        try db.run("DELETE FROM copyMembers WHERE channelId = ?", [channel])
    }

    /// Records the users of a page.
    func nameMembers(of channel: String, _ users: [String]) throws {
        let sql = "INSERT INTO copyMemberNamed (channelId, userId) VALUES (?, ?) ON CONFLICT DO NOTHING"
        let statement = try db.cachedStatement(sql: sql)
        for user in users { try statement.execute(arguments: [channel, user]) }
    }

    /// Whether a page listed this user.
    func isMemberNamed(_ user: String, in channel: String) throws -> Bool {
        let sql = "SELECT 1 FROM copyMemberNamed WHERE channelId = ? AND userId = ?"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [channel, user]) != nil
    }

    /// Ends a complete reading.
    func endMembers(of channel: String, _ read: MembersMark?) throws {
        try db.run("DELETE FROM copyMemberNamed WHERE channelId = ?", [channel])
        guard let read else { return }
        let sql = "INSERT OR REPLACE INTO copyMembers (channelId, mark, readAt) VALUES (?, ?, ?)"
        try db.run(sql, [channel, read.mark, read.readAt])
    }
}
