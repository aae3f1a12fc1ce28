import Foundation
import GRDB

@testable import PubNub
@testable import PubNubChat
@testable import PubNubMachines

/// The outbox and the read markers of the application, and the end of its program.
extension SimulatedStore {
    /// The sender of the application. Its calls reach the simulated service, without pauses.
    var sender: OutboxSender<Model, Entities> {
        var sender = OutboxSender<Model, Entities>(
            store: store,
            userId: userId,
            order: order,
            isConnected: { [self] in current.isConnected },
            publish: { [self] in try await publish($0) },
            pause: { _, _ in }
        )
        sender.calls = outboxCalls
        return sender
    }

    /// Stores a message to be sent later. Messages without options are also queued.
    func write(_ message: Int) async throws {
        // Every store has its own messages.
        let own = 10 * (number + 1) + message
        guard change({ $0.written.insert(own).inserted }) else { return }
        let id = Names.message(own)
        let user = userId
        let channel = Names.channel(ofMessage: own)
        // No part of the order: the clock may jump, and messages may have the same time.
        let clock = 1_000_000 + 3_600 * Double(current.clock)
        let message = ChatMessage<Model>(
            content: .init(id: id, text: "\(id) of \(user)", createdAt: Date(timeIntervalSince1970: clock)),
            pubnubUserId: user,
            userModel: ChatUser(id: user),
            pubnubChannelId: channel,
            channelModel: ChatChannel(id: channel)
        )
        if let ttl = Self.ttl(of: own) {
            try await sender.queue(SendMessageRequest(message: message, ttl: ttl))
        } else {
            try await store.write { db in
                _ = try Entities.Message.insertOrUpdate(message: message, processMessageActions: false, into: db)
            }
        }
        change { state in
            state.queue[id] = .queued
            state.asked[channel, default: []].append("publish \(id)")
            state.order.append(id)
        }
        try mistake.apply(.queued, to: store)
        try checkQueue()
    }

    private static func ttl(of own: Int) -> Int? { own % 2 == 0 ? 1 : nil }

    /// Sends everything that waits, channel by channel.
    func sendAll() async throws {
        try await retry()
        while try await !sender.content(withSending: false).channels.isEmpty { try await send(0, .delivered) }
    }

    /// Sends the entries of a channel that wait. The outcome is that of the first call; later ones succeed.
    ///
    /// - Parameters:
    ///   - pick: Selects the channel.
    ///   - outcome: The outcome of the first call.
    ///   - steps: The steps that occur during the first call.
    /// - Throws: A violation, or the error of the store.
    func send(_ pick: Int, _ outcome: SendOutcome, during steps: [ChatStep] = []) async throws {
        guard current.isConnected else { return }
        let channels = try await sender.content(withSending: false).channels
        guard !channels.isEmpty else { return }
        let channel = channels[pick % channels.count]
        let ids = try await store.read { db in
            try ChatOutboxEntry.entriesBy(channelId: channel).fetchAll(db)
                .filter { $0.kind == .message && $0.state == .queued }.compactMap(\.messageId)
        }
        change { state in
            (state.outcome, state.during) = (outcome, steps)
            (state.attempts, state.published, state.calls) = ([], [], [])
        }
        let isTokenEnded = current.isTokenEnded
        do {
            _ = try await sender.send(channel, attempts: outcome == .repeated ? 2 : 1)
        } catch is CancellationError where current.isKilled {
            try allowWriting(true)
        }
        let state = current
        if let violation = state.violation { throw violation }
        guard !isTokenEnded else {
            guard state.attempts.isEmpty else {
                throw ChatViolation(invariant: .queue, text: "store \(number): sends \(state.attempts) without a right")
            }
            return try checkQueue()
        }
        let isFirst = state.calls.first?.hasPrefix("publish ") == true
        let expected: [String] =
            switch outcome {
            case .delivered, .refused: ids
            case .lost, .killed: state.calls.isEmpty ? ids : isFirst ? Array(ids.prefix(1)) : []
            case .repeated: isFirst ? ids.prefix(1) + ids : ids
            }
        guard state.attempts == expected else {
            throw ChatViolation(
                invariant: .queue,
                text: "store \(number): sends \(state.attempts), not \(expected)"
            )
        }
        for id in state.published { try mistake.apply(.sent(id: id), to: store) }
        try checkQueue()
    }

    /// Publishes a message that the sender took from the queue.
    private func publish(_ request: SendMessageRequest<Model>) async throws -> Timetoken {
        let id = request.message.id
        let flight: Flight
        do {
            flight = try begin("publish \(id)", on: request.message.pubnubChannelId) { state in
                state.attempts.append(id)
                state.queue[id] = .sending
            }
            try checkSending(request)
        } catch let error as PNError where !error.isTokenEnded {
            try checkSending(request)
            change { state in
                state.queue[id] = .failed
                state.forget(id)
            }
            throw error
        }
        guard let own = current.written.first(where: { Names.message($0) == id }) else { throw PNError.unknown }
        let timetoken = service.publish(own, by: user)
        if flight.outcome == .lost || flight.outcome == .repeated { change { $0.queue[id] = .queued } }
        try await end(flight)
        change { state in
            state.queue[id] = nil
            state.published.append(id)
        }
        return timetoken
    }

