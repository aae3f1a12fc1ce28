import GRDB

/// Stores presence.
extension ChatStorage {
    /// Stores the presence of a user. Nothing changes if a user who was never seen leaves.
    func store(_ presence: MembershipPresence, of user: String, on channel: String) throws {
        guard try presence.isPresent || hasMember(channel, user) else { return }
        try store(presenceOf: ChatMember(channelId: channel, userId: user, presence: presence))
        if !presence.isPresent { try Entities.Member.removeAbsentVisitors(channelID: channel, from: db) }
    }

    /// Stores the presence of a membership. Its channel and user get rows if they have none.
    func store(presenceOf member: ChatMember<Model>) throws {
        try Entities.Member.insertOrUpdate(member: member, forceWrite: true, into: db)
    }

    /// Stores the present users of a channel. Other members become absent, unless the list may be incomplete.
    ///
    /// - Parameters:
    ///   - here: The present users.
    ///   - hasState: Whether the request included their state; otherwise the stored state stays.
    /// - Returns: The present members that could be stored.
    /// - Throws: An error if the whole list cannot be stored.
    @discardableResult
    func store(_ here: ChannelPresence, hasState: Bool = true) throws -> [ChatMember<Model>] {
        let present = Entities.Member.peopleBy(channelID: here.channelId, onlyPresent: true)
        for row in here.isComplete ? try present.fetchAll(db) : [] {
            // A membership without its user represents no present user.
            guard let member: ChatMember<Model> = try known({ try row.convert(from: db) }),
                here.states[member.chatUser.id] == nil
            else { continue }
            try store(MembershipPresence(isPresent: false), of: member.chatUser.id, on: here.channelId)
        }
        let members = here.states.sorted { $0.key < $1.key }.map { user, state in
            let presence = MembershipPresence(isPresent: true, presenceState: hasState ? .of(state) : .noChange)
            return ChatMember<Model>(channelId: here.channelId, userId: user, presence: presence)
        }
        return try storePage(members) { try store(presenceOf: $0) }.stored
    }
}

extension OptionalChange<JSON> {
    /// The state of a user from the service; an empty object means no state.
    static func of(_ state: [String: JSON]) -> Self {
        state.isEmpty ? .none : .some(.object(state))
    }
}
