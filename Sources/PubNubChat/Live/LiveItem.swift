import Foundation

/// What waits to be stored, in the order in which the client told it.
enum LiveItem: Sendable {
    case arrival(LiveArrival)
    /// Subscribed for the first time or again, by name on the wire; groups have messages of other channels.
    case subscribed(channels: [String], groups: [String])
    case unsubscribed(channels: [String], groups: [String])
    case refused(channels: [String], any Error)
    /// Messages may be missing in what is subscribed, and in these channels.
    case gap(TimetokenRange, channels: [String])
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

/// What arrived over the client's subscription, before anything is made of it.
enum LiveEvent: Sendable, Equatable {
    /// What happened to a user, channel or membership.
    struct Object: Sendable, Equatable {
        /// `uuid`, `channel` or `membership`.
        var type: String
        var isDelete: Bool
        /// The member `data` of the event, as JSON.
        var data: Data
    }

    /// What happened to a reaction.
    struct Reaction: Sendable, Equatable {
        var isRemoved: Bool
        var actionTimetoken: Timetoken
        var parentTimetoken: Timetoken
        var type: String
        var value: String
        var userId: String
    }

    /// Who is there now.
    enum Presence: Sendable, Equatable {
        case join(String)
        case leave(String)
        /// The state as JSON.
        case state(String, Data)
        case interval(joined: [String], left: [String], isOutdated: Bool)
    }

    case message(publisher: String?, payload: Data)
    case signal(publisher: String?, payload: Data)
    case object(Object)
    case reaction(Reaction)
    case presence(Presence)
    /// Something that is no chat data, such as the message of a file.
    case other
}

/// An event with its place and time.
struct LiveArrival: Sendable, Equatable {
    /// The channel that it belongs to.
    var channel: String
    /// What was subscribed for it: the channel itself, a wildcard or a group.
    var through: String
    var timetoken: Timetoken
    var event: LiveEvent
}
