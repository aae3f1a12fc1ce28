import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// Documentation/WireProtocol.md, "Subscribe".
@Suite("A channel and a group of the same name are distinguished as far as the protocol allows")
struct EqualNameTests {
    private static let channel = PNChannel(name: "x")
    private static let group = PNChannelGroup(name: "x")

    /// A client with these subscriptions, with either version of the protocol.
    private func client(_ objects: [any PNChannelProtocol], _ version: PNSubscribeVersion) -> ScriptedClient {
        let scripted = ScriptedClient.connected {
            $0.subscribeVersion = version
            $0.shouldRunCallsInParallel = true
        }
        scripted.client.subscribe(on: objects)
        deliver([], to: scripted, version, at: 100)
        scripted.forget()
        return scripted
    }

    private struct Item {
        let content: String
        let channel: String
        let match: String
    }

    private func deliver(_ items: [Item], to scripted: ScriptedClient, _ version: PNSubscribeVersion, at time: UInt64) {
        guard version == .v1 else {
            let items = items.map { item in
                #"{"c":"\#(item.channel)","b":"\#(item.match)","d":\#(item.content),"p":{"t":"1","r":1}}"#
            }
            _ = scripted.reply(Path.subscribe, Page.of(time, items))
            return
        }
        let contents = items.map(\.content).joined(separator: ",")
        let lists = [items.map(\.match), items.map(\.channel)].map { $0.joined(separator: ",") }
        _ = scripted.reply(Path.subscribeV1, #"[[\#(contents)],"\#(time)","\#(lists[0])","\#(lists[1])"]"#)
    }

    @Test("A message that matched another name came by the group", arguments: [PNSubscribeVersion.v1, .v2])
    func bothSubscribed(version: PNSubscribeVersion) {
        let scripted = client([Self.channel, Self.group], version)
        let items = [
            Item(content: "1", channel: "x", match: "x"), Item(content: "2", channel: "member", match: "x"),
        ]
        deliver(items, to: scripted, version, at: 200)
        #expect(scripted.delegate.messages.map(\.channel.name) == ["x", "member"])
        #expect(scripted.delegate.messages.map(\.channelGroup) == [nil, Self.group])
    }

    @Test(
        "A message of a channel without its own subscription came by the group of its name",
        arguments: [PNSubscribeVersion.v1, .v2]
    )
    func onlyTheGroup(version: PNSubscribeVersion) {
        let scripted = client([Self.group, PNChannel(name: "other")], version)
        deliver([Item(content: "1", channel: "x", match: "x")], to: scripted, version, at: 200)
        #expect(scripted.delegate.messages.map(\.channelGroup) == [Self.group])
        #expect(scripted.delegate.messages.map(\.subscription) == ["x"])
    }

    @Test("Messages and presence events are distinguished separately", arguments: [PNSubscribeVersion.v1, .v2])
    func onePartOfEach(version: PNSubscribeVersion) {
        let scripted = client([Self.channel, PNChannelPresence(for: Self.group)], version)
        let items = [
            Item(content: "1", channel: "x", match: "x"),
            Item(content: Page.event("join", "u1"), channel: "x-pnpres", match: "x-pnpres"),
        ]
        deliver(items, to: scripted, version, at: 200)
        #expect(scripted.delegate.messages.map(\.channelGroup) == [nil])
        #expect(scripted.delegate.presence.map(\.channelGroup) == [Self.group])
    }

    /// The state in a request, unescaped.
    private func state(in request: String?) -> String? {
        let items = request?.split(separator: "?").last?.split(separator: "&") ?? []
        return items.first { $0.hasPrefix("state=") }?.dropFirst("state=".count).removingPercentEncoding
    }

    @Test("Each has its own state, and a call for one ends apart from a call for the other")
    func states() {
        let scripted = client([Self.channel, Self.group], .v2)
        let ended = Notes<String>()
        scripted.client.updateClientState("me", state: ["a": 1], forObject: Self.channel) { _, _ in ended.add("channel")
        }
        scripted.client.updateClientState("me", state: ["b": 2], forObject: Self.group) { _, _ in ended.add("group") }
        #expect(scripted.requested.map { state(in: $0) } == [#"{"a":1}"#, #"{"b":2}"#])
        for payload in [#"{"a":1}"#, #"{"b":2}"#] {
            let body = #"{"status":200,"message":"OK","payload":\#(payload),"service":"Presence"}"#
            scripted.reply("/v2/presence/sub-key/sub/channel/", body)
        }
        #expect(ended.values == ["channel", "group"])
        scripted.client.updateClientState("me", state: ["c": 3], forObject: Self.group)
        #expect(scripted.requested.map { state(in: $0) } == [#"{"b":2,"c":3}"#])
    }

    @Test(
        "Requests have one member per name: different states are omitted, equal ones and a single one are sent"
    )
    func statesInRequests() {
        let scripted = client([Self.channel, Self.group], .v2)
        func set(_ state: String, on object: any PNChannelProtocol) {
            scripted.client.updateClientState("me", state: ["k": state], forObject: object)
            let body = #"{"status":200,"message":"OK","payload":{"k":"\#(state)"},"service":"Presence"}"#
            scripted.reply("/v2/presence/sub-key/sub/channel/", body)
            scripted.forget()
        }
        /// The state in the first request of a change of the list.
        func sent(adding name: String) -> String? {
            scripted.client.subscribe(on: [PNChannel(name: name)])
            let request = scripted.requested.first { $0.hasPrefix(Path.subscribe) }
            scripted.join()
            return state(in: request)
        }
        set("1", on: Self.group)
        #expect(sent(adding: "a") == #"{"x":{"k":"1"}}"#)
        set("2", on: Self.channel)
        #expect(sent(adding: "b") == nil)
        set("2", on: Self.group)
        #expect(sent(adding: "c") == #"{"x":{"k":"2"}}"#)
    }

    @Test("A state given by name applies to channel and group, and ends with the subscription of each")
    func namedState() {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
        scripted.client.subscribe(on: [Self.channel, Self.group], withClientState: ["x": ["k": "v"]])
        #expect(state(in: scripted.requested.first) == #"{"x":{"k":"v"}}"#)
        scripted.join()
        scripted.client.unsubscribe(from: [Self.channel])
        scripted.reply(Path.leave("x"), #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#)
        scripted.forget()
        scripted.join()
        scripted.client.subscribe(on: [Self.channel])
        scripted.settle()
        scripted.client.updateClientState("me", state: ["n": 1], forObject: Self.group)
        #expect(scripted.requested.compactMap { state(in: $0) }.last == #"{"k":"v","n":1}"#)
    }
}
