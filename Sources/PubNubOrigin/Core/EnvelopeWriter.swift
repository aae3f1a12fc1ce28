import PubNubWire

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
