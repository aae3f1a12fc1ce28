/// A change of the list of channels in a group.
public final class PNChannelGroupChange: Sendable {
    /// The group.
    public let group: PNChannelGroup

    /// The channels that are added or removed.
    public let channels: [PNChannel]

    /// `true` when the channels are added, `false` when they are removed.
    public let addingChannels: Bool

    init(group: PNChannelGroup, channels: [PNChannel], addingChannels: Bool) {
        self.group = group
        self.channels = channels
        self.addingChannels = addingChannels
    }
}

extension PNChannelGroupChange: CustomStringConvertible {
    /// The group, the direction and the channels.
    public var description: String {
        let names = channels.map(\.name).joined(separator: ", ")
        return "PNChannelGroupChange(\(addingChannels ? "add" : "remove") \(names), group \(group.name))"
    }
}
