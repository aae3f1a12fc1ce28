/// Related steps that are more frequent in a schedule. Some mistakes show only after several of them, which are rare in
/// schedules of all steps.
enum ChatFocus: CaseIterable, Sendable {
    case absences, reactions, metadata, members, presence, queue, outbox
    /// Drafts and read markers, and the end of the program.
    case ownData
    case retention
}
