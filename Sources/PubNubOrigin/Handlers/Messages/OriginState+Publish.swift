import PubNubCodec
import PubNubWire

extension OriginState {
    /// A message for a channel: stored, then handed to waiting subscribers, then acknowledged.
    mutating func publish(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let timetoken = clock.next(date: now.date)
        let channel = call["channel"] ?? ""
        do throws(PublishFault) {
            try Self.checkPublishing(to: channel)
            let message = try Self.message(of: call, timetoken: timetoken, limit: limits.messageBytes)
            let topic = Topic(keyset: call.keyset, name: channel)
            let sent = OriginResponse(text: "[1,\"Sent\",\"\(timetoken)\"]").wrapped(in: call.callback)
            let failure = ErrorResponse.storageFailed.wrapped(in: call.callback)
            return [append(published: message, to: topic, for: call.id, response: sent, failure: failure)]
        } catch {
            let response = ErrorResponse.publish(error.rawValue, timetoken: timetoken)
            return [.respond(call.id, response.wrapped(in: call.callback))]
        }
    }

    /// Whether something can be sent to a channel of this name.
    static func checkPublishing(to channel: String) throws(PublishFault) {
        guard !ChannelName.isPresence(channel), !ChannelName.isWildcard(channel), !channel.holds(",") else {
            throw .invalidChannel
        }
    }

    private static func message(
        of call: OriginCall,
        timetoken: UInt64,
        limit: Int
    ) throws(PublishFault) -> StoredMessage {
        let payload = try payload(of: call, limit: limit)
        let metadata = call.query.json("meta").map { Array($0.utf8) }
        if let metadata, !RawJSON.isValid(metadata) { throw .invalidJSON }
        let hours = UInt64(clamping: call.query.integer("ttl") ?? 0)
        return StoredMessage(
            timetoken: timetoken,
            payload: payload,
            publisher: call.client,
            metadata: metadata,
            customType: call.query.text("custom_message_type"),
            sequence: call.query.integer("seqn"),
            origination: origination(call),
            expiry: hours > 0 ? timetoken + min(hours, 1_000_000) * 36_000_000_000 : nil,
            isTransient: call.query["store"] == "0"
        )
    }

    private static func payload(of call: OriginCall, limit: Int) throws(PublishFault) -> [UInt8] {
        var payload: [UInt8]
        if call.route == .publish {
            guard let text = call["message"] else { throw .invalidJSON }
            payload = Array(text.utf8)
        } else {
            payload = call.request.body
            // Told by its first bytes too, as some proxies drop the header.
            if call.request.contentEncoding != nil || payload.starts(with: [0x1F, 0x8B]) {
                do {
                    payload = try Gzip.decompress(payload, limit: limit + 1)
                } catch {
                    throw error == .tooLarge ? .tooLarge : .invalidJSON
                }
            }
        }
        guard payload.count <= limit else { throw .tooLarge }
        guard RawJSON.isValid(payload) else { throw .invalidJSON }
        return payload
    }

    private static func origination(_ call: OriginCall) -> UInt64? {
        call.query.json("ortt").flatMap { try? JSONValue(parsing: $0) }?["t"].flatMap { Timetoken($0) }?.rawValue
    }
}

extension OriginState {
    /// A signal for a channel: handed to subscribers, and to those that catch up, but never stored.
    mutating func signal(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let timetoken = clock.next(date: now.date)
        let channel = call["channel"] ?? ""
        do throws(PublishFault) {
            try Self.checkPublishing(to: channel)
            guard let text = call["message"] else { throw .invalidJSON }
            let payload = Array(text.utf8)
            guard payload.count <= limits.signalBytes else { throw .signalTooLarge }
            guard RawJSON.isValid(payload) else { throw .invalidJSON }
            let message = StoredMessage(
                timetoken: timetoken,
                payload: payload,
                publisher: call.client,
                kind: EnvelopeKind.signal.rawValue,
                customType: call.query.text("custom_message_type"),
                sequence: call.query.integer("seqn")
            )
            append(event: message, to: Topic(keyset: call.keyset, name: channel))
            let sent = OriginResponse(text: "[1,\"Sent\",\"\(timetoken)\"]")
            return [.respond(call.id, sent.wrapped(in: call.callback))]
        } catch {
            let response = ErrorResponse.publish(error.rawValue, timetoken: timetoken)
            return [.respond(call.id, response.wrapped(in: call.callback))]
        }
    }
}

/// Why a message is refused, in the service's words.
enum PublishFault: String, Error {
    case invalidJSON = "Invalid JSON"
    case tooLarge = "Message Too Large"
    case signalTooLarge = "Signal size too large"
    case invalidChannel = "Invalid Character in Channel Name"
}
