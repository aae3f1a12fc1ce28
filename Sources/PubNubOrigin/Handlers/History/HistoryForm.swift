import PubNubWire

/// The fields of a page of history other than the messages.
struct HistoryForm: Sendable, Equatable {
    var timetokens = false
    var metadata = false
    /// Timetokens as strings instead of numbers.
    var quoted = false

    /// The response for a page in order of time.
    func response(_ page: [StoredMessage]) -> OriginResponse {
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

/// The fields of pages of several channels other than the messages.
struct BatchHistoryForm: Sendable, Equatable {
    var metadata = false
    var publishers = false
    var kinds = false
    var customTypes = false
    /// Whether the names of channels are escaped, as clients expect them unless they say otherwise.
    var escapesNames = true
    /// The most bytes of messages and their actions, unless each channel has one message only.
    var maxBytes = Int.max

    /// The response for the pages of channels; those without messages are left out.
    func response(_ pages: [(name: String, messages: [StoredMessage])]) -> OriginResponse {
        let prefix = StorageResponse.response([("channels", "{")]).body.dropLast()
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
        if kinds { body += Array("\"message_type\":\(message.kind == 0 ? "null" : "\(message.kind)"),".utf8) }
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

/// A page of a channel with the actions on its messages.
struct ActionHistoryForm: Sendable, Equatable {
    let form: BatchHistoryForm
    /// The actions of the channel by the timetokens of their messages.
    let actions: [UInt64: [StoredAction]]
    /// How many messages the call asked for; nil if it did not say.
    let asked: Int?
    /// The path of the call, for where to go on.
    let path: String
    /// The items of the call's query that the URL of the next page repeats, as they were sent.
    let items: [String]

    /// The response for a page in order of time, which has one message too many when there are others.
    func response(_ messages: [StoredMessage], _ range: HistoryRange, of channel: String) -> OriginResponse {
        let page = fitting(range.oldestFirst ? messages.prefix(range.limit) : messages.suffix(range.limit), range)
        // As in the service, a page with as many messages as the call asked for has no `more`: clients then continue with
        // the timetoken of its oldest message.
        let isShort = asked.map { page.count < $0 } ?? true
        let isMore = isShort && page.count < messages.count
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
            let url = EnvelopeWriter.quoted(nextURL(after: next.timetoken, range))
            let more = "{\"url\": \(url), \"start\": \"\(next.timetoken)\", \"max\": \(range.limit)}"
            body += Array(", \"more\": \(more)".utf8)
        }
        body.append(UInt8(ascii: "}"))
        return OriginResponse(body: body)
    }

    /// The URL of the page that follows one that ended with the message of a timetoken. It names the rest of the range,
    /// and says `max` only if the call did: a page as long as its `max` would be the last one with a URL.
    private func nextURL(after timetoken: UInt64, _ range: HistoryRange) -> String {
        var query = ["start=\(timetoken)"]
        if range.oldestFirst {
            // The bounds of the call may have been in the order from the newer to the older one.
            if range.through < .max { query.append("end=\(range.through)") }
            query.append("reverse=true")
        } else if range.after > 0 {
            query.append("end=\(range.after + 1)")
        }
        if let asked { query.append("max=\(asked)") }
        let all = (query + items).joined(separator: "&")
        return "\(path)?\(all)"
    }

    /// The messages that fit with their actions, at least one, from the end of the range where the page begins.
    private func fitting(_ page: ArraySlice<StoredMessage>, _ range: HistoryRange) -> ArraySlice<StoredMessage> {
        var left = form.maxBytes
        var count = 0
        for index in page.indices {
            let message = range.oldestFirst ? page[index] : page[page.endIndex - 1 - (index - page.startIndex)]
            let actions = (actions[message.timetoken] ?? []).reduce(0) { $0 + $1.textBytes }
            let size = message.contentBytes + actions
            guard count == 0 || size <= left else { break }
            left -= min(left, size)
            count += 1
        }
        return range.oldestFirst ? page.prefix(count) : page.suffix(count)
    }

    /// Actions by type and value; nil without actions.
    private func text(of actions: [StoredAction]) -> String? {
        guard !actions.isEmpty else { return nil }
        var types: [String: [String: [JSON]]] = [:]
        for action in actions {
            let entry: JSON = .object([
                "uuid": .string(action.publisher), "actionTimetoken": .string("\(action.timetoken)"),
            ])
            types[action.type, default: [:]][action.value, default: []].append(entry)
        }
        return JSON.object(types.mapValues { .object($0.mapValues { .array($0) }) }).text
    }
}
