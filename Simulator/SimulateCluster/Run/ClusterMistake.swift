/// A mistake that makes a server of a cluster differ from the others, or lie to its clients.
enum ClusterMistake: Sendable, CaseIterable {
    /// A server applies entries at the time of its own clock.
    case localClock
    /// A server times clients out in the order of a set.
    case dictionaryOrder
    /// A server applies the channels of an entry in an order that it draws.
    case localRandom
    /// A server times clients out as a server by itself does.
    case localDeadlines
    /// A restart gives clients their whole time again.
    case forgottenDeadlines
    /// A restart skips timetokens that the server may have given out.
    case reservedTimetokens
    /// A restart forgets who came to and went from crowded channels.
    case forgottenNotes
    /// A restart forgets the presence events that wait for their time.
    case forgottenAnnouncements
    /// A restart applies the last record again.
    case appliedTwice
    /// A restart misses a record.
    case skippedRecord
    /// Clients that begin to subscribe get a timetoken of the server's own clock.
    case localTimetoken
    /// A server that starts with a snapshot resumes after what the other server has applied, not after what the snapshot has.
    case snapshotPosition
    /// A server removes records that it has applied and whose changes are not in its data file.
    case removedUnwritten
    /// A server tells clients that a change is stored before it is.
    case earlyAcknowledgement
}

/// The rules that a cluster follows in every schedule.
enum ClusterInvariant: String, Sendable {
    case equalStates = "all servers have the same state at the same position"
    case acknowledged = "what was acknowledged is stored, once, with its timetoken"
    case complete = "what was removed from the log is in the data file of a server"
    case delivered = "a subscriber that changes servers receives each message once and in order"
    case begun = "a subscriber receives what is published after it has begun"
    case presence = "a client's coming and going is announced once each"
}

/// An invariant that did not hold.
struct ClusterViolation: Sendable, Equatable, CustomStringConvertible {
    let invariant: ClusterInvariant
    let text: String

    var description: String { "'\(invariant.rawValue)': \(text)" }
}
