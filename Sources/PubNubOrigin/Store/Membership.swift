/// A client's stay in a channel.
struct Membership: Hashable, Sendable {
    let topic: Topic
    let client: String
}
