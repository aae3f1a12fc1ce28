import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// Documentation/WireProtocol.md, "Publish" and "Subscribe".
@Suite("Signals, sent and received")
struct SignalTests {
    private static let root = "/signal/pub/sub/0/"
    private static let sent = #"[1,"Sent","15663104657143915"]"#

    private static func item(_ content: String, at timetoken: UInt64 = 150, via: String = "a") -> String {
        #"{"a":"2","f":0,"e":1,"i":"them","p":{"t":"\#(timetoken)","r":1},"k":"sub","c":"a","d":\#(content),"b":"\#(via)","#
            + #""cmt":"mood"}"#
    }

    @Test("Sends the documented request and reports its end")
    func sends() throws {
        let client = ScriptedClient.connected()
        let ends = Notes<PNSignalStatus>()
        client.client.signal("who & where/é", channel: "room 1") { ends.add($0) }
        client.settle()
        #expect(client.requested == ["\(Self.root)room%201/0/%22who%20%26%20where%2F%C3%A9%22?uuid=me"])
        client.reply(Self.root, Self.sent)
        let status = try #require(ends.values.first)
        #expect(ends.values.count == 1 && !status.isError && status.data.timetoken == 15_663_104_657_143_915)
        #expect(client.reported == [])
    }

    @Test("Sends the type of a signal and the authorization key; a cipher key has no effect")
    func options() {
        let configuration = PNConfiguration.scripted(cipherKey: "enigma", authorizationKey: "key")
        let client = ScriptedClient.connected(configuration)
        let request = PNSignalRequest(channel: "a", signal: ["typing": true])
        request.customMessageType = "mood"
        client.client.sendSignal(with: request)
        client.settle()
        #expect(
            client.requested == [
                "\(Self.root)a/0/%7B%22typing%22%3Atrue%7D?uuid=me&auth=key&custom_message_type=mood"
            ]
        )
    }

    @Test("Accepts 64 bytes; reports invalid input without sending it")
    func wrongInput() {
        let client = ScriptedClient.connected()
        let ends = Notes<Int?>()
        for (message, channel) in [
            (String(repeating: "x", count: 63), "a"), (String(repeating: "é", count: 32), "a"), ("x", ""), ("x", "a,b"),
            ("x", "a/b"),
        ] {
            client.client.signal(message, channel: channel) { ends.add($0.underlyingError?.code) }
        }
        client.client.signal(Date.now, channel: "a") { ends.add($0.underlyingError?.code) }
        client.settle()
        #expect(ends.values == [114, 114, 134, 117, 117, 112] && client.requested == [])
        client.client.signal(String(repeating: "x", count: 62), channel: "a")
        client.settle()
        #expect(client.requested.count == 1)
    }

    @Test(
        "Sends no signal with a type that the service refuses; the error has the rule",
        arguments: ["ab", "pn_x", "a b"]
    )
    func wrongType(type: String) {
        let client = ScriptedClient.connected()
        let ends = Notes<String>()
        let request = PNSignalRequest(channel: "a", signal: 1)
        request.customMessageType = type
        client.client.sendSignal(with: request) { ends.add($0.errorData.information) }
        client.settle()
        #expect(client.requested == [])
        #expect(ends.values.count == 1 && ends.values.first?.contains("3 to 50 letters") == true)
    }

    @Test("A refusal of the service is an error; a signal that may have arrived is not sent again")
    func failures() throws {
        let client = ScriptedClient.connected()
        let ends = Notes<PNSignalStatus>()
        client.client.signal(1, channel: "a") { ends.add($0) }
        client.settle()
        client.reply(Self.root, status: 400, #"[0,"Signal size too large","15782702375614704"]"#)
        client.client.signal(2, channel: "a") { ends.add($0) }
        client.settle()
        client.fail(Self.root, .reset)
        #expect(ends.values.map(\.isError) == [true, true])
        #expect(ends.values.first?.errorData.information.contains("Signal size too large") == true)
        #expect(ends.values.last?.underlyingError?.isOutcomeUnknown == true)
        #expect(client.requested.filter { $0.hasPrefix(Self.root) }.count == 2)
    }

    @Test("Sends nothing without a publish key")
    func keys() {
        let client = ScriptedClient.connected(.scripted(publishKey: nil))
        let ends = Notes<Int?>()
        client.client.signal(1, channel: "a") { ends.add($0.underlyingError?.code) }
        client.settle()
        #expect(ends.values == [kPNInvalidSubscribeOrPublishKeyError])
    }

    @Test("Delivers a received signal to every receiver, and not as a message")
    func receives() throws {
        let scripted = ScriptedClient.subscribed("a")
        let signals = Notes<PNSignalEventData>()
        scripted.client.observationCenter.addSignalObserver("test") { if let signal = $0 { signals.add(signal.data) } }
        let posted = NotificationNotes(of: scripted.client)
        scripted.reply(Path.subscribe, Page.of(200, [Self.item(#""typing""#)]))
        #expect(scripted.reported == ["didReceiveSignal typing"])
        #expect(posted.words == ["DidReceiveSignal"])
        let signal = try #require(signals.values.first)
        #expect(signal.channel == "a" && signal.subscription == "a" && signal.timetoken == 150)
        #expect(signal.publisher == "them" && signal.customMessageType == "mood")
        #expect(scripted.delegate.messages.isEmpty)
    }

    @Test("Delivers signals and messages in order and once, with the group that delivered them")
    func order() {
        let scripted = ScriptedClient.connected()
        let arrived = Notes<String>()
        let center = scripted.client.observationCenter
        center.addMessageReceiveObserver("test") { arrived.add("\($0?.message ?? "")") }
        center.addSignalObserver("test") { arrived.add("\($0?.data.message ?? "") via \($0?.data.subscription ?? "")") }
        scripted.client.subscribe(on: [PNChannelGroup(name: "g")])
        scripted.join()
        let items = [
            Page.message("1", on: "a", at: 150, via: "g"), Self.item("2", at: 151, via: "g"),
            Self.item("2", at: 151, via: "g"), Page.message("3", on: "a", at: 152, via: "g"),
        ]
        scripted.reply(Path.subscribe, Page.of(200, items))
        #expect(arrived.values == ["1", "2 via g", "3"])
    }

    @Test("With a cipher key, delivers a signal unchanged")
    func cipher() throws {
        let scripted = ScriptedClient.subscribedWith(.scripted(cipherKey: "enigma"), "a")
        scripted.reply(Path.subscribe, Page.of(200, [Self.item("[1,2]")]))
        #expect(scripted.reported == ["didReceiveSignal [1, 2]"])
    }
}