    /// Checks a message that is being sent.
    private func checkSending(_ request: SendMessageRequest<Model>) throws {
        let id = request.message.id
        do {
            try checkQueue()
            guard let own = current.written.first(where: { Names.message($0) == id }), request.ttl == Self.ttl(of: own)
            else {
                throw ChatViolation(invariant: .queue, text: "store \(number): \(id) is sent without its options")
            }
        } catch let violation as ChatViolation {
            // The sender handles every error.
            change { $0.violation = $0.violation ?? violation }
            throw violation
        }
    }

    /// A killed program writes nothing more.
    func allowWriting(_ isAllowed: Bool) throws {
        try store.writer.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA query_only = \(isAllowed ? 0 : 1)")
        }
    }

    /// Queues the refused messages again.
    func retry() async throws {
        try await sender.retry(nil)
        requeued()
        try checkQueue()
    }

    private func requeued() {
        change { state in
            state.queue = state.queue.mapValues { $0 == .failed ? .queued : $0 }
            // They keep their place in the order, and later ones have been sent.
            state.done = [:]
            state.refusedEdits = []
        }
    }

    /// Removes a message that is queued or failed.
    func discard(_ pick: Int) async throws {
        let ids = try await store.read { db in
            try String.fetchAll(
                db.cachedStatement(sql: "SELECT id FROM message WHERE timetoken = 0 ORDER BY id")
            )
        }
        guard !ids.isEmpty else { return }
        let id = ids[pick % ids.count]
        let entry = try await store.read { try ChatOutboxEntry.unsentBy(messageId: id).fetchOne($0) }
        guard let entry, try await sender.discard([entry.sequence]) == [entry.sequence] else {
            throw ChatViolation(invariant: .queue, text: "store \(number): \(id) waits and cannot be discarded")
        }
        change { state in
            state.queue[id] = nil
            state.forget(id)
        }
        try checkQueue()
    }

    /// Ends the token of the client: every request is refused, and no event arrives.
    func endToken() { change { $0.isTokenEnded = true } }

    /// The client gets a new token. Entries that were refused for its rights are sent again, as a provider does.
    func renewToken() async throws {
        let wasEnded = change { state in
            defer { state.isTokenEnded = false }
            return state.isTokenEnded
        }
        guard wasEnded else { return }
        try await store.write { try Ledger(db: $0).requeueForbidden() }
        requeued()
        try advance { $0.rightsChanged() }
        try checkQueue()
    }

    /// A new program with the same store: only what was stored remains.
    func restarted() throws -> SimulatedStore {
        close()
        let next = SimulatedStore(number, store, service, mistake, user: user, state: current.restarted())
        // As when the store is opened.
        try store.write { db in
            try Entities.clearTransientData(in: db)
            try Ledger(db: db).releaseAll()
        }
        try mistake.apply(.restarted, to: store)
        next.announce()
        try next.checkQueue()
        return next
    }

    /// Compares the stored states of unpublished messages with those that the steps caused.
    func checkQueue() throws {
        let expected = current.queue
        let number = number
        func fail(_ text: String) -> ChatViolation {
            ChatViolation(invariant: .queue, text: "store \(number): \(text)")
        }
        try store.read { db in
            let unpublished = try PubNubManagedMessage.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM message WHERE timetoken = 0")
            )
            let options = try ChatOutboxEntry.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM outbox WHERE kind = 'message'")
            )
            for row in unpublished {
                let state = options.first { $0.messageId == row.id }?.state
                guard row.sendState.stage == expected[row.id], state == row.sendState else {
                    throw fail(
                        "\(row.id) is \(row.sendState), \(state.map { "\($0)" } ?? "not queued"), not \(expected[row.id].map { "\($0)" } ?? "stored")"
                    )
                }
            }
            let shown = try String.fetchAll(
                db.cachedStatement(sql: "SELECT id FROM message WHERE timetoken = 0 ORDER BY position, rowid")
            )
            let waiting = Set(shown)
            guard shown == current.order.filter(waiting.contains) else {
                throw fail("\(shown) are shown in another order than \(current.order)")
            }
            for option in options where !unpublished.contains(where: { $0.id == option.messageId }) {
                throw fail("\(option.messageId ?? "?") waits and is not stored or published")
            }
            let stored =
                try expected.isEmpty
                ? [] : String.fetchSet(db.cachedStatement(sql: "SELECT id FROM message"))
            for id in expected.keys.sorted() where !stored.contains(id) { throw fail("\(id) is lost") }
        }
    }
}

extension ChatSendState {
    /// The stage of an unpublished message; nil for a published one.
    fileprivate var stage: SendStage? {
        switch self {
        case .queued: .queued
        case .sending: .sending
        case .failed: .failed
        case .sent: nil
        }
    }
}
