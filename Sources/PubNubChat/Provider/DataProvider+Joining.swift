import GRDB
import Logging
import PubNub

/// The memberships that the current user begins, changes and ends.
///
/// Each call stores the change in the outbox first, and the rows show its effect immediately: see ``ChatOutboxEntry``. If the
/// client is connected, the call then waits until the service has the change, and throws if the service refuses it. Without a
/// connection, or if the service fails, the call returns: the change is sent later, before changes of the channel that follow.
/// ``changeRemoteMember(channelId:userId:_:)``, ``createRemoteMembers(_:)``, ``updateRemoteMemberships(_:)`` and
/// ``removeRemoteMemberships(_:)-method`` send immediately instead, and throw without a connection.
extension DataProvider {
    /// The maximum number of channels that one call joins or leaves concurrently.
    private static var joinWidth: Int { 4 }

    /// Makes the current user a member of channels, in the store and at the service. Existing memberships stay as they
    /// are and are stored, with their custom data, which has the read marker of the user. A new membership has a read
    /// marker at the current time of the service.
    ///
    /// - Parameter channelIds: The identifiers of the channels.
    /// - Returns: The identifiers of the channels that the user was not a member of. Without a connection, those without a
    ///   stored membership.
    /// - Throws: ``ChatError/outboxFull(limit:)``; ``ChatError/cannotWriteStore(_:)``; `PNError` if the service refused a
    ///   membership, which is undone in the store then. The user may be a member of some of the channels then.
    @discardableResult
    public func join(_ channelIds: [String]) async throws -> [String] {
        try await change(.join, channelIds)
    }

    /// Ends memberships of the current user, in the store and at the service. Succeeds if none exists.
    ///
    /// - Parameter channelIds: The identifiers of the channels. Their messages stay stored, and an existing subscription
    ///   continues: see ``ChatProvider/unsubscribe(from:)``.
    /// - Throws: ``ChatError/outboxFull(limit:)``; ``ChatError/cannotWriteStore(_:)``; `PNError` if the service refused to
    ///   end a membership, which is undone in the store then.
    public func leave(_ channelIds: [String]) async throws {
        _ = try await change(.leave, channelIds)
    }

    /// Changes a membership, in the store and at the service: its status, and keys of its custom data. Other fields
    /// and keys stay as the service has them when the change is sent, also if others change them in the meantime. The service
    /// has no entity tags for memberships, so a change by another client in the moment of sending is lost.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - userId: The member; nil, the default, for the current user. The membership is stored; a visitor has none.
    ///   - change: Changes the stored membership; nil clears a field. It runs once, on another thread.
    /// - Throws: The error of `change`; ``ChatError/missingRequiredData(_:)`` if the membership is not stored;
    ///   ``ChatError/outboxFull(limit:)``; ``ChatError/cannotWriteStore(_:)``; `PNError` if the service refused the change,
    ///   which is undone in the store then.
    public func changeMembership(
        in channelId: String,
        of userId: String? = nil,
        _ change: @escaping @Sendable (inout ChatMember<ModelData>) throws -> Void
    ) async throws {
        let member = userId ?? pubnubProvider.clientIdentifier()
        try await self.change { db in
            var value = try ChatStorage<ModelData, ManagedEntities>(db: db).requireMember(member, of: channelId)
            let before = try value.fields()
            try change(&value)
            let difference = MembershipChange(from: before, to: try value.fields())
            guard !difference.isEmpty else { return nil }
            return OutboxChange(kind: .membership, channelId: channelId, memberId: member, membership: difference)
        }
    }

    /// Makes a change of a membership at the service, and stores the result.
    func changeAtService(_ change: MembershipChange, of userId: String, in channelId: String) async throws {
        let isOwn = userId == pubnubProvider.clientIdentifier()
        let mayBegin = try await store.read { db in
            try ChatStorage<ModelData, ManagedEntities>(db: db).mayBegin(userId, of: channelId)
        }
        _ = try await memberships.run {
            try await self.changeMembers(
                ofOne: isOwn ? userId : channelId,
                [isOwn ? channelId : userId],
                isOwn ? .modifyChannelsByUser : .modifyUsersByChannel,
                self.service
            ) { known, _ in
                guard known != nil || mayBegin else { return nil }
                let before = try known?.fields() ?? ChatObjectFields()
                var after = before
                change.apply(to: &after)
                return after.change(from: before)
            }
        }
    }

