/// What the service says about access rights, level by level and without what is inherited.
struct AccessRightsReply: Sendable, Hashable {
    /// What rights are given on.
    enum Scope: Sendable, Hashable {
        case application
        case channel(String)
        /// A group, or a namespace of groups, by its name on the wire.
        case group(String)
    }

    /// What rights are given on, and to whom.
    struct Subject: Sendable, Hashable {
        let scope: Scope
        /// The authorization key; nil for everybody.
        var key: String?
    }

    /// The rights of one subject.
    struct Grant: Sendable, Hashable {
        /// Empty when there are none.
        let rights: PNAccessRights
        /// How long they last; nil when the service does not say, 0 for ever.
        let minutes: UInt?
    }

    /// The subscribe key; nil when the service does not name it.
    var subscribeKey: String?
    var grants: [Subject: Grant] = [:]

    /// Both replies in one.
    func joined(with other: AccessRightsReply) -> AccessRightsReply {
        AccessRightsReply(
            subscribeKey: subscribeKey ?? other.subscribeKey,
            grants: grants.merging(other.grants) { _, later in later }
        )
    }
}
