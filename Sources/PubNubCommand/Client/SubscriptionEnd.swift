import PubNub

/// Why a subscription ends.
enum SubscriptionEnd: Sendable {
    /// Everything that was asked for has come, or the user asked to end.
    case asked
    /// The service refused, or what was asked for did not come in time.
    case failed(PNError)
}
