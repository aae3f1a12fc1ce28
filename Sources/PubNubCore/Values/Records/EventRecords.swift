package import PubNubWire

/// A change of a user, channel or membership, as its event reports it.
package struct ObjectEventRecord: Sendable {
    /// The object with the fields that the change affected.
    package enum Object: Sendable {
        case user(UserRecord)
        case channel(ChannelRecord)
        case membership(ChannelMembershipRecord)
    }

    /// Whether the object was removed; otherwise it was set.
    package let isRemoval: Bool
    package let object: Object
    /// The event as the service sent it.
    package let content: JSON
    /// The event as JSON text, with its keys in the original order.
    package let text: RawJSON?

    /// Reads an event; `nil` for an unknown kind of event.
    package init?(_ payload: RawJSON) {
        let content = payload.value()
        guard content["source"]?.string == "objects", let event = content["event"]?.string,
            ["set", "delete"].contains(event), let type = content["type"]?.string,
            let members = content["data"]?.object, let object = Object(type, members)
        else { return nil }
        isRemoval = event == "delete"
        self.object = object
        self.content = content
        text = payload.detached()
    }
}

extension ObjectEventRecord.Object {
    fileprivate init?(_ type: String, _ members: [String: JSON]) {
        let object: Self? =
            switch type {
            case "uuid": UserRecord(members).map { .user($0) }
            case "channel": ChannelRecord(members).map { .channel($0) }
            case "membership": ChannelMembershipRecord(members).map { .membership($0) }
            default: nil
            }
        guard let object else { return nil }
        self = object
    }
}

/// An action that a user added to a message.
package struct ActionRecord: Sendable {
    /// The timetoken of the message.
    package let message: Timetoken
    /// The timetoken of the action, which identifies it.
    package let action: Timetoken
    package let type: String
    package let value: String
    /// The identifier of the client that added it.
    package let user: String

    /// Reads an action; `nil` if a member is missing. In events, the publisher is the client that added the action.
    init?(_ members: [String: JSON], publisher: String? = nil) {
        guard let type = members["type"]?.string, let value = members["value"]?.string,
            let message = members["messageTimetoken"].flatMap({ Timetoken($0) }),
            let action = members["actionTimetoken"].flatMap({ Timetoken($0) }),
            let user = members["uuid"]?.string ?? publisher
        else { return nil }
        self.type = type
        self.value = value
        self.user = user
        self.message = message
        self.action = action
    }
}

/// A change of the actions of a message, as its event reports it.
package struct ActionEventRecord: Sendable {
    /// Whether the action was added; otherwise it was removed.
    package let isAddition: Bool
    package let action: ActionRecord
    /// The event as the service sent it.
    package let content: JSON

    /// Reads an event; `nil` for an unknown kind of event.
    package init?(_ payload: RawJSON, publisher: String?) {
        let content = payload.value()
        guard content["source"]?.string == "actions", let event = content["event"]?.string,
            ["added", "removed"].contains(event), let members = content["data"]?.object,
            let action = ActionRecord(members, publisher: publisher ?? "")
        else { return nil }
        isAddition = event == "added"
        self.action = action
        self.content = content
    }
}
