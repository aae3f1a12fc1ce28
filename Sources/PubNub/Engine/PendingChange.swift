/// A change of the subscription list that has not been reported: the application's objects and its completion closure.
struct PendingChange: Sendable {
    let objects: [any PNChannelProtocol]
    /// nil when the call had no closure.
    let completion: Completion?
}
