/// How long requests may take. Made once of a configuration: turning seconds into a duration is slow.
struct RequestLimits: Sendable, Equatable {
    /// Thirty years; what is longer, or no number, is as good as that.
    private static let longest = 1e9

    /// For a call of the application, its waiting included.
    let call: Duration
    let subscription: Duration

    init(_ settings: Settings) {
        call = Self.duration(settings.nonSubscriptionRequestTimeout)
        subscription = Self.duration(settings.subscriptionRequestTimeout)
    }

    private static func duration(_ seconds: Double) -> Duration {
        .seconds(seconds <= longest ? max(seconds, 0) : longest)
    }
}