    /// Joins or leaves channels.
    ///
    /// - Returns: The channels whose membership changed.
    private func change(_ kind: ChatOutboxEntry.Kind, _ channelIds: [String]) async throws -> [String] {
        var seen: Set<String> = []
        let ids = channelIds.filter { seen.insert($0).inserted }
        for id in ids { try Storable.check(id) }
        let userId = pubnubProvider.clientIdentifier()
        let (entries, members) = try await add { db in
            let storage = ChatStorage<ModelData, ManagedEntities>(db: db)
            let members = try ids.filter { try storage.isMember(userId, of: $0) }
            return (ids.map { OutboxChange(kind: kind, channelId: $0, memberId: userId) }, Set(members))
        }
        if kind == .join, entries.count > 1, pubnubProvider.isConnected() { await joinTogether(entries) }
        var (changed, problem): (Set<String>, (any Error)?) = ([], nil)
        await withTaskGroup(of: SettledMembership.self) { group in
            func take(_ end: SettledMembership) {
                switch end.result {
                case .success(let isChanged):
                    if isChanged ?? !members.contains(end.channel) { changed.insert(end.channel) }
                case .failure(let error): problem = problem ?? error
                }
            }
            for (index, entry) in entries.enumerated() {
                if index >= Self.joinWidth, let end = await group.next() { take(end) }
                group.addTask {
                    do {
                        return SettledMembership(channel: entry.channel, result: .success(try await self.settle(entry)))
                    } catch {
                        return SettledMembership(channel: entry.channel, result: .failure(error))
                    }
                }
            }
            for await end in group { take(end) }
        }
        if let problem { throw problem }
        return ids.filter(changed.contains)
    }

    /// Joins channels with a few requests for every 20 of them. A join that follows other changes of its channel, or that is
    /// part of a refused request, is sent by itself afterwards.
    private func joinTogether(_ entries: [AddedEntry]) async {
        do {
            for start in stride(from: 0, to: entries.count, by: Self.filteredMembers) {
                let part = Array(entries[start..<min(start + Self.filteredMembers, entries.count)])
                try await sender.sendTogether(part) { claimed in
                    let new = Set(try await self.joinAtService(claimed.map(\.channelId)))
                    try await self.write { db in
                        for entry in claimed { try Ledger(db: db).finish(entry.sequence) }
                    }
                    for entry in claimed {
                        self.outboxWaits.note(entry.sequence, .success(new.contains(entry.channelId)))
                    }
                }
            }
        } catch {
            ChatLog.logger.debug("Each channel is joined by itself: \(error)")
        }
    }
}

/// How joining or leaving a channel ended: whether the service changed the membership, nil if it did not say.
// No tuple: Swift 6.3 reads a tuple with a `Result` that a task of a group returns wrongly in optimized builds.
private struct SettledMembership: Sendable {
    let channel: String
    let result: Result<Bool?, any Error>
}

extension ChatStorage {
    /// Whether a user is stored as a member of a channel, and not only as a visitor.
    func isMember(_ user: String, of channel: String) throws -> Bool {
        if Entities.Member.self == PubNubManagedMember.self {
            return try PubNubManagedMember.stored(channelId: channel, userId: user, in: db)?.isMember == true
        }
        return try hasMember(channel, user)
    }

    /// A stored membership. The row of a visitor does not count.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - channel: The channel.
    /// - Returns: The membership.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the user is not stored as a member.
    @discardableResult
    func requireMember(_ user: String, of channel: String) throws -> ChatMember<Model> {
        guard try isMember(user, of: channel), let member = try member(channel, user) else {
            throw ChatError.missingRequiredData("membership of \(user) in \(channel)")
        }
        return member
    }

    /// Whether a change may begin a membership that the service does not have: one that only the app stored. A membership
    /// that ended in the meantime is not begun again.
    func mayBegin(_ user: String, of channel: String) throws -> Bool {
        guard try isMember(user, of: channel) else { return false }
        return try member(channel, user).map { $0.eTag == nil } == true
    }
}
