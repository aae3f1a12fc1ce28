import Foundation
import GRDB
import Logging
import PubNub
import PubNubSupport

/// Read markers and unread counts of the current user: ``ChatUnreadCount``.
extension DataProvider {
    /// The maximum number of channels in one request for counts.
    private static var countedChannels: Int { 100 }
    /// The maximum number of parts of a channel that are counted separately.
    private static var countedParts: Int { 4 }

    /// Marks the messages of a channel as read up to one of them, in the store immediately, and then at the service in
    /// the custom data of the membership. Nothing else of the membership changes. A marker only moves forward: an earlier
    /// one changes nothing, also at the service if another device has read more.
    ///
    /// The marker is in the outbox, after earlier changes of the channel: see ``ChatOutboxEntry``. Only the last one of a
    /// channel waits. Without a connection, or if the service cannot be reached, it is sent later. While nothing else of the
    /// channel is sent, its marker is sent at most once a second; the last one applies.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel. The current user's membership is stored; a visitor has none.
    ///   - timetoken: The timetoken of the last message that was read. nil, the default, for the newest stored message.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the membership is not stored, or without a message;
    ///   ``ChatError/outboxFull(limit:)``; ``ChatError/cannotWriteStore(_:)``; `PNError` if the service refused the marker, which
    ///   stays in the store.
    public func markRead(_ channelId: String, upTo timetoken: Timetoken? = nil) async throws {
        let userId = pubnubProvider.clientIdentifier()
        try await moveMarker(of: channelId) { db in
            try ChatStorage<ModelData, ManagedEntities>(db: db).requireMember(userId, of: channelId)
            guard
                let newest = try timetoken
                    ?? ManagedEntities.Message.newestTimetoken(pubnubChannelId: channelId, in: db)
            else { throw ChatError.missingRequiredData("a message of \(channelId)") }
            try Storable.check(newest)
            return try Ledger(db: db).mark(channelId, readUpTo: newest) ? newest : nil
        }
    }

    /// Marks the messages of a channel as unread from one of them on, in the store immediately, and then at the service.
    /// If another device has moved the marker before the service receives this one, that of the other device stays.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel. The current user's membership is stored; a visitor has none.
    ///   - timetoken: The timetoken of the first message that is unread then. Nothing changes if it is unread already.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the membership is not stored; ``ChatError/outboxFull(limit:)``;
    ///   ``ChatError/cannotWriteStore(_:)``; `PNError` if the service refused the marker, which stays in the store.
    public func markUnread(_ channelId: String, from timetoken: Timetoken) async throws {
        let userId = pubnubProvider.clientIdentifier()
        try await moveMarker(of: channelId) { db in
            let storage = ChatStorage<ModelData, ManagedEntities>(db: db)
            let member = try storage.requireMember(userId, of: channelId)
            try Storable.check(timetoken)
            let seen = ReadMarker.timetoken(in: try member.fields().custom)
            let marker = timetoken - min(timetoken, 1)
            return try Ledger(db: db).unmark(channelId, backTo: marker, seen: seen) ? marker : nil
        }
    }

    /// Moves the marker of a channel, and adds it to the outbox.
    ///
    /// - Parameters:
    ///   - channelId: The channel.
    ///   - move: Moves it in the store, and returns the marker; nil if it did not move.
    /// - Throws: The error of `move`; those of ``markRead(_:upTo:)``.
    private func moveMarker(
        of channelId: String,
        _ move: @escaping @Sendable (Database) throws -> Timetoken?
    ) async throws {
        let userId = pubnubProvider.clientIdentifier()
        let (entries, _) = try await add { db -> ([OutboxChange], Void) in
            guard let marker = try move(db) else { return ([], ()) }
            return ([OutboxChange(kind: .marker, channelId: channelId, value: "\(marker)", memberId: userId)], ())
        }
        for entry in entries { try await sendMarker(entry) }
    }

    /// Counts unread messages at the service, for the parts of the history after the marker that are not stored. The counts
    /// of other channels stay as they are.
    ///
    /// The service counts all messages, including those of this user and deleted ones, up to 10,000 in a channel. A
    /// provider counts by itself when a channel is up to date and such a part is left.
    ///
    /// - Parameter channels: The identifiers of channels; nil, the default, for all with a marker.
    /// - Throws: `PNError` if the messages were not counted; ``ChatError/cannotWriteStore(_:)``.
    public func syncUnreadCounts(on channels: [String]? = nil) async throws {
        let gaps = try await store.read { db in
            let rows =
                try channels.map { try ChatUnreadCount.filter(ids: $0).fetchAll(db) }
                ?? ChatUnreadCount.fetchAll(db)
            return try rows.map { row in
                UncountedChannel(
                    id: row.id,
                    marker: row.lastRead,
                    parts: try Ledger(db: db).uncounted(of: row.id, after: row.lastRead)
                )
            }
        }
        let uncounted = gaps.filter { !$0.parts.isEmpty }
        for start in stride(from: 0, to: uncounted.count, by: Self.countedChannels) {
            let part = Array(uncounted[start..<min(start + Self.countedChannels, uncounted.count)])
            let counts = try await counts(of: part)
            try await write { db in
                for channel in part {
                    let ledger = Ledger(db: db)
                    try ledger.setEstimate(counts[channel.id] ?? 0, of: channel.id, from: channel.marker, channel.parts)
                }
            }
        }
    }

    /// A channel with a part after the marker that is not stored.
    private struct UncountedChannel: Sendable {
        let id: String
        let marker: Timetoken
        let parts: [TimetokenRange]

