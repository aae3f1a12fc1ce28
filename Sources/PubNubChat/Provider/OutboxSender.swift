import Foundation
import GRDB
import Logging
import PubNub

/// The limits of sending.
enum SendLimits {
    /// The maximum number of channels to which one call sends concurrently.
    static let width = 4
    /// The number of attempts to send an entry in one call while the service or the network fails.
    static let attempts = 4
}

/// The content of the outbox.
struct OutboxContent: Sendable {
    /// The channels with entries that wait, in the order of their first entry.
    var channels: [String]
    /// The entries that cannot be sent.
    var report: ChatSendReport
}

/// Sends the outbox of a store: messages and all other changes of the current user. Closures stand for the client, so that
/// simulations run the same code.
struct OutboxSender<Model: ChatCustomData, Entities: ManagedChatEntities>: Sendable {
    let store: ChatStore
    /// The author of the entries.
    let userId: String
    /// Orders the entries of a channel.
    let turns: SendOrder
    /// Whether the client is connected.
    let isConnected: @Sendable () -> Bool
    /// Publishes a message, and returns its timetoken.
    let publish: @Sendable (SendMessageRequest<Model>) async throws -> Timetoken
    /// Waits before an entry is sent again.
    let pause: @Sendable (_ attempt: Int, _ retryAfter: Duration?) async throws -> Void
    /// Waits before the turn of another program is looked at again.
    var turnPause: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
    /// Called with the channel of each published message.
    var published: @Sendable (String) -> Void = { _ in }
    /// Sends changes other than messages.
    var calls = OutboxCalls<Model>()
    /// The results of entries for which a call waits.
    var waits = OutboxWaits()

    /// Publishes a message and stores it.
    @discardableResult
    func send(_ request: SendMessageRequest<Model>) async throws -> ChatMessage<Model> {
        var message = request.message
        // The publications begin in the order of the calls.
        let publication = try await turns.beginnings.run { [message, store, publish] in
            try await store.read { try Self.check(message, in: $0) }
            return Task.immediate { try await publish(request) }
        }
        message.timetoken = try await withTaskCancellationHandler {
            try await publication.value
        } onCancel: {
            publication.cancel()
        }
        published(message.pubnubChannelId)
        let refusal = try await write { [message] db in
            try ChatStorage<Model, Entities>(db: db).store(message.withPlaceholders, withActions: false)
        }
        if let refusal { throw refusal }
        return message
    }

    /// Stores a message, and queues it unless it is published.
    func queue(_ request: SendMessageRequest<Model>) async throws {
        try await write { try Self.queue(request, in: $0) }
    }

    /// Stores a message, and queues it unless it is published.
    static func queue(_ request: SendMessageRequest<Model>, in db: Database) throws {
        guard request.message.timetoken == 0 else {
            throw ChatError.entityCreationError("message \(request.message.id) is published")
        }
        try check(request.message, in: db)
        let stored = try Entities.Message.messageBy(messageId: request.message.id).fetchOne(db)
        guard stored?.pubnubMessageID ?? 0 == 0 else { return }
        try Entities.Message.insertOrUpdate(
            message: request.message.withPlaceholders,
            processMessageActions: false,
            into: db
        )
        try Ledger(db: db).queue(request)
    }

    /// Throws ``ChatError/entityCreationError(_:)`` if another channel or author uses the identifier of a message: every
    /// store would refuse the publication.
    private static func check(_ message: ChatMessage<Model>, in db: Database) throws {
        let author: String
        let channel: String
        if Entities.Message.self == PubNubManagedMessage.self {
            guard let row = try PubNubManagedMessage.stored(message.id, in: db) else { return }
            author = row.pubnubUserId ?? ""
            channel = row.pubnubChannelId ?? ""
        } else {
            guard let row = try Entities.Message.messageBy(messageId: message.id).fetchOne(db) else { return }
            let stored: ChatMessage<Model> = try row.convert(from: db)
            author = stored.pubnubUserId
            channel = stored.pubnubChannelId
        }
        guard author.isEmpty || author == message.pubnubUserId,
            channel.isEmpty || channel == message.pubnubChannelId
        else { throw ChatError.entityCreationError("another message \(message.id) is stored") }
    }

