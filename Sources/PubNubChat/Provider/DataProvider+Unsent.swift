import Foundation
import GRDB
import Logging
import PubNub

/// Messages that are stored and not published.
extension DataProvider {
    /// How many channels are sent to at a time.
    private static var sendingWidth: Int { 4 }
    /// How often a message is sent in one call while the service or the network is in trouble.
    private static var sendingAttempts: Int { 4 }

    /// Stores messages that are to be published later, with how: ``sendUnsentMessages()`` publishes them with these options.
    ///
    /// - Parameters:
    ///   - unsentMessages: The messages, and how they are published. Their timetoken is 0. Authors and channels that are not stored get rows with their
    ///     identifiers.
    ///   - batchSize: How many messages a transaction has.
    /// - Returns: The messages that were not stored, and why.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` when a batch could not be stored at all, after the last one; `CancellationError` immediately.
    @discardableResult
    public func load(
        unsentMessages: [SendMessageRequest<ModelData>],
        batchSize: Int = 256
    ) async throws -> [ChatWriteFailure<SendMessageRequest<ModelData>>] {
        try await write(unsentMessages, batchSize: batchSize, batchHandler: nil) { db, request in
            guard request.message.timetoken == 0 else {
                throw ChatError.entityCreationError("message \(request.message.id) is published")
            }
            try ManagedEntities.Message.insertOrUpdate(
                message: request.message.withPlaceholders,
                processMessageActions: false,
                into: db
            )
            try Ledger(db: db).store(request)
        }
    }

    /// Publishes the messages of the current user that are stored and not published, oldest first. A call waits for those before it, so that
    /// nothing is published twice.
    ///
    /// Channels do not wait for each other. See ``sendUnsentMessagesReport()``, which reports every message that was not published.
    ///
    /// - Returns: How many were published.
    /// - Throws: Why the first message that was not published was not (`PNError`, ``ChatError``), after all others were sent; `CancellationError`.
    @discardableResult
    public func sendUnsentMessages() async throws -> Int {
        let report = try await sendUnsentMessagesReport()
        if let failure = report.failures.first { throw failure.error }
        return report.sent
    }

    /// Publishes the messages of the current user that are stored and not published, in each channel oldest first. A call waits for those before it, so that
    /// nothing is published twice.
    ///
    /// A message that the service refuses for good, or that cannot be made because its channel was removed, is parked with its error, and those after it are sent:
    /// ``ChatUnsentMessage`` has its state, ``retryUnsentMessages(_:)`` lets it be sent again, and ``removeStoredMessage(messageId:)`` removes it. While the service
    /// or the network is in trouble, a message is sent up to four times with growing pauses; then its channel is left until the next call. That may publish it twice
    /// where nobody knows whether it was published (`PNError.isOutcomeUnknown`): those who store messages by their identifier have it once.
    ///
    /// - Returns: How many were published, and which were not.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``, or `CancellationError`; what was published by then is stored as published.
    public func sendUnsentMessagesReport() async throws -> ChatSendReport {
        try await sendings.run { try await self.sendUnsent() }
    }

    /// Lets messages that were refused be sent again by the next ``sendUnsentMessages()``.
    ///
    /// - Parameter messageIds: The identifiers in their payloads; nil, the default, for all.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``.
    public func retryUnsentMessages(_ messageIds: [String]? = nil) async throws {
        try await write { try Ledger(db: $0).unpark(unsent: messageIds) }
    }

    /// A message that waits, or why it cannot be made.
    private struct Waiting: Sendable {
        let id: String
        let request: Result<SendMessageRequest<ModelData>, any Error>
    }

    private func sendUnsent() async throws -> ChatSendReport {
        let waiting = try await waitingMessages()
        var report = ChatSendReport()
        var channels: [String: [SendMessageRequest<ModelData>]] = [:]
        var order: [String] = []
        for item in waiting {
            switch item.request {
            case .success(let request):
                let channel = request.message.pubnubChannelId
                if channels[channel] == nil { order.append(channel) }
                channels[channel, default: []].append(request)
            case .failure(let error):
                report.failures.append(try await park(item.id, nil, error))
            }
        }
        try await withThrowingTaskGroup(of: ChatSendReport.self) { group in
            for (index, name) in order.enumerated() {
                if index >= Self.sendingWidth, let part = try await group.next() { report.add(part) }
                let requests = channels[name] ?? []
                group.addTask { try await self.send(requests) }
            }
            for try await part in group { report.add(part) }
        }
        return report
    }

    private func waitingMessages() async throws -> [Waiting] {
        let userId = pubnubProvider.clientIdentifier()
        return try await store.read { db in
            let ledger = Ledger(db: db)
            return try ManagedEntities.Message.unsentMessagesBy(pubnubUserId: userId).fetchAll(db).compactMap { row in
                let message = Result<ChatMessage<ModelData>, any Error> {
                    let message: ChatMessage<ModelData> = try row.convert(from: db)
                    guard !message.pubnubChannelId.isEmpty else {
                        throw ChatError.missingRequiredData("channel of message \(message.id)")
                    }
                    return message
                }
                let id = (try? message.get().id) ?? (row.id as? String) ?? "\(row.id)"
                let options = try ledger.unsent(id)
                guard options?.failedAt == nil else { return nil }
                return Waiting(id: id, request: message.map { SendMessageRequest(message: $0, options) })
            }
        }
    }

    /// Sends the messages of one channel, one after the other.
    private func send(_ requests: [SendMessageRequest<ModelData>]) async throws -> ChatSendReport {
        var report = ChatSendReport()
        for request in requests {
            let channel = request.message.pubnubChannelId
            do {
                try await sendPatiently(request)
                report.sent += 1
            } catch let error as CancellationError {
                throw error
            } catch ChatError.cannotWriteStore(let text) {
                throw ChatError.cannotWriteStore(text)
            } catch {
                guard (error as? PNError)?.isRefusedForGood ?? true else {
                    let id = request.message.id
                    report.failures.append(.init(messageId: id, channelId: channel, error: error, isParked: false))
                    return report
                }
                report.failures.append(try await park(request.message.id, channel, error))
            }
        }
        return report
    }

    /// Sends a message, and again after growing pauses while that may help.
    private func sendPatiently(_ request: SendMessageRequest<ModelData>) async throws {
        var attempt = 0
        while true {
            do {
                try await sendRemoteMessage(request)
                return
            } catch let error as PNError where error.isTemporary && attempt + 1 < Self.sendingAttempts {
                // A client that is not connected learns of the connection by itself, and the app with it.
                guard pubnubProvider.isConnected() else { throw error }
                try await sendingPause(attempt, error.retryAfter)
                attempt += 1
            }
        }
    }

    private func park(_ id: String, _ channel: String?, _ error: any Error) async throws -> ChatSendReport.Failure {
        ChatLog.logger.warning("Message \(id) is not sent again until the app asks for it: \(error)")
        try await write { try Ledger(db: $0).park(unsent: id, error, at: Date()) }
        return .init(messageId: id, channelId: channel, error: error, isParked: true)
    }
}

extension ChatSendReport {
    fileprivate mutating func add(_ part: ChatSendReport) {
        sent += part.sent
        failures += part.failures
    }
}

extension SendMessageRequest {
    /// A request to publish a stored message as it was to be published when it was stored.
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
