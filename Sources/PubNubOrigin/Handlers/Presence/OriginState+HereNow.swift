import PubNubWire

extension OriginState {
    /// Why a call for occupants is refused for the part that it asks for; nil if it is not.
    func hereNowRefusal(of call: OriginCall) -> OriginResponse? {
        let most = ServiceLimits.maxHereNowPage
        if let text = call.query.text("limit") {
            guard let limit = Int(text) else {
                return PresenceResponse.invalid("limit must be between 0 and \(most)")
            }
            guard limit >= 0 else { return PresenceResponse.invalid("Limit must be greater than or equal to 0") }
            guard limit <= most else {
                return PresenceResponse.invalid("Cannot return more than \(most) uuids at a time")
            }
        }
        if let offset = call.query.text("offset"), !(Int(offset).map { $0 >= 0 } ?? false) {
            return PresenceResponse.invalid("offset must not be below 0")
        }
        return nil
    }

    /// The occupants of the channels and groups named. A single channel has a response of another form.
    func hereNow(_ call: OriginCall) -> PresenceQuery {
        let channels = call.listedChannels
        let isSingle = call.groups.isEmpty && channels.count == 1
        let names = isSingle ? channels : presenceTopics(call).map(\.name)
        let snapshot = presence.snapshot(keyset: call.keyset)
        return PresenceQuery(snapshot: snapshot, channels: names, isSingle: isSingle, call)
    }

    /// The occupants of the channels of the groups named; those of all channels of the keyset without groups.
    func hereNowGlobal(_ call: OriginCall) -> PresenceQuery {
        let names = call.groups.isEmpty ? nil : presenceTopics(call).map(\.name)
        let snapshot = presence.snapshot(keyset: call.keyset)
        return PresenceQuery(snapshot: snapshot, channels: names, isSingle: false, call)
    }
}

/// A request for the clients of channels. The response is written without the lock of the server.
struct PresenceQuery: OriginListQuery {
    let keyset: String
    /// The clients of the channels of the keyset.
    private var snapshot: PresenceSnapshot
    /// The names of the channels; nil for all.
    let channels: [String]?
    /// Whether the response has the form for one channel.
    let isSingle: Bool
    private let limit: Int
    private let offset: Int
    private let listsClients: Bool
    private let listsStates: Bool

    init(snapshot: PresenceSnapshot, channels: [String]?, isSingle: Bool, _ call: OriginCall) {
        keyset = call.keyset
        self.snapshot = snapshot
        self.channels = channels
        self.isSingle = isSingle
        limit = call.query.integer("limit") ?? ServiceLimits.maxHereNowPage
        offset = call.query.integer("offset") ?? 0
        listsClients = !call.query.flag("disable_uuids") && limit > 0
        listsStates = call.query.flag("state")
    }

    /// From so many bytes of states on, writing a response takes an event loop too long.
    private static let maxShortStateBytes = 256 * 1024

    var isLong: Bool {
        if listsStates, snapshot.stateBytes > Self.maxShortStateBytes { return true }
        guard snapshot.count > Self.longCount else { return false }
        guard let channels else { return true }
        return channels.reduce(0) { $0 + occupancy(of: $1) } > Self.longCount
    }

    var withoutContent: PresenceQuery { with(PresenceSnapshot()) }

    func withContent(of state: OriginState) -> PresenceQuery { with(state.presence.snapshot(keyset: keyset)) }

    private func with(_ snapshot: PresenceSnapshot) -> PresenceQuery {
        var query = self
        query.snapshot = snapshot
        return query
    }

    var response: OriginResponse {
        if isSingle, let channel = channels?.first {
            return PresenceResponse.object(status: 200, message: "OK", members: members(of: channel))
        }
        let occupied = (channels ?? snapshot.names).filter { occupancy(of: $0) > 0 }
        let entries = occupied.map { channel in
            let members = members(of: channel).map { "\"\($0.name)\": \($0.json)" }
            return "\(EnvelopeWriter.quoted(channel)): {\(members.joined(separator: ", "))}"
        }
        let total = occupied.reduce(0) { $0 + occupancy(of: $1) }
        let payload =
            "{\"channels\": {\(entries.joined(separator: ", "))}, "
            + "\"total_channels\": \(occupied.count), \"total_occupancy\": \(total)}"
        return PresenceResponse.object(status: 200, message: "OK", members: [("payload", payload)])
    }

