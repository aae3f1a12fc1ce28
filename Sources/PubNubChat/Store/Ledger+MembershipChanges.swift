import Foundation
import GRDB
import PubNub

/// Shows changes of memberships in the default rows.
extension Ledger {
    /// Shows a change, and records what it replaces, unless the row shows it already.
    func showChange(of entry: ChatOutboxEntry, isForced: Bool = false) throws {
        try changeRow(of: entry) { state, change in
            var shown = state
            change.apply(to: &shown)
            // The row was stored again with an older response: what was replaced is known.
            guard isForced || entry.removed == nil || shown != state else { return }
            let text = String(decoding: try JSONEncoder().encode(change.inverse(in: state)), as: UTF8.self)
            try db.run("UPDATE outbox SET removed = ? WHERE sequence = ?", [text, entry.sequence])
            state = shown
        }
    }

    /// Shows what a change replaced, unless something else replaced the change in the meantime. Later changes stay.
    func undoChange(of entry: ChatOutboxEntry) throws {
        let later = try membershipChanges(of: entry.memberId ?? "", in: entry.channelId).filter { other in
            other.kind == .membership && other.sequence > entry.sequence
        }
        for other in later.reversed() + [entry] {
            guard let removed = other.removed else { continue }
            let inverse = try JSONDecoder().decode(MembershipChange.self, from: Data(removed.utf8))
            try changeRow(of: other) { state, change in inverse.limited(to: change, in: state).apply(to: &state) }
        }
        for other in later { try showChange(of: other, isForced: true) }
    }

    /// Shows the changes of a membership again, which was stored as the service has it.
    func showChanges(ofMember user: String, in channel: String) throws {
        let changes = try membershipChanges(of: user, in: channel).filter { $0.kind == .membership }
        for entry in changes { try showChange(of: entry) }
    }

    private func changeRow(
        of entry: ChatOutboxEntry,
        _ body: (inout ChatObjectFields, MembershipChange) throws -> Void
    ) throws {
        guard try db.tableExists("member"), let data = entry.change, let user = entry.memberId else { return }
        let change = try JSONDecoder().decode(MembershipChange.self, from: data)
        guard let row = try PubNubManagedMember.stored(channelId: entry.channelId, userId: user, in: db) else { return }
        let member: ChatMember<VoidCustomData> = try row.convert(from: db)
        var state = try member.fields()
        try body(&state, change)
        let custom = try JSONEncoder().encode(state.custom)
        try db.run(
            "UPDATE member SET status = ?, custom = ? WHERE id = ? AND (status, custom) IS NOT (?1, ?2)",
            [state.texts[.status], custom, row.id]
        )
    }
}
