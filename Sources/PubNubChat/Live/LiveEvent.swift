import Foundation

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
