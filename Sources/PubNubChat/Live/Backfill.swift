import Foundation

/// How far a channel was filled.
struct FillOutcome: Sendable {
    /// Whether nothing is missing.
    var isWhole: Bool
    /// The parts that the service did not give, and why.
    var missing: [ChatPart: ChatMissingReason] = [:]
}

/// Fetches what is missing in one channel, and takes it out of the ledger with the transaction that stores it.
struct Backfill<Model: ChatCustomData, Entities: ManagedChatEntities>: Sendable {
    let store: ChatStore
    let source: any BackfillSource<Model>
    let journal: ChangeJournal<Model, Entities>
    var policy = ChatFillPolicy(messageLimit: nil)
    let report: @Sendable (ChatNews) -> Void

    /// What of a channel is missing beside messages.
    private struct Holes: Sendable {
        var reactions: [TimetokenRange] = []
        var parts: [Ledger.Kind: [TimetokenRange]] = [:]
    }

    /// Fetches until nothing is missing, or until what is has no end yet. A part that the service does not give costs the others nothing.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - pages: How many pages of messages are fetched at most, so that a channel that the app shows need not wait for a long past of another one.
    /// - Returns: What is missing.
    /// - Throws: Why the service cannot be reached, or the store did not take something. Everything stored before stays.
    func fill(_ channel: String, pages: Int = .max) async throws -> FillOutcome {
        let holes = try await store.read { db in
            let ledger = Ledger(db: db)
            var holes = Holes(reactions: try ledger.holes(of: channel, .details).ranges.filter { !$0.isOpen })
            for kind in [Ledger.Kind.channel, .members, .presence] {
                let ranges = try ledger.holes(of: channel, kind).ranges
                // Who is there is asked at any time: the answer is newer than the question.
                holes.parts[kind] = kind == .presence ? ranges : ranges.filter { !$0.isOpen }
            }
            return holes
        }
        var missing: [ChatPart: ChatMissingReason] = [:]
        var hasReactions = true
        try await attempt(.channel, of: channel, &missing) {
            try await fillChannel(channel, holes.parts[.channel] ?? [])
        }
        try await attempt(.presence, of: channel, &missing) {
            try await fillPresence(on: channel, holes.parts[.presence] ?? [])
        }
        try await attempt(.reactions, of: channel, &missing) {
            hasReactions = try await fillReactions(on: channel, holes.reactions)
        }
        // What was refused is not to be asked again after each turn.
        let budget = missing.isEmpty ? pages : .max
        try await attempt(.messages, of: channel, &missing) {
            try await fillMessages(on: channel, withReactions: hasReactions, pages: budget)
        }
        try await attempt(.members, of: channel, &missing) {
            try await fillMembers(of: channel, holes.parts[.members] ?? [])
        }
        let isWhole = try await store.read { try Ledger(db: $0).isWhole(channel) }
        return FillOutcome(isWhole: isWhole, missing: missing)
    }

