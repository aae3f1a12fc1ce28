/// The subscribe protocol of a client.
package enum SubscribeVersion: Sendable, Hashable, CaseIterable {
    /// One timetoken for all messages of a page, and messages only.
    case v1
    /// A timetoken for every message, and every kind of event.
    case v2
}
