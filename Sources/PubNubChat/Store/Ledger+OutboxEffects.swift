import Foundation
import GRDB

/// A change to add to the outbox.
struct OutboxChange: Sendable {
    let kind: ChatOutboxEntry.Kind
    let channelId: String
    var messageId: String?
    /// The type of the message action that is added or removed.
    var actionType: String?
    var value: String?
    /// The member whose membership changes.
    var memberId: String?
    var membership: MembershipChange?
}

extension ChatOutboxEntry.Kind {
    /// Whether it adds a message action.
    var addsAction: Bool { [.edit, .deletion, .reaction, .thread].contains(self) }
}

/// Adds changes to the outbox, and shows their effects in the default rows.
extension Ledger {
    /// Adds a change, and shows its effect. A change that is opposite to one that was not sent removes that one, and is
    /// itself added only if the result is not what the service has already. Failed entries for the same purpose are removed:
    /// the user decided again.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - user: The author.
    /// - Returns: The entry; nil if nothing is to be sent.
    /// - Throws: ``ChatError/outboxFull(limit:)``, or a `DatabaseError` if a statement fails.
    func add(_ change: OutboxChange, by user: String) throws -> Int64? {
        try removeFailed(change, user)
        if let former = try opposite(of: change, user) {
            let isCancelled = try cancels(change, former)
            // Changes of a membership that does not begin would begin one, or change a later one.
            if isCancelled, former.kind == .join { _ = try discardChanges(after: former) }
            try discard(former.sequence)
            // The service may have refused an earlier change, and what the opposite one replaced is shown again.
            if try isCancelled && isShown(change, user) { return nil }
        }
        guard try !isQueued(change, user) else { return nil }
        if let former = try last(before: change, user), former.state == .queued {
            // Only the last marker of a channel is sent. A permanent deletion begins with a soft one.
            let isPart = change.kind == .deletion && former.kind == .deletion && !former.isTried
            if change.kind == .marker || isPart { try finish(former.sequence) }
        }
        try requireSpace()
        try db.run(
            """
            INSERT INTO outbox (kind, userId, channelId, messageId, memberId, actionType, value, change)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                change.kind.rawValue, user, change.channelId, change.messageId, change.memberId, change.actionType,
                change.value, try change.membership.map { try JSONEncoder().encode($0) },
            ]
        )
        let sequence = db.lastInsertedRowID
        if let entry = try entry(sequence) { try show(entry) }
        return sequence
    }

    private func removeFailed(_ change: OutboxChange, _ user: String) throws {
        let kinds = Self.purposes.first { $0.contains(change.kind) } ?? [change.kind]
        let sql = """
            SELECT * FROM outbox WHERE stage = 2 AND userId = ? AND channelId = ? AND messageId IS ? AND memberId IS ?
                AND kind <> 'message'
            """
        let failed = try ChatOutboxEntry.fetchAll(
            db,
            sql: sql,
            arguments: [user, change.channelId, change.messageId, change.memberId]
        )
        let isReaction = change.kind == .reaction || change.kind == .reactionRemoval
        for entry in failed where kinds.contains(entry.kind) {
            if entry.kind == .membership {
                if let later = change.membership { try limit(entry, by: later) }
                continue
            }
            let isSame = entry.actionType == change.actionType && entry.value == change.value
            if isSame || !isReaction { try discard(entry.sequence) }
        }
        if change.kind == .leave {
            for entry in failed where entry.kind == .membership { try finish(entry.sequence) }
        }
    }

    /// Removes from a refused change of a membership what a later one sets.
    func limit(_ entry: ChatOutboxEntry, by later: MembershipChange) throws {
        guard entry.kind == .membership, let data = entry.change else { return }
        let change = try JSONDecoder().decode(MembershipChange.self, from: data)
        let rest = change.without(later)
        guard rest != change else { return }
        guard !rest.isEmpty else { return try finish(entry.sequence) }
        let sql = "UPDATE outbox SET change = ?, removed = NULL WHERE sequence = ?"
        try db.run(sql, [try JSONEncoder().encode(rest), entry.sequence])
    }

    /// Whether a later change that waits or is being sent decides about the same. The end of a membership decides about its
    /// earlier changes.
    func isReplaced(_ entry: ChatOutboxEntry) throws -> Bool {
        guard entry.kind != .message else { return false }
        if entry.kind == .edit { return try isReplaced(edit: entry) }
        let purpose: Set = entry.kind == .membership ? [.leave] : Self.purposes.first { $0.contains(entry.kind) } ?? []
        let isReaction = entry.kind == .reaction || entry.kind == .reactionRemoval
        let waiting =
            try entry.messageId.map { try changes(of: $0, by: entry.userId) }
            ?? membershipChanges(of: entry.memberId ?? entry.userId, in: entry.channelId)
        return waiting.contains { later in
            let isSame = later.actionType == entry.actionType && later.value == entry.value
            return later.sequence > entry.sequence && purpose.contains(later.kind) && (isSame || !isReaction)
        }
    }

    /// The kinds of which the last call decides.
    private static let purposes: [Set<ChatOutboxEntry.Kind>] = [
        [.edit, .editRemoval], [.deletion, .restoration], [.reaction, .reactionRemoval], [.join, .leave],
        [.marker],
    ]

    /// The last change of the same purpose, if it is opposite to a change and was never sent.
    private func opposite(of change: OutboxChange, _ user: String) throws -> ChatOutboxEntry? {
        guard let last = try last(before: change, user), !last.isTried, last.state == .queued else { return nil }
        let isOpposite =
            switch (last.kind, change.kind) {
            case (.edit, .editRemoval), (.deletion, .restoration), (.restoration, .deletion): true
            case (.reaction, .reactionRemoval), (.reactionRemoval, .reaction): true
            case (.join, .leave), (.leave, .join): true
            default: false
            }
        return isOpposite ? last : nil
    }

    /// Whether a change and the opposite one before it, which was not sent, have no effect at the service together.
    private func cancels(_ change: OutboxChange, _ former: ChatOutboxEntry) throws -> Bool {
        switch (former.kind, change.kind) {
        // The message is deleted softly at the service, and must be removed from history.
        case (.restoration, .deletion): return change.value != ChatOutboxEntry.hard
        // A join of a member and a leave of a non-member change nothing at the service, so their opposite is needed.
        case (.join, .leave): return try former.removed == "0" && !hasServiceMember(former)
        case (.leave, .join): return try former.removed == "2" && hasServiceMember(former)
        default: return true
        }
    }

    /// Whether the service has the membership of an entry, as far as the store knows.
    private func hasServiceMember(_ entry: ChatOutboxEntry) throws -> Bool {
        let id = MemberID.text(channelId: entry.channelId, userId: entry.userId)
        let sql = "SELECT EXISTS (SELECT 1 FROM member WHERE id = ? AND eTag IS NOT NULL)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) == true
    }

    /// Whether the rows show what a change of a reaction or a deletion asks for.
    private func isShown(_ change: OutboxChange, _ user: String) throws -> Bool {
        let value: String?
        switch change.kind {
        case .reaction, .reactionRemoval: value = change.value
        case .deletion, .restoration: value = nil
        default: return true
        }
        guard try hasRows("messageAction") else { return true }
        let sql = """
            SELECT EXISTS (
                SELECT 1 FROM messageAction WHERE pubnubParentId = ? AND pubnubUserId = ? AND sourceType = ?
                    AND IFNULL(?, value) = value
            )
            """
        let arguments: StatementArguments = [change.messageId, user, change.actionType, value]
        let isStored = try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) == true
        return isStored == change.kind.addsAction
    }

    /// Whether the last change of the same purpose is the same.
    private func isQueued(_ change: OutboxChange, _ user: String) throws -> Bool {
        guard let last = try last(before: change, user) else { return false }
        return last.kind == change.kind && last.value == change.value && last.kind != .editRemoval
    }

    private func last(before change: OutboxChange, _ user: String) throws -> ChatOutboxEntry? {
        guard let purpose = Self.purposes.first(where: { $0.contains(change.kind) }) else { return nil }
        guard let messageId = change.messageId else {
            return try membershipChanges(of: change.memberId ?? user, in: change.channelId).last {
                purpose.contains($0.kind)
            }
        }
        let isReaction = change.kind == .reaction || change.kind == .reactionRemoval
        return try changes(of: messageId, by: user).last { entry in
            let isSame = entry.actionType == change.actionType && entry.value == change.value
            return purpose.contains(entry.kind) && (isSame || !isReaction)
        }
    }

    /// Shows the effect of an entry.
    func show(_ entry: ChatOutboxEntry) throws {
        switch entry.kind {
        case .message, .marker: break
        case .edit, .deletion, .reaction, .thread: try showAction(of: entry)
        case .editRemoval, .restoration, .reactionRemoval: try hideActions(of: entry)
        case .join: try showMember(of: entry)
        case .leave: try hideMember(of: entry)
        case .membership: try showChange(of: entry)
        }
    }

    /// Undoes the effect of an entry that was removed or marked as failed. Triggers remove the message actions that were
    /// added for it.
    func undo(_ entry: ChatOutboxEntry) throws {
        switch entry.kind {
        case .message, .edit, .deletion, .reaction, .thread, .marker: break
        case .editRemoval, .restoration, .reactionRemoval:
            try restoreActions(of: entry)
            if let messageId = entry.messageId { try showWaitingActions(on: messageId) }
        case .join: try removeMember(of: entry)
        case .leave: try restoreMember(of: entry)
        case .membership: try undoChange(of: entry)
        }
    }

    /// Whether the store has the default rows, which show effects. An app's own rows follow the service.
    private func hasRows(_ table: String) throws -> Bool {
        guard try db.tableExists(table) else { return false }
        return try db.columns(in: table).contains { $0.name == "pending" || $0.name == "isPending" }
    }

    private func showAction(of entry: ChatOutboxEntry) throws {
        guard try hasRows("messageAction"), let type = entry.actionType else { return }
        try PubNubManagedUser.insertPlaceholder(entry.userId, into: db)
        let value = entry.kind == .deletion ? EditAction.deleted : entry.value
        try db.run(
            """
            INSERT INTO messageAction (id, published, sourceType, value, pubnubChannelId, pubnubParentTimetoken,
                pubnubParentId, pubnubUserId, pending)
                SELECT ?1 || '-' || timetoken || '-' || ?2, ?2, ?3, ?4, ?5, timetoken, id, ?1, ?6 FROM message
                    WHERE id = ?7 AND NOT EXISTS (
                        SELECT 1 FROM messageAction WHERE pubnubParentId = ?7 AND pubnubUserId = ?1 AND sourceType = ?3
                            AND value = ?4 AND ?3 NOT IN ('edited')
                    ) AND NOT EXISTS (SELECT 1 FROM messageAction WHERE pending = ?6)
            """,
            [
                entry.userId, OutboxSchema.firstTimetoken + entry.sequence, type, value, entry.channelId,
                entry.sequence,
                entry.messageId,
            ]
        )
    }

    /// Hides the message actions that an entry removes, and keeps them in it.
    private func hideActions(of entry: ChatOutboxEntry) throws {
        guard try hasRows("messageAction") else { return }
        let own = """
            pubnubParentId = ?2 AND sourceType = ?3 AND IFNULL(?4, value) = value AND pubnubUserId = ?5
            """
        let arguments: StatementArguments = [
            entry.sequence, entry.messageId, entry.actionType, entry.value, entry.userId,
        ]
        try db.run(
            """
            UPDATE outbox SET removed = (
                SELECT json_group_array(json_array(published, pubnubParentTimetoken, value, encryption, id))
                    FROM messageAction WHERE \(own) AND pending IS NULL
            ) WHERE sequence = ?1
            """,
            arguments
        )
        try db.run("DELETE FROM messageAction WHERE ?1 IS NOT NULL AND \(own)", arguments)
    }

    /// Shows the message actions again that an entry hid.
    private func restoreActions(of entry: ChatOutboxEntry) throws {
        guard try hasRows("messageAction"), let removed = entry.removed else { return }
        try db.run(
            """
            INSERT INTO messageAction (id, published, sourceType, value, pubnubChannelId, pubnubParentTimetoken,
                pubnubParentId, pubnubUserId, encryption)
                SELECT json_extract(item.value, '$[4]'), json_extract(item.value, '$[0]'), ?1,
                    json_extract(item.value, '$[2]'), ?2, json_extract(item.value, '$[1]'), message.id, ?3,
                    json_extract(item.value, '$[3]')
                    FROM json_each(?4) AS item JOIN message ON message.id = ?5
                    WHERE TRUE ON CONFLICT (id) DO NOTHING
            """,
            [entry.actionType, entry.channelId, entry.userId, removed, entry.messageId]
        )
    }

    /// Shows the message actions of waiting changes again after stored ones of a message were removed, or after a change that
    /// hid them ended.
    ///
    /// An action from the service replaces an equal one that waits. It may be one of an earlier change whose events arrive
    /// late: first that it was added, then that it was removed. The waiting change must stay shown.
    ///
    /// - Parameter messageId: The message.
    /// - Throws: A `DatabaseError` if a statement fails.
    func showWaitingActions(on messageId: String) throws {
        for entry in try waitingChanges(of: messageId) where try entry.kind.addsAction && !isReplaced(entry) {
            try showAction(of: entry)
        }
    }

    /// Forgets a hidden message action that the service removed.
    func forgetHidden(_ actionId: String) throws {
        try db.run(
            """
            UPDATE outbox SET removed = (
                SELECT json_group_array(json(item.value)) FROM json_each(outbox.removed) AS item
                    WHERE json_extract(item.value, '$[4]') <> ?1
            ) WHERE removed IS NOT NULL AND kind IN ('editRemoval', 'restoration', 'reactionRemoval') AND EXISTS (
                SELECT 1 FROM json_each(outbox.removed) AS item WHERE json_extract(item.value, '$[4]') = ?1
            )
            """,
            [actionId]
        )
    }

    /// Shows a membership that the service does not have yet.
    private func showMember(of entry: ChatOutboxEntry) throws {
        guard try hasRows("member") else { return }
        try keepStanding(for: entry)
        try PubNubManagedUser.insertPlaceholder(entry.userId, into: db)
        try db.run("INSERT INTO channel (id) VALUES (?) ON CONFLICT DO NOTHING", [entry.channelId])
        // A visitor becomes a member, and a member stays as it is.
        try db.run(
            """
            INSERT INTO member (id, channelId, userId, standing, isPending) VALUES (?, ?, ?, 1, 1)
                ON CONFLICT (id) DO UPDATE SET standing = MAX(standing, 1), isPending = 1
            """,
            [MemberID.text(channelId: entry.channelId, userId: entry.userId), entry.channelId, entry.userId]
        )
    }

    /// Shows the membership of a user who joins again after an earlier membership ended.
    func showWaitingJoin(of user: String, in channel: String) throws {
        guard let entry = try waitingJoin(among: membershipChanges(of: user, in: channel)) else { return }
        try showMember(of: entry)
        try showChanges(ofMember: user, in: channel)
    }

    /// The marker that a user moved after they joined again, while the end of the earlier membership was not known.
    func markerAfterWaitingJoin(of user: String, in channel: String) throws -> PendingMarker? {
        let changes = try membershipChanges(of: user, in: channel)
        guard let join = waitingJoin(among: changes),
            changes.contains(where: { $0.kind == .marker && $0.sequence > join.sequence })
        else { return nil }
        return try pendingMarker(of: channel)
    }

    /// The join that decides about a membership; nil if a leave does, or nothing.
    private func waitingJoin(among changes: [ChatOutboxEntry]) -> ChatOutboxEntry? {
        changes.last { $0.kind == .join || $0.kind == .leave }.flatMap { $0.kind == .join ? $0 : nil }
    }

    /// Removes a membership that the service does not have.
    private func removeMember(of entry: ChatOutboxEntry) throws {
        guard try hasRows("member") else { return }
        let id = MemberID.text(channelId: entry.channelId, userId: entry.userId)
        try db.run("UPDATE member SET standing = 0 WHERE id = ? AND standing = 1 AND eTag IS NULL", [id])
        try db.run("DELETE FROM member WHERE id = ? AND standing = 0 AND NOT isPresent", [id])
    }

    /// Hides a membership that the service still has.
    private func hideMember(of entry: ChatOutboxEntry) throws {
        guard try hasRows("member") else { return }
        try keepStanding(for: entry)
        let id = MemberID.text(channelId: entry.channelId, userId: entry.userId)
        try db.run("UPDATE member SET standing = 0, isPending = 1 WHERE id = ?", [id])
    }

    /// Records the standing that an entry replaces, 0 without a membership.
    private func keepStanding(for entry: ChatOutboxEntry) throws {
        let id = MemberID.text(channelId: entry.channelId, userId: entry.userId)
        try db.run(
            "UPDATE outbox SET removed = IFNULL((SELECT standing FROM member WHERE id = ?), 0) WHERE sequence = ?",
            [id, entry.sequence]
        )
    }

    private func restoreMember(of entry: ChatOutboxEntry) throws {
        guard try hasRows("member") else { return }
        let id = MemberID.text(channelId: entry.channelId, userId: entry.userId)
        // The service may have returned the membership in the meantime.
        try db.run(
            """
            UPDATE member SET standing = CASE WHEN eTag IS NULL THEN ?1 ELSE 2 END
                WHERE id = ?2 AND standing = 0 AND (?1 > 0 OR eTag IS NOT NULL)
            """,
            [entry.removed.flatMap { Int($0) } ?? 0, id]
        )
    }
}
