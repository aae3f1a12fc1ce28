/// A change of a membership, or of the own read marker, that the application asks for.
enum MemberRequest: Equatable, Sendable {
    case join
    case leave
    /// The user is an administrator, and gives a member a status.
    case promote(user: Int, status: Int)
    /// Marks the messages up to one of the stored ones as read.
    case read(Int)
    /// Marks the messages from one of the stored ones on as unread.
    case unread(Int)
}

extension MemberRequest: CustomStringConvertible {
    var description: String {
        switch self {
        case .join: "joins"
        case .leave: "leaves"
        case .promote(let user, let status): "gives u\(user) the status s\(status) in"
        case .read(let pick): "marks messages as read up to \(pick) of"
        case .unread(let pick): "marks messages as unread from \(pick) of"
        }
    }
}
