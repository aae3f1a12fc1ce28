import PubNubWire

/// One message in a channel's buffer, already in the form subscribers get it in.
package struct ChannelMessage: Sendable, Equatable {
    let topic: Topic
    let timetoken: UInt64
    /// A version 2 envelope that lacks its last member, the matched name, and the closing brace.
    let envelope: [UInt8]
    /// Where in `envelope` the payload's JSON text starts; it reaches to the end.
    let payloadStart: Int
    /// The range of the metadata's JSON in `envelope`; nil without metadata.
    var metadataRange: Range<Int>?
    /// Whether an archive has the message, so that a subscriber can receive it after it has left the buffer.
    var isStored = true

    var metadata: ArraySlice<UInt8>? { metadataRange.map { envelope[$0] } }
    var payload: ArraySlice<UInt8> { envelope[payloadStart...] }
    var isPresence: Bool { ChannelName.isPresence(topic.name) }
}

/// One published message.
package struct StoredMessage: Sendable, Equatable {
    /// 0 until its entry of the log is applied.
    package var timetoken: UInt64
    /// The timetoken from which it is gone; nil when it stays. Counted from its own timetoken until that is known.
    package var expiry: UInt64?
    let content: MessageContent

    package init(
        timetoken: UInt64,
        payload: [UInt8],
        publisher: String? = nil,
        metadata: [UInt8]? = nil,
        kind: Int = 0,
        customType: String? = nil,
        sequence: Int? = nil,
        origination: UInt64? = nil,
        expiry: UInt64? = nil,
        isTransient: Bool = false,
        isSilent: Bool = false
    ) {
        self.timetoken = timetoken
        self.expiry = expiry
        content = MessageContent(
            payload: payload,
            publisher: publisher,
            metadata: metadata,
            kind: kind,
            customType: customType,
            sequence: sequence,
            origination: origination,
            isTransient: isTransient,
            isSilent: isSilent
        )
    }

    package var payload: [UInt8] { content.payload }
    package var publisher: String? { content.publisher }
    package var metadata: [UInt8]? { content.metadata }
    package var kind: Int { content.kind }
    package var customType: String? { content.customType }
    package var sequence: Int? { content.sequence }
    package var origination: UInt64? { content.origination }
    package var isTransient: Bool { content.isTransient }
    package var isSilent: Bool { content.isSilent }
    /// The size of payload and metadata in bytes.
    package var contentBytes: Int { content.payload.count + (content.metadata?.count ?? 0) }
}

/// The part of a message that its publisher has given.
///
/// It is a class, as a message is handed on many times between its arrival and its storage, and this part never changes.
final class MessageContent: Sendable {
    /// The JSON text as published.
    let payload: [UInt8]
    /// The identifier of the client that published it; nil when it gave none.
    let publisher: String?
    /// The JSON given as `meta`; nil without metadata.
    let metadata: [UInt8]?
    /// 0 for a plain message; other kinds as in the `e` member of an envelope.
    let kind: Int
    /// The publisher's own name for the kind of message; nil when it gave none.
    let customType: String?
    /// The publisher's own count of its messages; nil when it gave none.
    let sequence: Int?
    /// The timetoken the publisher says the message originated at; nil when it gave none.
    let origination: UInt64?
    /// Whether it is only for subscribers that catch up, and not part of history.
    let isTransient: Bool
    /// Whether it is only for history, and not delivered to subscribers.
    let isSilent: Bool

    fileprivate init(
        payload: [UInt8],
        publisher: String?,
        metadata: [UInt8]?,
        kind: Int,
        customType: String?,
        sequence: Int?,
        origination: UInt64?,
        isTransient: Bool,
        isSilent: Bool
    ) {
        self.payload = payload
        self.publisher = publisher
        self.metadata = metadata
        self.kind = kind
        self.customType = customType
        self.sequence = sequence
        self.origination = origination
        self.isTransient = isTransient
        self.isSilent = isSilent
    }
}

extension MessageContent: Equatable {
    static func == (left: MessageContent, right: MessageContent) -> Bool {
        left.payload == right.payload && left.publisher == right.publisher && left.metadata == right.metadata
            && left.kind == right.kind && left.customType == right.customType && left.sequence == right.sequence
            && left.origination == right.origination && left.isTransient == right.isTransient
            && left.isSilent == right.isSilent
    }
}

/// A message and the channel it is on.
package struct TopicMessage: Sendable, Equatable {
    package let message: StoredMessage
    package let topic: Topic

    package init(message: StoredMessage, topic: Topic) {
        self.message = message
        self.topic = topic
    }
}

/// Writes a message as a version 2 envelope, once for all subscribers, members in the order the service has them.
package struct EnvelopeWriter {
    let topic: Topic
    let region: Int

    package init(topic: Topic, region: Int) {
        self.topic = topic
        self.region = region
    }

    package func write(_ message: StoredMessage) -> ChannelMessage {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.usualBytes + message.payload.count + (message.metadata?.count ?? 0))
        bytes.append("{\"a\":\"4\",\"f\":0")
        if message.kind != 0 {
            bytes.append(",\"e\":")
            bytes.append(decimal: message.kind)
        }
        if let publisher = message.publisher {
            bytes.append(",\"i\":")
            JSON.append(publisher, to: &bytes)
        }
        if let sequence = message.sequence {
            bytes.append(",\"s\":")
            bytes.append(decimal: sequence)
        }
        if let origination = message.origination {
            bytes.append(",\"o\":{\"t\":\"")
            bytes.append(decimal: origination)
            bytes.append("\"}")
        }
        bytes.append(",\"p\":{\"t\":\"")
        bytes.append(decimal: message.timetoken)
        bytes.append("\",\"r\":")
        bytes.append(decimal: region)
        bytes.append("},\"k\":")
        JSON.append(topic.keyset, to: &bytes)
        bytes.append(",\"c\":")
        JSON.append(topic.name, to: &bytes)
        if let customType = message.customType {
            bytes.append(",\"cmt\":")
            JSON.append(customType, to: &bytes)
        }
        var metadataRange: Range<Int>?
        if let metadata = message.metadata {
            bytes.append(",\"u\":")
            metadataRange = bytes.count..<bytes.count + metadata.count
            bytes += metadata
        }
        bytes.append(",\"d\":")
        let start = bytes.count
        bytes += message.payload
        return ChannelMessage(
            topic: topic,
            timetoken: message.timetoken,
            envelope: bytes,
            payloadStart: start,
            metadataRange: metadataRange,
            isStored: !message.isTransient
        )
    }

    /// Room for the members of most envelopes, without their values.
    private static let usualBytes = 256

    static func quoted(_ text: String) -> String { JSON.string(text).text }
}

extension FilterSubject {
    /// The message as a filter reads it.
    convenience init(_ message: ChannelMessage) {
        self.init(metadata: message.metadata, payload: message.payload)
    }
}