    /// Sends all queued entries, to several channels concurrently, and waits for those that are being sent.
    func sendAll() async throws -> ChatSendReport {
        let content = try await content(withSending: true)
        var report = content.report
        try await withThrowingTaskGroup(of: ChatSendReport.self) { group in
            for (index, channel) in content.channels.enumerated() {
                if index >= SendLimits.width, let part = try await group.next() { report.add(part) }
                group.addTask { try await send(channel, attempts: SendLimits.attempts) }
            }
            for try await part in group { report.add(part) }
        }
        return report
    }

    /// Queues refused entries again; nil for all.
    func retry(_ sequences: [Int64]?) async throws {
        try await write { try Ledger(db: $0).requeue(failed: sequences) }
    }

    /// Removes entries that are queued or failed, and undoes their effects.
    ///
    /// - Parameter sequences: The entries.
    /// - Returns: The removed entries.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``.
    func discard(_ sequences: [Int64]) async throws -> [Int64] {
        try await write { [waits] db in
            let ledger = Ledger(db: db)
            return try sequences.filter { sequence in
                guard let entry = try ledger.entry(sequence), entry.state != .sending else { return false }
                guard entry.kind == .message, let id = entry.messageId else {
                    guard try ledger.discard(sequence) else { return false }
                    if entry.kind == .marker { try Self.abandonMarker(entry, db) }
                    waits.note(sequence, .failure(Self.discarded))
                    return true
                }
                return try Self.discard(message: id, waits, db)
            }
        }
    }

    /// Removes a message that the service cannot have.
    ///
    /// - Parameter messageId: The identifier in its payload.
    /// - Returns: false if it is published or being sent, or if the outcome of an attempt to send it is unknown.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``.
    func discardUnpublished(_ messageId: String) async throws -> Bool {
        try await write { [waits] db in
            guard try Ledger(db: db).unsent(messageId)?.mayBePublished != true else { return false }
            return try Self.discard(message: messageId, waits, db)
        }
    }

    private static func abandonMarker(_ entry: ChatOutboxEntry, _ db: Database) throws {
        let member = try ChatStorage<Model, Entities>(db: db).member(entry.channelId, entry.userId)
        let marker = try member.flatMap { ReadMarker.timetoken(in: try $0.fields().custom) }
        try Ledger(db: db).abandonMarker(of: entry.channelId, service: marker)
    }

    private static var discarded: ChatError { .missingRequiredData("the change, which was discarded") }

    private static func discard(message id: String, _ waits: OutboxWaits, _ db: Database) throws -> Bool {
        let ledger = Ledger(db: db)
        let row = try Entities.Message.messageBy(messageId: id).fetchOne(db)
        guard let row, row.pubnubMessageID == 0, try ledger.unsent(id)?.state != .sending else { return false }
        let changes = try ledger.changes(of: id)
        try Entities.Message.remove(messageId: id, from: db)
        try ledger.forget(unsent: id)
        // Triggers remove the changes of the default rows.
        for change in changes {
            try ledger.finish(change)
            waits.note(change, .failure(discarded))
        }
        return true
    }

    func write<Value: Sendable>(_ block: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await store.write(block)
        } catch {
            throw ChatError.of(error)
        }
    }
}

extension OutboxSender {
    /// An entry that was taken from the outbox.
    private enum Claim: Sendable {
        case message(SendMessageRequest<Model>)
        case change
        /// The message was published or removed.
        case gone
        case invalid(any Error)
    }

    /// Returns the channels with entries that wait, in the order of their oldest entry, and marks messages without a channel
    /// as failed.
    ///
    /// - Parameter withSending: Whether the result includes channels whose entries another task is sending. The caller then
    ///   waits for that task, and sends what is queued again.
    /// - Returns: The channels, and the entries that were marked.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``, or the error of the database.
    func content(withSending: Bool) async throws -> OutboxContent {
        let userId = userId
        try await releaseEnded()
        try await queueOtherRows()
        let (channels, invalid) = try await store.read { db in
            let ledger = Ledger(db: db)
            return (
                try ledger.queuedChannels(of: userId, withSending: withSending), try ledger.unplaced(of: userId)
            )
        }
        var report = ChatSendReport()
        for entry in invalid {
            let error = ChatError.missingRequiredData("channel of message \(entry.messageId ?? "")")
            report.failures.append(try await markFailed(entry, error))
        }
        return OutboxContent(channels: channels, report: report)
    }

