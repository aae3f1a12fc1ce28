import GRDB
import Logging
import PubNub
import PubNubSupport

/// Stores events, and updates the ledger with them.
final class LiveWriter<Model: ChatCustomData, Entities: ManagedChatEntities>: Sendable {
    /// The state of this session, which only the store's writer changes.
    private struct Session: Sendable {
        /// The channels whose messages arrive, or have arrived.
        var live: Set<String> = []
        /// The number of times that channels were opened.
        var round = 0
    }

    private let session = Locked(Session())
    private let pace = LogPace()
    /// Records everything that is stored.
    let journal: ChangeJournal<Model, Entities>
    private let translator = LiveTranslator<Model>()
    /// Makes the cipher of the client; nil without a cipher key.
    private let cipher: @Sendable () -> EditCipher?
    private let report: @Sendable ([LiveOutcome]) -> Void
    /// Receives the error of a transaction that failed.
    private let failed: @Sendable (any Error) -> Void

    /// - Parameters:
    ///   - journal: Records everything that is stored.
    ///   - cipher: Makes the cipher of the client; nil, the default, without a cipher key.
    ///   - failed: Receives the error of a transaction that failed; ignored by default.
    ///   - report: Receives the results in order, on the store's writer.
    init(
        journal: ChangeJournal<Model, Entities> = ChangeJournal(),
        cipher: @escaping @Sendable () -> EditCipher? = { nil },
        failed: @escaping @Sendable (any Error) -> Void = { _ in },
        report: @escaping @Sendable ([LiveOutcome]) -> Void
    ) {
        self.journal = journal
        self.cipher = cipher
        self.failed = failed
        self.report = report
    }

    /// Stores items in one transaction.
    ///
    /// - Returns: If the transaction fails, the items to store later: those that are not events, and one gap in place
    ///   of the events.
    func store(_ items: [LiveItem], in db: Database) -> [LiveItem] {
        let before = session.withLock { $0 }
        var after = before
        var outcomes: [LiveOutcome] = []
        do {
            try db.inTransaction(.immediate) {
                if items.count > 1 {
                    try SearchSchema.queueing(db) {
                        for item in items { try store(item, &after, &outcomes, db) }
                    }
                } else {
                    for item in items { try store(item, &after, &outcomes, db) }
                }
                outcomes += try MessageChanges.takeReports(db).map { .reported(.init($0)) }
                return .commit
            }
        } catch {
            if pace.allows(error) { ChatLog.logger.error("\(items.count) events cannot be stored: \(error)") }
            failed(error)
            return Self.unstored(items)
        }
        session.withLock { [after] in $0 = after }
        report(outcomes)
        return []
    }

    /// Whether no channel was opened since.
    func isCurrent(_ round: Int) -> Bool {
        session.withLock { $0.round == round }
    }

    private func store(
        _ item: LiveItem,
        _ session: inout Session,
        _ outcomes: inout [LiveOutcome],
        _ db: Database
    ) throws {
        let ledger = Ledger(db: db)
        switch item {
        case .arrival(let arrival): try store(arrival, &session, &outcomes, db)
        case .subscribed(let channels, let groups):
            let plain = channels.filter { !$0.hasSuffix("*") }
            let known = try ledger.channels(through: Set(channels + groups))
            let names = plain + known.filter { !plain.contains($0) }
            for name in names { try ledger.open(name) }
            session.live.formUnion(names)
            session.round += 1
            outcomes.append(.subscribed(channels, opened: names, round: session.round))
        case .unsubscribed(let channels, let groups):
            let names = Set(channels).union(try ledger.channels(through: Set(channels + groups)))
            session.live.subtract(names)
            outcomes.append(.unsubscribed(names.sorted()))
        case .refused(let channels, let error): outcomes.append(.refused(channels, error))
        case .gap(let range, let channels):
            let names = session.live.union(channels).sorted()
            for name in names {
                let isLive = session.live.contains(name)
                let after = try isLive ? range.after : min(range.after, ledger.progress(of: name) ?? range.after)
                try ledger.miss(name, TimetokenRange(after: after, upTo: range.upTo))
            }
            if !names.isEmpty { outcomes.append(.fellBehind(names)) }
        case .rightsChanged: outcomes.append(.rightsChanged)
        case .connected: outcomes.append(.connected)
        case .waiter(let id): outcomes.append(.waiter(id))
        case .disconnected(let error):
            // A disconnect that the app requested removes the subscriptions of the client; after other disconnects it
            // restores them.
            if error == nil { session.live = [] }
            outcomes.append(.disconnected(error))
        }
    }

