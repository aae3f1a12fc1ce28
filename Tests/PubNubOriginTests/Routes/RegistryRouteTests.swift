import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Channel groups".
@Suite("Channel groups")
struct RegistryRouteTests {
    private let probe = OriginProbe()
    private static let prefix = "/v1/channel-registration/sub-key/demo"
    private static let ok = #"{"status": 200, "message": "OK", "service": "channel-registry", "error": false}"#

    @discardableResult
    private func get(_ rest: String, _ probe: OriginProbe? = nil) -> String? {
        (probe ?? self.probe).get(Self.prefix + rest).body
    }

    private static func payload(_ text: String) -> String {
        #"{"status": 200, "payload": \#(text), "service": "channel-registry", "error": false}"#
    }

    private static func refusal(_ text: String) -> String {
        #"{"status": 400, "message": "\#(text)", "service": "channel-registry", "error": true}"#
    }

    @Test func channelsAreAddedListedAndRemoved() {
        #expect(get("/channel-group/g?add=c,a") == Self.ok)
        #expect(get("/channel-group/g?add=a,b%20x") == Self.ok)
        #expect(get("/channel-group/g") == Self.payload(#"{"channels": ["a", "b x", "c"], "group": "g"}"#))
        #expect(get("/channel-group/g?remove=c,none") == Self.ok)
        #expect(get("/channel-group/g") == Self.payload(#"{"channels": ["a", "b x"], "group": "g"}"#))
        #expect(get("/channel-group") == Self.payload(#"{"namespace": "", "groups": ["g"]}"#))
        #expect(get("/channel-group/g/remove") == Self.ok)
        #expect(get("/channel-group/g") == Self.payload(#"{"channels": [], "group": "g"}"#))
        #expect(get("/channel-group") == Self.payload(#"{"namespace": "", "groups": []}"#))
    }

    /// The combining mark after the separator belongs to the name; Swift would form one character of both.
    @Test func namesThatBeginWithACombiningMarkAreNamesOfTheirOwn() {
        #expect(get("/channel-group/g?add=a,%CC%81b") == Self.ok)
        #expect(get("/channel-group/g") == Self.payload("{\"channels\": [\"a\", \"\u{301}b\"], \"group\": \"g\"}"))
        #expect(get("/channel-group/g?remove=%CC%81b") == Self.ok)
        #expect(get("/channel-group/g") == Self.payload(#"{"channels": ["a"], "group": "g"}"#))
    }

    @Test func addAndRemoveInOneCall() {
        #expect(get("/channel-group/g?add=a,b&remove=b,c") == Self.ok)
        #expect(get("/channel-group/g") == Self.payload(#"{"channels": ["a"], "group": "g"}"#))
    }

    @Test func namespacesHaveGroupsOfTheirOwn() {
        #expect(get("/namespace/foo/channel-group/g?add=a") == Self.ok)
        #expect(get("/namespace/foo/channel-group/h?add=b") == Self.ok)
        #expect(get("/channel-group/g?add=c") == Self.ok)
        #expect(get("/namespace") == Self.payload(#"{"sub_key": "demo", "namespaces": ["foo"]}"#))
        #expect(get("/namespace/foo/channel-group") == Self.payload(#"{"namespace": "foo", "groups": ["g", "h"]}"#))
        #expect(get("/namespace/foo/channel-group/g") == Self.payload(#"{"channels": ["a"], "group": "g"}"#))
        #expect(get("/namespace/foo/channel-group/g/remove") == Self.ok)
        #expect(get("/namespace/foo/channel-group") == Self.payload(#"{"namespace": "foo", "groups": ["h"]}"#))
        #expect(get("/namespace/foo/remove") == Self.ok)
        #expect(get("/namespace") == Self.payload(#"{"sub_key": "demo", "namespaces": []}"#))
        #expect(get("/channel-group/g") == Self.payload(#"{"channels": ["c"], "group": "g"}"#))
    }

    @Test func keysetsAreApart() {
        get("/channel-group/g?add=a")
        let other = probe.get("/v1/channel-registration/sub-key/other/channel-group/g").body
        #expect(other == Self.payload(#"{"channels": [], "group": "g"}"#))
    }

    @Test("Wraps the response if there is a callback other than 0")
    func callback() {
        #expect(get("/channel-group/g?add=a&callback=cgac_1a2b3") == "cgac_1a2b3(\(Self.ok))")
        #expect(get("/channel-group/g/remove?callback=0") == Self.ok)
        let refused = Self.refusal("Reserved character in input parameters.")
        #expect(get("/channel-group/a%3Ab?callback=cfgr_1a2b3") == "cfgr_1a2b3(\(refused))")
    }

    @Test(
        "Refuses reserved characters in the names of groups and namespaces",
        arguments: [
            "/channel-group/a%2Cb", "/channel-group/a,b", "/channel-group/a%3Ab", "/channel-group/a:b?add=c",
            "/channel-group/a%2Fb/remove", "/namespace/n%3Am/channel-group", "/namespace/n,m/remove",
            "/namespace/n/channel-group/g%2Ch?remove=a", "/namespace/%3A/channel-group/g", "/channel-group/%FF",
        ]
    )
    func reserved(rest: String) {
        let exchange = probe.get(Self.prefix + rest)
        #expect(exchange.status == 400)
        #expect(exchange.body == Self.refusal("Reserved character in input parameters."))
    }

