import GRDB

/// The ranges of the history of a channel that are stored.
extension Ledger {
    /// Records that the store has all messages of a channel in a range, because a response of the service contained
    /// them.
    func addHistory(_ range: TimetokenRange, of channel: String) throws {
        guard !range.isEmpty else { return }
        let before = try history(of: channel)
        var after = before
        after.insert(range)
        guard after != before else { return }
        try db.run("DELETE FROM localHistory WHERE channelId = ?", [channel])
        for range in after.ranges {
            try db.run(
                "INSERT INTO localHistory (channelId, after, upTo) VALUES (?, ?, ?)",
                [channel, Int64(clamping: range.after), Int64(clamping: range.upTo)]
            )
        }
    }

    /// The ranges of a channel whose messages are stored: those that were fetched, and everything since the first
    /// subscription, without the gaps.
    func localRanges(of channel: String) throws -> TimetokenRanges {
        var ranges = try history(of: channel)
        let live = try Row.fetchOne(
            db,
            sql: "SELECT IFNULL(since, storedThrough), storedThrough FROM copyProgress WHERE channelId = ?",
            arguments: [channel]
        )
        if let live { ranges.insert(Self.range(live)) }
        for kind in [Kind.messages, .older] {
            for gap in try gaps(of: channel, kind).ranges { ranges.subtract(gap) }
        }
        return ranges
    }

    private func history(of channel: String) throws -> TimetokenRanges {
        let sql = "SELECT after, upTo FROM localHistory WHERE channelId = ?"
        return TimetokenRanges(try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [channel]).map(Self.range))
    }

    private static func range(_ row: Row) -> TimetokenRange {
        TimetokenRange(after: Timetoken(clamping: row[0] as Int64), upTo: Timetoken(clamping: row[1] as Int64))
    }
}
