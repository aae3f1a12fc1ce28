/// What a page of history holds beside the messages.
struct HistoryForm: Sendable, Equatable {
    var timetokens = false
    var metadata = false
    /// Timetokens as strings instead of numbers.
    var quoted = false

    /// The answer for a page in order of time.
    func answer(_ page: [StoredMessage]) -> OriginResponse {
        guard let first = page.first, let last = page.last else { return OriginResponse(text: "[[],0,0]") }
        var body: [UInt8] = Array("[[".utf8)
        for (index, message) in page.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            append(message, to: &body)
        }
        body += Array("],\(first.timetoken),\(last.timetoken)]".utf8)
        return OriginResponse(body: body)
    }

    private func append(_ message: StoredMessage, to body: inout [UInt8]) {
        guard timetokens || metadata else {
            body += message.payload
            return
        }
        body += Array("{\"message\":".utf8)
        body += message.payload
        let timetoken = quoted ? "\"\(message.timetoken)\"" : "\(message.timetoken)"
        body += Array(",\"timetoken\":\(timetoken)".utf8)
        if metadata {
            body += Array(",\"meta\":".utf8)
            body += message.metadata ?? Array("\"\"".utf8)
        }
        body.append(UInt8(ascii: "}"))
    }
}
