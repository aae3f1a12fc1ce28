import Foundation
import GRDB
import Logging
import PubNub

/// The queued messages of one channel, in their order.
struct SendLine: Sendable {
    /// The maximum number of channels to which one call sends concurrently.
    static let width = 4
    /// The number of attempts to send a message in one call while the service or the network fails.
    static let attempts = 4

    let channel: String
    var ids: [String]
}

/// The content of the send queue.
struct SendQueueContent {
    var lines: [SendLine]
    /// The messages that cannot be sent.
    var report: ChatSendReport
}

/// Sends the queued messages of a store. Closures stand for the client, so that simulations run the same code.
struct MessageSender<Model: ChatCustomData, Entities: ManagedChatEntities>: Sendable {
    let store: ChatStore
    /// The author of the messages.
    let userId: String
    /// Orders the messages of a channel.
    let turns: SendTurns
    /// Whether the client is connected.
    let isConnected: @Sendable () -> Bool
    /// Publishes a message, and returns its timetoken.
    let publish: @Sendable (SendMessageRequest<Model>) async throws -> Timetoken
    /// Waits before a message is sent again.
    let pause: @Sendable (_ attempt: Int, _ retryAfter: Duration?) async throws -> Void
    /// Waits before the turn of another program is looked at again.
    var turnPause: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
    /// Called with the channel of each published message.
    var published: @Sendable (String) -> Void = { _ in }

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
        let place: (author: String, channel: String)
        if Entities.Message.self == PubNubManagedMessage.self {
            guard let row = try PubNubManagedMessage.stored(message.id, in: db) else { return }
            place = (row.pubnubUserId ?? "", row.pubnubChannelId ?? "")
        } else {
            guard let row = try Entities.Message.messageBy(messageId: message.id).fetchOne(db) else { return }
            let stored: ChatMessage<Model> = try row.convert(from: db)
            place = (stored.pubnubUserId, stored.pubnubChannelId)
        }
        guard place.author.isEmpty || place.author == message.pubnubUserId,
            place.channel.isEmpty || place.channel == message.pubnubChannelId
        else { throw ChatError.entityCreationError("another message \(message.id) is stored") }
    }

    /// Sends all queued messages, to several channels concurrently, and waits for those that are being sent.
    func sendAll() async throws -> ChatSendReport {
        let queue = try await content(withSending: true)
        var report = queue.report
        try await withThrowingTaskGroup(of: ChatSendReport.self) { group in
            for (index, line) in queue.lines.enumerated() {
                if index >= SendLine.width, let part = try await group.next() { report.add(part) }
                group.addTask { try await send(line, attempts: SendLine.attempts) }
            }
            for try await part in group { report.add(part) }
        }
        return report
    }

    /// Queues refused messages again; nil for all.
    func retry(_ messageIds: [String]?) async throws {
        try await write { try Ledger(db: $0).requeue(failed: messageIds) }
    }

    /// Removes messages that are queued or failed.
    ///
    /// - Parameter messageIds: The identifiers in their payloads.
    /// - Returns: The identifiers of the removed messages.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``.
    func discard(_ messageIds: [String]) async throws -> [String] {
        try await write { db in
            let ledger = Ledger(db: db)
            return try messageIds.filter { id in
                let row = try Entities.Message.messageBy(messageId: id).fetchOne(db)
                guard let row, row.pubnubMessageID == 0, try ledger.unsent(id)?.state != .sending else { return false }
                try Entities.Message.remove(messageId: id, from: db)
                try ledger.forget(unsent: id)
                return true
            }
        }
    }

    @discardableResult
    private func write<Value: Sendable>(_ block: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await store.write(block)
        } catch {
            throw ChatError.of(error)
        }
    }
}

extension MessageSender {
    /// A message that was taken from the queue.
    private enum Claim: Sendable {
        case request(SendMessageRequest<Model>)
        /// The message is not queued any more: it was sent, refused or removed.
        case gone
        case invalid(any Error)
    }

