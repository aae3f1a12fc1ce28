/// What a presence event reports.
///
/// The values exclude each other and can be switched over; the type is an option set because it was one.
public struct PNPresenceEventType: OptionSet, Hashable, Sendable {
    /// The number the legacy interface uses.
    public let rawValue: UInt

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The number of clients changed.
    public static let changed: PNPresenceEventType = []

    /// A client changed its state.
    public static let stateChanged = PNPresenceEventType(rawValue: 1)

    /// A client joined.
    public static let join = PNPresenceEventType(rawValue: 2)

    /// A client left.
    public static let leave = PNPresenceEventType(rawValue: 3)

    /// A client was not heard of for too long.
    public static let timeout = PNPresenceEventType(rawValue: 4)
}
