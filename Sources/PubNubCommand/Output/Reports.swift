import Foundation
import PubNub
import PubNubWire

extension PNPresenceEvent {
    /// The members of a presence event that scripts read.
    var report: [String: JSONValue] {
        let state = client.state(for: channel)
        var members: [String: JSONValue] = [
            "type": .string(type.word),
            "identifier": .text(name),
            "occupancy": .integer(Int64(occupancy)),
            "state": state.isEmpty ? .null : JSONValue(any: state),
            "timetoken": timetoken.map { .string($0.description) } ?? .timetoken(date),
        ]
        let changes = [("joined", joined), ("left", left), ("timedOut", timedOut)]
        guard changes.contains(where: { !$0.1.isEmpty }) else { return members }
        for (key, names) in changes { members[key] = .array(names.map(JSONValue.string)) }
        return members
    }

    /// The event in words.
    var forPeople: String {
        "\(type.word) \(name ?? joined.joined(separator: ", ")) (\(occupancy) here)"
    }

    private var name: String? { client.isAnonymous() ? nil : client.identifier }
}

extension PNPresenceEventType {
    /// The type in the words of the service.
    var word: String {
        switch self {
        case .join: "join"
        case .leave: "leave"
        case .timeout: "timeout"
        case .stateChanged: "state-change"
        default: "changed"
        }
    }
}

extension PNDate {
    /// The timetoken in digits.
    var text: String { timeToken.stringValue }
}

extension EnvelopeKind {
    /// What scripts read as the kind of event; a file is a message.
    var word: String {
        switch self {
        case .message, .file: "message"
        case .signal: "signal"
        case .object: "object"
        case .action: "action"
        }
    }

    /// The member that holds the content.
    var contentKey: String {
        switch self {
        case .message, .signal, .file: "message"
        case .object, .action: "data"
        }
    }
}

extension JSONValue {
    /// What the library was given or gives, as JSON; null for what JSON cannot hold.
    init(any object: Any?) {
        self = object.flatMap { try? JSONBridge.value($0) } ?? .null
    }

    /// The value as the library takes it.
    var object: Any { JSONBridge.any(self) }
}

extension JSONValue {
    /// As it is shown to people: a text without its quotes, anything else as JSON.
    var forPeople: String { stringValue ?? text }
}

extension JSONValue {
    /// A text, or null.
    static func text(_ text: String?) -> JSONValue {
        text.map(JSONValue.string) ?? .null
    }

    /// The timetoken of a date as a text; null for none and for 0, by which the service says none.
    static func timetoken(_ date: PNDate?) -> JSONValue {
        guard let text = date?.text, text != "0" else { return .null }
        return .string(text)
    }
}