    /// Returns the queued messages by channel, in the order of their oldest message, and marks messages without a channel as
    /// failed.
    ///
    /// - Parameter withSending: Whether the result includes messages that another task is sending. The caller then waits for
    ///   that task, and sends those that are queued again.
    /// - Returns: The messages to send, and those that were marked.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``, or the error of the database.
    func content(withSending: Bool) async throws -> SendQueueContent {
        let userId = userId
        try await releaseEnded()
        let (lines, invalid) = try await store.read { db in
            let others = try withSending ? Ledger(db: db).refused() : Ledger(db: db).unqueued()
            var (lines, places, invalid): ([SendLine], [String: Int], [String]) = ([], [:], [])
            for row in try Entities.Message.unsentMessagesBy(pubnubUserId: userId).fetchAll(db) {
                let place = try Self.place(of: row, in: db)
                guard !others.contains(place.id) else { continue }
                if place.channel.isEmpty {
                    invalid.append(place.id)
                } else if let index = places[place.channel] {
                    lines[index].ids.append(place.id)
                } else {
                    places[place.channel] = lines.count
                    lines.append(SendLine(channel: place.channel, ids: [place.id]))
                }
            }
            return (lines, invalid)
        }
        var report = ChatSendReport()
        for id in invalid {
            let error = ChatError.missingRequiredData("channel of message \(id)")
            report.failures.append(try await markFailed(id, nil, error))
        }
        return SendQueueContent(lines: lines, report: report)
    }

    private struct Place: Sendable {
        let id: String
        let channel: String
    }

    private static func place(of row: Entities.Message, in db: Database) throws -> Place {
        if let row = row as? PubNubManagedMessage { return Place(id: row.id, channel: row.pubnubChannelId ?? "") }
        do {
            let message: ChatMessage<Model> = try row.convert(from: db)
            return Place(id: message.id, channel: message.pubnubChannelId)
        } catch is ChatError {
            return Place(id: (row.id as? String) ?? "\(row.id)", channel: "")
        }
    }

    /// Sends the messages of one channel, one after the other, after earlier calls for the channel ended.
    ///
    /// - Parameters:
    ///   - line: The messages. Those that are not queued any more are left out.
    ///   - attempts: The number of attempts for each message while errors are temporary.
    /// - Returns: The failures; the last one is temporary if the rest of the messages was not sent.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` or `CancellationError`.
    func send(_ line: SendLine, attempts: Int) async throws -> ChatSendReport {
        try await turns.run(line.channel) {
            guard try await self.takeTurn(of: line) else { return ChatSendReport() }
            do {
                return try await self.sendInTurn(line, attempts: attempts)
            } catch {
                await self.endTurn(of: line.channel)
                throw error
            }
        }
    }

    private func sendInTurn(_ line: SendLine, attempts: Int) async throws -> ChatSendReport {
        var report = ChatSendReport()
        var rest = line.ids
        var seen = Set(rest)
        while !rest.isEmpty {
            for id in rest {
                switch try await claim(id) {
                case .gone: continue
                case .invalid(let error): report.failures.append(try await markFailed(id, line.channel, error))
                case .request(let request):
                    guard let failure = try await send(request, attempts: attempts) else {
                        report.sent += 1
                        continue
                    }
                    report.failures.append(failure)
                    guard failure.isPermanent else {
                        await endTurn(of: line.channel)
                        return report
                    }
                }
            }
            // Programs without the turn leave their messages to this one.
            rest = try await write { [seen] db in
                let next = try queued(on: line.channel, db).filter { !seen.contains($0) }
                if next.isEmpty { try Ledger(db: db).endTurn(line.channel, holder: store.holder) }
                return next
            }
            seen.formUnion(rest)
        }
        return report
    }

    /// The queued messages of a channel, in their order.
    private func queued(on channel: String, _ db: Database) throws -> [String] {
        let others = try Ledger(db: db).unqueued()
        return try Entities.Message.unsentMessagesBy(pubnubUserId: userId).fetchAll(db)
            .map { try Self.place(of: $0, in: db) }
            .filter { $0.channel == channel && !others.contains($0.id) }
            .map(\.id)
    }

