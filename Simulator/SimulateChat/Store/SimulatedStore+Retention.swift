import Foundation
import GRDB

@testable import PubNubChat

/// The drafts of the application, and the removal of old messages from the store.
extension SimulatedStore {
    /// Stores the draft of a channel, or removes it.
    func draft(_ channel: String, _ number: Int) async throws {
        let text = number == 0 ? "" : "t\(number)"
        let replyTo = number == 3 ? Names.message(number) : nil
        try await store.setDraft(text, on: channel, replyTo: replyTo)
        change { $0.drafts[channel] = number == 0 ? nil : "\(text) \(replyTo ?? "")" }
    }

    /// Removes messages, and compares those that stay with those that the policy retains.
    func remove(beyond policy: ChatRetentionPolicy) async throws {
        let now = service.state.now
        let before = try await stored()
        try await store.removeMessages(beyond: policy, now: Date(timeIntervalSince1970: Double(now / 10_000_000)))
        try mistake.apply(.removed, to: store)
        let after = try await stored()
        for (channel, rows) in before {
            let published = rows.filter { $0.timetoken > 0 }.sorted { $0.timetoken > $1.timetoken }
            var retained = published.prefix(policy.messageLimit ?? .max)
            if let age = policy.maximumAge {
                let cut = now - Timetoken(age) * 10_000_000
                retained = retained.prefix { $0.timetoken > cut }
            }
            // The changes that wait need their messages.
            let kept = Set(retained.map(\.id))
            let wanted = rows.filter { $0.timetoken == 0 || $0.isPending || kept.contains($0.id) }.map(\.id)
            let found = (after[channel] ?? []).map(\.id)
            guard found.sorted() == wanted.sorted() else {
                throw ChatViolation(
                    invariant: .retention,
                    text: "store \(number): \(channel) has \(found.sorted()), not \(wanted.sorted())"
                )
            }
        }
        // A message whose program ended before the response may have been published, and then ends like any other.
        let remaining = Set(after.values.joined().map(\.id))
        let removed = before.values.joined().filter { $0.timetoken > 0 && !remaining.contains($0.id) }.map(\.id)
        change { state in
            for id in removed { state.queue[id] = nil }
            state.removed.formUnion(removed)
        }
        try await checkDerived()
    }

    /// The messages of each channel.
    private func stored() async throws -> [String: [PubNubManagedMessage]] {
        let rows = try await store.read { db in
            try PubNubManagedMessage.fetchAll(db.cachedStatement(sql: "SELECT * FROM message"))
        }
        return Dictionary(grouping: rows) { $0.pubnubChannelId ?? "" }.filter { !$0.key.isEmpty }
    }

    /// Fetches messages that were removed.
    func fetchOlder(_ channel: String, count: Int) async throws {
        guard current.isConnected else { return }
        let filler = Backfill<Model, Entities>(store: store, source: source, journal: journal) { _ in }
        guard try await filler.fillOlder(on: channel, count: count) > 0 else { return }
        try mistake.apply(.filled(channel: channel), to: store)
        try await checkDerived()
    }

    private func checkDerived() async throws {
        try await store.read { [self] db in try StoreCheck(self, db).checkDerived(db) }
    }
}
