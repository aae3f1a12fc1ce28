/// Related steps that are more frequent in a schedule. Some mistakes show only after several of them, which are rare in
/// schedules of all steps.
enum ChatFocus: String, CaseIterable, Sendable {
    case absences, reactions, metadata, members, presence, queue, outbox
    /// Changes of memberships and read markers through the outbox.
    case memberships
    /// Channels that become direct chats, and their order.
    case directs
    /// Drafts and read markers, and the end of the program.
    case ownData
    case retention
}