    /// Takes the turn to send the messages of a channel, as soon as no other program has it.
    ///
    /// - Returns: false if the other program has sent them.
    private func takeTurn(of line: SendLine) async throws -> Bool {
        while true {
            let (isTaken, isQueued) = try await write { db in
                if try Ledger(db: db).takeTurn(line.channel, holder: store.holder) { return (true, true) }
                return (false, try !queued(on: line.channel, db).isEmpty)
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

    /// Queues the messages again that ended programs were sending.
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

    private func claim(_ id: String) async throws -> Claim {
        try await write { db in
            guard let row = try Entities.Message.messageBy(messageId: id).fetchOne(db),
                row.pubnubMessageID == 0
            else { return .gone }
            let ledger = Ledger(db: db)
            guard try ledger.claim(unsent: id, holder: store.holder) else { return .gone }
            do {
                let message: ChatMessage<Model> = try row.convert(from: db)
                guard !message.pubnubChannelId.isEmpty else {
                    throw ChatError.missingRequiredData("channel of message \(id)")
                }
                return .request(SendMessageRequest(message: message, try ledger.unsent(id)))
            } catch let error as ChatError {
                return .invalid(error)
            }
        }
    }

    /// Sends a message that was claimed; returns nil if it is published.
    private func send(
        _ request: SendMessageRequest<Model>,
        attempts: Int
    ) async throws -> ChatSendReport.Failure? {
        let id = request.message.id
        let channel = request.message.pubnubChannelId
        do {
            try await sendPatiently(request, attempts: attempts)
            return nil
        } catch let error as PNError where !error.isRefusedForGood {
            await release(id, isFailure: true)
            return .init(messageId: id, channelId: channel, error: error, isPermanent: false)
        } catch ChatError.cannotWriteStore(let text) {
            await release(id, isFailure: false)
            throw ChatError.cannotWriteStore(text)
        } catch let error as CancellationError {
            await release(id, isFailure: false)
            throw error
        } catch {
            return try await markFailed(id, channel, error)
        }
    }

    /// Queues a message again, also if the task is cancelled.
    private func release(_ id: String, isFailure: Bool) async {
        await Task { [store] in
            do {
                try await store.write { try Ledger(db: $0).release(unsent: id, isFailure: isFailure) }
            } catch {
                ChatLog.logger.error("Message \(id) stays marked as being sent: \(error)")
            }
        }.value
    }

    /// Sends a message, and retries after growing pauses while a retry may help.
    private func sendPatiently(_ request: SendMessageRequest<Model>, attempts: Int) async throws {
        var attempt = 0
        while true {
            do {
                try await send(request)
                return
            } catch let error as PNError where error.isTemporary && attempt + 1 < attempts {
                // If the client is not connected, pauses do not help: messages are sent again after the connection is
                // restored.
                guard isConnected() else { throw error }
                try await pause(attempt, error.retryAfter)
                attempt += 1
            }
        }
    }

    private func markFailed(_ id: String, _ channel: String?, _ error: any Error) async throws -> ChatSendReport.Failure
    {
        ChatLog.logger.warning("Message \(id) is not sent again until the app retries it: \(error)")
        try await write { try Ledger(db: $0).markFailed(unsent: id, error, at: Date()) }
        return .init(messageId: id, channelId: channel, error: error, isPermanent: true)
    }
}

extension ChatSendReport {
    fileprivate mutating func add(_ part: ChatSendReport) {
        sent += part.sent
        failures += part.failures
    }
}

extension SendMessageRequest {
    /// A request to publish a stored message with the options that were stored with it.
    fileprivate init(message: ChatMessage<Custom>, _ options: ChatUnsentMessage?) {
        self.init(
            message: message,
            storeInHistory: options?.storeInHistory,
            shouldCompress: options?.shouldCompress ?? false,
            ttl: options?.ttl,
            metadata: options?.metadata.flatMap { try? JSONDecoder().decode(ChatJSON.self, from: $0) }
        )
    }
}
