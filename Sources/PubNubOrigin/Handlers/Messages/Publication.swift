import PubNubCodec
import PubNubWire

extension Endpoint {
    static let publish = publishing(.message)
    static let signal = publishing(.signal)
    static let filePublish = publishing(.file)

    private static func publishing(_ form: Publication.Form) -> Endpoint {
        Endpoint(.publish, .right(.write, on: .channel), .publication(form), quota: .messagesPerSecond)
    }
}

/// A message or a signal as its call has it, checked as far as that needs no state.
struct Publication: Sendable {
    let message: StoredMessage
    let topic: Topic
    /// The timetoken that the sender of a message about a file wants in the response; nil for that of the message.
    let namedTimetoken: UInt64?

    /// The kinds of messages that calls publish.
    enum Form: Sendable {
        case message
        /// A small message, which is handed to subscribers, and to those that catch up, but is not part of history.
        case signal
        /// The message about a file. The file need not exist, as with the service.
        case file
    }

    /// The message of a call.
    ///
    /// - Throws: Why the call is refused.
    init(_ call: OriginCall, _ form: Form, limits: OriginLimits) throws(PublishFault) {
        topic = try Self.topic(of: call)
        namedTimetoken = form == .file ? Self.namedTimetoken(call) : nil
        guard form != .signal else {
            message = try Self.signal(call, limits: limits)
            return
        }
        let payload = try Self.payload(of: call, limit: limits.messageBytes)
        // Some clients send null for no metadata of a file.
        let metadata = call.query.json("meta").flatMap { form == .file && $0 == "null" ? nil : Array($0.utf8) }
        if let metadata, !RawJSON.isValid(metadata) { throw .invalidJSON }
        let hours = call.query["ttl"].flatMap { Double($0) } ?? 0
        message = StoredMessage(
            timetoken: 0,
            payload: payload,
            publisher: call.client,
            metadata: metadata,
            kind: form == .file ? EnvelopeKind.file.rawValue : 0,
            customType: try Self.customType(of: call),
            sequence: call.query.integer("seqn"),
            origination: form == .file ? nil : Self.origination(call),
            expiry: hours > 0 ? UInt64(min(hours, 1_000_000) * 36_000_000_000) : nil,
            isTransient: call.query["store"] == "0",
            isSilent: call.query.flag("norep")
        )
    }

    private static func signal(_ call: OriginCall, limits: OriginLimits) throws(PublishFault) -> StoredMessage {
        guard let payload = call.bytes(of: .message) else { throw .invalidJSON }
        guard payload.count <= limits.signalBytes else { throw .signalTooLarge }
        guard RawJSON.isValid(payload) else { throw .invalidJSON }
        return StoredMessage(
            timetoken: 0,
            payload: payload,
            publisher: call.client,
            kind: EnvelopeKind.signal.rawValue,
            customType: try customType(of: call),
            sequence: call.query.integer("seqn"),
            isTransient: true
        )
    }

    /// The type of a call's message; nil without one.
    private static func customType(of call: OriginCall) throws(PublishFault) -> String? {
        guard let type = call.query.text("custom_message_type") else { return nil }
        guard CustomMessageType.isValid(type) else { throw .invalidCustomType }
        return type
    }

    private static func topic(of call: OriginCall) throws(PublishFault) -> Topic {
        let channel = call[.channel] ?? ""
        guard !ChannelName.isPresence(channel), !ChannelName.isWildcard(channel), !channel.holds(",") else {
            throw .invalidChannel
        }
        return Topic(keyset: call.keyset, name: channel)
    }

    private static func payload(of call: OriginCall, limit: Int) throws(PublishFault) -> [UInt8] {
        var payload: [UInt8]
        if call.route == .publish || call.route == .filePublish {
            guard let message = call.bytes(of: .message) else { throw .invalidJSON }
            payload = message
        } else {
            payload = call.request.body
            // Also recognised by its first bytes, as some proxies drop the header.
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

    /// The item `ptto`, if it is a timetoken of today's length.
    private static func namedTimetoken(_ call: OriginCall) -> UInt64? {
        guard let text = call.query.text("ptto"), text.utf8.count == 17, text.first != "0",
            text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        return UInt64(text)
    }

    private static func origination(_ call: OriginCall) -> UInt64? {
        call.query.json("ortt").flatMap { try? JSON(parsing: $0) }?["t"].flatMap { Timetoken($0) }?.rawValue
    }
}

/// Why a message is refused, in the service's words.
enum PublishFault: String, Error {
    case invalidJSON = "Invalid JSON"
    case tooLarge = "Message Too Large"
    case signalTooLarge = "Signal size too large"
    case invalidChannel = "Invalid Character in Channel Name"
    case invalidCustomType = "Invalid custom_message_type"
    case storageFull = "Storage Quota Exceeded"

    /// The status of the refusal.
    var status: Int { self == .storageFull ? 413 : 400 }
}