    /// Queues the messages in a table of the app. Triggers do that for the default rows.
    func queueOtherRows() async throws {
        guard Entities.Message.self != PubNubManagedMessage.self else { return }
        let userId = userId
        try await write { db in
            for row in try Entities.Message.unsentMessagesBy(pubnubUserId: userId).fetchAll(db) {
                let key = try Self.key(of: row, in: db)
                try Ledger(db: db).queue(messageId: key.id, of: userId, on: key.channel)
            }
        }
    }

    private struct MessageKey: Sendable {
        let id: String
        let channel: String
    }

    private static func key(of row: Entities.Message, in db: Database) throws -> MessageKey {
        if let row = row as? PubNubManagedMessage { return MessageKey(id: row.id, channel: row.pubnubChannelId ?? "") }
        do {
            let message: ChatMessage<Model> = try row.convert(from: db)
            return MessageKey(id: message.id, channel: message.pubnubChannelId)
        } catch is ChatError {
            return MessageKey(id: (row.id as? String) ?? "\(row.id)", channel: "")
        }
    }

    /// Sends the entries of one channel, one after the other, after earlier calls for the channel ended.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - last: The last entry to send; nil, the default, for all.
    ///   - attempts: The number of attempts for each entry while errors are temporary.
    /// - Returns: The failures; the last one is temporary if the rest of the entries was not sent.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` or `CancellationError`.
    func send(_ channel: String, upTo last: Int64? = nil, attempts: Int) async throws -> ChatSendReport {
        try await turns.run(channel) {
            guard try await self.takeTurn(of: channel) else { return ChatSendReport() }
            do {
                return try await self.sendInTurn(channel, last, attempts: attempts)
            } catch {
                await self.endTurn(of: channel)
                throw error
            }
        }
    }

    private func sendInTurn(_ channel: String, _ last: Int64?, attempts: Int) async throws -> ChatSendReport {
        var report = ChatSendReport()
        while true {
            // Programs without the turn leave their entries to this one, so it ends only if none is left.
            let next = try await write { db in
                let claim = try claim(on: channel, upTo: last, db)
                if claim == nil { try Ledger(db: db).endTurn(channel, holder: store.holder) }
                return claim
            }
            guard let (entry, claim) = next else { return report }
            let failure: ChatSendReport.Failure?
            switch claim {
            case .gone: continue
            case .invalid(let error): failure = try await markFailed(entry, error)
            case .message(let request):
                failure = try await deliver(entry, attempts: attempts) { _ = try await self.send(request) }
            case .change: failure = try await deliver(entry, attempts: attempts) { try await self.perform(entry) }
            }
            guard let failure else {
                report.sent += 1
                waits.note(entry.sequence, .success(true))
                continue
            }
            report.failures.append(failure)
            guard failure.isPermanent else {
                await endTurn(of: channel)
                return report
            }
        }
    }

    /// Sends the first entries of several channels with common requests, while nothing else of these channels is sent. Leaves
    /// out an entry that follows others, and one whose channel another call or program is sending.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - send: Sends the entries that were claimed, and finishes them. If it throws, they are queued again.
    /// - Throws: The error of `send`; ``ChatError/cannotWriteStore(_:)``; `CancellationError`.
    func sendTogether(
        _ entries: [AddedEntry],
        _ send: @escaping @Sendable ([ChatOutboxEntry]) async throws -> Void
    ) async throws {
        let free = entries.filter { turns.users(of: $0.channel) == 0 }
        // Calls that wait for several turns take them in one order, so that none waits for another in a circle.
        try await inTurns(free.map(\.channel).sorted()[...]) {
            let claimed = try await self.write { db in
                let ledger = Ledger(db: db)
                return try free.compactMap { entry -> ChatOutboxEntry? in
                    guard try ledger.isNext(entry.sequence, on: entry.channel),
                        try ledger.takeTurn(entry.channel, holder: self.store.holder)
                    else { return nil }
                    return try ledger.claimNext(
                        on: entry.channel,
                        of: self.userId,
                        upTo: entry.sequence,
                        holder: self.store.holder
                    )
                }
            }
            guard !claimed.isEmpty else { return }
            do {
                try await send(claimed)
            } catch {
                for entry in claimed {
                    await self.release(entry, isFailure: false, isOpen: true)
                    await self.endTurn(of: entry.channelId)
                }
                throw error
            }
            for entry in claimed { await self.endTurn(of: entry.channelId) }
        }
    }

