import Foundation
import GRDB

/// Read markers and unread counts.
extension Ledger {
    /// A marker that the service does not have.
    struct PendingMarker: Sendable {
        enum Kind: Int, Sendable {
            /// It only moves the service's marker to a later message.
            case forward = 0
            /// The user marked messages as unread.
            case back = 1
        }

        let channel: String
        let timetoken: Timetoken
        let kind: Kind
        /// The service's marker that the store knew when the marker moved back.
        let seen: Timetoken?
        /// The own markers before it that the service may have received.
        let own: Set<Timetoken>

        /// Whether to write it over a marker of the service.
        func replaces(_ marker: Timetoken?) -> Bool {
            switch kind {
            case .forward: timetoken > marker ?? 0
            case .back: (marker == seen || marker.map(own.contains) == true) && timetoken != marker
            }
        }
    }

    /// The own markers with another one. The oldest of many are forgotten.
    private static func own(with marker: String) -> String {
        """
        json_insert(
            CASE WHEN json_array_length(own) >= 100 THEN json_remove(own, '$[0]') ELSE IFNULL(own, '[]') END,
            '$[#]', \(marker)
        )
        """
    }

    /// Remembers a pending marker that is replaced.
    private static let keepingOwn = "own = CASE WHEN isPending THEN \(own(with: "lastRead")) END"

    /// Moves the marker of a channel forward before the service has it. After a move back that the service does not have, it
    /// stays a move back until it reaches the service's marker.
    ///
    /// - Returns: Whether it moved.
    func mark(_ channel: String, readUpTo timetoken: Timetoken) throws -> Bool {
        let staysBack = "(isPending AND kind = 1 AND excluded.lastRead < IFNULL(seen, excluded.lastRead + 1))"
        let sql = """
            INSERT INTO unreadCount (id, lastRead, isPending) VALUES (?, ?, 1)
            ON CONFLICT (id) DO UPDATE SET
                \(Self.keepingOwn),
                lastRead = excluded.lastRead, isPending = 1, isAssumed = 0,
                kind = \(staysBack), seen = CASE WHEN \(staysBack) THEN seen END
                WHERE excluded.lastRead > lastRead
            """
        try db.execute(sql: sql, arguments: [channel, Int64(clamping: timetoken)])
        return db.changesCount > 0
    }

    /// Moves the marker of a channel back before the service has it. A marker that is pending may reach the service all the
    /// same, also without a response, so it is remembered until the service confirms one.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - timetoken: The new marker.
    ///   - seen: The service's marker that the store knows.
    /// - Returns: Whether it moved.
    /// - Throws: A `DatabaseError` if a statement fails.
    func unmark(_ channel: String, backTo timetoken: Timetoken, seen: Timetoken?) throws -> Bool {
        let sql = """
            INSERT INTO unreadCount (id, lastRead, isPending, kind, seen) VALUES (?, ?, 1, 1, ?)
            ON CONFLICT (id) DO UPDATE SET
                \(Self.keepingOwn),
                lastRead = excluded.lastRead, isPending = 1, kind = 1, seen = excluded.seen, isAssumed = 0
                WHERE excluded.lastRead < lastRead
            """
        try db.execute(sql: sql, arguments: [channel, Int64(clamping: timetoken), seen.map { Int64(clamping: $0) }])
        guard db.changesCount > 0 else { return false }
        let joins = """
            SELECT change FROM outbox WHERE channelId = ? AND kind = 'join' AND stage < 2 AND change IS NOT NULL
            """
        for data in try Data.fetchAll(db.cachedStatement(sql: joins), arguments: [channel]) {
            let change = try JSONDecoder().decode(MembershipChange.self, from: data)
            if let marker = ReadMarker.timetoken(in: change.custom.compactMapValues(\.self)) {
                try addOwn(marker, of: channel)
            }
        }
        return true
    }

