/// What an answer about members of a channel contains, beyond what it always has.
///
/// The four sets of fields share one space of bits, so that a bit of another set means the same as its own.
public struct PNChannelMemberFields: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a set of its bits; bits that mean nothing are ignored.
    ///
    /// - Parameter rawValue: The bits; 0 is no field at all.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// How many members there are in all; asked for unless something else is set.
    public static let membersTotalCountField = PNChannelMemberFields(rawValue: 1 << 8)

    /// The custom values of a membership.
    public static let memberCustomField = PNChannelMemberFields(rawValue: 1 << 9)

    /// The status of a membership.
    public static let memberStatusField = PNChannelMemberFields(rawValue: 1 << 10)

    /// The type of a membership.
    public static let memberTypeField = PNChannelMemberFields(rawValue: 1 << 11)

    /// The metadata of the user, without its custom values, status and type.
    public static let memberUUIDField = PNChannelMemberFields(rawValue: 1 << 12)

    /// The metadata of the user with its custom values.
    public static let memberUUIDCustomField = PNChannelMemberFields(rawValue: 1 << 13)

    /// The metadata of the user with its status.
    public static let memberUUIDStatusField = PNChannelMemberFields(rawValue: 1 << 14)

    /// The metadata of the user with its type.
    public static let memberUUIDTypeField = PNChannelMemberFields(rawValue: 1 << 15)

    /// Another name of ``memberUUIDField``.
    public static let userField = PNChannelMemberFields.memberUUIDField
}
