package import PubNubWire

package enum MessageActionEndpoints {
    private static let shared: [QueryItem] = [.identifier, .authorization, .library]
    /// The levels around the type and the value of an action, in a list.
    private static let actionWrappers = 3

    /// Adds an action of this client to a message.
    package static func add(
        _ type: String,
        _ value: String,
        to message: Timetoken,
        on channel: String
    ) -> Call<ActionRecord> {
        Call(
            route: .messageActionAddition,
            arguments: ["channel": PercentEncoding.escape(channel), "message": "\(message)"],
            query: shared,
            body: JSON.object(["type": .string(type), "value": .string(value)]).bytes,
            bodyForm: .plain(),
            // A repetition would be refused as a duplicate.
            isRepeatable: false
        ) { StatusReader.object($0) { ActionRecord($0) } }
    }

    /// Removes an action of this client.
    package static func remove(_ action: Timetoken, from message: Timetoken, on channel: String) -> Call<Void> {
        Call(
            route: .messageActionRemoval,
            arguments: [
                "channel": PercentEncoding.escape(channel), "message": "\(message)", "action": "\(action)",
            ],
            query: shared,
            // A repetition would find nothing to remove.
            isRepeatable: false,
            decode: StatusReader.acknowledgment
        )
    }

    /// The actions on the messages of a channel. The page of older ones starts at `next` and ends at `prev`.
    package static func actions(
        on channel: String,
        start: Timetoken?,
        end: Timetoken?,
        limit: Int
    ) -> Call<ObjectList<ActionRecord>> {
        var query: [QueryItem] = limit > 0 ? [.number("limit", limit)] : []
        if let start { query.append(.number("start", start.rawValue)) }
        if let end { query.append(.number("end", end.rawValue)) }
        return Call(
            route: .messageActions,
            arguments: ["channel": PercentEncoding.escape(channel)],
            query: query + shared
        ) { response in
            StatusReader.decode(response, wrappers: actionWrappers) { members in
                guard let elements = members["data"]?.elements, elements.count <= ReplyLimits.items else {
                    return nil
                }
                let more = members["more"]
                return ObjectList(
                    items: elements.compactMap { $0.object.flatMap { ActionRecord($0) } },
                    next: more?["start"].flatMap { Timetoken($0) }?.description,
                    prev: more?["end"].flatMap { Timetoken($0) }?.description
                )
            }
        }
    }
}