    /// Runs an action after all earlier actions for the channels ended.
    private func inTurns(
        _ channels: ArraySlice<String>,
        _ action: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard let first = channels.first else { return try await action() }
        try await turns.run(first) { try await self.inTurns(channels.dropFirst(), action) }
    }

    /// Takes the turn to send the entries of a channel, as soon as no other program has it.
    ///
    /// - Returns: false if the other program has sent them.
    private func takeTurn(of channel: String) async throws -> Bool {
        while true {
            let (isTaken, isQueued) = try await write { db in
                let ledger = Ledger(db: db)
                if try ledger.takeTurn(channel, holder: store.holder) { return (true, true) }
                return (false, try ledger.isQueued(channel, of: userId))
            }
            guard !isTaken, isQueued else { return isTaken }
            try await turnPause()
            try await releaseEnded()
        }
    }

    /// Ends a turn, also if the task is cancelled.
    private func endTurn(of channel: String) async {
        await Task { [store] in
            do {
                try await store.write { try Ledger(db: $0).endTurn(channel, holder: store.holder) }
            } catch {
                ChatLog.logger.error("The turn to send on \(channel) stays taken until this program ends: \(error)")
            }
        }.value
    }

    /// Queues the entries again that ended programs were sending.
    ///
    /// - Returns: Whether a program ended.
    @discardableResult
    func releaseEnded() async throws -> Bool {
        let holders = try await store.read { [store] in try Ledger(db: $0).holders(besides: store.holder) }
        let ended = holders.filter { !store.isAlive($0) }
        guard !ended.isEmpty else { return false }
        try await write { db in for holder in ended { try Ledger(db: db).releaseAll(of: holder) } }
        return true
    }

    private func claim(on channel: String, upTo last: Int64?, _ db: Database) throws -> (ChatOutboxEntry, Claim)? {
        let ledger = Ledger(db: db)
        guard let entry = try ledger.claimNext(on: channel, of: userId, upTo: last, holder: store.holder) else {
            return nil
        }
        guard entry.kind == .message, let id = entry.messageId else { return (entry, .change) }
        guard let row = try Entities.Message.messageBy(messageId: id).fetchOne(db), row.pubnubMessageID == 0 else {
            try ledger.finish(entry.sequence)
            return (entry, .gone)
        }
        do {
            let message: ChatMessage<Model> = try row.convert(from: db)
            guard !message.pubnubChannelId.isEmpty else {
                throw ChatError.missingRequiredData("channel of message \(id)")
            }
            return (entry, .message(SendMessageRequest(message: message, entry)))
        } catch let error as ChatError {
            return (entry, .invalid(error))
        }
    }

    /// Sends an entry that was claimed; returns nil if the service has it.
    private func deliver(
        _ entry: ChatOutboxEntry,
        attempts: Int,
        _ send: @escaping @Sendable () async throws -> Void
    ) async throws -> ChatSendReport.Failure? {
        // The client repeats other calls than publications by itself, so an error does not say whether an earlier request of
        // the call arrived.
        var isOpen = entry.kind != .message
        do {
            try await sendPatiently(attempts: attempts, isOpen: &isOpen, send)
            return nil
        } catch let error as PNError where !error.isRefusedForGood || error.isTokenEnded {
            await release(entry, isFailure: true, isOpen: isOpen)
            return ChatSendReport.Failure(entry, error, isPermanent: false)
        } catch ChatError.cannotWriteStore(let text) {
            await release(entry, isFailure: false, isOpen: true)
            throw ChatError.cannotWriteStore(text)
        } catch let error as CancellationError {
            await release(entry, isFailure: false, isOpen: true)
            throw error
        } catch {
            return try await markFailed(entry, error)
        }
    }

