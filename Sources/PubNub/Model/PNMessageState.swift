/// Where a message that is sent stands.
///
/// The values exclude each other and can be switched over; the type is an option set because it was one.
public struct PNMessageState: OptionSet, Hashable, Sendable {
    /// The number the legacy interface uses.
    public let rawValue: UInt

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The message is being sent.
    public static let sending: PNMessageState = []

    /// The service accepted the message.
    public static let sent = PNMessageState(rawValue: 1)

    /// The message was not sent; an error comes with it.
    public static let sendingError = PNMessageState(rawValue: 2)
}
