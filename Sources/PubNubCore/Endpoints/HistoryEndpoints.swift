package import PubNubMachines
package import PubNubWire

/// Reading stored messages.
package enum HistoryEndpoints {
    /// The levels around a message in `[[message, …], oldest, newest]`.
    private static let plainWrappers = 2
    /// The levels around a message in `[[{"message": …, "timetoken": …}, …], oldest, newest]`.
    private static let datedWrappers = 3
    /// The levels around a message in `{"channels": {channel: [{"message": …, …}, …]}}`.
    private static let storedWrappers = 4

    /// One page of a channel's history.
    ///
    /// - Parameters:
    ///   - channel: the channel to read.
    ///   - start: the exclusive bound at the beginning; `nil` for none.
    ///   - end: the inclusive bound at the end; `nil` for none.
    ///   - count: the most messages, from 1 to the page limit; any other value means the limit.
    ///   - reverse: whether a page begins with the oldest message of the range instead of ending with the newest.
    ///   - includeToken: whether each message comes with its time.
    ///   - includeMetadata: whether each message with its time also comes with its metadata.
    /// - Returns: a call whose result is the page.
    package static func page(
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
            ResponseReader.decode(response, wrappers: includeToken ? datedWrappers : plainWrappers) { content in
                page(content, includesTokens: includeToken)
            }
        }
    }

    /// The page in `[[message, …], oldest, newest]`.
    private static func page(_ content: JSON, includesTokens: Bool) -> HistoryPage? {
        guard let reply = content.array, reply.count >= 3, let messages = reply[0].array,
            messages.count <= ReplyLimits.items, let start = Timetoken(reply[1]), let end = Timetoken(reply[2])
        else { return nil }
        let items = messages.map { includesTokens ? dated($0) : HistoryPage.Item(message: RawJSON($0), timetoken: nil) }
        return HistoryPage(items: items, start: start, end: end)
    }

    /// The message in `{"message": …, "timetoken": …}`, or without times if a server ignores that setting.
    private static func dated(_ value: JSON) -> HistoryPage.Item {
        guard let message = value["message"], let timetoken = value["timetoken"].flatMap({ Timetoken($0) }) else {
            return HistoryPage.Item(message: RawJSON(value), timetoken: nil)
        }
        let metadata = value["meta"].flatMap { $0 == "" ? nil : RawJSON($0) }
        return HistoryPage.Item(message: RawJSON(message), timetoken: timetoken, metadata: metadata)
    }
}

extension HistoryEndpoints {
    /// A page of the stored messages of each channel.
    package static func stored(on channels: NameList, _ query: StoredPage.Query) -> Call<StoredPage> {
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
            StatusReader.decode(response, wrappers: storedWrappers) { members in
                guard let pages = members["channels"]?.members else { return nil }
                let count = pages.values.reduce(pages.count) { $0 + ($1.array?.count ?? 0) }
                guard count <= ReplyLimits.items else { return nil }
                // Messages stay as they were received: keys in their order, numbers with all digits.
                let texts = (try? RawJSON(reply: response.body))?["channels"]
                let asked = Set(channels.names.map { NameKey($0) })
                var found: [NameKey: [StoredPage.Item]] = [:]
                for (key, page) in pages {
                    let name = Self.name(key, asked)
                    let items = page.array ?? []
                    let sources = texts?[key]?.elements() ?? []
                    found[name] = items.indices.compactMap { index in
                        let source = sources.count == items.count ? sources[index]["message"] : nil
                        return StoredPage.Item(items[index], text: source)
                    }
                }
                let given = pages.values.reduce(0) { $0 + ($1.array?.count ?? 1) }
                return StoredPage(
                    channels: found,
                    next: members["more"]?["start"].flatMap { Timetoken($0) },
                    isComplete: given == found.values.reduce(0) { $0 + $1.count }
                )
            }
        }
    }
}

