import PubNubWire

/// What pages of several channels hold beside the messages.
struct BatchHistoryForm: Sendable, Equatable {
    var metadata = false
    var publishers = false
    var kinds = false
    var customTypes = false
    /// Whether the names of channels are escaped, as clients expect them unless they say otherwise.
    var escapesNames = true

    /// The answer for the pages of channels; those without messages are left out.
    func answer(_ pages: [(name: String, messages: [StoredMessage])]) -> OriginResponse {
        let prefix = StorageAnswer.answer([("channels", "{")]).body.dropLast()
        var body = Array(prefix)
        for (index, page) in pages.filter({ !$0.messages.isEmpty }).enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            let name = escapesNames ? PercentEncoding.escape(page.name) : page.name
            body += Array("\(EnvelopeWriter.quoted(name)):[".utf8)
            for (index, message) in page.messages.enumerated() {
                if index > 0 { body.append(UInt8(ascii: ",")) }
                append(message, to: &body)
            }
            body.append(UInt8(ascii: "]"))
        }
        body += Array("}}".utf8)
        return OriginResponse(body: body)
    }

    /// Writes one message, and the actions on it as JSON where there are any.
    func append(_ message: StoredMessage, actions: String? = nil, to body: inout [UInt8]) {
        body += Array("{".utf8)
        // The service writes no number for a plain message.
        if kinds { body += Array("\"message_type\":\"\(message.kind == 0 ? "" : "\(message.kind)")\",".utf8) }
        body += Array("\"message\":".utf8)
        body += message.payload
        body += Array(",\"timetoken\":\"\(message.timetoken)\"".utf8)
        if metadata {
            body += Array(",\"meta\":".utf8)
            body += message.metadata ?? Array("\"\"".utf8)
        }
        if publishers { body += Array(",\"uuid\":\(EnvelopeWriter.quoted(message.publisher ?? ""))".utf8) }
        if customTypes, let type = message.customType {
            body += Array(",\"custom_message_type\":\(EnvelopeWriter.quoted(type))".utf8)
        }
        if let actions { body += Array(",\"actions\":\(actions)".utf8) }
        body.append(UInt8(ascii: "}"))
    }
}
