/// What an answer about channels contains, beyond what it always has.
///
/// The four sets of fields share one space of bits, so that a bit of another set means the same as its own.
public struct PNChannelFields: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a set of its bits; bits that mean nothing are ignored.
    ///
    /// - Parameter rawValue: The bits; 0 is no field at all.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// How many channels there are in all; asked for unless something else is set.
    public static let totalCountField = PNChannelFields(rawValue: 1 << 16)

    /// The custom values of a channel.
    public static let customField = PNChannelFields(rawValue: 1 << 17)

    /// The status of a channel.
    public static let statusField = PNChannelFields(rawValue: 1 << 18)

    /// The type of a channel.
    public static let typeField = PNChannelFields(rawValue: 1 << 19)
}
