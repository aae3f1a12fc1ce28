/// The optional content of a response about users.
///
/// The four sets of fields use disjoint bits, so a bit has the same meaning in every set.
public struct PNUUIDFields: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Creates a set from its bits; bits without a meaning are ignored.
    ///
    /// - Parameter rawValue: The bits; 0 for no field.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The total number of users; requested by default.
    public static let totalCountField = PNUUIDFields(rawValue: 1 << 20)

    /// The custom values of a user.
    public static let customField = PNUUIDFields(rawValue: 1 << 21)

    /// The status of a user.
    public static let statusField = PNUUIDFields(rawValue: 1 << 22)

    /// The type of a user.
    public static let typeField = PNUUIDFields(rawValue: 1 << 23)
}

/// The optional content of a response about channels.
///
/// The four sets of fields use disjoint bits, so a bit has the same meaning in every set.
public struct PNChannelFields: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Creates a set from its bits; bits without a meaning are ignored.
    ///
    /// - Parameter rawValue: The bits; 0 for no field.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The total number of channels; requested by default.
    public static let totalCountField = PNChannelFields(rawValue: 1 << 16)

    /// The custom values of a channel.
    public static let customField = PNChannelFields(rawValue: 1 << 17)

    /// The status of a channel.
    public static let statusField = PNChannelFields(rawValue: 1 << 18)

    /// The type of a channel.
    public static let typeField = PNChannelFields(rawValue: 1 << 19)
}

/// The optional content of a response about memberships.
///
/// The four sets of fields use disjoint bits, so a bit has the same meaning in every set.
public struct PNMembershipFields: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Creates a set from its bits; bits without a meaning are ignored.
    ///
    /// - Parameter rawValue: The bits; 0 for no field.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The total number of memberships; requested by default.
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

/// Another name of ``PNMembershipFields``.
public typealias PNMemberFields = PNMembershipFields

/// The optional content of a response about members of a channel.
///
/// The four sets of fields use disjoint bits, so a bit has the same meaning in every set.
public struct PNChannelMemberFields: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Creates a set from its bits; bits without a meaning are ignored.
    ///
    /// - Parameter rawValue: The bits; 0 for no field.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The total number of members; requested by default.
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

/// A field of metadata that can be cleared.
public enum PNMetadataField: String, Sendable, Hashable, CaseIterable {
    /// The name of a user or channel.
    case name
    /// The identifier of a user in another system.
    case externalId
    /// The URL of a user's profile.
    case profileUrl
    /// The email address of a user.
    case email
    /// The description of a channel.
    case information = "description"
    /// The status of a user, channel or membership.
    case status
    /// The type of a user, channel or membership.
    case type
    /// All custom values of a user, channel or membership.
    case custom
}