        /// The parts to count. Beyond the limit, the oldest ones are counted together with what lies between them.
        func counted(limit: Int) -> [TimetokenRange] {
            guard parts.count > limit, let first = parts.first else { return parts }
            let merged = TimetokenRange(after: first.after, upTo: parts[parts.count - limit].upTo)
            return [merged] + parts.suffix(limit - 1)
        }
    }

    /// The numbers of messages in the parts of channels. A response has one number for a channel, so each part takes a
    /// request for the messages after its beginning, and one for those after its end.
    private func counts(of channels: [UncountedChannel]) async throws -> [String: Int] {
        var counts: [String: Int] = [:]
        let parts = channels.map { (id: $0.id, parts: $0.counted(limit: Self.countedParts)) }
        for index in 0..<Self.countedParts {
            let round = parts.filter { index < $0.parts.count }.map { ($0.id, $0.parts[index]) }
            guard !round.isEmpty else { break }
            let begun = try await service.messageCounts(
                Dictionary(round.map { ($0.0, $0.1.after) }) { first, _ in first }
            )
            let ends = round.filter { !$0.1.isOpen }
            var ended: [String: Int] = [:]
            if !ends.isEmpty {
                ended = try await service.messageCounts(
                    Dictionary(ends.map { ($0.0, $0.1.upTo) }) { first, _ in first }
                )
            }
            for (id, _) in round { counts[id, default: 0] += max(0, (begun[id] ?? 0) - (ended[id] ?? 0)) }
        }
        return counts
    }

    /// Counts the unread messages of a channel at the service, with those of other channels for which this is called in the
    /// meantime. Failures are logged.
    func countUnread(_ channel: String) {
        let isFirst = counting.withLock { state in
            state.channels.insert(channel)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { return }
        Task { [weak self] in
            while let names = self?.takeUncounted() {
                do {
                    try await self?.syncUnreadCounts(on: names)
                } catch {
                    ChatLog.logger.debug("Unread messages are counted after the next backfill: \(error)")
                }
            }
        }
    }

    private func takeUncounted() -> [String]? {
        counting.withLock { state in
            guard !state.channels.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { state.channels = [] }
            return state.channels.sorted()
        }
    }

    /// Sends the markers that the service does not have. Other changes of a channel precede its marker, so it is sent with
    /// them. Failures are logged; the markers stay pending.
    func sendPendingMarkers() async {
        let userId = pubnubProvider.clientIdentifier()
        do {
            let channels = try await write { db in
                let ledger = Ledger(db: db)
                try ledger.queuePendingMarkers(of: userId)
                return try ledger.markerChannels(of: userId)
            }
            for channel in channels { _ = try await sender.send(channel, attempts: 1) }
        } catch {
            ChatLog.logger.warning("Read markers are sent with the next connection: \(error)")
        }
        sendQueued()
    }

    /// Sends the marker of a channel, or lets the pause after the last one send it.
    private func sendMarker(_ entry: AddedEntry) async throws {
        guard pubnubProvider.isConnected(), markers.begin(entry.channel) else {
            _ = outboxWaits.end(entry.sequence)
            return
        }
        defer { pauseMarkers(of: entry.channel) }
        _ = try await settle(entry)
    }

    private func pauseMarkers(of channelId: String) {
        // A pause must not retain the provider.
        Task { [weak self, markers, markerPause] in
            repeat {
                try? await markerPause()
                guard markers.pauseEnded(channelId) else {
                    // The queue left the channel out during the pause, and the attempt before may have failed.
                    self?.sendQueued()
                    return
                }
                do {
                    _ = try await self?.sender.send(channelId, attempts: 1)
                } catch {
                    ChatLog.logger.debug("The read marker of \(channelId) is sent with the next connection: \(error)")
                }
            } while true
        }
    }

    /// Sends the marker of a channel that the service does not have.
    func sendMarkerAtService(of channelId: String) async throws {
        guard let marker = try await store.read({ try Ledger(db: $0).pendingMarker(of: channelId) }) else { return }
        try await send(marker, of: pubnubProvider.clientIdentifier())
    }

    /// Sends a marker unless the service has a later one. One key of the custom data of the membership changes.
    private func send(_ marker: Ledger.PendingMarker, of userId: String) async throws {
        let (stored, mayBegin) = try await store.read { db in
            let storage = ChatStorage<ModelData, ManagedEntities>(db: db)
            return (
                try storage.member(marker.channel, userId), try storage.mayBegin(userId, of: marker.channel)
            )
        }
        guard let stored else { return }
        let service = service
        let members = try await memberships.run {
            try await self.changeMembers(ofOne: userId, [marker.channel], .modifyChannelsByUser, service) { known, _ in
                // The service never had a membership that only the app stored. An ended membership is not begun again.
                guard known != nil || mayBegin else { return nil }
                let fields = try (known ?? stored).fields()
                var custom = fields.custom
                guard marker.replaces(ReadMarker.timetoken(in: custom)) || known == nil else { return FieldsChange() }
                custom[ReadMarker.key] = .string("\(marker.timetoken)")
                return FieldsChange(texts: known == nil ? fields.texts : [:], custom: custom)
            }
        }
        let found = try members.first.flatMap { ReadMarker.timetoken(in: try $0.fields().custom) }
        let isUncounted = try await write { db in
            try Ledger(db: db).confirm(marker, service: found)
            return try Ledger(db: db).isUncounted(marker.channel)
        }
        if isUncounted { countUnread(marker.channel) }
        // Another device may have moved it further, and then announced that.
        if marker.kind == .forward, found == marker.timetoken {
            await announceMarker(marker.timetoken, of: marker.channel)
        }
    }
}
