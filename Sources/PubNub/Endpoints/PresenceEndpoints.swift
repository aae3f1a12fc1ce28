import PubNubMachines
import PubNubWire

/// Who is present, and saying that this client is, or is no longer.
enum PresenceEndpoints {
    /// Who is on the given channels and on the channels of the given groups.
    ///
    /// - Parameters:
    ///   - channels: plain channel names.
    ///   - groups: group names as they stand on the wire.
    ///   - identifiers: whether clients are named, and not only counted.
    ///   - state: whether named clients come with their state.
    /// - Returns: a call whose result tells who is on which channel.
    static func hereNow(
        channels: NameList,
        groups: NameList = [],
        identifiers: Bool = true,
        state: Bool = false
    ) -> Call<HereNowPage> {
        var query: [QueryItem] = [.flag("disable_uuids", !identifiers), .flag("state", state)]
        if !groups.isEmpty { query.append(.escaped(name: "channel-group", value: groups.escaped)) }
        query += [.authorization, .library, .identifier]
        let only = groups.isEmpty ? channels.single : nil
        return Call(route: .hereNow, arguments: ["channels": channels.pathSegment], query: query) { response in
            ResponseReader.decode(response) { HereNowReader.page($0, asked: only) }
        }
    }

    /// Who is on any channel of the subscribe key.
    static func hereNowGlobal(identifiers: Bool = true, state: Bool = false) -> Call<HereNowPage> {
        let query: [QueryItem] = [
            .flag("disable_uuids", !identifiers), .flag("state", state), .authorization, .library, .identifier,
        ]
        return Call(route: .hereNowGlobal, query: query) { response in
            ResponseReader.decode(response) { HereNowReader.page($0, asked: nil) }
        }
    }

    /// Tells the service that this client left. Names of presence targets are not sent.
    static func leave(channels: NameList, groups: NameList = []) -> Call<Void> {
        let groups = groups.withoutPresence
        var query: [QueryItem] = [.identifier]
        if !groups.isEmpty { query.append(.escaped(name: "channel-group", value: groups.escaped)) }
        query += [.authorization, .library]
        let arguments = ["channels": channels.withoutPresence.pathSegment]
        return Call(route: .leave, arguments: arguments, query: query) { response in
            // The service may leave out `action`: any object that is no refusal acknowledges the leave.
            ResponseReader.decode(response) { $0.objectValue == nil ? nil : () }
        }
    }

    /// Tells the service that this client is still there. Names of presence targets are not sent.
    ///
    /// - Parameters:
    ///   - channels: the subscribed channels.
    ///   - groups: the subscribed groups as they stand on the wire.
    ///   - state: the client's state by channel and group name; nil when it has none.
    ///   - timeout: after how many seconds of silence the client counts as gone; nil or 0 leaves that to the service.
    /// - Returns: a call whose result says nothing more than that it was heard.
    static func heartbeat(
        channels: NameList,
        groups: NameList = [],
        state: JSONValue? = nil,
        timeout: Int? = nil
    ) -> Call<Void> {
        let groups = groups.withoutPresence
        var query: [QueryItem] = [.identifier]
        if let state { query.append(.json("state", state)) }
        if let timeout, timeout > 0 { query.append(.number("heartbeat", timeout)) }
        if !groups.isEmpty { query.append(.escaped(name: "channel-group", value: groups.escaped)) }
        query += [.authorization, .library]
        let arguments = ["channels": channels.withoutPresence.pathSegment]
        return Call(route: .heartbeat, arguments: arguments, query: query) { response in
            ResponseReader.decode(response) { _ in () }
        }
    }
}
