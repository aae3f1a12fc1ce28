import Foundation
import GRDB

/// The result of backfilling a channel.
struct FillOutcome: Sendable {
    /// Whether nothing is missing.
    var isWhole: Bool
    /// The parts that could not be fetched, with the reasons.
    var missing: [ChatPart: ChatMissingReason] = [:]
    /// Whether messages after the read marker of the current user are not stored.
    var isCountMissing = false
}

/// Fetches the missing data of one channel. The transaction that stores it also removes it from the ledger.
struct Backfill<Model: ChatCustomData, Entities: ManagedChatEntities>: Sendable {
    let store: ChatStore
    let source: any BackfillSource<Model>
    let journal: ChangeJournal<Model, Entities>
    var policy = ChatBackfillPolicy(messageLimit: nil)
    let report: @Sendable (ChatSyncEvent) -> Void

    /// The missing parts of a channel other than messages.
    private struct Gaps: Sendable {
        var reactions: [TimetokenRange] = []
        var parts: [Ledger.Kind: [TimetokenRange]] = [:]
    }

    /// Fetches until nothing is missing, or until only a gap without a known end remains. A part that cannot be fetched
    /// does not affect the others.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - pages: The maximum number of pages of messages to fetch, so that a visible channel does not wait for the
    ///     long history of another one.
    /// - Returns: The missing parts.
    /// - Throws: The error if the service cannot be reached or the store cannot be written. Everything stored before
    ///   stays.
    func fill(_ channel: String, pages: Int = .max) async throws -> FillOutcome {
        let gaps = try await store.read { db in
            let ledger = Ledger(db: db)
            var gaps = Gaps(reactions: try ledger.gaps(of: channel, .details).ranges.filter { !$0.isOpen })
            for kind in [Ledger.Kind.channel, .members, .presence] {
                let ranges = try ledger.gaps(of: channel, kind).ranges
                // Presence can be requested at any time: the response is newer than the gap.
                gaps.parts[kind] = kind == .presence ? ranges : ranges.filter { !$0.isOpen }
            }
            return gaps
        }
        var missing: [ChatPart: ChatMissingReason] = [:]
        var hasReactions = true
        try await attempt(.channel, of: channel, &missing) {
            try await fillChannel(channel, gaps.parts[.channel] ?? [])
        }
        try await attempt(.presence, of: channel, &missing) {
            try await fillPresence(on: channel, gaps.parts[.presence] ?? [])
        }
        try await attempt(.reactions, of: channel, &missing) {
            hasReactions = try await fillReactions(on: channel, gaps.reactions)
        }
        // A refused part is not requested again after each turn.
        let budget = missing.isEmpty ? pages : .max
        try await attempt(.messages, of: channel, &missing) {
            try await fillMessages(on: channel, withReactions: hasReactions, pages: budget)
        }
        try await attempt(.members, of: channel, &missing) {
            try await fillMembers(of: channel, gaps.parts[.members] ?? [])
        }
        let (isWhole, isCountMissing) = try await store.read { db in
            let ledger = Ledger(db: db)
            let marker = try ChatUnreadCount.fetchOne(db, id: channel)?.lastRead
            return (
                try ledger.isWhole(channel), try marker.map { try !ledger.uncounted(of: channel, after: $0).isEmpty }
            )
        }
        return FillOutcome(isWhole: isWhole, missing: missing, isCountMissing: isCountMissing ?? false)
    }

    /// Fetches a part. If that fails, records the reason.
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

