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

    /// The actions on the messages of a channel, the newest ones in a range.
    ///
    /// The page of older ones starts at `older` and ends at `end`. `next` and `prev` are the values that the service
    /// reports for them, which it does only if its own limit ended the page.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - start: The exclusive bound, before which the actions were added; `nil` starts with the newest.
    ///   - end: The inclusive bound, from which on the actions were added; `nil` ends with the oldest.
    ///   - limit: The maximum number of actions; 0 for the limit of the service.
    /// - Returns: A call whose result is the page.
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
                let next = more?["start"].flatMap { Timetoken($0) }
                // The service does not say that a page ended at the limit of the call, so a full page may not be the
                // last one. Elements that cannot be read count as well.
                let isFull = limit > 0 && elements.count >= limit
                let older = next ?? (isFull ? oldest(of: elements, before: start, after: end) : nil)
                return ObjectList(
                    items: elements.compactMap { $0.object.flatMap { ActionRecord($0) } },
                    next: next?.description,
                    prev: more?["end"].flatMap { Timetoken($0) }?.description,
                    received: elements.count,
                    older: older?.description
                )
            }
        }
    }

    /// The timetoken of the oldest action of a page if the range can have older ones; `nil` if it cannot.
    ///
    /// A timetoken that is not before `start` would request the same page again: a client of a service that ignores
    /// `start` would never reach the end.
    private static func oldest(of elements: [JSON], before start: Timetoken?, after end: Timetoken?) -> Timetoken? {
        let oldest = elements.compactMap { $0["actionTimetoken"].flatMap { Timetoken($0) } }.min()
        return oldest.flatMap { oldest in
            let isBefore = start.map { oldest < $0 } ?? true
            let isAfter = end.map { oldest > $0 } ?? true
            return isBefore && isAfter ? oldest : nil
        }
    }
}
