import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

@Suite("A name that ends in -pnpres is the presence part of the channel or group")
struct PresenceNameTests {
    private static let leave = #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#

    private func channels(_ names: [String]) -> [any PNChannelProtocol] { PNChannel.channels(withNames: names) }

    /// The first request with the whole list.
    private func list(_ scripted: ScriptedClient) -> String? {
        let request = scripted.requested.first { $0.hasPrefix(Path.subscribe) }
        return request.map { String($0.dropFirst(Path.subscribe.count)) }
    }

    @Test(
        "A list may name a channel and its presence part in any order, and more than once",
        arguments: [
            ["demo", "demo-pnpres"], ["demo-pnpres", "demo"], ["demo-pnpres", "demo", "demo-pnpres", "demo"],
        ]
    )
    func bothParts(names: [String]) {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: channels(names))
        #expect(list(scripted) == "demo,demo-pnpres/0?tt=0&uuid=me")
        scripted.join()
        let each = names.prefix(2).joined(separator: ",")
        #expect(scripted.reported == ["didSubscribe \(each)", "didEnablePresence demo"])
        #expect(channels(["demo", "demo-pnpres"]).map { scripted.client.isSubscribed(on: $0) } == [true, true])
        #expect(scripted.client.isPresenceObservationEnabled(for: PNChannel(name: "demo")))
        #expect(scripted.client.subscribedObjectsList().map(\.name) == ["demo"])
        let items = [Page.message("1", on: "demo"), Page.presence("join", "u1", on: "demo")]
        scripted.reply(Path.subscribe, Page.of(200, items))
        #expect(scripted.delegate.messages.map(\.channel.name) == ["demo"])
        #expect(scripted.delegate.presence.map(\.channel.name) == ["demo"])
    }

    @Test(
        "An object that disables presence does not affect the presence part in the same list",
        arguments: [true, false]
    )
    func contradiction(isPresenceFirst: Bool) {
        let scripted = ScriptedClient.connected()
        let objects: [any PNChannelProtocol] = [
            PNChannel(name: "demo-pnpres"), PNChannel(name: "demo", observesPresence: false),
        ]
        scripted.client.subscribe(on: isPresenceFirst ? objects : objects.reversed())
        #expect(list(scripted) == "demo,demo-pnpres/0?tt=0&uuid=me")
    }

    @Test("Subscribing to the presence part does not affect the messages of the channel")
    func presenceLater() {
        let scripted = ScriptedClient.connected()
        let channel = PNChannel(name: "demo")
        scripted.client.subscribe(on: [channel])
        scripted.join()
        scripted.forget()
        scripted.client.subscribe(on: channels(["demo-pnpres"]))
        #expect(list(scripted) == "demo,demo-pnpres/0?tt=0&uuid=me")
        scripted.join()
        #expect(scripted.reported == ["didSubscribe demo-pnpres", "didEnablePresence demo"])
        scripted.reply(Path.subscribe, Page.of(200, [Page.message("1", on: "demo")]))
        #expect(scripted.delegate.messages.first?.channel === channel, "the object that was subscribed for messages")
        #expect(scripted.client.subscribedObjectsList().first.map { $0 as AnyObject === channel } == true)
    }

    @Test("An observed presence part is not requested again, and messages are added to it")
    func observedAlready() {
        let scripted = ScriptedClient.connected()
        scripted.client.enablePresenceObservation(for: channels(["demo"]))
        scripted.join()
        scripted.forget()
        scripted.client.subscribe(on: channels(["demo-pnpres"]))
        #expect(scripted.requested == [])
        #expect(scripted.reported == ["didSubscribe demo-pnpres", "didEnablePresence demo"])
        scripted.client.subscribe(on: channels(["demo-pnpres", "demo"]))
        #expect(list(scripted) == "demo,demo-pnpres/0?tt=0&uuid=me")
    }

    @Test(
        "Unsubscribing from a channel and its presence part ends both, in any order",
        arguments: [["demo", "demo-pnpres"], ["demo-pnpres", "demo"], ["demo", "demo"]]
    )
    func unsubscribe(names: [String]) {
        let scripted = ScriptedClient.subscribed("demo", "demo-pnpres")
        scripted.client.unsubscribe(from: channels(names))
        #expect(scripted.requested == ["\(Path.leave("demo"))?uuid=me"])
        scripted.reply(Path.leave("demo"), Self.leave)
        let each = names.first == names.last ? "demo" : names.joined(separator: ",")
        #expect(scripted.reported == ["didUnsubscribe \(each)"])
        #expect(scripted.waiting == [])
    }

    @Test("Unsubscribing from the presence part keeps the messages", arguments: [1, 2])
    func unsubscribePresence(times: Int) {
        let scripted = ScriptedClient.subscribed("demo", "demo-pnpres")
        scripted.client.unsubscribe(from: channels(Array(repeating: "demo-pnpres", count: times)))
        #expect(list(scripted) == "demo/0?tt=0&uuid=me")
        scripted.join()
        #expect(scripted.reported == ["didUnsubscribe demo-pnpres"])
        #expect(scripted.client.subscribedObjectsList().map(\.name) == ["demo"])
    }

    @Test("Observation is enabled and disabled by either name", arguments: ["demo", "demo-pnpres"])
    func observation(name: String) {
        let scripted = ScriptedClient.subscribed("demo")
        scripted.client.enablePresenceObservation(for: channels([name, "demo-pnpres", name]))
        #expect(list(scripted) == "demo,demo-pnpres/0?tt=0&uuid=me")
        scripted.join()
        scripted.forget()
        scripted.client.disablePresenceObservation(for: channels([name]))
        #expect(list(scripted) == "demo/0?tt=0&uuid=me")
        scripted.join()
        #expect(scripted.reported == ["didDisablePresence \(name)"])
    }

    @Test("The same applies to groups, with and without a namespace", arguments: ["g", "n:g"])
    func groups(name: String) {
        let scripted = ScriptedClient.connected()
        let group = PNChannelGroup(wireName: name)
        let escaped = name.replacingOccurrences(of: ":", with: "%3A")
        scripted.client.subscribe(on: [PNChannelGroup(wireName: "\(name)-pnpres"), group])
        #expect(list(scripted) == ",/0?tt=0&uuid=me&channel-group=\(escaped),\(escaped)-pnpres")
        scripted.join()
        #expect(scripted.reported == ["didSubscribe \(name)-pnpres,\(name)", "didEnablePresence \(name)"])
        scripted.reply(Path.subscribe, Page.of(200, [Page.presence("join", "u1", on: "member", via: name)]))
        #expect(scripted.delegate.presence.map(\.channelGroup) == [group])
        scripted.forget()
        scripted.client.unsubscribe(from: [PNChannelGroup(wireName: "\(name)-pnpres")])
        #expect(list(scripted) == ",/0?tt=0&uuid=me&channel-group=\(escaped)")
    }

    @Test("PNChannelPresence is the presence part of a channel or of a group")
    func presenceObjects() {
        let scripted = ScriptedClient.connected()
        let channel = PNChannel(name: "x")
        let group = PNChannelGroup(name: "x")
        let objects = [PNChannelPresence(for: channel), PNChannelPresence(for: group)]
        #expect(objects[0] != objects[1])
        #expect(objects.map(\.isChannelGroup) == [false, true])
        scripted.client.subscribe(on: objects)
        #expect(list(scripted) == "x-pnpres/0?tt=0&uuid=me&channel-group=x-pnpres")
        scripted.join()
        scripted.reply(Path.subscribe, Page.of(200, [Page.presence("join", "u1", on: "member", via: "x")]))
        #expect(scripted.delegate.presence.map(\.channelGroup) == [group])
        #expect(scripted.client.isPresenceObservationEnabled(for: group))
    }

    @Test("A list with duplicates requests the participants of each channel once")
    func hereNow() {
        let scripted = ScriptedClient.subscribed("demo")
        scripted.client.requestParticipantsList(for: channels(["demo", "demo-pnpres", "demo"]))
        #expect(scripted.requested.map { $0.contains("/channel/demo?") } == [true])
    }
}
