import GRDB

/// What the store knows of its own completeness.
///
/// All messages of a channel up to its progress are stored, except those in its holes. Both change in the transaction that stores
/// what they tell of, so that this holds whenever a process ends.
struct Ledger {
    /// What is missing in a hole.
    enum Kind: String, CaseIterable, Sendable {
        case messages
        /// Reactions to older messages.
        case details
        /// The metadata of the channel.
        case channel
        /// The members of the channel.
        case members
        /// Who is there.
        case presence
        /// Messages that ``ChatFillPolicy`` leaves out: they are missing, and nobody but the app fetches them.
        case older

        /// What may have changed unnoticed whenever messages may be missing.
        static let besidesMessages: [Kind] = [.details, .channel, .members, .presence]
    }

    let db: Database

    /// Up to when the messages of a channel are stored or in a hole; nil for a channel that never was subscribed.
    func progress(of channel: String) throws -> Timetoken? {
        let statement = try db.cachedStatement(sql: "SELECT storedThrough FROM copyProgress WHERE channelId = ?")
        return try Int64.fetchOne(statement, arguments: [channel]).map { Timetoken(clamping: $0) }
    }

    /// The channels whose messages came through these feeds before.
    func channels(through feeds: some Collection<String>) throws -> [String] {
        let names = Array(feeds)
        let sql = "SELECT channelId FROM copyProgress WHERE through IN \(marks(names)) OR channelId IN \(marks(names))"
        return try String.fetchAll(db, sql: sql + " ORDER BY channelId", arguments: StatementArguments(names + names))
    }

    /// A channel is stored, or in holes, up to this time.
    func advance(_ channel: String, through feed: String, to timetoken: Timetoken) throws {
        let sql = """
            INSERT INTO copyProgress (channelId, through, storedThrough) VALUES (?, ?, ?)
            ON CONFLICT (channelId) DO UPDATE SET through = excluded.through,
                storedThrough = MAX(storedThrough, excluded.storedThrough)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [channel, feed, Int64(clamping: timetoken)])
    }

    /// The holes of a channel.
    func holes(of channel: String, _ kind: Kind) throws -> TimetokenRanges {
        let sql = "SELECT after, upTo FROM copyHole WHERE channelId = ? AND kind = ?"
        let rows = try Row.fetchAll(db, sql: sql, arguments: [channel, kind.rawValue])
        return TimetokenRanges(
            rows.map { row in
                TimetokenRange(
                    after: Timetoken(clamping: row["after"] as Int64),
                    upTo: Timetoken(clamping: row["upTo"] as Int64)
                )
            }
        )
    }

    /// Changes the holes of a channel.
    func change(_ channel: String, _ kind: Kind, _ body: (inout TimetokenRanges) -> Void) throws {
        let before = try holes(of: channel, kind)
        var after = before
        body(&after)
        guard after != before else { return }
        try db.execute(
            sql: "DELETE FROM copyHole WHERE channelId = ? AND kind = ?",
            arguments: [channel, kind.rawValue]
        )
        for range in after.ranges {
            try db.execute(
                sql: "INSERT INTO copyHole (channelId, kind, after, upTo) VALUES (?, ?, ?, ?)",
                arguments: [channel, kind.rawValue, Int64(clamping: range.after), Int64(clamping: range.upTo)]
            )
        }
    }

    /// Whether anything of a channel may be missing that is fetched without the app.
    func isWhole(_ channel: String) throws -> Bool {
        try
            !(Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM copyHole WHERE channelId = ? AND kind <> ?)",
                arguments: [channel, Kind.older.rawValue]
            ) ?? false)
    }

    /// Messages of a channel, and what goes with them, may be missing.
    func miss(_ channel: String, _ range: TimetokenRange) throws {
        try change(channel, .messages) { $0.insert(range) }
        try missRest(of: channel, range)
    }

    /// What goes with the messages of a channel may be missing.
    func missRest(of channel: String, _ range: TimetokenRange) throws {
        for kind in Kind.besidesMessages { try change(channel, kind) { $0.insert(range) } }
    }

    /// These are not missing any more.
    func close(_ holes: [TimetokenRange], of channel: String, _ kind: Kind) throws {
        try change(channel, kind) { ranges in
            for hole in holes { ranges.subtract(hole) }
        }
    }

    /// Whatever is sent to a channel from its progress on may be missing until ``close(_:at:)``. A channel without progress misses no messages: it begins.
    func open(_ channel: String) throws {
        if let progress = try progress(of: channel) {
            try miss(channel, TimetokenRange(after: progress, upTo: TimetokenRange.open))
        } else {
            try missRest(of: channel, .unknown)
        }
    }

    /// Everything that is sent to a channel after this time arrives.
    func close(_ channel: String, at timetoken: Timetoken) throws {
        let hasHole = try holes(of: channel, .messages).isOpen
        for kind in Kind.allCases {
            try change(channel, kind) { $0.close(at: timetoken) }
        }
        // What came in the meantime without a hole is stored up to its own time only.
        guard try hasHole || progress(of: channel) == nil else { return }
        let sql = """
            INSERT INTO copyProgress (channelId, through, storedThrough) VALUES (?, ?, ?)
            ON CONFLICT (channelId) DO UPDATE SET storedThrough = MAX(storedThrough, excluded.storedThrough)
            """
        try db.execute(sql: sql, arguments: [channel, channel, Int64(clamping: timetoken)])
    }

    private func marks(_ names: [String]) -> String {
        "(" + names.map { _ in "?" }.joined(separator: ",") + ")"
    }
}

/// Whose data the store holds.
extension Ledger {
    /// The owner; nil for a store that has none yet, such as one of a version before 0.7.
    func owner() throws -> ChatStoreOwner? {
        guard try db.tableExists("copyOwner") else { return nil }
        return try Row.fetchOne(db, sql: "SELECT subscribeKey, userId FROM copyOwner").map { row in
            ChatStoreOwner(subscribeKey: row["subscribeKey"], userId: row["userId"])
        }
    }

    /// Makes this the store of an owner, if it has none yet.
    func adopt(_ owner: ChatStoreOwner) throws {
        let sql = "INSERT OR IGNORE INTO copyOwner (id, subscribeKey, userId) VALUES (1, ?, ?)"
        try db.execute(sql: sql, arguments: [owner.subscribeKey, owner.userId])
    }
}