    /// Fetches a part, and reports why it is missing if it cannot be fetched.
    private func attempt(
        _ part: ChatPart,
        of channel: String,
        _ missing: inout [ChatPart: ChatMissingReason],
        _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
        } catch let error as CancellationError {
            throw error
        } catch ChatError.cannotWriteStore(let text) {
            throw ChatError.cannotWriteStore(text)
        } catch {
            let reason = ChatMissingReason(error)
            report(.missing(channel: channel, part: part, reason: reason))
            guard !reason.isUnavailable else { throw error }
            missing[part] = reason
        }
    }

    private func fillChannel(_ channel: String, _ holes: [TimetokenRange]) async throws {
        guard !holes.isEmpty else { return }
        let fields = try await ask(about: channel) {
            try await source.channel(channel)
        } storing: { metadata, storage in
            var fields: [String] = []
            switch metadata {
            case .found(let metadata):
                _ = try storage.storePage([metadata]) { try storage.store(fetched: $0) }
                fields = metadata.customSource.defaulted
            case .absent: try storage.clearSynced(channelId: channel)
            case nil: break
            }
            try storage.ledger.close(holes, of: channel, .channel)
            return fields
        }
        if !fields.isEmpty { report(.mismatched(channel: channel, part: .channel, fields: fields)) }
    }

    private func fillPresence(on channel: String, _ holes: [TimetokenRange]) async throws {
        guard !holes.isEmpty else { return }
        try await ask(about: channel) {
            try await source.presence(on: channel)
        } storing: { here, storage in
            if let here { try storage.store(here) }
            if here?.isComplete == true {
                try Entities.Member.removeAbsentVisitors(channelID: channel, from: storage.db)
            }
            try storage.ledger.close(holes, of: channel, .presence)
        }
    }

    /// Fetches messages that the policy leaves out, the newest first.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - count: How many at least, as long as there are any.
    /// - Returns: How many were fetched.
    /// - Throws: Why the service did not give them, or the store did not take them.
    func fillOlder(on channel: String, count: Int) async throws -> Int {
        let isWanted: (Int) -> Bool = { $0 < count }
        return try await fillHoles(of: channel, .older, while: isWanted) {
            try await store.read { try Ledger(db: $0).holes(of: channel, .older).ranges.last }
        }
    }

    private func fillMessages(on channel: String, withReactions: Bool, pages: Int) async throws {
        var rest = pages
        _ = try await fillHoles(of: channel, .messages, withReactions: withReactions) { _ in
            rest -= 1
            return rest >= 0
        } hole: {
            try await newestHole(of: channel)
        }
    }

    private func fillHoles(
        of channel: String,
        _ kind: Ledger.Kind,
        withReactions: Bool = true,
        while isWanted: (_ count: Int) -> Bool,
        hole: () async throws -> TimetokenRange?
    ) async throws -> Int {
        var (count, withReactions) = (0, withReactions)
        while isWanted(count), let hole = try await hole() {
            do {
                count += try await fillPage(of: channel, kind, hole, withReactions: withReactions)
                report(.filling(channel: channel, count: count))
            } catch  where withReactions && ChatMissingReason(error).isNotEnabled {
                // Without the add-on of reactions, history without them has larger pages, too.
                withReactions = false
            }
        }
        return count
    }

    private func fillPage(
        of channel: String,
        _ kind: Ledger.Kind,
        _ hole: TimetokenRange,
        withReactions: Bool
    ) async throws -> Int {
        let page = try await ask(about: channel) {
            try await source.messages(on: channel, in: hole, withReactions: withReactions)
        } storing: { page, storage in
            let covered = try Self.covered(by: page.oldest, in: hole)
            var faults = page.faults
            if let timetokens = page.timetokens {
                try storage.removeMessages(on: channel, in: covered, except: timetokens)
            }
            // The oldest first, so that rows are new in the order in which they would have come.
            _ = try storage.storePage(page.items) { message in
                do {
                    try storage.store(message, withActions: withReactions)
                } catch let error as ChatError {
                    faults.append(BackfillFault(error: error, timetoken: message.timetoken))
                    throw error
                }
            }
            try storage.ledger.close([covered], of: channel, kind)
            return BackfillPage(items: page.items, faults: faults)
        }
        for fault in page.faults {
            report(.skipped(channel: channel, fault.error, timetoken: fault.timetoken))
        }
        for message in page.items where !message.content.defaultedFields.isEmpty {
            let fields = message.content.defaultedFields
            report(.mismatched(channel: channel, part: .messages, fields: fields, timetoken: message.timetoken))
        }
        return page.items.count
    }

    /// The newest messages that are missing; what the policy leaves out is set aside before.
    private func newestHole(of channel: String) async throws -> TimetokenRange? {
        let policy = policy
        return try await store.write { db in
            let storage = ChatStorage<Model, Entities>(db: db)
            try storage.setAside(channel, policy)
            return try storage.ledger.holes(of: channel, .messages).ranges.last { !$0.isOpen }
        }
    }

    /// Reactions to messages that are not stored come with these. Those that are stored are compared with what the service has, as far back as it is asked.
    ///
    /// - Returns: Whether the service has reactions, as far as that is known.
    private func fillReactions(on channel: String, _ holes: [TimetokenRange]) async throws -> Bool {
        guard let oldest = holes.first, let newest = holes.last else { return true }
        let reach = try await store.read { db in
            try ChatStorage<Model, Entities>(db: db).reach(ofReactionsOn: channel, before: oldest.after)
        }
        var rest = TimetokenRange(after: reach, upTo: newest.upTo)
        var hasReactions = true
        while !rest.isEmpty {
            let part = rest
            let covered = try await ask(about: channel) {
                try await source.reactions(on: channel, in: part)
            } storing: { page, storage -> TimetokenRange? in
                let covered = try Self.covered(by: page?.oldest, in: part)
                if let page {
                    try storage.store(page.items)
                    try storage.removeReactions(on: channel, in: covered, allBut: page.items)
                }
                // A moment stays missing until all is compared, so that this is made up for when it is cut short.
                let last = TimetokenRange(after: oldest.after, upTo: oldest.after + 1)
                try storage.ledger.change(channel, .details) { ranges in
                    ranges.subtract(TimetokenRange(after: max(covered.after, last.upTo), upTo: covered.upTo))
                    if covered.after == reach { ranges.subtract(last) }
                }
                return page == nil ? nil : covered
            }
            hasReactions = covered != nil
            rest.upTo = covered?.after ?? rest.after
        }
        return hasReactions
    }

    private func ask<Answer: Sendable, Value: Sendable>(
        about channel: String,
        _ question: () async throws -> Answer,
        storing: @escaping @Sendable (Answer, ChatStorage<Model, Entities>) throws -> Value
    ) async throws -> Value {
        try await journal.ask(about: [channel], in: store, question, storing: storing)
    }

    /// The part of a range that a page is all of.
    private static func covered(by oldest: Timetoken?, in range: TimetokenRange) throws -> TimetokenRange {
        guard let oldest, oldest > range.after + 1 else { return range }
        guard oldest <= range.upTo else { throw ChatError.wrongContentType("a page out of its range") }
        return TimetokenRange(after: oldest - 1, upTo: range.upTo)
    }
}
