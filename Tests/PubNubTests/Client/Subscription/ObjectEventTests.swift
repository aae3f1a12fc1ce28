import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// Changes of users, channels and memberships from the long poll (Documentation/WireProtocol.md, "App Context").
@Suite struct ObjectEventTests {
    /// An item of a page.
    private static func item(
        _ content: String,
        on channel: String = "a",
        at timetoken: UInt64 = 150,
        via: String? = nil
    ) -> String {
        let match = via.map { #","b":"\#($0)""# } ?? ""
        return
            #"{"a":"5","f":0,"e":2,"p":{"t":"\#(timetoken)","r":41},"k":"sub","c":"\#(channel)","d":\#(content)\#(match)}"#
    }

    private static func event(_ event: String, _ type: String, _ data: String) -> String {
        #"{"source":"objects","version":"2.0","event":"\#(event)","type":"\#(type)","data":\#(data)}"#
    }

    private static let user = event(
        "set",
        "uuid",
        #"{"custom":{"importand":"data"},"eTag":"f0bc","email":null,"id":"u","status":"offline","type":"admin","#
            + #""updated":"2025-09-15T21:14:23.852647Z"}"#
    )

    private func events(of scripted: ScriptedClient) -> Notes<PNObjectEventData> {
        let notes = Notes<PNObjectEventData>()
        scripted.client.observationCenter.addObjectEventObserver("test") { if let event = $0 { notes.add(event.data) } }
        return notes
    }

    @Test func aChangeOfAUserReachesEveryReceiver() throws {
        let scripted = ScriptedClient.subscribed("a")
        let events = events(of: scripted)
        let posted = NotificationNotes(of: scripted.client)
        scripted.reply(Path.subscribe, Page.of(200, [Self.item(Self.user)]))
        #expect(scripted.reported == ["didReceiveObjectEvent set uuid"])
        #expect(posted.words == ["DidReceiveObjectEvent"])
        let data = try #require(events.values.first)
        #expect(data.event == "set" && data.type == "uuid" && data.timestamp == 150)
        #expect(data.channel == "a" && data.subscription == "a")
        let user = try #require(data.uuidMetadata)
        #expect(user.uuid == "u" && user.status == "offline" && user.type == "admin" && user.eTag == "f0bc")
        #expect(user.custom?["importand"] as? String == "data" && user.updated != nil)
        #expect(user.clearedFields == [.email] && user.name == nil)
        #expect(data.channelMetadata == nil && data.membership == nil)
        #expect(scripted.delegate.messages.isEmpty)
    }

    @Test func aRemovalNamesTheRemovedObject() throws {
        let scripted = ScriptedClient.subscribed("a")
        let events = events(of: scripted)
        let items = [
            Self.item(Self.event("delete", "uuid", #"{"id":"u"}"#), at: 151),
            Self.item(Self.event("delete", "channel", #"{"id":"a"}"#), at: 152),
            Self.item(Self.event("delete", "membership", #"{"channel":{"id":"a"},"uuid":{"id":"u"}}"#), at: 153),
        ]
        scripted.reply(Path.subscribe, Page.of(200, items))
        #expect(events.values.map(\.event) == ["delete", "delete", "delete"])
        #expect(events.values[0].uuidMetadata?.uuid == "u")
        #expect(events.values[1].channelMetadata?.channel == "a")
        let membership = try #require(events.values[2].membership)
        #expect(membership.channel == "a" && membership.uuid == "u" && membership.metadata == nil)
    }

    @Test func anEventSaysWhichGroupBroughtIt() throws {
        let scripted = ScriptedClient.connected()
        let events = events(of: scripted)
        scripted.client.subscribe(on: [PNChannelGroup(name: "g")])
        scripted.join()
        scripted.reply(Path.subscribe, Page.of(200, [Self.item(Self.user, on: "member", via: "g")]))
        let data = try #require(events.values.first)
        #expect(data.channel == "member" && data.subscription == "g")
    }

    @Test func eventsAndMessagesKeepTheirOrderAndComeOnce() {
        let scripted = ScriptedClient.subscribed("a")
        let arrived = Notes<String>()
        let center = scripted.client.observationCenter
        center.addMessageReceiveObserver("test") { arrived.add("\($0?.message ?? "")") }
        center.addObjectEventObserver("test") { arrived.add("\($0?.data.event ?? "") \($0?.data.timestamp ?? 0)") }
        let page = Page.of(
            200,
            [
                Page.message("1", on: "a", at: 150), Self.item(Self.user, at: 151), Page.message("2", on: "a", at: 152),
                Self.item(Self.user, at: 153), Self.item(Self.user, at: 153),
            ]
        )
        scripted.reply(Path.subscribe, page)
        scripted.reply(Path.subscribe, page)
        #expect(arrived.values == ["1", "set 151", "2", "set 153"])
    }

    /// An item that is not a known event is delivered unchanged and does not affect others.
    @Test(
        arguments: [
            "5", "null", #""text""#, "{}", #"{"source":"objects"}"#, event("set", "space", #"{"id":"x"}"#),
            event("create", "uuid", #"{"id":"x"}"#), event("set", "uuid", "{}"), event("set", "uuid", "[]"),
            event("set", "membership", #"{"channel":"a"}"#), event("set", "channel", #"{"id":5}"#),
            #"{"source":"actions","event":"set","type":"uuid","data":{"id":"u"}}"#,
        ]
    )
    func deliversUnknownEventsUnchanged(_ content: String) {
        let scripted = ScriptedClient.subscribed("a")
        let events = events(of: scripted)
        scripted.reply(Path.subscribe, Page.of(200, [Self.item(content, at: 150), Self.item(Self.user, at: 151)]))
        #expect(scripted.delegate.messages.count == 1)
        #expect(events.values.map(\.timestamp) == [151])
    }

    /// History contains no events: only those of the long poll are delivered, after the messages from history.
    @Test func eventsOfAChannelThatWaitsForHistoryWaitAsWell() {
        let scripted = ScriptedClient.subscribed("a") { $0.shouldFillGapsFromHistory = true }
        let arrived = Notes<String>()
        let center = scripted.client.observationCenter
        center.addMessageReceiveObserver("test") { arrived.add("\($0?.message ?? "")") }
        center.addObjectEventObserver("test") { arrived.add("set \($0?.data.timestamp ?? 0)") }
        scripted.fail(Path.subscribe, .reset)
        scripted.wait(.seconds(1))
        let messages = (301...399).map { Page.message("\($0)", on: "a", at: $0) }
        scripted.reply(Path.subscribe, Page.of(400, messages + [Self.item(Self.user, at: 400)]))
        #expect(arrived.values == [])
        scripted.reply(Path.history, #"[[{"message":150,"timetoken":150}],150,150]"#)
        while scripted.waiting.contains(where: { $0.hasPrefix(Path.history) }) {
            scripted.reply(Path.history, "[[],0,0]")
        }
        #expect(arrived.values == ["150"] + (301...399).map { "\($0)" } + ["set 400"])
    }
}
