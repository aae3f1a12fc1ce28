import Foundation

/// Fetches the members of a channel page by page. Each page is stored in its own transaction. Members that no page
/// listed are removed at the end.
extension Backfill {
    /// The number of ended memberships that one transaction removes.
    private static var removalBatch: Int { 100 }
    /// The time in seconds after which members are read again even if nothing indicates a change. Some changes do not
    /// alter the mark, such as deleted metadata of a user.
    private static var maxTrustedAge: Double { 86_400 }

    func fillMembers(of channel: String, _ gaps: [TimetokenRange]) async throws {
        guard !gaps.isEmpty else { return }
        let known = try await store.read { try Ledger(db: $0).membersMark(of: channel) }
        var mark: String?
        if let known {
            mark = try await currentMark(of: channel)
            let age = Date().timeIntervalSince1970 - known.readAt
            if mark == known.mark, (0..<Self.maxTrustedAge).contains(age) {
                return try await store.write { try Ledger(db: $0).close(gaps, of: channel, .members) }
            }
        }
        let recording = journal.begin([channel])
        defer { journal.end(recording) }
        try await store.write { try Ledger(db: $0).beginMembers(of: channel) }
        guard let first = try await fillMembersPage(of: channel, from: nil, 0) else {
            return try await store.write { try Ledger(db: $0).close(gaps, of: channel, .members) }
        }
        if first.next != nil, mark == nil {
            // A long list is read again from its beginning, so that no change between the first page and the mark is
            // missed.
            mark = try await currentMark(of: channel)
            try await fillMemberPages(of: channel, from: nil, 0)
        } else if let next = first.next {
            try await fillMemberPages(of: channel, from: next, first.items.count)
        }
        try await removeVanished(from: channel, since: recording)
        let read = mark.map { Ledger.MembersMark(mark: $0, readAt: Date().timeIntervalSince1970) }
        try await store.write { db in
            let ledger = Ledger(db: db)
            try ledger.endMembers(of: channel, read)
            try ledger.close(gaps, of: channel, .members)
        }
    }

    /// A value that changes when the members change; nil if the service does not provide one.
    private func currentMark(of channel: String) async throws -> String? {
        do {
            return try await source.membersMark(of: channel)
        } catch let error where !(error is CancellationError) && !ChatMissingReason(error).isUnavailable {
            return nil
        }
    }

    /// Fetches and stores the pages from a start to the last one.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - start: The start of the first of these pages; nil for the beginning of the list.
    ///   - before: The number of members in the previous pages.
    /// - Throws: The error of fetching or storing a page.
    private func fillMemberPages(of channel: String, from start: String?, _ before: Int) async throws {
        var next = start
        var count = before
        repeat {
            let page = try await fillMembersPage(of: channel, from: next, count)
            count += page?.items.count ?? 0
            next = page?.next
        } while next != nil
    }

    /// Fetches and stores a page; nil when the service has no members.
    private func fillMembersPage(
        of channel: String,
        from start: String?,
        _ before: Int
    ) async throws
        -> BackfillList<ChatMember<Model>>?
    {
        let page = try await journal.ask(about: [channel], in: store) {
            try await source.members(of: channel, from: start)
        } storing: { page, storage -> BackfillList<ChatMember<Model>>? in
            guard let page else { return nil }
            _ = try storage.storePage(page.items) { try storage.store(fetched: $0, hasUser: true) }
            try storage.ledger.nameMembers(of: channel, page.items.map(\.chatUser.id))
            return page
        }
        guard let page else { return nil }
        report(.fetching(channel: channel, part: .members, count: before + page.items.count, total: page.total))
        for fault in page.faults { report(.skipped(channel: channel, fault.error)) }
        let fields = Set(page.items.flatMap { $0.customSource.defaulted + $0.chatUser.customSource.defaulted })
        if !fields.isEmpty { report(.mismatched(channel: channel, part: .members, fields: fields.sorted())) }
        return page
    }

    /// Removes the memberships that no page listed, in short transactions. Memberships that changed since the reading
    /// began exist, so they stay.
    private func removeVanished(from channel: String, since recording: Int) async throws {
        let vanished = try await store.read { try ChatStorage<Model, Entities>(db: $0).vanishedMembers(of: channel) }
        let journal = journal
        for start in stride(from: 0, to: vanished.count, by: Self.removalBatch) {
            let batch = vanished[start..<min(start + Self.removalBatch, vanished.count)]
            try await store.write { db in
                guard let changes = journal.changes(since: recording) else {
                    throw ChatError.missingRequiredData("the changes that occurred during the request")
                }
                let changed = Set(
                    changes.compactMap { if case .member(let patcher) = $0 { patcher.userId } else { nil } }
                )
                let storage = ChatStorage<Model, Entities>(db: db)
                for user in batch where !changed.contains(user) {
                    try storage.removeMember(user, of: channel)
                }
            }
        }
    }
}