    private func fillChannel(_ channel: String, _ gaps: [TimetokenRange]) async throws {
        guard !gaps.isEmpty else { return }
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
            try storage.ledger.close(gaps, of: channel, .channel)
            return fields
        }
        if !fields.isEmpty { report(.mismatched(channel: channel, part: .channel, fields: fields)) }
    }

    private func fillPresence(on channel: String, _ gaps: [TimetokenRange]) async throws {
        guard !gaps.isEmpty else { return }
        try await ask(about: channel) {
            try await source.presence(on: channel)
        } storing: { here, storage in
            if let here { try storage.store(here) }
            if here?.isComplete == true {
                try Entities.Member.removeAbsentVisitors(channelID: channel, from: storage.db)
            }
            try storage.ledger.close(gaps, of: channel, .presence)
        }
    }

    /// Fetches messages that the policy leaves out, the newest first.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - count: The minimum number of messages, if that many exist.
    /// - Returns: The number of fetched messages.
    /// - Throws: The error if the service cannot be reached or the store cannot be written.
    func fillOlder(on channel: String, count: Int) async throws -> Int {
        let isWanted: (Int) -> Bool = { $0 < count }
        return try await fillGaps(of: channel, .older, while: isWanted) {
            try await store.read { try Ledger(db: $0).gaps(of: channel, .older).ranges.last }
        }
    }

    private func fillMessages(on channel: String, withReactions: Bool, pages: Int) async throws {
        var rest = pages
        _ = try await fillGaps(of: channel, .messages, withReactions: withReactions) { _ in
            rest -= 1
            return rest >= 0
        } gap: {
            try await newestGap(of: channel)
        }
    }

    private func fillGaps(
        of channel: String,
        _ kind: Ledger.Kind,
        withReactions: Bool = true,
        while isWanted: (_ count: Int) -> Bool,
        gap: () async throws -> TimetokenRange?
    ) async throws -> Int {
        var count = 0
        var withReactions = withReactions
        while isWanted(count), let gap = try await gap() {
            do {
                count += try await fillPage(of: channel, kind, gap, withReactions: withReactions)
                report(.fetching(channel: channel, count: count))
            } catch  where withReactions && ChatMissingReason(error).isNotEnabled {
                // If the reactions add-on is off, history without reactions has larger pages.
                withReactions = false
            }
        }
        return count
    }

    private func fillPage(
        of channel: String,
        _ kind: Ledger.Kind,
        _ gap: TimetokenRange,
        withReactions: Bool
    ) async throws -> Int {
        let page = try await ask(about: channel) {
            try await source.messages(on: channel, in: gap, withReactions: withReactions)
        } storing: { page, storage in
            let covered = try Self.covered(by: page.oldest, in: gap)
            var faults = page.faults
            if let timetokens = page.timetokens {
                try storage.removeMessages(on: channel, in: covered, except: timetokens)
            }
            // The oldest message is stored first, so that rows are created in the order of publication.
            _ = try storage.storePage(page.items) { message -> ChatError? in
                do {
                    let refusal = try storage.store(message, withActions: withReactions)
                    if let refusal { faults.append(UnreadableItem(error: refusal, timetoken: message.timetoken)) }
                    return refusal
                } catch let error as ChatError {
                    faults.append(UnreadableItem(error: error, timetoken: message.timetoken))
                    throw error
                }
            }
            let counted = page.timetokens ?? Set(page.items.map(\.timetoken))
            try storage.ledger.takeFromEstimate(counted, of: channel, covered)
            try storage.ledger.close([covered], of: channel, kind)
            try storage.ledger.addHistory(covered, of: channel)
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

    /// The newest missing messages. Those that the policy leaves out are set aside first.
    private func newestGap(of channel: String) async throws -> TimetokenRange? {
        let policy = policy
        return try await store.write { db in
            let storage = ChatStorage<Model, Entities>(db: db)
            try storage.setAside(channel, policy)
            return try storage.ledger.gaps(of: channel, .messages).ranges.last { !$0.isOpen }
        }
    }

    /// Fetches missing reactions, including those to messages that are not stored. Compares the stored reactions with
    /// those of the service in the requested range.
    ///
    /// - Returns: Whether the service has reactions, as far as known.
    private func fillReactions(on channel: String, _ gaps: [TimetokenRange]) async throws -> Bool {
        guard let oldest = gaps.first, let newest = gaps.last else { return true }
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
                // One timetoken stays missing until the comparison ends, so that an interrupted comparison is repeated.
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
        let (value, reports) = try await journal.ask(about: [channel], in: store, question) { answer, storage in
            (try storing(answer, storage), try MessageChanges.takeReports(storage.db))
        }
        for item in reports { report(ChatSyncEvent(item)) }
        return value
    }

    /// The part of a range that a page covers.
    private static func covered(by oldest: Timetoken?, in range: TimetokenRange) throws -> TimetokenRange {
        guard let oldest, oldest > range.after + 1 else { return range }
        guard oldest <= range.upTo else { throw ChatError.wrongContentType("a page outside its range") }
        return TimetokenRange(after: oldest - 1, upTo: range.upTo)
    }
}
