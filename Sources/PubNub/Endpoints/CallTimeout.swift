/// Which of the configured limits bounds the wait for a reply.
enum CallTimeout: Sendable, Hashable {
    /// `nonSubscriptionRequestTimeout`.
    case service

    /// `subscriptionRequestTimeout`.
    case subscribe

    /// No limit of its own.
    case none
}
