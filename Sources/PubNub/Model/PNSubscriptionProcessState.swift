/// Where a subscription stands.
///
/// The values exclude each other and can be switched over; the type is an option set because it was one.
public struct PNSubscriptionProcessState: OptionSet, Hashable, Sendable {
    /// The number the legacy interface uses.
    public let rawValue: UInt

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The client is not subscribed; an error comes with it.
    public static let notSubscribedState: PNSubscriptionProcessState = []

    /// The client is subscribed.
    public static let subscribedState = PNSubscriptionProcessState(rawValue: 1)

    /// The client is about to subscribe again after its connection was restored.
    public static let willRestoreState = PNSubscriptionProcessState(rawValue: 2)

    /// The client subscribed again after its connection was restored.
    public static let restoredState = PNSubscriptionProcessState(rawValue: 3)
}
