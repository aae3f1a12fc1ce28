import GRDB

@testable import PubNubChat

/// What a test breaks in one of the stores, to see that it is found.
struct ChatMistake: Sendable {
    /// When rows are changed behind the store's back.
    enum Moment: Sendable {
        case delivered([LiveArrival])
        case filled(channel: String)
        case synced(channel: String)
        case sent(id: String)
        case lost
    }

    /// Changes rows; nil when nothing does.
    var change: (@Sendable (Database, Moment) throws -> Void)?
    /// Takes events away before they are stored.
    var keepsBack: @Sendable (LiveArrival) -> Bool = { _ in false }
    /// Answers questions that are refused.
    var ignoresRefusals = false
    /// Shows what was deleted.
    var showsDeleted = false
    /// Never tries again.
    var givesUp = false

    /// Changes rows in a transaction of their own.
    func apply(_ moment: Moment, to store: ChatStore) throws {
        guard let change else { return }
        try store.write { try change($0, moment) }
    }
}
