import PubNubMachines
import PubNubWire

/// Reading stored messages.
enum HistoryEndpoints {
    /// One page of a channel's history.
    ///
    /// - Parameters:
    ///   - channel: the channel to read.
    ///   - start: the exclusive bound the page begins at; nil for none.
    ///   - end: the inclusive bound the page ends at; nil for none.
    ///   - count: how many messages at most, from 1 to the page limit; anything else is the limit.
    ///   - reverse: whether the page is filled from the oldest message on, and not from the newest back.
    ///   - includeToken: whether each message comes with its time.
    ///   - includeMetadata: whether each message with its time comes with its metadata, too.
    /// - Returns: a call whose result is the page.
    static func page(
        channel: String,
        start: Timetoken? = nil,
        end: Timetoken? = nil,
        count: Int = ServiceLimits.historyPage,
        reverse: Bool = false,
        includeToken: Bool = false,
        includeMetadata: Bool = false
    ) -> Call<HistoryPage> {
        var query: [QueryItem] = []
        if let start { query.append(.number("start", start.rawValue)) }
        if let end { query.append(.number("end", end.rawValue)) }
        let limit = ServiceLimits.historyPage
        query.append(.number("count", (1...limit).contains(count) ? count : limit))
        query += [.truth("reverse", reverse), .truth("include_token", includeToken)]
        if includeMetadata { query.append(.truth("include_meta", true)) }
        query += [.authorization, .library, .identifier]
        return Call(route: .history, arguments: ["channel": PercentEncoding.escape(channel)], query: query) {
            response in
            ResponseReader.decode(response) { content in
                page(content, includesTokens: includeToken)
            }
        }
    }

    /// The page in `[[message, …], oldest, newest]`.
    private static func page(_ content: JSONValue, includesTokens: Bool) -> HistoryPage? {
        guard let reply = content.arrayValue, reply.count >= 3, let messages = reply[0].arrayValue,
            messages.count <= ReplyLimits.items, let start = Timetoken(reply[1]), let end = Timetoken(reply[2])
        else { return nil }
        let items = messages.map { includesTokens ? dated($0) : HistoryPage.Item(message: RawJSON($0), timetoken: nil) }
        return HistoryPage(items: items, start: start, end: end)
    }

    /// The message in `{"message": …, "timetoken": …}`; a server that ignored the request for times sends it bare.
    private static func dated(_ value: JSONValue) -> HistoryPage.Item {
        guard let message = value["message"], let timetoken = value["timetoken"].flatMap({ Timetoken($0) }) else {
            return HistoryPage.Item(message: RawJSON(value), timetoken: nil)
        }
        let metadata = value["meta"].flatMap { $0 == "" ? nil : RawJSON($0) }
        return HistoryPage.Item(message: RawJSON(message), timetoken: timetoken, metadata: metadata)
    }
}

extension HistoryEndpoints {
    /// A page of the stored messages of each channel.
    static func stored(on channels: NameList, _ query: StoredPage.Query) -> Call<StoredPage> {
        var items: [QueryItem] = [.number("max", query.limit)]
        if let start = query.start { items.append(.number("start", start.rawValue)) }
        if let end = query.end { items.append(.number("end", end.rawValue)) }
        items += [
            .truth("include_meta", query.includesMetadata), .truth("include_message_type", query.includesKinds),
            .truth("include_uuid", query.includesPublishers),
        ]
        return Call(
            route: query.includesActions ? .historyWithActions : .batchHistory,
            arguments: ["channels": channels.escaped],
            query: items + [.identifier, .authorization, .library]
        ) { response in
            StatusReader.decode(response) { members in
                guard let pages = members["channels"]?.objectValue else { return nil }
                let count = pages.values.reduce(pages.count) { $0 + ($1.arrayValue?.count ?? 0) }
                guard count <= ReplyLimits.items else { return nil }
                // Messages are handed on as they came: keys in their order, numbers with the digits that were written.
                let texts = (try? RawJSON(validating: response.body))?["channels"]
                var found: [String: [StoredPage.Item]] = [:]
                for (key, page) in pages {
                    // Names are escaped in the answer.
                    let name = channels.names.contains(key) ? key : PercentEncoding.unescape(key[...]) ?? key
                    let items = page.arrayValue ?? []
                    let sources = texts?[key]?.elements() ?? []
                    found[name] = items.indices.compactMap { index in
                        let source = sources.count == items.count ? sources[index]["message"] : nil
                        return StoredPage.Item(items[index], text: source)
                    }
                }
                let given = pages.values.reduce(0) { $0 + ($1.arrayValue?.count ?? 1) }
                return StoredPage(
                    channels: found,
                    next: members["more"]?["start"].flatMap { Timetoken($0) },
                    isComplete: given == found.values.reduce(0) { $0 + $1.count }
                )
            }
        }
    }
}

extension StoredPage.Item {
    /// Reads a message; nil when it is none. `text` is the content as it came, nil where it was too deep to be cut out.
    fileprivate init?(_ value: JSONValue, text: RawJSON?) {
        guard let message = value["message"], let timetoken = value["timetoken"].flatMap({ Timetoken($0) }) else {
            return nil
        }
        self.message = text?.detached() ?? RawJSON(message)
        self.timetoken = timetoken
        metadata = value["meta"].flatMap { $0 == "" || $0.isNull ? nil : $0 }
        let type = value["message_type"]
        // The service writes no number for a plain message.
        kind = type.flatMap { $0 == "" ? 0 : Timetoken($0).map { Int(clamping: $0.rawValue) } }
        publisher = value["uuid"]?.stringValue
        customType = value["custom_message_type"]?.stringValue
        actions = Self.actions(value["actions"], timetoken)
    }

    /// Reads actions by type and value, in the order in which they were added.
    private static func actions(_ value: JSONValue?, _ message: Timetoken) -> [PNMessageAction] {
        var found: [PNMessageAction] = []
        for (type, values) in value?.objectValue ?? [:] {
            for (value, entries) in values.objectValue ?? [:] {
                for case .object(var members) in entries.arrayValue ?? [] {
                    members["type"] = .string(type)
                    members["value"] = .string(value)
                    members["messageTimetoken"] = .string("\(message)")
                    if let action = PNMessageAction(members) { found.append(action) }
                }
            }
        }
        return found.sorted { $0.action < $1.action }
    }
}
