import GRDB

/// The edits of one message that wait. Only the last one is sent.
///
/// The earlier ones stay in the outbox until the service has the last one: if the user undoes it, or the service refuses it,
/// the one before it is sent.
extension Ledger {
    /// The SQL condition that a removal of an edit waits.
    ///
    /// - Parameter edit: The name of the row of the edit.
    /// - Returns: The condition.
    private static func isUndone(_ edit: String) -> String {
        """
        EXISTS (
                SELECT 1 FROM outbox AS undoing WHERE undoing.messageId = \(edit).messageId
                    AND undoing.userId = \(edit).userId AND undoing.kind <> 'message' AND undoing.kind = 'editRemoval'
                    AND undoing.stage < 2 AND undoing.sequence > \(edit).sequence
                    AND IFNULL(undoing.value, \(edit).value) = \(edit).value
            )
        """
    }

    /// The SQL condition that a later edit by the user waits that is not undone. It examines the last one first, which is
    /// usually such an edit.
    ///
    /// - Parameter edit: The name of the row of the edit.
    /// - Returns: The condition.
    static func hasLaterEdit(_ edit: String) -> String {
        """
        (
                SELECT later.sequence FROM outbox AS later WHERE later.messageId = \(edit).messageId
                    AND later.userId = \(edit).userId AND later.kind <> 'message' AND later.kind = 'edit'
                    AND later.stage < 2 AND later.sequence > \(edit).sequence AND NOT \(isUndone("later"))
                    ORDER BY later.sequence DESC LIMIT 1
            ) IS NOT NULL
        """
    }

    /// Whether a later change that waits or is being sent decides instead of an edit.
    func isReplaced(edit: ChatOutboxEntry) throws -> Bool {
        try holds("\(Self.isUndone("entry")) OR \(Self.hasLaterEdit("entry"))", for: edit)
    }

    /// Removes an entry that the service has, and the edits that are not sent then: those before an edit, unless that one is
    /// undone, and those that the removal of an edit undoes.
    func finish(_ entry: ChatOutboxEntry) throws {
        let isUndone = try entry.kind == .edit && holds(Self.isUndone("entry"), for: entry)
        try finish(entry.sequence)
        let removal = """
            DELETE FROM outbox WHERE messageId = ? AND userId = ? AND kind <> 'message' AND kind = 'edit' AND stage < 2
                AND sequence < ?
            """
        switch entry.kind {
        case .edit where !isUndone:
            try db.run(removal, [entry.messageId, entry.userId, entry.sequence])
        case .editRemoval:
            try db.run(
                "\(removal) AND IFNULL(?, value) = value",
                [entry.messageId, entry.userId, entry.sequence, entry.value]
            )
        default: break
        }
    }

    /// Whether an SQL condition about the row `entry` holds for an entry.
    private func holds(_ condition: String, for entry: ChatOutboxEntry) throws -> Bool {
        let sql = "SELECT \(condition) FROM outbox AS entry WHERE sequence = ?"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [entry.sequence]) == true
    }
}
