import PubNubMachines
import PubNubWire

/// The long poll for messages and presence events.
enum SubscribeEndpoints {
    /// Waits for messages after `cursor`.
    ///
    /// - Parameters:
    ///   - channels: channel names, including presence names.
    ///   - groups: group names as they stand on the wire, including presence names.
    ///   - cursor: the end of the last page; `.now` requests a start, to which the service responds immediately.
    ///   - heartbeat: after how many seconds without a request the client counts as gone; `nil` or 0 leaves that to the
    ///     service.
    ///   - state: the client's state by channel and group name; `nil` for none.
    ///   - version: the form of the request; replies of both are read alike.
    ///   - filter: the expression that the metadata of messages must match; `nil` for none. Not part of `v1`.
    /// - Returns: a call whose result is the received page with the next cursor.
    static func subscribe(
        channels: NameList,
        groups: NameList = [],
        cursor: Cursor = .now,
        heartbeat: Int? = nil,
        state: JSON? = nil,
        version: SubscribeVersion = .v2,
        filter: String? = nil
    ) -> Call<SubscribePage> {
        var arguments: CallArguments = ["channels": channels.pathSegment]
        var query: [QueryItem] = []
        switch version {
        case .v1:
            arguments.append("timetoken", cursor.timetoken.description)
            query.append(.identifier)
        case .v2:
            query.append(.number("tt", cursor.timetoken.rawValue))
            if let region = cursor.region { query.append(.number("tr", region)) }
            query.append(.identifier)
        }
        if let heartbeat, heartbeat > 0 { query.append(.number("heartbeat", heartbeat)) }
        if let state { query.append(.json("state", state)) }
        if version == .v2, let filter { query.append(.text("filter-expr", filter)) }
        if !groups.isEmpty { query.append(.escaped(name: "channel-group", value: groups.escaped)) }
        query += [.authorization, .library]
        let only = groups.isEmpty ? channels.single : nil
        return Call(
            route: version == .v2 ? .subscribeV2 : .subscribe,
            arguments: arguments,
            query: query
        ) { response in
            page(response, subscribed: only)
        }
    }

    /// Reads a page in either form; some servers respond to the newer request with the older form.
    private static func page(_ response: TransportResponse, subscribed: String?) -> Result<SubscribePage, Failure> {
        if response.status < 400, let page = try? SubscribePage.decodeV2(response.body, subscribed: subscribed) {
            return .success(page)
        }
        return ResponseReader.decode(response) { _ in nil }
    }
}
