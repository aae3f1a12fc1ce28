import PubNub

/// Changes of memberships: each is read, merged, written immediately, and stored as the service answered.
extension DataProvider {
    /// The maximum number of memberships in one filter, which is part of a URL.
    static var filteredMembers: Int { 20 }

    /// Changes memberships of one user or of one channel. Call it in ``memberships``, so that no other change of this
    /// provider lies between reading and writing.
    ///
    /// - Parameters:
    ///   - id: The user or the channel.
    ///   - others: The identifiers of the other sides, at most ``filteredMembers``.
    ///   - direction: Whether `id` is a user.
    ///   - service: The calls.
    ///   - change: Returns the change of a membership that the service has, or of a new one; an empty change sends
    ///     only a new membership, and nil sends nothing.
    /// - Returns: The memberships as the service has them, in the order of `others`.
    /// - Throws: The error of a request, or ``ChatError/cannotWriteStore(_:)``.
    func changeMembers(
        ofOne id: String,
        _ others: [String],
        _ direction: MembersModifyRequest<ModelData>.Direction,
        _ service: ChatService,
        _ change: @escaping @Sendable (ChatMember<ModelData>?, _ other: String) throws -> FieldsChange?
    ) async throws -> [ChatMember<ModelData>] {
        let side = MembershipSide<ModelData>(id: id, direction: direction, service: service)
        let channels = direction == .modifyUsersByChannel ? [id] : others
        return try await ask(about: channels) {
            let known = try await side.read(others)
            var changes: [ChangedMember] = []
            for other in others {
                guard let wanted = try change(known[other], other), known[other] == nil || !wanted.isEmpty else {
                    continue
                }
                changes.append(ChangedMember(id: other, change: wanted))
            }
            guard !changes.isEmpty else { return known }
            let written = changes.map(\.id)
            var now = try await side.write(changes)
            // A service that ignores the filter of the request returns the first page of all.
            if written.contains(where: { now[$0] == nil }) { now = try await side.read(others) }
            return known.merging(now) { _, new in new }
        } storing: { members, storage in
            let found = others.compactMap { members[$0] }
            let (stored, failures) = try storage.storePage(found) { try storage.store(fetched: $0) }
            if let failure = failures.first { throw failure }
            return stored
        }
    }

    /// The change that an app asks for: the fields that differ from those that it read. For a value that it made itself,
    /// the fields that have a value.
    static func change(
        _ member: ChatMember<ModelData>,
        of known: ChatMember<ModelData>?
    ) throws -> FieldsChange {
        let now = try known?.fields() ?? ChatObjectFields()
        let own = try member.fields()
        if let base = try member.base.value(of: ChatMember<ModelData>.self)?.fields() {
            return own.merged(with: now, from: known == nil ? ChatObjectFields() : base).fields.change(from: now)
        }
        var wanted = now
        wanted.texts.merge(own.texts) { _, new in new }
        wanted.custom.merge(own.custom) { _, new in new }
        return wanted.change(from: now)
    }
}

/// A change of a membership.
struct ChangedMember: Sendable {
    /// The other side.
    let id: String
    let change: FieldsChange
}

/// The memberships of one user or of one channel at the service.
struct MembershipSide<Model: ChatCustomData> {
    let id: String
    let direction: MembersModifyRequest<Model>.Direction
    let service: ChatService

    /// Reads memberships, by the identifiers of their other sides.
    func read(_ others: [String]) async throws -> [String: ChatMember<Model>] {
        let page: ServicePage<ChatMember<Model>> =
            switch direction {
            case .modifyChannelsByUser:
                try await service.memberships(ChannelMemberFetchRequest(userId: id, filter: filter(others)))
            case .modifyUsersByChannel:
                try await service.members(UserMemberFetchRequest(channelId: id, filter: filter(others)))
            }
        // A membership that exists and cannot be read must not be replaced.
        if let failure = page.failures.first { throw failure }
        return keyed(page.items)
    }

    /// Writes changes, and returns what the service has then.
    func write(_ changes: [ChangedMember]) async throws -> [String: ChatMember<Model>] {
        let written = filter(changes.map(\.id))
        return switch direction {
        case .modifyChannelsByUser:
            keyed(
                try await service.setMemberships(
                    of: id,
                    entries: changes.map { $0.change.entry("channel", $0.id) },
                    filter: written
                )
            )
        case .modifyUsersByChannel:
            keyed(
                try await service.setMembers(
                    of: id,
                    entries: changes.map { $0.change.entry("uuid", $0.id) },
                    filter: written
                )
            )
        }
    }

    private func keyed(_ members: [ChatMember<Model>]) -> [String: ChatMember<Model>] {
        let isByUser = direction == .modifyChannelsByUser
        return Dictionary(members.map { (isByUser ? $0.chatChannel.id : $0.chatUser.id, $0) }) { first, _ in first }
    }

    private func filter(_ others: [String]) -> String {
        let field = direction == .modifyChannelsByUser ? "channel.id" : "uuid.id"
        return others.map { "\(field) == \(FilterLanguage.string($0))" }.joined(separator: " || ")
    }
}

/// The filter language of the service.
enum FilterLanguage {
    /// A string as a literal.
    static func string(_ text: String) -> String {
        let escaped = text.replacing(#"\"#, with: #"\\"#).replacing("\"", with: #"\""#)
        return "\"\(escaped)\""
    }
}
