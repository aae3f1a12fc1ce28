import PubNubWire

/// Something to announce on a presence channel.
struct PresenceChange: Sendable, Equatable {
    /// What happened.
    enum Action: Sendable, Equatable {
        case join(String)
        case leave(String)
        case timeout(String)
        case stateChange(String)
        /// The clients that came and went since the last interval event; incomplete if they were too many to list.
        case interval(joined: [String], left: [String], timedOut: [String], isIncomplete: Bool = false)

        /// The number of clients in the channel before this happened, from the number afterwards.
        func occupancyBefore(_ occupancy: Int) -> Int {
            switch self {
            case .join: occupancy - 1
            case .leave, .timeout: occupancy + 1
            case .stateChange, .interval: occupancy
            }
        }
    }

    let topic: Topic
    let action: Action
    /// Clients in the channel afterwards.
    let occupancy: Int
    /// The client's state: new for a state change, given along for a join; nil without a state.
    var state: JSON?
}

/// What happened to a client in a crowded channel, to be announced with the next interval event.
package struct CrowdNote: Sendable, Equatable {
    /// How it is stored.
    package enum Kind: Int, Sendable {
        case join, leave, timeout
        /// Interval events do not name the client, but the channel has one.
        case stateChange
    }

    package let topic: Topic
    package let kind: Kind
    package let client: String

    /// nil for a change that interval events do not have.
    init?(_ action: PresenceChange.Action, in topic: Topic) {
        switch action {
        case .join(let client): self.init(topic: topic, kind: .join, client: client)
        case .leave(let client): self.init(topic: topic, kind: .leave, client: client)
        case .timeout(let client): self.init(topic: topic, kind: .timeout, client: client)
        case .stateChange(let client): self.init(topic: topic, kind: .stateChange, client: client)
        case .interval: return nil
        }
    }

    package init(topic: Topic, kind: Kind, client: String) {
        self.topic = topic
        self.kind = kind
        self.client = client
    }

    var action: PresenceChange.Action {
        switch kind {
        case .join: .join(client)
        case .leave: .leave(client)
        case .timeout: .timeout(client)
        case .stateChange: .stateChange(client)
        }
    }
}

/// The clients that came to and went from a crowded channel between two interval events.
struct PresenceCrowd: Sendable, Equatable {
    /// The most changes that are noted, and therefore the most names in one event. With more, the event has no names.
    private static let maxNotes = 1000

    private var joined: [String] = []
    private var left: [String] = []
    private var timedOut: [String] = []
    /// Counts the changes, also those that another one reversed: a data file stores each of them.
    private var noted = 0
    /// Whether there were too many to list, so that nothing more is noted.
    private(set) var isTooLarge = false

    var action: PresenceChange.Action {
        .interval(joined: joined, left: left, timedOut: timedOut, isIncomplete: isTooLarge)
    }

    /// Notes a change. It drops two changes of a client that reverse each other, because an interval event has the net change.
    mutating func note(_ action: PresenceChange.Action) {
        guard !isTooLarge else { return }
        switch action {
        case .join(let client):
            if !Self.drop(client, from: &left), !Self.drop(client, from: &timedOut) { joined.append(client) }
        case .leave(let client):
            if !Self.drop(client, from: &joined) { left.append(client) }
        case .timeout(let client):
            if !Self.drop(client, from: &joined) { timedOut.append(client) }
        case .stateChange, .interval: return
        }
        noted += 1
        guard noted > Self.maxNotes else { return }
        self = PresenceCrowd()
        isTooLarge = true
    }

    /// Returns whether the list had the client.
    private static func drop(_ client: String, from clients: inout [String]) -> Bool {
        guard let index = clients.firstIndex(where: { $0.hasSameBytes(as: client) }) else { return false }
        clients.remove(at: index)
        return true
    }
}

/// Writes presence events in the service's form.
enum PresenceWriter {
    static func payload(of change: PresenceChange, seconds: UInt64) -> [UInt8] {
        var text: String
        switch change.action {
        case .join(let client): text = event("join", client, change.occupancy, seconds)
        case .leave(let client): text = event("leave", client, change.occupancy, seconds)
        case .timeout(let client): text = event("timeout", client, change.occupancy, seconds)
        case .stateChange(let client): text = event("state-change", client, change.occupancy, seconds)
        case .interval(let joined, let left, let timedOut, let isIncomplete):
            text = "{\"action\":\"interval\",\"timestamp\":\(seconds),\"occupancy\":\(change.occupancy)"
            text += list("join", joined) + list("leave", left) + list("timeout", timedOut)
            if isIncomplete { text += ",\"here_now_refresh\":true" }
        }
        if let state = change.state { text += ",\"data\":\(state.text)" }
        return Array((text + "}").utf8)
    }

    private static func event(_ action: String, _ client: String, _ occupancy: Int, _ seconds: UInt64) -> String {
        "{\"action\":\"\(action)\",\"timestamp\":\(seconds),\"uuid\":\(EnvelopeWriter.quoted(client)),"
            + "\"occupancy\":\(occupancy)"
    }

    private static func list(_ name: String, _ clients: [String]) -> String {
        clients.isEmpty ? "" : ",\"\(name)\":[\(clients.map(EnvelopeWriter.quoted).joined(separator: ","))]"
    }
}
