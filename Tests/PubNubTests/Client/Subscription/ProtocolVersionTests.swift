import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

/// The client uses version 2 by default and version 1, the form of 3.7.8, on request: the application receives the same.
@Suite struct ProtocolVersionTests {
    /// One page in both versions, and its events for an application.
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let objects: [any PNChannelProtocol]
        let v1: String
        let v2: String
        let reported: [String]
    }

    static let samples: [Sample] = [
        Sample(
            testDescription: "one channel",
            objects: [PNChannel(name: "a")],
            v1: #"[["hi",{"k":1}],"200"]"#,
            v2: Page.of(200, [Page.message(#""hi""#, on: "a"), Page.message(#"{"k":1}"#, on: "a")]),
            reported: [#""hi" on a"#, #"{"k":1} on a"#]
        ),
        Sample(
            testDescription: "several channels",
            objects: [PNChannel(name: "a"), PNChannel(name: "b")],
            v1: #"[["x","y"],"200","b,a"]"#,
            v2: Page.of(200, [Page.message(#""x""#, on: "b"), Page.message(#""y""#, on: "a")]),
            reported: [#""x" on b"#, #""y" on a"#]
        ),
        Sample(
            testDescription: "a group",
            objects: [PNChannelGroup(name: "g")],
            v1: #"[["hi"],"200","g","a"]"#,
            v2: Page.of(200, [Page.message(#""hi""#, on: "a", via: "g")]),
            reported: [#""hi" on a via g"#]
        ),
        Sample(
            testDescription: "a wildcard",
            objects: [PNChannel(name: "n.*"), PNChannel(name: "a")],
            v1: #"[["hi"],"200","n.*","n.x"]"#,
            v2: Page.of(200, [Page.message(#""hi""#, on: "n.x", via: "n.*")]),
            reported: [#""hi" on n.x"#]
        ),
        Sample(
            testDescription: "presence beside messages",
            objects: [PNChannel(name: "a", observesPresence: true)],
            v1: #"[[\#(Page.event("join", "u1")),"hi"],"200","a-pnpres,a"]"#,
            v2: Page.of(200, [Page.presence("join", "u1", on: "a"), Page.message(#""hi""#, on: "a")]),
            reported: ["u1 on a", #""hi" on a"#]
        ),
        Sample(
            testDescription: "presence alone",
            objects: [PNChannel(name: "a-pnpres")],
            v1: #"[[\#(Page.event("leave", "u1"))],"200"]"#,
            v2: Page.of(200, [Page.presence("leave", "u1", on: "a")]),
            reported: ["u1 on a"]
        ),
        Sample(
            testDescription: "nothing",
            objects: [PNChannel(name: "a")],
            v1: #"[[],"200"]"#,
            v2: Page.empty(200),
            reported: []
        ),
    ]

    @Test(arguments: samples.indices, [PNSubscribeVersion.v1, .v2])
    func bothFormsTellTheSame(_ index: Int, _ version: PNSubscribeVersion) {
        let sample = Self.samples[index]
        let scripted = ScriptedClient.connected { $0.subscribeVersion = version }
        let path = version == .v1 ? Path.subscribeV1 : Path.subscribe
        let reported = Notes<String>()
        let center = scripted.client.observationCenter
        center.addMessageReceiveObserver("test") { message in
            guard let message else { return }
            let group = message.channelGroup.map { " via \($0.name)" } ?? ""
            reported.add("\(message.payload.text) on \(message.channel.name)\(group)")
        }
        center.addPresenceEventObserver("test") { event in
            guard let event else { return }
            reported.add("\(event.client.identifier) on \(event.channel.name)")
        }
        scripted.client.subscribe(on: sample.objects)
        scripted.reply(path, version == .v1 ? #"[[],"100"]"# : Page.empty(100))
        #expect(scripted.reported.first == "didSubscribe \(sample.objects.map(\.name).joined(separator: ","))")
        scripted.reply(path, version == .v1 ? sample.v1 : sample.v2)
        #expect(reported.values == sample.reported)
        let next = scripted.waiting.first ?? ""
        #expect(next.contains(version == .v1 ? "/0/200?uuid=me" : "/0?tt=200&tr=1&uuid=me"))
    }

    /// The requests of version 1 (Documentation/WireProtocol.md, "Subscribe").
    @Test func theRequestsOfV1() {
        let scripted = ScriptedClient.connected(.scripted(authorizationKey: "k")) { configuration in
            configuration.subscribeVersion = .v1
            configuration.presenceHeartbeatTimeout = 60
        }
        scripted.client.subscribe(
            on: [PNChannel(name: "a"), PNChannelGroup(name: "g")],
            withClientState: ["a": ["k": "v"]]
        )
        scripted.reply(Path.subscribeV1, #"[[],"100",""]"#)
        let state = "&state=%7B%22a%22%3A%7B%22k%22%3A%22v%22%7D%7D"
        #expect(
            scripted.requested == [
                "/subscribe/sub/a/0/0?uuid=me&heartbeat=60\(state)&channel-group=g&auth=k",
                "/subscribe/sub/a/0/100?uuid=me&heartbeat=60&channel-group=g&auth=k",
            ]
        )
    }

    /// A message of version 1 has the date of its page.
    @Test func theDateOfAMessageOfV1IsThatOfItsPage() {
        let scripted = ScriptedClient.connected { $0.subscribeVersion = .v1 }
        scripted.client.subscribe(on: [PNChannel(name: "a")])
        scripted.reply(Path.subscribeV1, #"[[],"100"]"#)
        scripted.reply(Path.subscribeV1, #"[["x"],"15000000000000000"]"#)
        #expect(scripted.delegate.messages.map(\.date?.timeToken) == [15_000_000_000_000_000])
    }
}
