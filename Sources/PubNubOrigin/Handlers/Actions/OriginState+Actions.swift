import PubNubWire

extension Endpoint {
    static let messageActions = Endpoint(
        .messageActions,
        .right(.read, on: .channel),
        .read(response { state, call, _ throws(ActionRefusal) in try state.listActions(call) })
    )
    static let messageActionAddition = Endpoint(
        .messageActions,
        .right(.write, on: .channel),
        .change(response { state, call, now throws(ActionRefusal) in try state.addAction(call, at: now) })
    )
    static let messageActionRemoval = Endpoint(
        .messageActions,
        .right(.delete, on: .channel),
        .change(response { state, call, now throws(ActionRefusal) in try state.removeAction(call, at: now) })
    )

    private static func response(
        _ body: @escaping @Sendable (inout OriginState, OriginCall, Moment) throws(ActionRefusal) -> OriginResponse
    ) -> Serve {
        { state, call, now in
            do throws(ActionRefusal) {
                return try body(&state, call, now)
            } catch {
                return error.response
            }
        }
    }
}

/// Actions on messages.
extension OriginState {
    fileprivate mutating func addAction(_ call: OriginCall, at now: Moment) throws(ActionRefusal) -> OriginResponse {
        let message = try Self.timetoken(.message, "messageTimetoken", call)
        let client = try Self.client(call)
        let members = try body(of: call)
        let type = try Self.text("type", members)
        guard type.utf16.count <= ServiceLimits.maxActionType else { throw .invalid("Too long", at: "type") }
        let value = try Self.text("value", members)
        guard type.utf8.count + value.utf8.count <= limits.actionBytes else { throw .invalid("Too long", at: "value") }
        let topic = try Self.topic(of: call)
        let others = actions.byMessage(on: topic)[message] ?? []
        guard !others.contains(where: { $0.type == type && $0.value == value && $0.publisher == client }) else {
            throw .alreadyAdded
        }
        let timetoken = clock.next(date: now.date)
        let action = StoredAction(
            timetoken: timetoken,
            message: message,
            type: type,
            value: value,
            publisher: client
        )
        let count = counted(actions.count, own: actions.count(keyset: topic.keyset))
        let bytes = counted(actions.bytes, own: actions.bytes(keyset: topic.keyset))
        guard others.count < limits.actionsPerMessage, count < limits.actions,
            others.reduce(action.textBytes, { $0 + $1.textBytes }) <= limits.historyBytes,
            bytes + action.bytes <= limits.allActionBytes,
            allows(actions.count(keyset: topic.keyset) + 1, .actions, topic.keyset)
        else { throw .full }
        keep(.add(action), action, "added", topic, at: now)
        return ActionResponse.added(action)
    }

    fileprivate mutating func removeAction(_ call: OriginCall, at now: Moment) throws(ActionRefusal) -> OriginResponse {
        let message = try Self.timetoken(.message, "messageTimetoken", call)
        let timetoken = try Self.timetoken(.action, "actionTimetoken", call)
        let client = try Self.client(call)
        let topic = try Self.topic(of: call)
        guard let action = actions.action(timetoken, of: message, on: topic) else { throw .notFound }
        guard action.publisher == client else { throw .invalid("Wrong uuid", at: "uuid", in: "query") }
        keep(.remove(timetoken), action, "removed", topic, at: now)
        return ActionResponse.removed
    }

    fileprivate func listActions(_ call: OriginCall) throws(ActionRefusal) -> OriginResponse {
        let most = limits.actionPage
        guard let range = Self.range(of: call, count: "limit", default: most, limit: most) else {
            throw .invalid("Invalid value", at: Self.invalidItem(of: call), in: "query")
        }
        let page = actions.page(range, on: try Self.topic(of: call))
        // As in the service, `more` says that the limit of the server ended the page. If the limit of the call did, the
        // client continues with the timetoken of the oldest action.
        let asked = call.query.text("limit").flatMap { Int($0) }
        let isCut = page.isMore && (asked.map { $0 > most } ?? true)
        guard isCut, let next = range.oldestFirst ? page.actions.last : page.actions.first else {
            return ActionResponse.page(page.actions, more: nil)
        }
        var url = "\(call.request.path)?start=\(next.timetoken)"
        var more: [String: JSON] = [
            "start": .string("\(next.timetoken)"), "limit": .integer(Int64(range.limit)),
        ]
        if let end = call.query.text("end") {
            more["end"] = .string(end)
            url += "&end=\(end)"
        }
        // The limit of the call and not that of the server: otherwise the next page would be the last one with a URL.
        if let asked { url += "&limit=\(asked)" }
        more["url"] = .string(url)
        return ActionResponse.page(page.actions, more: JSON.object(more).text)
    }

    /// The first item of the query of a list that is not a number.
    private static func invalidItem(of call: OriginCall) -> String {
        let bound = ["start", "end"].first { name in call.query.text(name).map { Timetoken($0) == nil } ?? false }
        return bound ?? "limit"
    }

    /// Makes a change, and notifies subscribers.
    private mutating func keep(
        _ kind: ActionChange.Kind,
        _ action: StoredAction,
        _ event: String,
        _ topic: Topic,
        at now: Moment
    ) {
        make(.action(ActionChange(topic: topic, kind: kind)), at: now)
        let message = StoredMessage(
            timetoken: clock.next(date: now.date),
            payload: ActionResponse.event(event, action),
            publisher: action.publisher,
            kind: EnvelopeKind.action.rawValue,
            isTransient: true
        )
        append(event: message, to: topic)
    }

    private static func topic(of call: OriginCall) throws(ActionRefusal) -> Topic {
        let channel = call[.channel] ?? ""
        guard !channel.isEmpty, !ChannelName.isPresence(channel), !ChannelName.isWildcard(channel), !channel.holds(",")
        else { throw .invalid("Invalid channel", at: "channel", in: "path") }
        return Topic(keyset: call.keyset, name: channel)
    }

    private static func timetoken(
        _ argument: RouteArgument,
        _ location: String,
        _ call: OriginCall
    ) throws(ActionRefusal) -> UInt64 {
        guard let value = call[argument].flatMap({ Timetoken($0) })?.rawValue, 1...UInt64(Int64.max) ~= value else {
            throw .invalid("Invalid value", at: location, in: "path")
        }
        return value
    }

    private static func client(_ call: OriginCall) throws(ActionRefusal) -> String {
        guard let client = call.client, !client.isEmpty else {
            throw .invalid("Missing field", at: "uuid", in: "query")
        }
        return client
    }

    private func body(of call: OriginCall) throws(ActionRefusal) -> [String: JSON] {
        do throws(BodyFault) {
            return try call.request.jsonObject(limit: limits.maximumBodyBytes)
        } catch {
            switch error {
            case .type: throw .notJSON
            case .content: throw .invalid("The body must be a JSON object.", at: "body")
            }
        }
    }

    private static func text(_ name: String, _ members: [String: JSON]) throws(ActionRefusal) -> String {
        guard let value = members[name], !value.isNull else { throw .invalid("Missing field", at: name) }
        // A data file ends a string at NUL.
        guard let text = value.string, !text.isEmpty, !text.utf8.contains(0) else {
            throw .invalid("Invalid value", at: name)
        }
        return text
    }
}
