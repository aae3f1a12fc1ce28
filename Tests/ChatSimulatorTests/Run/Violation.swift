/// What must hold at the end of every run.
enum ChatInvariant: String, CaseIterable, Sendable {
    /// Every message of the service is stored once, as it was published first, and no other is.
    case messages
    /// Every message has the reactions that its copies have at the service, and no others.
    case reactions
    /// The members of the service are stored, those that the application forced stay, and the counts are right.
    case members
    /// Those who are present at the service are present in the store.
    case presence
    /// Users and channels have the metadata that the service last delivered or answered.
    case metadata
    /// Content is stored as it was published.
    case content
    /// A channel is reported as whole after the service answered every question about it, and not before.
    case whole
    /// Nothing is left to do once nothing goes wrong any more.
    case rest
    /// References of rows are right, and every row of the service can be converted.
    case rows
}

/// An invariant that does not hold.
struct ChatViolation: Error, Equatable, Sendable, CustomStringConvertible {
    let invariant: ChatInvariant
    let text: String

    var description: String { "\(invariant.rawValue): \(text)" }
}
