import Foundation
import PubNubMachines

import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Documentation/WireProtocol.md, "Subscribe".
@Suite("SubscribeEndpoints")
struct SubscribeEndpointsTests {
    private let library = "pnsdk=PubNub-Swift-Linux%2F3.7.8"

    @Test("Version 2: sends the timetoken, then the region once it is known")
    func v2Requests() {
        #expect(
            Requests.resource(SubscribeEndpoints.subscribe(channels: ["a"]))
                == "/v2/subscribe/sub/a/0?tt=0&uuid=me&\(library)"
        )
        let call = SubscribeEndpoints.subscribe(
            channels: ["a", "a-pnpres", "news.*"],
            groups: ["g", "n:g-pnpres"],
            cursor: Cursor(timetoken: Timetoken(rawValue: 15_628_652_479_932_717), region: 12),
            heartbeat: 300,
            state: ["a": ["n": 1]],
            filter: "topic == 'news' && n > 3"
        )
        #expect(
            Requests.resource(call) { $0.authorizationKey = "key" }
                == "/v2/subscribe/sub/a,a-pnpres,news.%2A/0?tt=15628652479932717&tr=12&uuid=me&heartbeat=300"
                + "&state=%7B%22a%22%3A%7B%22n%22%3A1%7D%7D"
                + "&filter-expr=topic%20%3D%3D%20%27news%27%20%26%26%20n%20%3E%203"
                + "&channel-group=g,n%3Ag-pnpres&auth=key&\(library)"
        )
    }

    @Test("Version 1: the timetoken ends the path; no region, no filter")
    func v1Requests() {
        let call = SubscribeEndpoints.subscribe(
            channels: [],
            groups: ["g"],
            cursor: Cursor(timetoken: Timetoken(rawValue: 14_355_524_847_292_283), region: 4),
            heartbeat: 60,
            state: ["g": [:]],
            version: .v1,
            filter: "x == 1"
        )
        #expect(
            Requests.resource(call) { $0.authorizationKey = "key" }
                == "/subscribe/sub/,/0/14355524847292283?uuid=me&heartbeat=60&state=%7B%22g%22%3A%7B%7D%7D"
                + "&channel-group=g&auth=key&\(library)"
        )
        #expect(
            Requests.resource(SubscribeEndpoints.subscribe(channels: ["a"], heartbeat: 0, version: .v1))
                == "/subscribe/sub/a/0/0?uuid=me&\(library)"
        )
    }

    @Test("Reads both forms of a page after either request", arguments: [SubscribeVersion.v1, .v2])
    func pages(version: SubscribeVersion) throws {
        let call = SubscribeEndpoints.subscribe(channels: ["a"], version: version)
        let v1 = try #require(Replies.value(call, #"[["hi",{"n":1}],"14356469989837945"]"#))
        #expect(v1.cursor == Cursor(timetoken: Timetoken(rawValue: 14_356_469_989_837_945)))
        #expect(v1.envelopes.map(\.channel) == ["a", "a"])
        #expect(v1.envelopes.map { $0.payload.value() } == ["hi", ["n": 1]])
        let body =
            #" {"t":{"t":"15628652479932717","r":4},"m":[{"c":"a","d":"hi","p":{"t":"15628652479932716","r":4}}]}"#
        let v2 = try #require(Replies.value(call, body))
        #expect(v2.cursor == Cursor(timetoken: Timetoken(rawValue: 15_628_652_479_932_717), region: 4))
        #expect(v2.envelopes.map { $0.payload.value() } == ["hi"])
        #expect(v2.envelopes.map(\.timetoken) == [Timetoken(rawValue: 15_628_652_479_932_716)])
        let wrapped = try #require(Replies.value(call, #"s_1a2b3([["hi (there)"],"14356469989837945","a"])"#))
        #expect(wrapped.envelopes.map { $0.payload.value() } == ["hi (there)"])
    }

    @Test("Items of a single presence name are presence events")
    func presenceOnly() throws {
        let call = SubscribeEndpoints.subscribe(channels: ["a-pnpres"], version: .v1)
        let page = try #require(Replies.value(call, #"[[{"occupancy":1,"timestamp":1441106888}],14411068884747343]"#))
        #expect(page.envelopes.map(\.channel) == ["a"])
        #expect(page.envelopes.map(\.isPresence) == [true])
    }

    @Test("Drops a message without a name if several names are possible")
    func nameless() throws {
        let body = #"[["x","y"],"1","b"]"#
        let several = SubscribeEndpoints.subscribe(channels: ["a", "b"], version: .v1)
        #expect(Replies.value(several, body)?.envelopes.map(\.channel) == ["b"])
        let grouped = SubscribeEndpoints.subscribe(channels: ["a"], groups: ["g"], version: .v1)
        #expect(Replies.value(grouped, #"[["x"],"1"]"#)?.envelopes.isEmpty == true)
        let twice = SubscribeEndpoints.subscribe(channels: ["a", "a"], version: .v1)
        #expect(Replies.value(twice, #"[["x"],"1"]"#)?.envelopes.map(\.channel) == ["a"])
    }

    @Test(
        "Reports failures",
        arguments: [
            (
                #"{"status":400,"error":true,"message":"Channel group or groups result in empty subscription set"}"#,
                400, 118
            ),
            (#"{"message":"Forbidden","payload":{"channels":["a"]},"error":true,"status":403}"#, 403, 122),
            (#"{"message":"Forbidden","error":true,"status":403}"#, 200, 122),
            (#"{"t":{"t":"1","r":1},"m":[]}"#, 500, -1), (#"{"t":{"t":"1","r":1},"m":[]}"#, 403, 122),
            (#"[[],"1"]"#, 404, 121), (#"{"m":[]}"#, 200, 143), (#"{"t":{"r":1},"m":[]}"#, 200, 143),
            (#"[["x"]]"#, 200, 143), (#"["x","1"]"#, 200, 143), (#"[0,"Invalid Key"]"#, 200, 113),
            ("", 200, 143), ("<html></html>", 200, 143), (#"{"t":{"t":"1"#, 200, 143), ("43420\",\"r\":3}", 200, 143),
        ]
    )
    func failures(body: String, status: Int, code: Int) {
        for version in [SubscribeVersion.v1, .v2] {
            let call = SubscribeEndpoints.subscribe(channels: ["a"], version: version)
            #expect(Replies.code(call, body, status: status) == code)
        }
    }

    @Test("A page that is not text is an encoding error, not malformed JSON")
    func encoding() {
        let call = SubscribeEndpoints.subscribe(channels: ["a"])
        let body = Array(#"{"t":{"t":"1","r":1},"m":[{"c":"a","d":""#.utf8) + [0xFF, 0xFE] + Array(#""}]}"#.utf8)
        guard case .failure(let error) = call.decode(TransportResponse(status: 200, body: body)) else {
            Issue.record("decoded")
            return
        }
        #expect(error.code == 142)
    }
}