    /// Records the marker with which a membership is about to begin. It is an own one, so it does not end a move back of the
    /// marker that the user asks for before the response arrives.
    func join(_ channel: String, of user: String, with marker: Timetoken) throws {
        var change = MembershipChange()
        change.custom[ReadMarker.key] = .string("\(marker)")
        try db.run(
            "UPDATE outbox SET change = ? WHERE channelId = ? AND memberId = ? AND kind = 'join' AND stage = 1",
            [try JSONEncoder().encode(change), channel, user]
        )
        try addOwn(marker, of: channel)
    }

    private func addOwn(_ marker: Timetoken, of channel: String) throws {
        let sql = "UPDATE unreadCount SET own = \(Self.own(with: "?")) WHERE id = ? AND isPending"
        try db.run(sql, [Int64(clamping: marker), channel])
    }

    /// The marker of a channel that the service does not have.
    func pendingMarker(of channel: String) throws -> PendingMarker? {
        let sql = "SELECT id, lastRead, kind, seen, own FROM unreadCount WHERE isPending AND id = ?"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [channel]).map { row in
            let own = try (row["own"] as String?).map { try JSONDecoder().decode([Int64].self, from: Data($0.utf8)) }
            return PendingMarker(
                channel: row["id"],
                timetoken: Timetoken(clamping: row["lastRead"] as Int64),
                kind: PendingMarker.Kind(rawValue: row["kind"]) ?? .forward,
                seen: (row["seen"] as Int64?).map { Timetoken(clamping: $0) },
                own: Set((own ?? []).map { Timetoken(clamping: $0) })
            )
        }
    }

    /// Stores a pending marker again, which the end of a membership removed.
    func restore(_ marker: PendingMarker) throws {
        let own = try marker.own.isEmpty ? nil : JSONEncoder().encode(marker.own.sorted().map { Int64(clamping: $0) })
        try db.run(
            """
            INSERT INTO unreadCount (id, lastRead, isPending, kind, seen, own) VALUES (?, ?, 1, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET lastRead = excluded.lastRead, isPending = 1, isAssumed = 0,
                    kind = excluded.kind, seen = excluded.seen, own = excluded.own
            """,
            [
                marker.channel, Int64(clamping: marker.timetoken), marker.kind.rawValue,
                marker.seen.map { Int64(clamping: $0) }, own.map { String(decoding: $0, as: UTF8.self) },
            ]
        )
    }

    /// Ends a pending marker that the app discarded. That of the membership applies again, as far as the store has it.
    func abandonMarker(of channel: String, service: Timetoken?) throws {
        try db.run(
            "UPDATE unreadCount SET isPending = 0, own = NULL, lastRead = IFNULL(?, lastRead) WHERE id = ? AND isPending",
            [service.map { Int64(clamping: $0) }, channel]
        )
    }

    /// Ends a pending marker: the service's marker applies. A marker that has moved since stays pending.
    func confirm(_ marker: PendingMarker, service: Timetoken?) throws {
        try db.execute(
            sql: """
                UPDATE unreadCount SET isPending = 0, own = NULL, lastRead = ?
                    WHERE id = ? AND lastRead = ? AND isPending
                """,
            arguments: [
                Int64(clamping: service ?? marker.timetoken), marker.channel, Int64(clamping: marker.timetoken),
            ]
        )
    }

    /// The ranges after a marker whose messages are not stored, oldest first. Messages of a subscribed channel arrive, so
    /// nothing after the newest one is missing unless it is being fetched.
    func uncounted(of channel: String, after marker: Timetoken) throws -> [TimetokenRange] {
        var missing = TimetokenRanges([TimetokenRange(after: marker, upTo: TimetokenRange.open)])
        for range in try localRanges(of: channel).ranges { missing.subtract(range) }
        if let progress = try progress(of: channel), try !gaps(of: channel, .messages).isOpen {
            missing.subtract(TimetokenRange(after: progress, upTo: TimetokenRange.open))
        }
        return missing.ranges
    }

    /// Whether messages after the marker of a channel are missing that no backfill is about to bring, and their number is
    /// unknown: each move of the marker ends the estimate.
    func isUncounted(_ channel: String) throws -> Bool {
        guard try progress(of: channel) != nil, try !gaps(of: channel, .messages).isOpen,
            let estimate = try estimate(of: channel), estimate.base == 0
        else { return false }
        return try !uncounted(of: channel, after: estimate.marker).isEmpty
    }

    /// Sets the estimate of the messages in the ranges that are not stored. Nothing changes if the marker or the ranges
    /// changed in the meantime.
    func setEstimate(_ count: Int, of channel: String, from marker: Timetoken, _ parts: [TimetokenRange]) throws {
        guard try uncounted(of: channel, after: marker) == parts else { return }
        try db.execute(
            sql: "UPDATE unreadCount SET base = ?, removed = NULL WHERE id = ? AND lastRead = ?",
            arguments: [count, channel, Int64(clamping: marker)]
        )
    }

    /// The unread messages in an estimate that this store removed. The service may delete some of them before they are
    /// fetched again, so the estimate of their range ends with the range.
    private struct RemovedUnread: Codable {
        /// The range of all of them, in which other messages may be missing too.
        var after: Timetoken
        var upTo: Timetoken
        var count: Int
        /// The marker after which they were unread. Later ones begin a new estimate.
        let marker: Timetoken

        var range: TimetokenRange { TimetokenRange(after: after, upTo: upTo) }
    }

    /// The estimate of a channel.
    private struct Estimate {
        var base: Int
        let marker: Timetoken
        let counted: Int
        var removed: RemovedUnread?
    }

    private func estimate(of channel: String) throws -> Estimate? {
        let sql = "SELECT base, lastRead, counted, removed FROM unreadCount WHERE id = ?"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [channel]).map { row in
            let (base, marker) = (row["base"] as Int, Timetoken(clamping: row["lastRead"] as Int64))
            var removed = try (row["removed"] as String?).map {
                try JSONDecoder().decode(RemovedUnread.self, from: Data($0.utf8))
            }
            if base == 0 || removed?.marker != marker { removed = nil }
            return Estimate(base: base, marker: marker, counted: row["counted"], removed: removed)
        }
    }

    private func set(_ base: Int, _ removed: RemovedUnread?, of channel: String) throws {
        let text = try removed.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        try db.run("UPDATE unreadCount SET base = ?, removed = ? WHERE id = ?", [base, text, channel])
    }

    /// Removes stored messages of a channel in a range that stay unread: the estimate takes over those that were counted.
    func keepingUnread(of channel: String, in range: TimetokenRange, _ remove: () throws -> Void) throws {
        let before = try estimate(of: channel)
        try remove()
        guard let before, let after = try estimate(of: channel), after.counted < before.counted else { return }
        let count = before.counted - after.counted
        let all = RemovedUnread(
            after: min(range.after, before.removed?.after ?? .max),
            upTo: max(range.upTo, before.removed?.upTo ?? 0),
            count: count + (before.removed?.count ?? 0),
            marker: before.marker
        )
        try set(before.base + count, all, of: channel)
    }

    /// Takes messages out of the estimate of a channel, because they are stored now and counted. Call it before their range
    /// is recorded as stored.
    ///
    /// - Parameters:
    ///   - timetokens: The messages, which the service counts.
    ///   - channel: The channel.
    ///   - covered: The range that is stored.
    /// - Throws: A `DatabaseError` if a statement fails.
    func takeFromEstimate(_ timetokens: some Sequence<Timetoken>, of channel: String, _ covered: TimetokenRange) throws
    {
        guard let estimate = try estimate(of: channel), estimate.base > 0 else { return }
        let parts = TimetokenRanges(try uncounted(of: channel, after: estimate.marker))
        let found = timetokens.filter(parts.contains)
        var rest = parts
        rest.subtract(covered)
        guard !rest.ranges.isEmpty else { return try set(0, nil, of: channel) }
        var taken = found.count
        var removed = estimate.removed
        if let range = removed?.range {
            removed?.count -= found.count(where: range.contains)
            if !rest.ranges.contains(where: range.overlaps) {
                taken += max(0, removed?.count ?? 0)
                removed = nil
            }
        }
        try set(max(0, estimate.base - taken), removed, of: channel)
    }
}
