package import PubNubMachines
package import PubNubWire

/// The channels of a client, and its state on channels and groups.
package enum StateEndpoints {
    /// The channels of a client.
    package static func whereNow(_ identifier: String) -> Call<[String]> {
        Call(
            route: .whereNow,
            arguments: ["uuid": PercentEncoding.escape(identifier)],
            query: [.authorization, .library, .identifier]
        ) { response in
            ResponseReader.decode(response) { $0["channels"]?.names }
        }
    }

    /// A client's state on a channel, or on the channels of a group.
    ///
    /// - Returns: a call whose result is the state by channel name.
    package static func state(of identifier: String, on target: SubscriptionTarget) -> Call<[String: JSON]> {
        Call(route: .state, arguments: arguments(identifier, target), query: query(target)) { response in
            ResponseReader.decode(response) { content in
                let envelope = ResponseReader.value(of: response)
                // An object without members is not a reply of the service.
                guard envelope?.object?.isEmpty != true else { return nil }
                // With a missing or null payload, the other members are not state.
                let state = envelope?["payload"].map { $0.isNull ? [:] : content } ?? [:]
                let states = content["channels"]?.members
                guard target.isGroup else {
                    // The form for several channels does not name a channel in the envelope.
                    if envelope?["channel"] == nil, content.object?.count == 1, let state = states?[target.name] {
                        return [target.name: state]
                    }
                    return content.object.map { _ in [target.name: state] }
                }
                if let states {
                    return states.count <= ReplyLimits.items ? states : nil
                }
                // The form for one channel has that channel in the envelope, and no list of channels.
                guard let channel = envelope?["channel"]?.string else { return nil }
                return state.object.map { _ in [channel: state] }
            }
        }
    }

    /// Replaces a client's state on a channel, or on the channels of a group.
    ///
    /// - Returns: a call whose result is the state that the service stored.
    package static func update(
        _ state: JSON,
        of identifier: String,
        on target: SubscriptionTarget
    ) -> Call<JSON> {
        let query = [.json("state", state)] + query(target)
        return Call(route: .stateUpdate, arguments: arguments(identifier, target), query: query) { response in
            ResponseReader.decode(response) { content in
                let isEmpty = ResponseReader.value(of: response)?.object?.isEmpty == true
                return isEmpty || content.object == nil ? nil : content
            }
        }
    }

    private static func arguments(_ identifier: String, _ target: SubscriptionTarget) -> CallArguments {
        [
            "uuid": PercentEncoding.escape(identifier),
            "channels": target.isGroup ? "," : PercentEncoding.escape(target.name),
        ]
    }

    private static func query(_ target: SubscriptionTarget) -> [QueryItem] {
        let group: [QueryItem] = target.isGroup ? [.text("channel-group", target.name)] : []
        return group + [.authorization, .library, .identifier]
    }
}
