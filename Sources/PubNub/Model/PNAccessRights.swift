/// Access rights on a subscribe key, a channel, a group, or for an authorization key on one of them.
public struct PNAccessRights: OptionSet, Hashable, Sendable {
    /// The number the legacy interface uses.
    public let rawValue: UInt

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Nothing is known about the rights.
    public static let unknownAccessRights: PNAccessRights = []

    /// Subscribing, presence and history.
    public static let readAccessRight = PNAccessRights(rawValue: 1)

    /// Publishing.
    public static let writeAccessRight = PNAccessRights(rawValue: 2)

    /// Reading and writing.
    public static let allAccessRights = PNAccessRights(rawValue: 3)

    /// Changing the channels of a group.
    public static let managementRight = PNAccessRights(rawValue: 4)

    /// No rights: what there were are revoked.
    public static let noAccessRights = PNAccessRights(rawValue: 8)
}
