import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

@Suite("Message actions received by the long poll")
struct MessageActionEventTests {
    private static func content(_ event: String, source: String = "actions") -> String {
        #"{"source":"\#(source)","version":"1.0","data":{"messageTimetoken":"15782701574872716","type":"custom","#
            + #""value":"test-value","actionTimetoken":"15782701613560578"},"event":"\#(event)"}"#
    }

    private static func item(_ content: String, at timetoken: UInt64 = 150, via: String = "a") -> String {
        #"{"a":"5","f":0,"e":3,"i":"serhii","p":{"t":"\#(timetoken)","r":12},"k":"sub","c":"a","d":\#(content),"#
            + #""b":"\#(via)"}"#
    }

    @Test("Delivers added and removed actions to every receiver, with their author")
    func reported() throws {
        let scripted = ScriptedClient.subscribed("a")
        let events = Notes<PNMessageActionEventData>()
        scripted.client.observationCenter.addMessageActionObserver("test") {
            if let event = $0 { events.add(event.data) }
        }
        let posted = NotificationNotes(of: scripted.client)
        let items = [Self.item(Self.content("added")), Self.item(Self.content("removed"), at: 151)]
        scripted.reply(Path.subscribe, Page.of(200, items))
        #expect(
            scripted.reported == ["didReceiveMessageAction added custom", "didReceiveMessageAction removed custom"]
        )
        #expect(posted.words == ["DidReceiveMessageAction", "DidReceiveMessageAction"])
        let event = try #require(events.values.first)
        #expect(event.channel == "a" && event.subscription == "a" && event.timetoken == 150)
        #expect(event.action.uuid == "serhii" && event.action.value == "test-value")
        #expect(event.action.messageTimetoken == 15_782_701_574_872_716)
        #expect(scripted.delegate.messages.isEmpty)
    }

    /// An item that is not a known event is delivered unchanged and does not affect others.
    @Test(arguments: ["5", "null", "{}", content("changed"), content("added", source: "objects")])
    func deliversUnknownEventsUnchanged(_ content: String) {
        let scripted = ScriptedClient.subscribed("a")
        scripted.reply(
            Path.subscribe,
            Page.of(200, [Self.item(content), Self.item(Self.content("added"), at: 151)])
        )
        #expect(scripted.delegate.messages.count == 1)
        #expect(scripted.reported == ["didReceiveMessageAction added custom"])
    }
}
