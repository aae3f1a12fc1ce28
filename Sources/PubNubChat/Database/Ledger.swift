import GRDB

/// Records how complete the store is.
///
/// All messages of a channel up to its progress are stored, except those in its gaps. Progress and gaps change in the
/// transaction that stores the data, so this is true whenever a process ends.
struct Ledger {
    /// The data that is missing in a gap.
    enum Kind: String, CaseIterable, Sendable {
        case messages
        /// Reactions to older messages.
        case details
        /// The metadata of the channel.
        case channel
        /// The members of the channel.
        case members
        /// The present users.
        case presence
        /// Messages that ``ChatBackfillPolicy`` leaves out: they are missing, and fetched only when the app requests
        /// them.
        case older

        /// Data that may have changed unnoticed whenever messages may be missing.
        static let besidesMessages: [Kind] = [.details, .channel, .members, .presence]
    }

    let db: Database

    /// The timetoken up to which the messages of a channel are stored or in a gap; nil for a channel that was never
    /// subscribed.
    func progress(of channel: String) throws -> Timetoken? {
        let statement = try db.cachedStatement(sql: "SELECT storedThrough FROM copyProgress WHERE channelId = ?")
        return try Int64.fetchOne(statement, arguments: [channel]).map { Timetoken(clamping: $0) }
    }

    /// The channels whose messages arrived through these subscription targets before.
    func channels(through targets: some Collection<String>) throws -> [String] {
        let names = Array(targets)
        let sql = "SELECT channelId FROM copyProgress WHERE through IN \(marks(names)) OR channelId IN \(marks(names))"
        return try String.fetchAll(db, sql: sql + " ORDER BY channelId", arguments: StatementArguments(names + names))
    }

    /// Advances the progress of a channel to this timetoken.
    func advance(_ channel: String, through target: String, to timetoken: Timetoken) throws {
        let sql = """
            INSERT INTO copyProgress (channelId, through, storedThrough, since) VALUES (?1, ?2, ?3, ?3 - 1)
            ON CONFLICT (channelId) DO UPDATE SET through = excluded.through,
                storedThrough = MAX(storedThrough, excluded.storedThrough)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [channel, target, Int64(clamping: timetoken)])
    }

    /// The gaps of a channel.
    func gaps(of channel: String, _ kind: Kind) throws -> TimetokenRanges {
        let sql = "SELECT after, upTo FROM copyHole WHERE channelId = ? AND kind = ?"
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [channel, kind.rawValue])
        return TimetokenRanges(
            rows.map { row in
                TimetokenRange(
                    after: Timetoken(clamping: row["after"] as Int64),
                    upTo: Timetoken(clamping: row["upTo"] as Int64)
                )
            }
        )
    }

    /// Changes the gaps of a channel.
    func change(_ channel: String, _ kind: Kind, _ body: (inout TimetokenRanges) -> Void) throws {
        let before = try gaps(of: channel, kind)
        var after = before
        body(&after)
        guard after != before else { return }
        let removal = try db.cachedStatement(sql: "DELETE FROM copyHole WHERE channelId = ? AND kind = ?")
        try removal.execute(arguments: [channel, kind.rawValue])
        guard !after.ranges.isEmpty else { return }
        let sql = "INSERT INTO copyHole (channelId, kind, after, upTo) VALUES (?, ?, ?, ?)"
        let insertion = try db.cachedStatement(sql: sql)
        for range in after.ranges {
            try insertion.execute(
                arguments: [channel, kind.rawValue, Int64(clamping: range.after), Int64(clamping: range.upTo)]
            )
        }
    }

    /// Whether nothing of a channel is missing that is fetched automatically.
    func isWhole(_ channel: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM copyHole WHERE channelId = ? AND kind <> ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [channel, Kind.older.rawValue]) != true
    }

    /// Records that messages of a channel, and the other parts, may be missing.
    func miss(_ channel: String, _ range: TimetokenRange) throws {
        try change(channel, .messages) { $0.insert(range) }
        try missRest(of: channel, range)
    }

    /// Records that the parts of a channel other than messages may be missing.
    func missRest(of channel: String, _ range: TimetokenRange) throws {
        for kind in Kind.besidesMessages { try change(channel, kind) { $0.insert(range) } }
    }

    /// Removes ranges from the gaps.
    func close(_ gaps: [TimetokenRange], of channel: String, _ kind: Kind) throws {
        try change(channel, kind) { ranges in
            for gap in gaps { ranges.subtract(gap) }
        }
    }

    /// Opens a gap after the progress of a channel, until ``close(_:at:)``. A channel without progress misses no
    /// messages.
    func open(_ channel: String) throws {
        if let progress = try progress(of: channel) {
            try miss(channel, TimetokenRange(after: progress, upTo: TimetokenRange.open))
        } else {
            try missRest(of: channel, .unknown)
        }
    }

    /// Ends the open gap of a channel: all later messages arrive.
    func close(_ channel: String, at timetoken: Timetoken) throws {
        let hasGap = try gaps(of: channel, .messages).isOpen
        for kind in Kind.allCases {
            try change(channel, kind) { $0.close(at: timetoken) }
        }
        // Messages that arrived in the meantime without a gap are stored only up to their own timetokens.
        guard try hasGap || progress(of: channel) == nil else { return }
        let sql = """
            INSERT INTO copyProgress (channelId, through, storedThrough, since) VALUES (?1, ?2, ?3, ?3)
            ON CONFLICT (channelId) DO UPDATE SET storedThrough = MAX(storedThrough, excluded.storedThrough)
            """
        try db.run(sql, [channel, channel, Int64(clamping: timetoken)])
    }

    private func marks(_ names: [String]) -> String {
        "(" + names.map { _ in "?" }.joined(separator: ",") + ")"
    }
}

/// The owner of the data in the store.
extension Ledger {
    /// The owner; nil for a store without one, such as a store of a version before 0.7.
    func owner() throws -> ChatStoreOwner? {
        guard try db.tableExists("copyOwner") else { return nil }
        return try Row.fetchOne(db, sql: "SELECT subscribeKey, userId FROM copyOwner").map { row in
            ChatStoreOwner(subscribeKey: row["subscribeKey"], userId: row["userId"])
        }
    }

    /// Records the authorization key of a connection.
    ///
    /// - Parameter digest: Its digest; see ``ConnectionKey``.
    /// - Returns: Whether the last connection of the store had another key.
    /// - Throws: A `DatabaseError` if a statement fails.
    func takeKey(_ digest: String) throws -> Bool {
        guard try String.fetchOne(db, sql: "SELECT keyDigest FROM copyOwner") != digest else { return false }
        try db.execute(sql: "UPDATE copyOwner SET keyDigest = ?", arguments: [digest])
        return true
    }

    /// Sets the owner of the store if it has none.
    func adopt(_ owner: ChatStoreOwner) throws {
        let sql = "INSERT OR IGNORE INTO copyOwner (id, subscribeKey, userId) VALUES (1, ?, ?)"
        try db.execute(sql: sql, arguments: [owner.subscribeKey, owner.userId])
    }
}
