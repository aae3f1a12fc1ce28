import GRDB

extension ActionChange {
    /// Makes the change in the data file.
    func write(_ db: Database) throws {
        switch kind {
        case .add(let action):
            let statement = try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO messageAction (keyset, channel, timetoken, message, type, value, publisher)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                    """
            )
            try statement.execute(arguments: [
                topic.keyset, topic.name, Int64(clamping: action.timetoken), Int64(clamping: action.message),
                action.type,
                action.value, action.publisher,
            ])
        case .remove(let timetoken):
            try db.cachedStatement(sql: "DELETE FROM messageAction WHERE keyset = ? AND channel = ? AND timetoken = ?")
                .execute(arguments: [topic.keyset, topic.name, Int64(clamping: timetoken)])
        }
    }

    /// Changes that lead from nothing to what the data file holds.
    static func all(in db: Database) throws -> [ActionChange] {
        var changes: [ActionChange] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM messageAction ORDER BY timetoken")
        while let row = try rows.next() {
            let action = MessageAction(
                timetoken: UInt64(clamping: row["timetoken"] as Int64),
                message: UInt64(clamping: row["message"] as Int64),
                type: row["type"],
                value: row["value"],
                publisher: row["publisher"]
            )
            let topic = Topic(keyset: row["keyset"], name: row["channel"])
            changes.append(ActionChange(topic: topic, kind: .add(action)))
        }
        return changes
    }
}
