/// A change of the actions on the messages of a channel.
struct ActionChange: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case add(MessageAction)
        /// The action is named by its own timetoken.
        case remove(UInt64)
    }

    let topic: Topic
    let kind: Kind
}