    private func store(
        _ arrival: LiveArrival,
        _ session: inout Session,
        _ outcomes: inout [LiveOutcome],
        _ db: Database
    ) throws {
        if case .message = arrival.event { try arrive(arrival, &session, &outcomes, db) }
        do {
            for change in try translator.changes(of: arrival).map(opened) {
                journal.record(change)
                switch change {
                case .presenceOutdated(let channel):
                    let range = TimetokenRange(
                        after: arrival.timetoken - min(arrival.timetoken, 1),
                        upTo: arrival.timetoken
                    )
                    try Ledger(db: db).change(channel, .presence) { $0.insert(range) }
                    outcomes.append(.presenceOutdated(channel))
                case .typing(let channel, let user, let isTyping):
                    outcomes.append(.typing(channel: channel, user: user, isTyping: isTyping))
                case .message(let message):
                    outcomes.append(.spoke(channel: message.pubnubChannelId, user: message.pubnubUserId))
                case .presence(let channel, let user, let presence) where !presence.isPresent:
                    outcomes.append(.typing(channel: channel, user: user, isTyping: false))
                default: break
                }
                let fault = try db.fault { try ChatStorage<Model, Entities>(db: db).apply(change) }
                if let fault {
                    outcomes.append(.skipped(channel: arrival.channel, fault, arrival.timetoken))
                } else if let mismatch = change.mismatch {
                    outcomes.append(
                        .mismatched(
                            channel: arrival.channel,
                            mismatch.part,
                            fields: mismatch.fields,
                            arrival.timetoken
                        )
                    )
                }
                try recount(after: change, &outcomes, Ledger(db: db))
            }
        } catch let error as ChatError {
            ChatLog.leftOut(error)
            outcomes.append(.skipped(channel: arrival.channel, error, arrival.timetoken))
        }
    }

    /// Asks for a new count of unread messages if the user's marker moved among messages that are not stored.
    private func recount(after change: LiveChange<Model>, _ outcomes: inout [LiveOutcome], _ ledger: Ledger) throws {
        guard let marked = change.marked, try ledger.owner()?.userId == marked.user,
            try ledger.isUncounted(marked.channel)
        else { return }
        outcomes.append(.uncounted(channel: marked.channel))
    }

    /// The change with an encrypted edit decrypted.
    private func opened(_ change: LiveChange<Model>) -> LiveChange<Model> {
        guard case .reaction(let action) = change, action.isSealedEdit else { return change }
        return .reaction(action.opened(with: cipher()))
    }

    /// Advances the progress of the channel of a message, before the message is stored in the same transaction.
    private func arrive(
        _ arrival: LiveArrival,
        _ session: inout Session,
        _ outcomes: inout [LiveOutcome],
        _ db: Database
    ) throws {
        let ledger = Ledger(db: db)
        if session.live.insert(arrival.channel).inserted {
            // This is the first message of a channel that came through a group, or that the app subscribed before this
            // store existed.
            let before = arrival.timetoken - min(arrival.timetoken, 1)
            if let progress = try ledger.progress(of: arrival.channel) {
                try ledger.miss(arrival.channel, TimetokenRange(after: progress, upTo: before))
            } else {
                try ledger.missRest(of: arrival.channel, TimetokenRange(after: before, upTo: arrival.timetoken))
            }
            outcomes.append(.fellBehind([arrival.channel]))
        }
        try ledger.advance(arrival.channel, through: arrival.through, to: arrival.timetoken)
    }

    private static func unstored(_ items: [LiveItem]) -> [LiveItem] {
        var left: [LiveItem] = []
        var range: TimetokenRange?
        var channels: Set<String> = []
        for item in items {
            switch item {
            case .arrival(let arrival):
                let own = TimetokenRange(after: arrival.timetoken - min(arrival.timetoken, 1), upTo: arrival.timetoken)
                range = TimetokenRange(
                    after: min(range?.after ?? own.after, own.after),
                    upTo: max(range?.upTo ?? 0, own.upTo)
                )
                channels.insert(arrival.channel)
            case .gap(let other, let names):
                range = TimetokenRange(
                    after: min(range?.after ?? other.after, other.after),
                    upTo: max(range?.upTo ?? 0, other.upTo)
                )
                channels.formUnion(names)
            default: left.append(item)
            }
        }
        if let range { left.append(.gap(range, channels: channels.sorted())) }
        return left
    }
}

extension ChatSyncEvent {
    /// The event of a change that does not count.
    init(_ report: MessageChanges.Report) {
        if report.isUnreadable {
            let error = ChatError.wrongContentType("the edit of message \(report.messageId), which cannot be decrypted")
            self = .skipped(channel: report.channel, error, timetoken: report.timetoken)
        } else {
            self = .ignored(
                channel: report.channel,
                messageId: report.messageId,
                userId: report.userId,
                type: report.type
            )
        }
    }
}
