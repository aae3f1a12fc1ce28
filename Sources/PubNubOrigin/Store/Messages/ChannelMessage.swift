import PubNubWire

/// One message in a channel's buffer, already in the form subscribers get it in.
struct ChannelMessage: Sendable, Equatable {
    let topic: Topic
    let timetoken: UInt64
    /// A version 2 envelope that lacks its last member, the matched name, and the closing brace.
    let envelope: [UInt8]
    /// Where in `envelope` the payload's JSON text starts; it reaches to the end.
    let payloadStart: Int
    /// The range of the metadata's JSON in `envelope`; nil without metadata.
    var metadataRange: Range<Int>?

    var metadata: ArraySlice<UInt8>? { metadataRange.map { envelope[$0] } }
    var payload: ArraySlice<UInt8> { envelope[payloadStart...] }
    var isPresence: Bool { ChannelName.isPresence(topic.name) }
}

/// One published message.
struct StoredMessage: Sendable, Equatable {
    let timetoken: UInt64
    /// The JSON text as published.
    let payload: [UInt8]
    /// The identifier of the client that published it; nil when it gave none.
    var publisher: String?
    /// The JSON given as `meta`; nil without metadata.
    var metadata: [UInt8]?
    /// 0 for a plain message; other kinds as in the `e` member of an envelope.
    var kind = 0
    /// The publisher's own name for the kind of message; nil when it gave none.
    var customType: String?
    /// The publisher's own count of its messages; nil when it gave none.
    var sequence: Int?
    /// The timetoken the publisher says the message originated at; nil when it gave none.
    var origination: UInt64?
    /// The timetoken from which it is gone; nil when it stays.
    var expiry: UInt64?
    /// Whether it is only for subscribers that catch up, and not part of history.
    var isTransient = false
}

/// A message and the channel it is on.
struct TopicMessage: Sendable, Equatable {
    let message: StoredMessage
    let topic: Topic
}

/// Writes a message as a version 2 envelope, once for all subscribers, members in the order the service has them.
struct EnvelopeWriter {
    let topic: Topic
    let region: Int

    func write(_ message: StoredMessage) -> ChannelMessage {
        var text = "{\"a\":\"4\",\"f\":0"
        if message.kind != 0 { text += ",\"e\":\(message.kind)" }
        if let publisher = message.publisher { text += ",\"i\":\(Self.quoted(publisher))" }
        if let sequence = message.sequence { text += ",\"s\":\(sequence)" }
        if let origination = message.origination { text += ",\"o\":{\"t\":\"\(origination)\"}" }
        text += ",\"p\":{\"t\":\"\(message.timetoken)\",\"r\":\(region)}"
        text += ",\"k\":\(Self.quoted(topic.keyset)),\"c\":\(Self.quoted(topic.name))"
        if let customType = message.customType { text += ",\"cmt\":\(Self.quoted(customType))" }
        var bytes = Array(text.utf8)
        bytes.reserveCapacity(bytes.count + message.payload.count + (message.metadata.map { $0.count + 5 } ?? 0) + 5)
        var metadataRange: Range<Int>?
        if let metadata = message.metadata {
            bytes += Array(",\"u\":".utf8)
            metadataRange = bytes.count..<bytes.count + metadata.count
            bytes += metadata
        }
        bytes += Array(",\"d\":".utf8)
        let start = bytes.count
        bytes += message.payload
        return ChannelMessage(
            topic: topic,
            timetoken: message.timetoken,
            envelope: bytes,
            payloadStart: start,
            metadataRange: metadataRange
        )
    }

    /// A JSON string.
    static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}

extension FilterSubject {
    /// The message as a filter reads it.
    convenience init(_ message: ChannelMessage) {
        self.init(metadata: message.metadata, payload: message.payload)
    }
}
