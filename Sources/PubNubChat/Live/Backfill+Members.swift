import Foundation

/// The members of a channel, page by page: each page is stored in a transaction of its own, and those that no page named are removed at the end.
extension Backfill {
    /// How many memberships that ended are removed in one transaction.
    private static var removalBatch: Int { 100 }
    /// How long members are not read again while nothing says that they changed, in seconds. What no mark shows, such as metadata of a user that was removed,
    /// is known after that time.
    private static var longestTrust: Double { 86_400 }

    func fillMembers(of channel: String, _ holes: [TimetokenRange]) async throws {
        guard !holes.isEmpty else { return }
        let known = try await store.read { try Ledger(db: $0).membersMark(of: channel) }
        var mark: String?
        if let known {
            mark = try await currentMark(of: channel)
            let age = Date().timeIntervalSince1970 - known.readAt
            if mark == known.mark, (0..<Self.longestTrust).contains(age) {
                return try await store.write { try Ledger(db: $0).close(holes, of: channel, .members) }
            }
        }
        let walk = journal.begin([channel])
        defer { journal.end(walk) }
        try await store.write { try Ledger(db: $0).beginMembers(of: channel) }
        guard let first = try await fillMembersPage(of: channel, from: nil, 0) else {
            return try await store.write { try Ledger(db: $0).close(holes, of: channel, .members) }
        }
        if first.next != nil, mark == nil {
            // A long list is read from its beginning once more, so that nothing changed unseen between the first page and the mark.
            mark = try await currentMark(of: channel)
            try await fillMemberPages(of: channel, from: nil, 0)
        } else if let next = first.next {
            try await fillMemberPages(of: channel, from: next, first.items.count)
        }
        try await removeVanished(from: channel, since: walk)
        let read = mark.map { Ledger.MembersMark(mark: $0, readAt: Date().timeIntervalSince1970) }
        try await store.write { db in
            let ledger = Ledger(db: db)
            try ledger.endMembers(of: channel, read)
            try ledger.close(holes, of: channel, .members)
        }
    }

    /// What differs when the members differ; nil where the service does not say.
    private func currentMark(of channel: String) async throws -> String? {
        do {
            return try await source.membersMark(of: channel)
        } catch let error where !(error is CancellationError) && !ChatMissingReason(error).isUnavailable {
            return nil
        }
    }

    /// Fetches and stores the pages from one of them to the last.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - start: Where the first of these pages begins; nil for the beginning of the list.
    ///   - before: How many members the pages before had.
    /// - Throws: Why a page could not be fetched or stored.
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
        report(.filling(channel: channel, part: .members, count: before + page.items.count, total: page.total))
        for fault in page.faults { report(.skipped(channel: channel, fault.error)) }
        let fields = Set(page.items.flatMap { $0.customSource.defaulted + $0.chatUser.customSource.defaulted })
        if !fields.isEmpty { report(.mismatched(channel: channel, part: .members, fields: fields.sorted())) }
        return page
    }

    /// Removes the memberships that no page named, in short transactions. Those that changed since the walk began are known to be there.
    private func removeVanished(from channel: String, since walk: Int) async throws {
        let vanished = try await store.read { try ChatStorage<Model, Entities>(db: $0).vanishedMembers(of: channel) }
        let journal = journal
        for start in stride(from: 0, to: vanished.count, by: Self.removalBatch) {
            let batch = vanished[start..<min(start + Self.removalBatch, vanished.count)]
            try await store.write { db in
                guard let changes = journal.changes(since: walk) else {
                    throw ChatError.missingRequiredData("what happened while the service was asked")
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
