/// A message and the channel it is on.
struct TopicMessage: Sendable, Equatable {
    let message: StoredMessage
    let topic: Topic
}