    private func occupancy(of channel: String) -> Int { snapshot.channels[channel]?.count ?? 0 }

    private func members(of channel: String) -> [(name: String, json: String)] {
        let count = ("occupancy", "\(occupancy(of: channel))")
        guard listsClients else { return [count] }
        let clients = snapshot.occupants(of: channel).dropFirst(offset).prefix(limit).map { occupant in
            let client = EnvelopeWriter.quoted(occupant.client)
            guard listsStates else { return client }
            let state = occupant.state.map { ", \"state\": \($0.text)" } ?? ""
            return "{\"uuid\": \(client)\(state)}"
        }
        return [("uuids", "[\(clients.joined(separator: ", "))]"), count]
    }
}

/// The channels a client is in, as far as the caller may read them.
struct WhereNowQuery: OriginListQuery {
    struct Channel: Sendable {
        let name: String
        /// Whether the caller may read it without an access token.
        let isReadable: Bool
    }

    let keyset: String
    let channels: [Channel]
    let token: VerifiedToken?

    var isLong: Bool { channels.count > Self.longCount }
    var withoutContent: WhereNowQuery { self }

    func withContent(of state: OriginState) -> WhereNowQuery { self }

    var response: OriginResponse {
        let readable = channels.filter { channel in
            channel.isReadable || token?.allows(.read, on: .channel(channel.name)) == true
        }
        let names = readable.map { EnvelopeWriter.quoted($0.name) }.joined(separator: ",")
        let payload = "{\"channels\": [\(names)]}"
        return PresenceResponse.object(status: 200, message: "OK", members: [("payload", payload)])
    }
}

/// Where a client is, and what state it has there.
extension OriginState {
    /// The channels a client is in.
    func whereNow(_ call: OriginCall, _ token: TokenArrival, at now: Moment) -> WhereNowQuery {
        WhereNowQuery(
            keyset: call.keyset,
            channels: presence.channels(of: call[.uuid] ?? "", keyset: call.keyset).map { name in
                WhereNowQuery.Channel(name: name, isReadable: mayRead(name, call, token, at: now))
            },
            token: token.use.flatMap { $0.isByUser ? $0.token : nil }
        )
    }

    /// A client's state: of one channel alone, or by channel.
    func state(_ call: OriginCall) -> OriginResponse {
        let topics = presenceTopics(call)
        let client = call[.uuid] ?? ""
        guard !topics.isEmpty else { return ErrorResponse.noValidChannels }
        let identity = ("uuid", EnvelopeWriter.quoted(client))
        if call.groups.isEmpty, topics.count == 1, let topic = topics.first {
            let state = presence.state(of: client, in: topic)?.text ?? "{}"
            return PresenceResponse.object(
                status: 200,
                message: "OK",
                members: [identity, ("payload", state), ("channel", EnvelopeWriter.quoted(topic.name))]
            )
        }
        let states = topics.map { topic in
            "\(EnvelopeWriter.quoted(topic.name)): \(presence.state(of: client, in: topic)?.text ?? "{}")"
        }
        return PresenceResponse.object(
            status: 200,
            message: "OK",
            members: [identity, ("payload", "{\"channels\": {\(states.joined(separator: ", "))}}")]
        )
    }

    /// Replaces a client's state on channels by the fields given that are not null, and tells those who observe them.
    mutating func updateState(_ call: OriginCall, at now: Moment) -> OriginResponse {
        let topics = presenceTopics(call)
        guard !topics.isEmpty else { return ErrorResponse.noValidChannels }
        guard let text = call.query.json("state"), let state = (try? JSON(parsing: text))?.withoutNulls
        else {
            return PresenceResponse.object(status: 400, message: "Invalid State")
        }
        let client = call[.uuid] ?? ""
        if let refusal = crowdRefusal(client, in: topics, states: topics.map { _ in state }) { return refusal }
        // A state makes its client present, as the service does it.
        let states = Dictionary(topics.map { (NameKey($0.name), state) }) { $1 }
        let timeout = Duration.seconds(defaultTimeout(of: call.keyset))
        touch(PresenceUpdate(client: client, topics: topics, states: states, timeout: timeout), at: now)
        return PresenceResponse.object(status: 200, message: "OK", members: [("payload", state.text)])
    }
}
