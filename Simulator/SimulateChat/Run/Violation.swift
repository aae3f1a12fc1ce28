/// The conditions that must hold at the end of every run.
enum ChatInvariant: String, CaseIterable, Sendable {
    /// Every message of the service is stored once, with its first publication, and no other message is.
    case messages
    /// Every message has the reactions that its publications have at the service, and no others.
    case reactions
    /// Every message has the newest text and the deletion mark that its reactions cause.
    case edits
    /// Every message has the thread that its reactions name, and the mentions of its payload.
    case threads
    /// The messages that wait to be sent have the state that the steps caused, also after the program was killed, and
    /// none is lost.
    case queue
    /// The changes of the outbox are sent in the order of the calls, and the service has what the application wanted.
    case outbox
    /// The service has the memberships, the statuses and the read markers that the application last asked for.
    case memberships
    /// The read markers are those of the service, and the counts of unread messages are those of the stored messages.
    case unread
    /// A search finds the messages that contain its words, and no others.
    case search
    /// The drafts are those that the application stored.
    case drafts
    /// The application's limits remove the oldest published messages, and no others.
    case retention
    /// The store has every message of the ranges of history that it reports as stored.
    case local
    /// The members of the service are stored, those that the application forced stay, and the counts are right.
    case members
    /// The users who are present at the service are present in the store.
    case presence
    /// Users and channels have the metadata that the service last delivered or returned.
    case metadata
    /// Content is stored as it was published.
    case content
    /// A channel is reported as up to date after the service responded to every request about it, and not before.
    case upToDate
    /// The screen of a channel shows its messages with authors, reactions, read state, progress and pending changes.
    case messageRows
    /// The list of channels shows the user's channels with their titles, last messages, counts and drafts, in their order.
    case channelRows
    /// A screen reads again after each change of a row that it shows.
    case observation
    /// The screen of a channel reads nothing after messages and reactions in other channels.
    case scope
    /// Each message of another user is announced once, after it is stored, and earlier history is not.
    case arrivals
    /// No work is left without further faults.
    case rest
    /// References between rows are valid, and every row of the service can be converted.
    case rows
}

/// An invariant that does not hold.
struct ChatViolation: Error, Equatable, Sendable, CustomStringConvertible {
    let invariant: ChatInvariant
    let text: String

    var description: String { "\(invariant.rawValue): \(text)" }
}
