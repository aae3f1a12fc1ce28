/// Fetches what is missing in one channel, and takes it out of the ledger with the transaction that stores it.
struct CopyFiller<Model: ChatCustomData, Entities: ManagedChatEntities>: Sendable {
    let store: ChatStore
    let source: any CopySource<Model>
    let journal: CopyJournal<Model, Entities>
    let tell: @Sendable (ChatNews) -> Void

    /// Fetches until nothing is missing, or until what is has no end yet.
    ///
    /// - Returns: Whether nothing is missing.
    /// - Throws: Why the service did not give it, or the store did not take it. Everything stored before stays.
    func fill(_ channel: String) async throws -> Bool {
        let (details, presence) = try await store.read { db in
            let ledger = Ledger(db: db)
            return (
                try ledger.holes(of: channel, .details).ranges.filter { !$0.isOpen },
                try ledger.holes(of: channel, .presence).ranges
            )
        }
        if !details.isEmpty {
            try await ask(about: channel) {
                try await source.channel(channel)
            } keep: { metadata, storage in
                if let metadata { _ = try storage.storePage([metadata]) { try storage.store(fetched: $0) } }
            }
            try await ask(about: channel) {
                try await source.members(of: channel)
            } keep: { members, storage in
                guard let members else { return }
                try storage.removeMembers(of: channel, allBut: members)
                _ = try storage.storePage(members) { try storage.store(fetched: $0) }
            }
        }
        if !details.isEmpty || !presence.isEmpty { try await fillPresence(on: channel, presence) }
        try await fillReactions(on: channel, details)
        try await fillMessages(on: channel)
        return try await store.read { try Ledger(db: $0).isWhole(channel) }
    }

    private func fillMessages(on channel: String) async throws {
        var count = 0
        while let hole = try await newestHole(of: channel, .messages) {
            let (found, faults) = try await ask(about: channel) {
                try await source.messages(on: channel, in: hole)
            } keep: { page, storage in
                let covered = try Self.covered(by: page.oldest, in: hole)
                if let timetokens = page.timetokens {
                    try storage.removeMessages(on: channel, in: covered, except: timetokens)
                }
                // The oldest first, so that rows are new in the order in which they would have come.
                let faults = try storage.storePage(page.items) { try storage.store($0, withActions: true) }.failures
                try storage.ledger.change(channel, .messages) { $0.subtract(covered) }
                return (page.items.count, page.faults + faults)
            }
            count += found
            tell(.filling(channel: channel, count: count))
            for fault in faults { tell(.skipped(channel: channel, fault)) }
        }
    }

    /// Reactions to messages that are not stored come with these. Those that are stored are compared with what the service has, as far back as it is asked.
    private func fillReactions(on channel: String, _ holes: [CopyRange]) async throws {
        guard let oldest = holes.first, let newest = holes.last else { return }
        let reach = try await store.read { db in
            try ChatStorage<Model, Entities>(db: db).reach(ofReactionsOn: channel, before: oldest.after)
        }
        var rest = CopyRange(after: reach, upTo: newest.upTo)
        while !rest.isEmpty {
            let part = rest
            rest.upTo = try await ask(about: channel) {
                try await source.reactions(on: channel, in: part)
            } keep: { page, storage in
                let covered = try Self.covered(by: page?.oldest, in: part)
                if let page {
                    _ = try storage.storePage(page.items) { try storage.store($0, isParked: false) }
                    try storage.removeReactions(on: channel, in: covered, allBut: page.items)
                }
                // A moment stays missing until all is compared, so that this is made up for when it is cut short.
                let last = CopyRange(after: oldest.after, upTo: oldest.after + 1)
                try storage.ledger.change(channel, .details) { ranges in
                    ranges.subtract(CopyRange(after: max(covered.after, last.upTo), upTo: covered.upTo))
                    if covered.after == reach { ranges.subtract(last) }
                }
                return covered.after
            }
        }
    }

    private func fillPresence(on channel: String, _ holes: [CopyRange]) async throws {
        try await ask(about: channel) {
            try await source.presence(on: channel)
        } keep: { here, storage in
            if let here { try storage.store(here) }
            if here?.isComplete == true {
                try Entities.Member.removeAbsentVisitors(channelID: channel, from: storage.db)
            }
            try storage.ledger.change(channel, .presence) { ranges in
                for hole in holes { ranges.subtract(hole) }
            }
        }
    }

    private func ask<Answer: Sendable, Value: Sendable>(
        about channel: String,
        _ question: () async throws -> Answer,
        keep: @escaping @Sendable (Answer, ChatStorage<Model, Entities>) throws -> Value
    ) async throws -> Value {
        try await journal.ask(about: [channel], in: store, question, keep: keep)
    }

    private func newestHole(of channel: String, _ kind: Ledger.Kind) async throws -> CopyRange? {
        try await store.read { db in try Ledger(db: db).holes(of: channel, kind).ranges.last { !$0.isOpen } }
    }

    /// The part of a range that a page is all of.
    private static func covered(by oldest: Timetoken?, in range: CopyRange) throws -> CopyRange {
        guard let oldest, oldest > range.after + 1 else { return range }
        guard oldest <= range.upTo else { throw ChatError.wrongContentType("a page out of its range") }
        return CopyRange(after: oldest - 1, upTo: range.upTo)
    }
}
