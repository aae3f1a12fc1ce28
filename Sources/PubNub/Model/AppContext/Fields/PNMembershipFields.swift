/// What an answer about memberships contains, beyond what it always has.
///
/// The four sets of fields share one space of bits, so that a bit of another set means the same as its own.
public struct PNMembershipFields: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a set of its bits; bits that mean nothing are ignored.
    ///
    /// - Parameter rawValue: The bits; 0 is no field at all.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// How many memberships there are in all; asked for unless something else is set.
    public static let membershipsTotalCountField = PNMembershipFields(rawValue: 1 << 0)

    /// The custom values of a membership.
    public static let membershipCustomField = PNMembershipFields(rawValue: 1 << 1)

    /// The status of a membership.
    public static let membershipStatusField = PNMembershipFields(rawValue: 1 << 2)

    /// The type of a membership.
    public static let membershipTypeField = PNMembershipFields(rawValue: 1 << 3)

    /// The metadata of the channel, without its custom values, status and type.
    public static let membershipChannelField = PNMembershipFields(rawValue: 1 << 4)

    /// The metadata of the channel with its custom values.
    public static let membershipChannelCustomField = PNMembershipFields(rawValue: 1 << 5)

    /// The metadata of the channel with its status.
    public static let membershipChannelStatusField = PNMembershipFields(rawValue: 1 << 6)

    /// The metadata of the channel with its type.
    public static let membershipChannelTypeField = PNMembershipFields(rawValue: 1 << 7)
}
