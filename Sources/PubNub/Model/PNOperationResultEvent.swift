/// The kind of outcome in the response to an operation.
///
/// The values exclude each other and work in a `switch`. The type is an option set because 3.7.8 has one.
public struct PNOperationResultEvent: OptionSet, Hashable, Sendable {
    /// The number in the interface of 3.7.8.
    public let rawValue: UInt

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// An unknown outcome.
    public static let unknown: PNOperationResultEvent = []

    /// The client left a channel.
    public static let leave = PNOperationResultEvent(rawValue: 3)
}
