/// A channel, and the timetoken after which its messages are to be counted.
struct MessageCountRequest: Sendable, Equatable {
    let topic: Topic
    let timetoken: UInt64
}