    /// Queues an entry again, also if the task is cancelled.
    private func release(_ entry: ChatOutboxEntry, isFailure: Bool, isOpen: Bool) async {
        await Task { [store] in
            do {
                try await store.write { db in
                    try Ledger(db: db).release(entry.sequence, isFailure: isFailure, isOpen: isOpen)
                }
            } catch {
                ChatLog.logger.error("Entry \(entry.sequence) of the outbox stays marked as being sent: \(error)")
            }
        }.value
    }

    /// Sends an entry, and retries after growing pauses while a retry may help.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts.
    ///   - isOpen: Set to true if the outcome of an attempt is unknown.
    ///   - send: Sends it once.
    /// - Throws: The error of the last attempt.
    private func sendPatiently(
        attempts: Int,
        isOpen: inout Bool,
        _ send: @escaping @Sendable () async throws -> Void
    ) async throws {
        var attempt = 0
        while true {
            do {
                return try await send()
            } catch let error as PNError {
                isOpen = isOpen || error.isOutcomeUnknown
                guard error.isTemporary, attempt + 1 < attempts else { throw error }
                // If the client is not connected, pauses do not help: entries are sent again after the connection is
                // restored.
                guard isConnected() else { throw error }
                try await pause(attempt, error.retryAfter)
                attempt += 1
            }
        }
    }

    private func markFailed(_ entry: ChatOutboxEntry, _ error: any Error) async throws -> ChatSendReport.Failure {
        ChatLog.logger.warning(
            "Entry \(entry.sequence) of the outbox (\(entry.kind.rawValue)) is not sent until the app retries it: \(error)"
        )
        let changes = try await write { [waits] db in
            let ledger = Ledger(db: db)
            // Triggers remove the changes of a message that fails.
            var changes = entry.kind == .message ? try ledger.changes(of: entry.messageId ?? "") : []
            let isDeleted = try changes.contains { try ledger.entry($0)?.kind == .deletion }
            try ledger.markFailed(entry.sequence, error, at: Date())
            for change in changes { try ledger.finish(change) }
            // Those of a membership that does not begin would have no effect.
            if entry.kind == .join {
                let storage = ChatStorage<Model, Entities>(db: db)
                let isMember = try storage.isMember(entry.userId, of: entry.channelId)
                if !isMember { changes = try ledger.discardChanges(after: entry) }
            }
            // A message that the user has deleted must not be published after a later retry.
            if isDeleted, let id = entry.messageId { _ = try Self.discard(message: id, waits, db) }
            return changes
        }
        for sequence in changes + [entry.sequence] { waits.note(sequence, .failure(error)) }
        return ChatSendReport.Failure(entry, error, isPermanent: true)
    }
}

extension ChatSendReport {
    fileprivate mutating func add(_ part: ChatSendReport) {
        sent += part.sent
        failures += part.failures
    }
}

extension ChatSendReport.Failure {
    fileprivate init(_ entry: ChatOutboxEntry, _ error: any Error, isPermanent: Bool) {
        self.init(
            sequence: entry.sequence,
            kind: entry.kind,
            messageId: entry.messageId ?? "",
            channelId: entry.channelId.isEmpty ? nil : entry.channelId,
            error: error,
            isPermanent: isPermanent
        )
    }
}

extension SendMessageRequest {
    /// A request to publish a stored message with the options that were stored with it.
    fileprivate init(message: ChatMessage<Custom>, _ options: ChatOutboxEntry) {
        self.init(
            message: message,
            storeInHistory: options.storeInHistory,
            shouldCompress: options.shouldCompress,
            ttl: options.ttl,
            metadata: options.metadata.flatMap { try? JSONDecoder().decode(JSON.self, from: $0) }
        )
    }
}
