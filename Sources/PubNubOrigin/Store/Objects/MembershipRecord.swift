/// A user's membership in a channel.
struct MembershipRecord: Sendable, Equatable {
    let user: String
    let channel: String
    var content = ObjectContent()
    /// The timetoken of its last change.
    var updated: UInt64

    /// Memberships with equal content have equal ones.
    var eTag: String { ObjectTag.ofMembership(content) }

    /// The identifier at one of its ends.
    func id(of kind: ObjectKind) -> String { kind == .user ? user : channel }
}
