import PubNubMachines
package import PubNubWire

/// Sending messages.
package enum MessagingEndpoints {
    /// Publishes one message.
    ///
    /// - Parameters:
    ///   - payload: the JSON to send in UTF-8, encrypted and with push payloads if there are any.
    ///   - channel: the channel to publish to.
    ///   - compressed: whether the JSON is sent compressed in the body of a POST instead of in the path.
    ///   - store: whether the service may store the message in its history.
    ///   - metadata: the metadata for subscribers' filters; `nil` for none.
    ///   - ttl: for how many hours the history stores the message; `nil` for the key's own setting.
    /// - Returns: a call whose result is the time at which the service accepted the message.
    static func publish(
        payload: [UInt8],
        channel: String,
        compressed: Bool = false,
        store: Bool = true,
        metadata: JSON? = nil,
        ttl: Int? = nil
    ) -> Call<Timetoken> {
        let channel = PercentEncoding.escape(channel)
        let arguments: CallArguments =
            compressed ? ["channel": channel] : ["channel": channel, "message": PercentEncoding.escape(payload)]
        var query: [QueryItem] = [.identifier, .authorization, .library]
        if !store { query.append(.flag("store", false)) }
        if let ttl { query.append(.number("ttl", ttl)) }
        if let metadata { query.append(.json("meta", metadata)) }
        return Call(
            route: compressed ? .publishCompressed : .publish,
            arguments: arguments,
            query: query,
            body: compressed ? payload : nil,
            // The message could arrive twice.
            isRepeatable: false
        ) { response in
            ResponseReader.decode(response, publishedAt)
        }
    }

    /// Publishes a composed message, with its mark if it has one.
    static func publish(_ message: OutboxRecord.StoredMessage) -> Call<Timetoken> {
        publish(
            payload: message.payload,
            channel: message.channel,
            compressed: message.isCompressed,
            store: message.isStored,
            metadata: OutboxMark.metadata(message.metadata, markedWith: message.id),
            ttl: message.hoursStored
        )
    }

    /// The time in `[1, "Sent", "time"]`.
    static func publishedAt(_ content: JSON) -> Timetoken? {
        guard let reply = content.array, reply.count >= 3, let outcome = reply[0].int64Value, outcome != 0 else {
            return nil
        }
        return Timetoken(reply[2])
    }
}

extension MessagingEndpoints {
    /// Sends a signal.
    ///
    /// - Parameters:
    ///   - payload: the JSON to send in UTF-8.
    ///   - channel: the channel to send it to.
    ///   - type: the type that the sender gives it; nil, the default, for none.
    /// - Returns: a call whose result is the time at which the service accepted the signal.
    package static func signal(payload: [UInt8], channel: String, type: String? = nil) -> Call<Timetoken> {
        let type = type.map { [QueryItem.text("custom_message_type", $0)] } ?? []
        return Call(
            route: .signal,
            arguments: [
                "channel": PercentEncoding.escape(channel), "message": PercentEncoding.escape(payload),
            ],
            query: [.identifier, .authorization, .library] + type,
            // The signal could arrive twice.
            isRepeatable: false
        ) { response in
            ResponseReader.decode(response, publishedAt)
        }
    }
}
