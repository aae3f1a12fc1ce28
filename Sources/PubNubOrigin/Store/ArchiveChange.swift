/// A change of what the origin knows beside messages, as an archive keeps it.
enum ArchiveChange: Sendable, Equatable {
    case groups(GroupChange)
    case push(PushChange)
    case access(AccessRecord)
    case object(ObjectChange)
    case action(ActionChange)
}
