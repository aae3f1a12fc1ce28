/// A change of the subscription list that has not been reported: the application's objects and its completion closure.
struct PendingChange: Sendable {
    let objects: [any PNChannelProtocol]
    /// Where the completion closure is registered; nil when the call had none.
    let completion: CompletionKey?
}
