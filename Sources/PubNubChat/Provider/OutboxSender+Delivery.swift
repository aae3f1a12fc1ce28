import Foundation
import GRDB
import Logging
import PubNub

/// Sends one entry: takes it from the outbox, retries, and stores the outcome.
extension OutboxSender {
    /// An entry that was taken from the outbox.
    enum Claim: Sendable {
        case message(SendMessageRequest<Model>)
        case change
        /// The message was published or removed.
        case gone
        case invalid(any Error)
    }

    func claim(on channel: String, upTo last: Int64?, _ db: Database) throws -> (ChatOutboxEntry, Claim)? {
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
    func deliver(
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
        } catch let error as PNError {
            return try await fail(entry, error, isOpen: isOpen)
        } catch {
            // The store may have refused a message after its publication.
            return try await fail(entry, error, isOpen: true)
        }
    }

    /// Marks an entry that was claimed as failed. Queues it again if that cannot be stored.
    func fail(
        _ entry: ChatOutboxEntry,
        _ error: any Error,
        isOpen: Bool
    ) async throws -> ChatSendReport.Failure {
        do {
            return try await markFailed(entry, error, isOpen: isOpen)
        } catch let problem {
            await release(entry, isFailure: false, isOpen: isOpen)
            throw problem
        }
    }

    /// Queues an entry again, also if the task is cancelled. If that cannot be stored, ``repeatReleases()`` does it later.
    func release(_ entry: ChatOutboxEntry, isFailure: Bool, isOpen: Bool) async {
        await Task { [store, releases] in
            do {
                try await store.write { db in
                    try Ledger(db: db).release(entry.sequence, isFailure: isFailure, isOpen: isOpen)
                }
            } catch {
                releases.add(entry.sequence, OutboxReleases.Release(isFailure: isFailure, isOpen: isOpen))
                ChatLog.logger.error("Entry \(entry.sequence) of the outbox cannot be queued again yet: \(error)")
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

    /// Marks an entry as failed.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - error: The reason.
    ///   - isOpen: Whether the service may have received it in the last attempt; true, the default, also without an attempt.
    /// - Returns: The failure to report.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``.
    func markFailed(
        _ entry: ChatOutboxEntry,
        _ error: any Error,
        isOpen: Bool = true
    ) async throws -> ChatSendReport.Failure {
        ChatLog.logger.warning(
            "Entry \(entry.sequence) of the outbox (\(entry.kind.rawValue)) is not sent until the app retries it: \(error)"
        )
        let changes = try await write { [waits] db in
            let ledger = Ledger(db: db)
            // Triggers remove the changes of a message that fails.
            var changes = entry.kind == .message ? try ledger.changes(of: entry.messageId ?? "") : []
            let isDeleted = try changes.contains { try ledger.entry($0)?.kind == .deletion }
            try ledger.markFailed(entry.sequence, error, at: Date(), isOpen: isOpen)
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
