import PubNubWire

import typealias PubNubTime.Timetoken

/// An item that waits to be stored, in the order in which the client reported it.
enum LiveItem: Sendable {
    case arrival(LiveArrival)
    /// Channels and groups, by their names on the wire, were subscribed for the first time or again. Groups deliver
    /// messages of other channels.
    case subscribed(channels: [String], groups: [String])
    case unsubscribed(channels: [String], groups: [String])
    case refused(channels: [String], any Error)
    /// Messages may be missing in the current subscriptions and in these channels.
    case gap(TimetokenRange, channels: [String])
    /// Access rights changed, possibly those of this client.
    case rightsChanged
    case connected
    case disconnected((any Error)?)
    /// A task began to wait. All items before it occurred earlier.
    case waiter(Int)

    /// The time of the item, which marks the start of a gap if the item cannot be stored.
    var timetoken: Timetoken? {
        if case .arrival(let arrival) = self { return arrival.timetoken }
        return nil
    }
}

/// A result of storing items that the sync machine handles.
enum LiveOutcome: Sendable {
    case subscribed([String], opened: [String], round: Int)
    case unsubscribed([String])
    case refused([String], any Error)
    case fellBehind([String])
    case presenceOutdated(String)
    case typing(channel: String, user: String, isTyping: Bool)
    case spoke(channel: String, user: String)
    case skipped(channel: String, ChatError, Timetoken)
    /// An event for the app, without a change of the store.
    case reported(ChatSyncEvent)
    case rightsChanged
    /// Messages after the read marker are missing, and no backfill is about to bring them.
    case uncounted(channel: String)
    case mismatched(channel: String, ChatPart, fields: [String], Timetoken)
    case connected
    case disconnected((any Error)?)
    case waiter(Int)
}

/// An event of the client's subscription, before it is decoded.
enum LiveEvent: Sendable, Equatable {
    /// A change of a user, channel or membership.
    struct Object: Sendable, Equatable {
        /// `uuid`, `channel` or `membership`.
        var type: String
        var isDelete: Bool
        /// The member `data` of the event.
        var data: RawJSON
    }

    /// A change of a reaction.
    struct Reaction: Sendable, Equatable {
        var isRemoved: Bool
        var actionTimetoken: Timetoken
        var parentTimetoken: Timetoken
        var type: String
        var value: String
        var userId: String
    }

    /// A change of presence.
    enum Presence: Sendable, Equatable {
        case join(String)
        case leave(String)
        case state(String, RawJSON)
        case interval(joined: [String], left: [String], isOutdated: Bool)
    }

    case message(publisher: String?, payload: RawJSON, metadata: RawJSON? = nil)
    case signal(publisher: String?, payload: RawJSON)
    case object(Object)
    case reaction(Reaction)
    case presence(Presence)
    /// An event that is not chat data, such as a file message.
    case other
}

/// An event with its channel and time.
struct LiveArrival: Sendable, Equatable {
    /// The channel that it belongs to.
    var channel: String
    /// The subscribed name that delivered it: the channel itself, a wildcard or a group.
    var through: String
    var timetoken: Timetoken
    var event: LiveEvent
}
