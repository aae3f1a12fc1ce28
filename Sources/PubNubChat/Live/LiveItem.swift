/// What waits to be stored, in the order in which the client told it.
enum LiveItem: Sendable {
    case arrival(LiveArrival)
    /// Subscribed for the first time or again, by name on the wire; groups have messages of other channels.
    case subscribed(channels: [String], groups: [String])
    case unsubscribed(channels: [String], groups: [String])
    case refused(channels: [String], any Error)
    /// Messages may be missing in what is subscribed, and in these channels.
    case gap(CopyRange, channels: [String])
    /// The access rights of somebody changed, perhaps those of this client.
    case rightsChanged
    case connected
    case disconnected((any Error)?)
    /// What was told before happened before this task began to wait.
    case waiter(Int)

    /// When something happened, for what has to be missed when it cannot be stored.
    var timetoken: Timetoken? {
        if case .arrival(let arrival) = self { return arrival.timetoken }
        return nil
    }
}

/// What the rest has to know once items are stored.
enum LiveOutcome: Sendable {
    case subscribed([String], opened: [String], round: Int)
    case unsubscribed([String])
    case refused([String], any Error)
    case fellBehind([String])
    case presenceOutdated(String)
    case typing(channel: String, user: String, isTyping: Bool)
    case spoke(channel: String, user: String)
    case skipped(channel: String, ChatError, Timetoken)
    case rightsChanged
    case mismatched(channel: String, ChatPart, fields: [String], Timetoken)
    case connected
    case disconnected((any Error)?)
    case waiter(Int)
}
