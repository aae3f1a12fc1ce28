import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

/// Delivery of messages and events from the long poll: README "didReceiveMessage" and "didReceivePresenceEvent";
/// Documentation/WireProtocol.md, "Subscribe" and "Presence events".
@Suite struct DeliveryTests {
    /// The client sends the next long poll first; then it delivers the messages and presence events of the page in order.
    @Test func aPageArrivesInOrder() {
        let scripted = ScriptedClient.subscribed("a")
        let arrived = Notes<String>()
        let center = scripted.client.observationCenter
        center.addMessageReceiveObserver("test") { arrived.add("\($0?.message ?? "")") }
        center.addPresenceEventObserver("test") { arrived.add("\($0?.client.identifier ?? "")") }
        let posted = NotificationNotes(of: scripted.client)
        scripted.reply(
            Path.subscribe,
            Page.of(
                200,
                [
                    Page.message("1", on: "a"), Page.presence("join", "u1", on: "a"), Page.message("2", on: "a"),
                    Page.presence("leave", "u2", on: "a"), Page.message("3", on: "a"),
                ]
            )
        )
        #expect(arrived.values == ["1", "u1", "2", "u2", "3"])
        #expect(
            posted.words == [
                "DidReceiveMessage", "DidReceivePresenceEvent", "DidReceiveMessage", "DidReceivePresenceEvent",
                "DidReceiveMessage",
            ]
        )
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=200&tr=1&uuid=me"])
        #expect(scripted.reported == [])
    }

    @Test("Posts no notifications with shouldPostNotifications off, and posts them again once it is on")
    func withoutNotifications() throws {
        let scripted = ScriptedClient.subscribed("a") { $0.shouldPostNotifications = false }
        let posted = NotificationNotes(of: scripted.client)
        scripted.reply(Path.subscribe, Page.of(200, [Page.message("1", on: "a")]))
        #expect(posted.words == [])
        #expect(scripted.delegate.messages.count == 1)
        let configuration = scripted.client.configuration()
        configuration.shouldPostNotifications = true
        scripted.client.setConfiguration(configuration)
        scripted.reply(Path.subscribe, Page.of(300, [Page.message("2", on: "a")]))
        #expect(posted.words == ["DidReceiveMessage"])
    }

    /// A message that the application retains does not retain its whole page.
    @Test func aRetainedMessageDoesNotRetainItsPage() throws {
        let scripted = ScriptedClient.subscribed("a")
        let text = "\"" + String(repeating: "x", count: 1000) + "\""
        scripted.reply(Path.subscribe, Page.of(200, (1...100).map { Page.message(text, on: "a", at: $0) }))
        let messages = scripted.delegate.messages
        #expect(messages.count == 100)
        #expect(messages.map(\.payload.count).allSatisfy { $0 == 1002 })
        #expect(messages.map(\.payload.heldBytes).allSatisfy { $0 < 2004 })
    }

    /// The date is `p.t`, the channel `c`, and the group `b` if that is a subscribed group.
    @Test func aMessageKnowsWhereItCameFrom() throws {
        let scripted = ScriptedClient.connected()
        let channel = PNChannel(name: "origins")
        let group = PNChannelGroup(name: "g", inNamespace: "n")
        scripted.client.subscribe(on: [channel, group, PNChannel(name: "news.*")])
        scripted.join()
        let items = [
            Page.message("1", on: "origins", at: 15_000_000_010_000_000),
            Page.message("2", on: "member", at: 15_000_000_020_000_000, via: "n:g"),
            Page.message("3", on: "news.czech", at: 15_000_000_030_000_000, via: "news.*"),
        ]
        scripted.reply(Path.subscribe, Page.of(15_000_000_040_000_000, items))
        let messages = scripted.delegate.messages
        #expect(messages.map(\.channel.name) == ["origins", "member", "news.czech"])
        #expect(messages.map(\.channelGroup?.name) == [nil, "n:g", nil])
        #expect(
            messages.map(\.date?.timeToken.uint64Value).map { ($0 ?? 0) % 100_000_000 } == [
                10_000_000, 20_000_000, 30_000_000,
            ]
        )
        #expect(messages.map(\.receiveDate.timeToken) == messages.map(\.date?.timeToken), "the time of the service")
        #expect(messages.first?.receiveDate?.timeToken == 15_000_000_010_000_000)
        let first = try #require(messages.first)
        #expect(first.channel === channel, "the application's own object")
        #expect(channel.updateTimeToken == "15000000010000000")
        #expect(messages[1].channelGroup === group)
    }

    @Test func aPresenceEventHasClientAndChannel() throws {
        let scripted = ScriptedClient.connected()
        let channel = PNChannel.separate(named: "presence-\(UUID())", observesPresence: true)
        let group = PNChannelGroup(name: "g", shouldObservePresence: true)
        scripted.client.subscribe(on: [channel, group])
        scripted.join()
        let changed = #"{"action":"state-change","timestamp":1440778413,"data":{"k":"v"},"uuid":"u1","occupancy":2}"#
        let interval =
            #"{"action":"interval","timestamp":1567099526,"occupancy":2,"join":["u3"],"here_now_refresh":true}"#
        scripted.reply(
            Path.subscribe,
            Page.of(
                200,
                [
                    Page.presence("join", "u1", on: channel.name, occupancy: 1),
                    Page.message(changed, on: channel.name + "-pnpres"),
                    Page.presence("timeout", "u2", on: "member", occupancy: 0, via: "g"),
                    Page.message(interval, on: channel.name + "-pnpres"),
                ]
            )
        )
        let events = scripted.delegate.presence
        try #require(events.count == 4)
        #expect(events.map(\.type) == [.join, .stateChanged, .timeout, .changed])
        #expect(events.map(\.client.identifier) == ["u1", "u1", "u2", "unknown"])
        #expect(events.map(\.occupancy) == [1, 2, 0, 2])
        #expect(events.map(\.channel.name) == [channel.name, channel.name, "member", channel.name])
        #expect(events.map(\.channelGroup?.name) == [nil, nil, "g", nil])
        #expect(events[0].date.timeToken == 14_356_472_220_000_000)
        #expect(events[1].client.state(for: channel) as? [String: String] == ["k": "v"])
        #expect(events[3].joined == ["u3"])
        #expect(events[3].isParticipantsListOutdated)
        #expect(channel.participants.map(\.identifier) == ["u1", "u3"])
        #expect(channel.participantsCount == 2)
        #expect(scripted.delegate.messages.isEmpty)
    }

    /// A malformed envelope is dropped; the others are delivered.
    @Test func aBadEnvelopeDoesNotHideTheOthers() {
        let scripted = ScriptedClient.subscribed("a")
        let items = [Page.message("1", on: "a"), #"{"a":"1","d":"nowhere"}"#, "17", Page.message("2", on: "a")]
        scripted.reply(Path.subscribe, Page.of(200, items))
        #expect(scripted.delegate.messages.map(\.message) as? [Int] == [1, 2])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=200&tr=1&uuid=me"])
    }

    /// A message that matches both a channel and a group arrives twice.
    @Test func aMessageThatMatchesTwiceArrivesTwice() {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: [PNChannel(name: "a"), PNChannelGroup(name: "g")])
        scripted.join()
        let items = [Page.message("1", on: "a", at: 150), Page.message("1", on: "a", at: 150, via: "g")]
        scripted.reply(Path.subscribe, Page.of(200, items))
        #expect(scripted.delegate.messages.map(\.channelGroup?.name) == [nil, "g"])
    }

    /// README: any JSON may be a message; 64-bit numbers stay exact.
    @Test(arguments: [
        "null", "true", "0", "-7", "18446744073709551615", "9007199254740993", "1.5", #""""#, #""\"č\n\ud83d\ude00""#,
        "[]", "[1,[2,[3]]]", "{}", #"{"a":{"b":[null,false]}}"#,
    ])
    func anyJSONMayBeAMessage(_ text: String) throws {
        let scripted = ScriptedClient.subscribed("a")
        scripted.reply(Path.subscribe, Page.of(200, [Page.message(text, on: "a")]))
        let message = try #require(scripted.delegate.messages.first)
        #expect(try JSONBridge.value(message.message) == .init(parsing: text))
    }
}
