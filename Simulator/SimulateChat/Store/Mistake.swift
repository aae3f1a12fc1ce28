import GRDB

@testable import PubNubChat

/// A defect that a test plants in one of the stores, to prove that it is detected.
struct ChatMistake: Sendable {
    /// The time at which the test changes rows directly.
    enum Moment: Sendable {
        case delivered([LiveArrival])
        case filled(channel: String)
        case synced(channel: String)
        case sent(id: String)
        case lost
        case removed
        /// The application added a change to the outbox.
        case asked
        /// The application stored a message to be sent later.
        case queued
        case restarted
    }

    /// Changes rows; nil for no change.
    var change: (@Sendable (Database, Moment) throws -> Void)?
    /// Removes events before they are stored.
    var keepsBack: @Sendable (LiveArrival) -> Bool = { _ in false }
    /// Responds to requests that should be refused.
    var ignoresRefusals = false
    /// Returns deleted messages.
    var showsDeleted = false
    /// Never retries.
    var neverRetries = false
    /// Changes of rows do not wake screens.
    var sleeps = false
    /// The screen of a channel watches the rows of all channels.
    var watchesAllRooms = false

    /// Changes rows in a transaction of their own.
    func apply(_ moment: Moment, to store: ChatStore) throws {
        guard let change else { return }
        try store.write { try change($0, moment) }
    }
}
