/// What access rights are given on.
///
/// The values exclude each other and can be switched over; the type is an option set because it was one.
public struct PNAccessRightsLevel: OptionSet, Hashable, Sendable {
    /// The number the legacy interface uses.
    public let rawValue: Int

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The whole subscribe key.
    public static let applicationAccessRightsLevel: PNAccessRightsLevel = []

    /// Channel groups.
    public static let channelGroupAccessRightsLevel = PNAccessRightsLevel(rawValue: 1)

    /// Channels.
    public static let channelAccessRightsLevel = PNAccessRightsLevel(rawValue: 2)

    /// Authorization keys on channels or channel groups.
    public static let userAccessRightsLevel = PNAccessRightsLevel(rawValue: 3)
}
