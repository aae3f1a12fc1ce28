// Unchecked because it derives: it adds only constants of Sendable types.

/// That a user, channel or membership was changed or removed.
///
/// The service sends it to the channel, to the channel with the name of the user, and to the channels that the user is a
/// member of; whoever is subscribed to several of these gets one event for each. A change that changes nothing causes none.
public final class PNObjectEventResult: PNResult, @unchecked Sendable {
    /// What happened, and to what.
    public let data: PNObjectEventData

    init(data: PNObjectEventData) {
        self.data = data
    }
}

extension PNObjectEventResult: CustomStringConvertible {
    /// What happened to what kind of object, and where it was told.
    public var description: String {
        "PNObjectEventResult(\(data.event) \(data.type) on \(data.channel))"
    }
}