    @Test("Accepts names of 92 characters and refuses longer ones", arguments: ["x", "%C3%A9"])
    func length(character: String) {
        let longest = String(repeating: character, count: 92)
        #expect(get("/namespace/\(longest)/channel-group/\(longest)?add=\(longest)") == Self.ok)
        for rest in [
            "/channel-group/\(longest)x?add=a", "/namespace/\(longest)x/channel-group",
            "/channel-group/g?add=\(longest)x",
            "/channel-group/g?remove=a,\(longest)x",
        ] {
            #expect(get(rest) == Self.refusal("Name Too Long"))
        }
        let poll = probe.get("/v2/subscribe/demo/,/0?tt=0&channel-group=\(longest):\(longest)")
        #expect(poll.status == 200)
    }

    @Test(
        "Refuses a change without channels with a message that means error 118",
        arguments: ["add=", "remove=", "add=,,&remove="]
    )
    func noChannels(query: String) {
        let exchange = probe.get(Self.prefix + "/channel-group/g?" + query)
        #expect(exchange.status == 400)
        #expect(exchange.body == Self.refusal("Missing channels to add or remove."))
    }

    @Test("A group holds 2,000 channels; the refusal of one more says 'size exceeded'")
    func groupSize() throws {
        for batch in 0..<20 {
            let names = (0..<100).map { "c\(batch * 100 + $0)" }.joined(separator: ",")
            #expect(get("/channel-group/g?add=\(names)") == Self.ok)
        }
        #expect(get("/channel-group/g?add=one-more") == Self.refusal("Channel group size exceeded."))
        #expect(get("/channel-group/g?add=c0,c1999") == Self.ok)
        #expect(get("/channel-group/g?remove=c7") == Self.ok)
        #expect(get("/channel-group/g?add=one-more") == Self.ok)
        #expect(probe.core.withState { $0.groups.count(of: "g", keyset: "demo") } == 2000)
    }

    @Test("Bounds the content of all groups and devices together")
    func flood() {
        var limits = OriginLimits()
        limits.registeredChannels = 100
        let probe = OriginProbe(limits: limits)
        for number in 0..<300 { get("/channel-group/g\(number)?add=a", probe) }
        #expect(probe.core.withState { $0.groups.count } == 100)
        #expect(get("/channel-group/new?add=a", probe) == Self.refusal("Channel registry size exceeded."))
        let device = "/v1/push/sub-key/demo/devices/\(String(repeating: "ab", count: 32))"
        #expect(probe.get(device + "?add=a").body == #"{"error":"Too Many Channels"}"#)
        #expect(get("/channel-group/g5/remove", probe) == Self.ok)
        #expect(get("/channel-group/new?add=a", probe) == Self.ok)
    }

    @Test func aWrongSubscribeKeyIsRefused() {
        let probe = OriginProbe(keys: ("pub", "sub"))
        let exchange = probe.get(Self.prefix + "/channel-group/g?add=a")
        #expect(exchange.status == 400)
        #expect(exchange.body?.contains("Invalid Subscribe Key") == true)
    }

    @Test(
        "A waiting subscriber of a group receives messages of a channel that is added, and none of a removed one"
    )
    func live() {
        get("/namespace/n/channel-group/g?add=a")
        let start = "14186550000000000"
        let poll = probe.get("/v2/subscribe/demo/,/0?tt=\(start)&channel-group=n:g")
        #expect(poll.all.isEmpty)
        probe.publish("1", to: "b")
        #expect(poll.all.isEmpty)
        get("/namespace/n/channel-group/g?add=b")
        probe.publish("2", to: "b")
        #expect(poll.body?.contains(#""c":"b""#) == true)
        #expect(poll.body?.contains(#""d":2,"b":"n:g""#) == true)
        let next = probe.get("/v2/subscribe/demo/,/0?tt=14186550000000002&channel-group=n:g")
        get("/namespace/n/channel-group/g?remove=b")
        probe.publish("3", to: "b")
        #expect(next.all.isEmpty)
        probe.publish("4", to: "a")
        #expect(next.body?.contains(#""d":4"#) == true)
    }

    @Test("Refuses a subscription to an empty group with a message that means error 118")
    func emptied() {
        get("/channel-group/g?add=a")
        get("/channel-group/g/remove")
        let exchange = probe.get("/v2/subscribe/demo/,/0?tt=0&channel-group=g")
        #expect(exchange.status == 400)
        #expect(exchange.body?.contains("empty subscription set") == true)
    }

    @Test("A group that lists a channel's presence delivers its presence events, held or catching up")
    func presenceAsMember() {
        get("/channel-group/g?add=a-pnpres")
        let poll = probe.get("/v2/subscribe/demo/,/0?tt=14186550000000000&channel-group=g&uuid=watcher")
        probe.get("/v2/subscribe/demo/a/0?tt=0&uuid=guest")
        #expect(poll.body?.contains(#""uuid":"guest""#) == true)
        let late = probe.get("/v2/subscribe/demo/,/0?tt=14186550000000000&channel-group=g&uuid=watcher")
        #expect(late.body == poll.body)
        #expect(probe.get("/v2/presence/sub-key/demo?disable_uuids=1").body?.contains(#""total_occupancy": 1"#) == true)
    }
}
