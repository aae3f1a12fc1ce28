/// What the answer to an operation reports.
///
/// The values exclude each other and can be switched over; the type is an option set because it was one.
public struct PNOperationResultEvent: OptionSet, Hashable, Sendable {
    /// The number the legacy interface uses.
    public let rawValue: UInt

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Nothing in particular.
    public static let unknown: PNOperationResultEvent = []

    /// The client left a channel.
    public static let leave = PNOperationResultEvent(rawValue: 3)
}
