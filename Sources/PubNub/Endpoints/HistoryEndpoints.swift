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
