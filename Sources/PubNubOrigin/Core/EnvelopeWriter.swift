import PubNubWire

/// Writes a message as a version 2 envelope, once for all subscribers, members in the order the service has them.
struct EnvelopeWriter {
    let topic: Topic
    let timetoken: UInt64
    let region: Int
    let payload: [UInt8]
    var publisher: String?
    var metadata: [UInt8]?
    var kind = 0
    var customType: String?
    /// The publisher's own count of its messages.
    var sequence: Int?
    /// The timetoken the publisher says the message originated at.
    var origination: UInt64?

    func message() -> ChannelMessage {
        var text = "{\"a\":\"4\",\"f\":0"
        if kind != 0 { text += ",\"e\":\(kind)" }
        if let publisher { text += ",\"i\":\(Self.quoted(publisher))" }
        if let sequence { text += ",\"s\":\(sequence)" }
        if let origination { text += ",\"o\":{\"t\":\"\(origination)\"}" }
        text += ",\"p\":{\"t\":\"\(timetoken)\",\"r\":\(region)}"
        text += ",\"k\":\(Self.quoted(topic.keyset)),\"c\":\(Self.quoted(topic.name))"
        if let customType { text += ",\"cmt\":\(Self.quoted(customType))" }
        var bytes = Array(text.utf8)
        bytes.reserveCapacity(bytes.count + payload.count + (metadata.map { $0.count + 5 } ?? 0) + 5)
        if let metadata {
            bytes += Array(",\"u\":".utf8)
            bytes += metadata
        }
        bytes += Array(",\"d\":".utf8)
        let start = bytes.count
        bytes += payload
        return ChannelMessage(topic: topic, timetoken: timetoken, envelope: bytes, payloadStart: start)
    }

    /// A JSON string.
    static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}
