/// A message on its way to one subscriber, with the name under which it subscribed to it.
struct Delivery: Sendable, Equatable {
    let message: ChannelMessage
    let matched: String
}
