/// What an answer about users contains, beyond what it always has.
///
/// The four sets of fields share one space of bits, so that a bit of another set means the same as its own.
public struct PNUUIDFields: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a set of its bits; bits that mean nothing are ignored.
    ///
    /// - Parameter rawValue: The bits; 0 is no field at all.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// How many users there are in all; asked for unless something else is set.
    public static let totalCountField = PNUUIDFields(rawValue: 1 << 20)

    /// The custom values of a user.
    public static let customField = PNUUIDFields(rawValue: 1 << 21)

    /// The status of a user.
    public static let statusField = PNUUIDFields(rawValue: 1 << 22)

    /// The type of a user.
    public static let typeField = PNUUIDFields(rawValue: 1 << 23)
}
