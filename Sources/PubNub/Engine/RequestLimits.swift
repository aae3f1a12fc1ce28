/// How long requests may take, and how many may be in flight. Made once of a configuration: turning seconds into a
/// duration is slow.
struct RequestLimits: Sendable, Equatable {
    /// Thirty years; what is longer, or no number, is as good as that.
    private static let longest = 1e9

    /// For a call of the application, from its sending to its end, and before that for its wait for a connection.
    let call: Duration
    let subscription: Duration
    /// To one channel.
    let publishesInFlight: Int

    init(_ settings: Settings) {
        call = Self.duration(settings.nonSubscriptionRequestTimeout)
        subscription = Self.duration(settings.subscriptionRequestTimeout)
        publishesInFlight = settings.publishesInFlight
    }

    private static func duration(_ seconds: Double) -> Duration {
        .seconds(seconds <= longest ? max(seconds, 0) : longest)
    }
}
