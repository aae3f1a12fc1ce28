import GRDB
import Logging

/// One program at a time sends the entries of a channel: that which has the turn in the store.
extension OutboxSender {
    /// Runs an action after all earlier actions for the channels ended.
    func inTurns(
        _ channels: ArraySlice<String>,
        _ action: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard let first = channels.first else { return try await action() }
        try await order.run(first) { try await self.inTurns(channels.dropFirst(), action) }
    }

    /// Takes the turn to send the entries of a channel, as soon as no other program has it.
    ///
    /// - Returns: false if the other program has sent them.
    func takeTurn(of channel: String) async throws -> Bool {
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

    /// Ends a turn, also if the task is cancelled. If that cannot be stored, ``repeatReleases()`` does it later.
    func endTurn(of channel: String) async {
        await Task { [store, releases] in
            do {
                try await store.write { try Ledger(db: $0).endTurn(channel, holder: store.holder) }
            } catch {
                releases.add(turnOf: channel)
                ChatLog.logger.error("The turn to send on \(channel) cannot end yet: \(error)")
            }
        }.value
    }

    /// Queues the entries again, and ends the turns, that could not be released before.
    ///
    /// - Returns: Whether there were any.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` while the store cannot be written.
    @discardableResult
    func repeatReleases() async throws -> Bool {
        guard !releases.content.isEmpty else { return false }
        return try await write { [store, order, releases] db in
            var content = releases.content
            // A call that sends the channel has the turn, and ends it.
            content.channels = content.channels.filter { order.users(of: $0) == 0 }
            let ledger = Ledger(db: db)
            for (sequence, release) in content.entries {
                try ledger.release(sequence, isFailure: release.isFailure, isOpen: release.isOpen)
            }
            for channel in content.channels { try ledger.endTurn(channel, holder: store.holder) }
            // Before the next transaction, which may take an entry or a turn again.
            db.afterNextTransaction { [content] _ in releases.remove(content) }
            return !content.isEmpty
        }
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
}
