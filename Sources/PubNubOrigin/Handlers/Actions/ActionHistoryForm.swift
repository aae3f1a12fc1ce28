import PubNubWire

/// A page of a channel with the actions on its messages.
struct ActionHistoryForm: Sendable, Equatable {
    let form: BatchHistoryForm
    /// The actions of the channel by the timetokens of their messages.
    let actions: [UInt64: [MessageAction]]
    /// The path of the call, for where to go on.
    let path: String

    /// The answer for a page in order of time, which has one message too many when there are others.
    func answer(_ messages: [StoredMessage], _ range: HistoryRange, of channel: String) -> OriginResponse {
        let isMore = messages.count > range.limit
        let page = range.oldestFirst ? messages.prefix(range.limit) : messages.suffix(range.limit)
        var body = Array("{\"status\": 200, \"channels\": {".utf8)
        if !page.isEmpty {
            let name = form.escapesNames ? PercentEncoding.escape(channel) : channel
            body += Array("\(EnvelopeWriter.quoted(name)): [".utf8)
            for (index, message) in page.enumerated() {
                if index > 0 { body += Array(", ".utf8) }
                form.append(message, actions: text(of: actions[message.timetoken] ?? []), to: &body)
            }
            body.append(UInt8(ascii: "]"))
        }
        body += Array("}, \"error_message\": \"\", \"error\": false".utf8)
        if isMore, let next = range.oldestFirst ? page.last : page.first {
            let url = "\(path)?start=\(next.timetoken)&max=\(range.limit)"
            let more =
                "{\"url\": \(EnvelopeWriter.quoted(url)), \"start\": \"\(next.timetoken)\", \"max\": \(range.limit)}"
            body += Array(", \"more\": \(more)".utf8)
        }
        body.append(UInt8(ascii: "}"))
        return OriginResponse(body: body)
    }

    /// Actions by type and value; nil when there are none.
    private func text(of actions: [MessageAction]) -> String? {
        guard !actions.isEmpty else { return nil }
        var types: [String: [String: [JSONValue]]] = [:]
        for action in actions {
            let entry: JSONValue = .object([
                "uuid": .string(action.publisher), "actionTimetoken": .string("\(action.timetoken)"),
            ])
            types[action.type, default: [:]][action.value, default: []].append(entry)
        }
        return JSONValue.object(types.mapValues { .object($0.mapValues { .array($0) }) }).text
    }
}
