import Foundation
import GRDB
import Logging
import PubNub

/// Read markers and unread counts of the current user: ``ChatUnreadCount``.
extension DataProvider {
    /// The maximum number of channels in one request for counts.
    private static var countedChannels: Int { 100 }

    /// Marks the messages of a channel as read up to one of them, in the store immediately, and then at the service in
    /// the custom data of the membership. The other custom data of the membership stays.
    ///
    /// Without a connection, or if the service cannot be reached, the service receives the marker with the next
    /// connection of a ``ChatProvider``.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel. The current user's membership is stored.
    ///   - timetoken: The timetoken of the last message that was read; an earlier one than before marks messages as
    ///     unread. nil, the default, for the newest stored message.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the membership is not stored, or without a message;
    ///   `PNError` if the service refused the marker.
    public func markRead(_ channelId: String, upTo timetoken: Timetoken? = nil) async throws {
        let userId = pubnubProvider.clientIdentifier()
        try await write { db in
            guard try ChatStorage<ModelData, ManagedEntities>(db: db).member(channelId, userId) != nil else {
                throw ChatError.missingRequiredData("membership of \(userId) in \(channelId)")
            }
            guard
                let newest = try timetoken
                    ?? ManagedEntities.Message.newestTimetoken(pubnubChannelId: channelId, in: db)
            else { throw ChatError.missingRequiredData("a message of \(channelId)") }
            try Storable.check(newest)
            try Ledger(db: db).mark(channelId, readUpTo: newest)
        }
        guard pubnubProvider.isConnected() else { return }
        do {
            try await sendMarkers(of: [channelId])
        } catch let error as PNError where error.isTemporary {
            ChatLog.logger.debug("The read marker of \(channelId) is sent with the next connection: \(error)")
        }
    }

    /// Counts unread messages at the service, for channels whose history is not stored completely.
    ///
    /// The service counts all messages after the marker, including those of this user and deleted ones, up to 10,000
    /// in a channel. A message that is published during the request may count twice until the marker moves. The counts
    /// apply until the marker moves.
    ///
    /// - Parameter channels: The identifiers of channels; nil, the default, for all with a marker.
    /// - Throws: `PNError` if the messages were not counted; ``ChatError/cannotWriteStore(_:)``.
    public func syncUnreadCounts(on channels: [String]? = nil) async throws {
        let rows = try await store.read { db in
            guard let channels else { return try ChatUnreadCount.fetchAll(db) }
            return try ChatUnreadCount.filter(ids: channels).fetchAll(db)
        }
        for start in stride(from: 0, to: rows.count, by: Self.countedChannels) {
            let part = Array(rows[start..<min(start + Self.countedChannels, rows.count)])
            let time = try await ServiceSource<ModelData>(service: service).time()
            let counts = try await service.messageCounts(
                Dictionary(uniqueKeysWithValues: part.map { ($0.id, $0.lastRead) })
            )
            try await write { db in
                for row in part {
                    guard let count = counts[row.id] else { continue }
                    try Ledger(db: db).setBase(count, of: row.id, from: row.lastRead, upTo: max(time, row.lastRead))
                }
            }
        }
    }

    /// Sends the markers that the service does not have. Failures are logged; the markers stay pending.
    func sendPendingMarkers() async {
        do {
            try await sendMarkers(of: nil)
        } catch {
            ChatLog.logger.warning("A read marker is sent with the next connection: \(error)")
        }
    }

    /// Sends pending markers, of all channels for nil. A refused marker does not affect the others.
    private func sendMarkers(of channels: [String]?) async throws {
        let userId = pubnubProvider.clientIdentifier()
        let pending = try await store.read { try Ledger(db: $0).pendingMarkers() }
        var problem: (any Error)?
        for marker in pending where channels?.contains(marker.channel) != false {
            do {
                try await send(marker, of: userId)
            } catch let error as PNError where !error.isTemporary {
                problem = problem ?? error
            }
        }
        if let problem { throw problem }
    }

    private func send(_ marker: Ledger.PendingMarker, of userId: String) async throws {
        let member = try await store.read { db in
            try ChatStorage<ModelData, ManagedEntities>(db: db).member(marker.channel, userId)
        }
        guard var member else { return }
        var custom = try CustomCoder.members(of: member.custom, source: member.customSource, isFlat: true)
        custom[ReadMarker.key] = .string("\(marker.timetoken)")
        member.read(custom: try CustomCoder.encoder.encode(custom))
        member.presence = nil
        try await service.setMemberships(of: userId, to: [member])
        try await write { [member] db in
            try ManagedEntities.Member.insertOrUpdate(member: member, forceWrite: false, into: db)
            try ManagedEntities.Member.confirm(channelId: marker.channel, userId: userId, in: db)
            try Ledger(db: db).confirm(marker)
        }
    }
}
