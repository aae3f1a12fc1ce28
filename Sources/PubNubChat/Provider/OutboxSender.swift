import Foundation
import GRDB
import PubNub

/// The limits of sending.
enum SendLimits {
    /// The maximum number of channels to which one call sends concurrently.
    static let width = 4
    /// The number of attempts to send an entry in one call while the service or the network fails.
    static let attempts = 4
}

/// Sends the outbox of a store: messages and all other changes of the current user. Closures stand for the client, so that
/// simulations run the same code.
struct OutboxSender<Model: ChatCustomData, Entities: ManagedChatEntities>: Sendable {
    let store: ChatStore
    /// The author of the entries.
    let userId: String
    /// Orders the entries of a channel.
    let order: SendOrder
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
    /// The entries and turns that could not be released.
    var releases = OutboxReleases()

    /// Publishes a message and stores it.
    @discardableResult
    func send(_ request: SendMessageRequest<Model>) async throws -> ChatMessage<Model> {
        var message = request.message
        // The publications begin in the order of the calls.
        let publication = try await order.beginnings.run { [message, store, publish] in
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

    /// Sends the entries of one channel, one after the other, after earlier calls for the channel ended.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - last: The last entry to send; nil, the default, for all.
    ///   - attempts: The number of attempts for each entry while errors are temporary.
    /// - Returns: The failures; the last one is temporary if the rest of the entries was not sent.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` or `CancellationError`.
    func send(_ channel: String, upTo last: Int64? = nil, attempts: Int) async throws -> ChatSendReport {
        try await order.run(channel) {
            // An entry that could not be released precedes later ones.
            try await self.repeatReleases()
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
            case .invalid(let error): failure = try await fail(entry, error, isOpen: false)
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
        let free = entries.filter { order.users(of: $0.channel) == 0 }
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

    func write<Value: Sendable>(_ block: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await store.write(block)
        } catch {
            throw ChatError.of(error)
        }
    }
}

extension ChatSendReport {
    fileprivate mutating func add(_ part: ChatSendReport) {
        sent += part.sent
        failures += part.failures
    }
}