extension HistoryEndpoints {
    /// The numbers of stored messages after a timetoken: one timetoken for all channels, or one for each.
    package static func counts(on channels: NameList, after timetokens: [Timetoken]) -> Call<[NameKey: Int]> {
        let name = timetokens.count == 1 ? "timetoken" : "channelsTimetoken"
        let value = timetokens.map(\.description).joined(separator: ",")
        return Call(
            route: .messageCounts,
            arguments: ["channels": channels.escaped],
            query: [.escaped(name: name, value: value), .identifier, .authorization, .library]
        ) { response in
            StatusReader.decode(response) { members in
                guard let counts = members["channels"]?.members, counts.count <= ReplyLimits.items else {
                    return nil
                }
                // A channel that the response leaves out has no messages.
                var found = Dictionary(channels.names.map { (NameKey($0), 0) }) { first, _ in first }
                let asked = Set(found.keys)
                // The parsed object has one member for names that differ in their normalization only, the text has all.
                let texts = (try? RawJSON(reply: response.body))?["channels"]?.members()
                let entries = texts?.map { ($0.key, $0.value.value()) } ?? counts.map { ($0.key, $0.value) }
                for (key, count) in entries {
                    guard let count = count.wholeNumber.flatMap({ Int(exactly: $0) }), count >= 0 else { return nil }
                    found[Self.name(key, asked)] = count
                }
                return found
            }
        }
    }

    /// The name of a channel in a response, which may be escaped.
    private static func name(_ key: String, _ asked: Set<NameKey>) -> NameKey {
        let name = NameKey(key)
        return asked.contains(name) ? name : PercentEncoding.unescape(key[...]).map { NameKey($0) } ?? name
    }

    /// Deletes the stored messages of a channel, or those of a range with an exclusive `start` and an inclusive `end`.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - start: The exclusive bound; `nil` for none.
    ///   - end: The inclusive bound; `nil` for none.
    /// - Returns: A call without a result.
    package static func deletion(of channel: String, start: Timetoken?, end: Timetoken?) -> Call<Void> {
        var query: [QueryItem] = []
        if let start { query.append(.number("start", start.rawValue)) }
        if let end { query.append(.number("end", end.rawValue)) }
        return Call(
            route: .historyDeletion,
            arguments: ["channel": PercentEncoding.escape(channel)],
            query: query + [.identifier, .authorization, .library, .signatureOfRequest],
            // A second request would also delete the messages that were published after the first.
            isRepeatable: false,
            decode: StatusReader.acknowledgment
        )
    }
}

extension StoredPage.Item {
    /// Reads a message; `nil` for any other value. `text` is the content as received.
    fileprivate init?(_ value: JSON, text: RawJSON?) {
        guard let message = value["message"], let timetoken = value["timetoken"].flatMap({ Timetoken($0) }) else {
            return nil
        }
        let isReadable = message != .string(JSON.nestedTooDeeply)
        self.message = (isReadable ? text?.detached() : nil) ?? RawJSON(message)
        self.timetoken = timetoken
        metadata = value["meta"].flatMap { $0 == "" || $0.isNull ? nil : $0 }
        let type = value["message_type"]
        // The service sends no number for a plain message.
        kind = type.flatMap { $0 == "" || $0.isNull ? 0 : Timetoken($0).map { Int(clamping: $0.rawValue) } }
        publisher = value["uuid"]?.string
        customType = value["custom_message_type"]?.string
        actions = Self.actions(value["actions"], timetoken)
    }

    /// Reads actions by type and value, in the order in which they were added.
    private static func actions(_ value: JSON?, _ message: Timetoken) -> [ActionRecord] {
        var found: [ActionRecord] = []
        for (type, values) in value?.object ?? [:] {
            for (value, entries) in values.object ?? [:] {
                for case .object(var members) in entries.array ?? [] {
                    members["type"] = .string(type)
                    members["value"] = .string(value)
                    members["messageTimetoken"] = .string("\(message)")
                    if let action = ActionRecord(members) { found.append(action) }
                }
            }
        }
        return found.sorted { $0.action < $1.action }
    }
}
