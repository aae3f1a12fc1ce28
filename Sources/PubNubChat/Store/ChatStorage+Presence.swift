import GRDB

/// Who is there.
extension ChatStorage {
    /// Stores whether somebody is there. Who was never seen and leaves changes nothing.
    func store(_ presence: MembershipPresence, of user: String, on channel: String) throws {
        let row = Entities.Member.memberBy(pubnubChannelId: channel, pubnubUserId: user)
        guard try presence.isPresent || !row.isEmpty(db) else { return }
        try store(presenceOf: ChatMember(channelId: channel, userId: user, presence: presence))
    }

    /// Stores a membership that tells presence alone. Its channel and user get rows where they have none.
    func store(presenceOf member: ChatMember<Model>) throws {
        try Entities.Member.insertOrUpdate(member: member, forceWrite: true, into: db)
    }

    /// Stores who is on a channel; the others become absent, unless there may be some who are not named.
    ///
    /// - Parameters:
    ///   - here: Who is there.
    ///   - hasState: Whether their state was asked for; the stored one stays otherwise.
    /// - Returns: Those who are there, and could be stored.
    /// - Throws: What made all of it fail.
    @discardableResult
    func store(_ here: ChannelPresence, hasState: Bool = true) throws -> [ChatMember<Model>] {
        let present = Entities.Member.membersBy(channelID: here.channelId, excludingUserId: nil, onlyPresent: true)
        for row in here.isComplete ? try present.fetchAll(db) : [] {
            // A membership without its user stands for nobody.
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

extension OptionalChange<ChatJSON> {
    /// The state of a user as the service has it; empty stands for none.
    static func of(_ state: [String: ChatJSON]) -> Self {
        state.isEmpty ? .none : .some(.object(state))
    }
}
