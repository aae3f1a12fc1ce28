package import PubNubMachines
import PubNubWire

/// Requests for participants, heartbeats and leaves.
package enum PresenceEndpoints {
    /// Requests the participants of the given channels and of the channels of the given groups.
    ///
    /// - Parameters:
    ///   - channels: plain channel names.
    ///   - groups: group names as they stand on the wire.
    ///   - identifiers: whether the response names clients in addition to counting them.
    ///   - state: whether named clients come with their state.
    /// - Returns: a call whose result lists the participants by channel.
    package static func hereNow(
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
            let wrappers = only == nil ? HereNowReader.listWrappers : HereNowReader.singleWrappers
            return ResponseReader.decode(response, wrappers: wrappers) { HereNowReader.page($0, asked: only) }
        }
    }

    /// Requests the participants of all channels of the subscribe key.
    package static func hereNowGlobal(identifiers: Bool = true, state: Bool = false) -> Call<HereNowPage> {
        let query: [QueryItem] = [
            .flag("disable_uuids", !identifiers), .flag("state", state), .authorization, .library, .identifier,
        ]
        return Call(route: .hereNowGlobal, query: query) { response in
            ResponseReader.decode(response, wrappers: HereNowReader.listWrappers) { HereNowReader.page($0, asked: nil) }
        }
    }

    /// Reports that this client left. Presence names are not sent.
    static func leave(channels: NameList, groups: NameList = []) -> Call<Void> {
        let groups = groups.withoutPresence
        var query: [QueryItem] = [.identifier]
        if !groups.isEmpty { query.append(.escaped(name: "channel-group", value: groups.escaped)) }
        query += [.authorization, .library]
        let arguments: CallArguments = ["channels": channels.withoutPresence.pathSegment]
        return Call(route: .leave, arguments: arguments, query: query) { response in
            // The service may leave out `action`: any object that is not a refusal acknowledges the leave.
            ResponseReader.decode(response) { $0.object == nil ? nil : () }
        }
    }

    /// Reports that this client is present. Presence names are not sent.
    ///
    /// - Parameters:
    ///   - channels: the subscribed channels.
    ///   - groups: the subscribed groups as they stand on the wire.
    ///   - state: the client's state by channel and group name; `nil` for none.
    ///   - timeout: after how many seconds without a request the client counts as gone; `nil` or 0 leaves that to the
    ///     service.
    /// - Returns: a call whose result only acknowledges the heartbeat.
    static func heartbeat(
        channels: NameList,
        groups: NameList = [],
        state: JSON? = nil,
        timeout: Int? = nil
    ) -> Call<Void> {
        let groups = groups.withoutPresence
        var query: [QueryItem] = [.identifier]
        if let state { query.append(.json("state", state)) }
        if let timeout, timeout > 0 { query.append(.number("heartbeat", timeout)) }
        if !groups.isEmpty { query.append(.escaped(name: "channel-group", value: groups.escaped)) }
        query += [.authorization, .library]
        let arguments: CallArguments = ["channels": channels.withoutPresence.pathSegment]
        return Call(route: .heartbeat, arguments: arguments, query: query) { response in
            ResponseReader.decode(response) { _ in () }
        }
    }
}
