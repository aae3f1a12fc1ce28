import GRDB

/// Which members of a channel the pages of a reading named, and what told them from others when they were read last.
extension Ledger {
    /// What differs when the members of a channel differ.
    struct MembersMark: Sendable {
        let mark: String
        /// When they were read, in seconds since 1970.
        let readAt: Double
    }

    /// The mark of the last complete reading; nil when there was none, or when the list is short enough to be read each time.
    func membersMark(of channel: String) throws -> MembersMark? {
        let statement = try db.cachedStatement(sql: "SELECT mark, readAt FROM copyMembers WHERE channelId = ?")
        return try Row.fetchOne(statement, arguments: [channel]).map { row in
            MembersMark(mark: row["mark"], readAt: row["readAt"])
        }
    }

    /// A reading begins: nobody is named yet. Until it ends, nothing is known of an earlier one.
    func beginMembers(of channel: String) throws {
        try db.execute(sql: "DELETE FROM copyMemberNamed WHERE channelId = ?", arguments: [channel])
        try db.execute(sql: "DELETE FROM copyMembers WHERE channelId = ?", arguments: [channel])
    }

    /// A page named these users.
    func nameMembers(of channel: String, _ users: [String]) throws {
        let sql = "INSERT INTO copyMemberNamed (channelId, userId) VALUES (?, ?) ON CONFLICT DO NOTHING"
        let statement = try db.cachedStatement(sql: sql)
        for user in users { try statement.execute(arguments: [channel, user]) }
    }

    /// Whether a page named this user.
    func isMemberNamed(_ user: String, in channel: String) throws -> Bool {
        let sql = "SELECT 1 FROM copyMemberNamed WHERE channelId = ? AND userId = ?"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [channel, user]) != nil
    }

    /// A reading is complete.
    func endMembers(of channel: String, _ read: MembersMark?) throws {
        try db.execute(sql: "DELETE FROM copyMemberNamed WHERE channelId = ?", arguments: [channel])
        guard let read else { return }
        let sql = "INSERT OR REPLACE INTO copyMembers (channelId, mark, readAt) VALUES (?, ?, ?)"
        try db.execute(sql: sql, arguments: [channel, read.mark, read.readAt])
    }
}
