/// An action that a client added to a message.
struct MessageAction: Sendable, Equatable {
    /// Its own timetoken, by which it is named.
    let timetoken: UInt64
    /// The timetoken of its message, which need not be stored.
    let message: UInt64
    let type: String
    let value: String
    /// The identifier of the client that added it.
    let publisher: String

    /// What it takes in memory, about.
    var bytes: Int { type.utf8.count + value.utf8.count + publisher.utf8.count + 256 }
}
