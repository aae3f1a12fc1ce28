import GRDB
import Logging

/// Fetches what is missing in one channel, and takes it out of the ledger with the transaction that stores it.
struct CopyFiller<Model: ChatCustomData, Entities: ManagedChatEntities>: Sendable {
    private typealias Storage = LiveStorage<Model, Entities>

    let store: ChatStore
    let source: any CopySource<Model>
    let writer: LiveWriter<Model, Entities>
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
            try await fillMetadata(of: channel)
            try await fillMembers(of: channel)
        }
        if !details.isEmpty || !presence.isEmpty { try await fillPresence(on: channel, presence) }
        for range in details.reversed() { try await fillReactions(on: channel, range) }
        try await fillMessages(on: channel)
        return try await store.read { try Ledger(db: $0).isWhole(channel) }
    }

    private func fillMessages(on channel: String) async throws {
        var count = 0
        while let hole = try await newestHole(of: channel, .messages) {
            try Task.checkCancellation()
            let journal = writer.beginJournal(of: channel)
            defer { writer.forget(journal) }
            let page = try await source.messages(on: channel, in: hole)
            let covered = try Self.covered(by: page.oldest, in: hole)
            let faults = try await store.write { db in
                // The oldest first, so that rows are new in the order in which they would have come.
                let faults = try page.items.compactMap { message in
                    try Self.fault(db, channel) { try Storage(db: db).store(message, withActions: true) }
                }
                try Ledger(db: db).change(channel, .messages) { $0.subtract(covered) }
                try writer.replay(journal, in: db)
                return faults
            }
            count += page.items.count
            tell(.filling(channel: channel, count: count))
            for fault in page.faults + faults { tell(.skipped(channel: channel, fault)) }
        }
    }

    /// Reactions to messages that are not stored come with these.
    private func fillReactions(on channel: String, _ range: CopyRange) async throws {
        var rest = range
        while !rest.isEmpty {
            try Task.checkCancellation()
            let (part, journal) = (rest, writer.beginJournal(of: channel))
            defer { writer.forget(journal) }
            let page = try await source.reactions(on: channel, in: part)
            let covered = try Self.covered(by: page?.oldest, in: part)
            try await store.write { db in
                for reaction in page?.items ?? [] {
                    _ = try Self.fault(db, channel) {
                        let storage = Storage(db: db)
                        if try storage.isParentStored(reaction) { try storage.store(reaction) }
                    }
                }
                try Ledger(db: db).change(channel, .details) { $0.subtract(covered) }
                try writer.replay(journal, in: db)
            }
            rest.upTo = covered.after
        }
    }

    private func fillMetadata(of channel: String) async throws {
        try await fetch(about: channel, { try await source.channel(channel) }) { metadata, db in
            try Self.refuse(db, channel) { try Entities.Channel.insertOrUpdate(channel: metadata, into: db) }
        }
    }

    private func fillMembers(of channel: String) async throws {
        try await fetch(about: channel, { try await source.members(of: channel) }) { members, db in
            let known = Set(members.map(\.id))
            for row in try Entities.Member.membersBy(channelID: channel, excludingUserId: nil, onlyPresent: false)
                .fetchAll(db)
            {
                guard let stored: ChatMember<Model> = try? row.convert(from: db), !known.contains(stored.id) else {
                    continue
                }
                try Entities.Member.remove(channelId: channel, userId: stored.chatUser.id, from: db)
            }
            for member in members {
                try Self.refuse(db, channel) {
                    // What tells nothing but an identifier overwrites nothing.
                    try Entities.Member.insertOrUpdate(member: member, forceWrite: true, into: db)
                }
            }
        }
    }

    private func fillPresence(on channel: String, _ holes: [CopyRange]) async throws {
        try await fetch(about: channel, { try await source.presence(on: channel) }) { answer, db in
            let here = Set(answer.present.map(\.id))
            let present = Entities.Member.membersBy(channelID: channel, excludingUserId: nil, onlyPresent: true)
            for row in answer.isComplete ? try present.fetchAll(db) : [] {
                guard let stored: ChatMember<Model> = try? row.convert(from: db), !here.contains(stored.id) else {
                    continue
                }
                let gone = MembershipPresence(isPresent: false)
                try Storage(db: db).apply(
                    .presence(channelId: channel, userId: stored.chatUser.id, gone)
                )
            }
            for member in answer.present {
                guard let presence = member.presence else { continue }
                try Self.refuse(db, channel) {
                    try Storage(db: db).apply(.presence(channelId: channel, userId: member.chatUser.id, presence))
                }
            }
        }
        try await store.write { db in
            try Ledger(db: db).change(channel, .presence) { ranges in
                for hole in holes { ranges.subtract(hole) }
            }
        }
    }

    /// Asks for something and stores it, followed by what happened meanwhile.
    private func fetch<Value: Sendable>(
        about channel: String,
        _ ask: () async throws -> Value?,
        store keep: @escaping @Sendable (Value, Database) throws -> Void
    ) async throws {
        try Task.checkCancellation()
        let journal = writer.beginJournal(of: channel)
        defer { writer.forget(journal) }
        guard let value = try await ask() else { return }
        try await store.write { db in
            try keep(value, db)
            try writer.replay(journal, in: db)
        }
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

    /// Stores one item; what is wrong with it costs only itself.
    private static func fault(_ db: Database, _ channel: String, _ body: () throws -> Void) throws -> ChatError? {
        do {
            try Storage.guarded(db, body)
            return nil
        } catch let error as ChatError {
            return error
        }
    }

    private static func refuse(_ db: Database, _ channel: String, _ body: () throws -> Void) throws {
        guard let error = try fault(db, channel, body) else { return }
        ChatLog.logger.warning("What the service gave is left out: \(error)")
    }
}
