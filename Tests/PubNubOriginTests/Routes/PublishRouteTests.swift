import PubNubCodec
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Publish".
@Suite("Publish")
struct PublishRouteTests {
    private let probe = OriginProbe()

    @Test func getReturnsATimetoken() {
        let exchange = probe.get("/publish/demo/demo/0/a/0/%22hi%22?uuid=u1&pnsdk=x&unknown=1")
        #expect(exchange.body == #"[1,"Sent","14186550000000000"]"#)
        #expect(exchange.status == 200)
        #expect(exchange.response?.contentType == #"text/javascript; charset="UTF-8""#)
    }

    @Test func postTakesJSONPlainAndCompressed() throws {
        let json = Array(#"{"a":1}"#.utf8)
        #expect(probe.post("/publish/demo/demo/0/a/0", json).status == 200)
        #expect(probe.post("/publish/demo/demo/0/a/0", try Gzip.compress(json), encoding: "gzip").status == 200)
        #expect(
            probe.post("/publish/demo/demo/0/a/m_1c2d3", try Gzip.compress(json)).body?.hasPrefix("m_1c2d3([1") == true
        )
        #expect(
            probe.get("/v2/history/sub-key/demo/channel/a").body
                == #"[[{"a":1},{"a":1},{"a":1}],14186550000000000,14186550000000002]"#
        )
    }

    @Test("Delivers the JSON text as it was written")
    func textIsKept() {
        let json = #"{ "b" : 1.50, "a":[12345678901234567890,"é\u0041"] }"#
        probe.publish(json, to: "a")
        #expect(
            probe.get("/v2/history/sub-key/demo/channel/a?count=1").body
                == "[[\(json)],14186550000000000,14186550000000000]"
        )
    }

    @Test("Accepts the form of old clients: unescaped slashes in the message, a signature instead of 0")
    func oldPaths() {
        #expect(probe.get("/publish/demo/demo/0/a/0/%22b/c//d%22").status == 200)
        #expect(probe.get("/publish/demo/demo/some_signature/a/0/2").status == 200)
        #expect(
            probe.get("/v2/history/sub-key/demo/channel/a").body
                == #"[["b/c//d",2],14186550000000000,14186550000000001]"#
        )
    }

    @Test(arguments: ["%22hi", "hi", "", "%7B%22a%22:%7D", "%22%FF%22", "NaN", "[1,]", "%22a%0Ab%22"])
    func refusesInvalidJSON(text: String) {
        let exchange = text.isEmpty ? probe.publish("", to: "a") : probe.get("/publish/demo/demo/0/a/0/\(text)")
        #expect(exchange.status == 400)
        #expect(exchange.body == #"[0,"Invalid JSON","14186550000000000"]"#)
    }

    @Test("A POST of version 2, as the Kotlin SDK sends it, is a publish", arguments: ["0", "0/"])
    func secondVersion(end: String) throws {
        let path = "/v2/publish/demo/demo/0/a/" + end
        let json = Array(#"{"a":1}"#.utf8)
        #expect(probe.post(path + "?uuid=u1", json).body == #"[1,"Sent","14186550000000000"]"#)
        #expect(probe.post(path, try Gzip.compress(json), encoding: "gzip").status == 200)
        #expect(probe.post(path, []).body?.hasPrefix(#"[0,"Invalid JSON","#) == true)
        #expect(probe.post(path.replacing("publish/demo/", with: "publish/other/"), json).status == 200)
        #expect(probe.get(path).status == 405)
        let history = probe.get("/v2/history/sub-key/demo/channel/a").body
        #expect(history?.hasPrefix(#"[[{"a":1},{"a":1},{"a":1}],"#) == true)
        let keyed = OriginProbe(keys: (publish: "pub", subscribe: "demo"))
        #expect(keyed.post(path, json).body?.hasPrefix(#"[0,"Invalid Key","#) == true)
    }

    @Test(
        "Accepts a message of 32 KiB and refuses one more byte, also if it is compressed",
        arguments: ["/publish/demo/demo/0/a/0", "/v2/publish/demo/demo/0/a/0"]
    )
    func limit(path: String) throws {
        func json(_ length: Int) -> [UInt8] { Array(("\"" + String(repeating: "x", count: length - 2) + "\"").utf8) }
        #expect(probe.post(path, json(32_768)).status == 200)
        #expect(probe.post(path, try Gzip.compress(json(32_768)), encoding: "gzip").status == 200)
        for body in [json(32_769), try Gzip.compress(json(32_769)), try Gzip.compress(json(10_000_000))] {
            let exchange = probe.post(path, body)
            #expect(exchange.status == 400)
            #expect(exchange.body?.hasPrefix(#"[0,"Message Too Large","#) == true)
        }
    }

    @Test(arguments: ["a,b", "a.*", "a-pnpres"])
    func channelsThatCannotBePublishedToAreRefused(channel: String) {
        let exchange = probe.publish("1", to: channel)
        #expect(exchange.status == 400)
        #expect(exchange.body == #"[0,"Invalid Character in Channel Name","14186550000000000"]"#)
    }

    @Test func store0IsDeliveredAndNotInHistory() {
        let poll = probe.get("/v2/subscribe/demo/a/0?tt=1")
        probe.publish("1", to: "a", "?store=0")
        #expect(poll.body?.contains(#""d":1"#) == true)
        #expect(probe.get("/v2/history/sub-key/demo/channel/a").body == "[[],0,0]")
    }

    @Test func ttlEndsALifeInHistory() {
        probe.publish("1", to: "a", "?ttl=1")
        probe.advance(by: .seconds(3599))
        #expect(probe.get("/v2/history/sub-key/demo/channel/a").body?.hasPrefix("[[1]") == true)
        probe.advance(by: .seconds(1))
        #expect(probe.get("/v2/history/sub-key/demo/channel/a").body == "[[],0,0]")
    }

    @Test(
        "The time in history may be a part of an hour, and is ignored if it is no number",
        arguments: ["0.5", "nan", "x", "-1"]
    )
    func fractionOfAnHour(hours: String) {
        probe.publish("1", to: "a", "?ttl=\(hours)")
        probe.advance(by: .seconds(1799))
        #expect(probe.get("/v2/history/sub-key/demo/channel/a").body?.hasPrefix("[[1]") == true)
        probe.advance(by: .seconds(1))
        #expect((probe.get("/v2/history/sub-key/demo/channel/a").body == "[[],0,0]") == (hours == "0.5"))
    }

    @Test("A POST may end in a slash, as the Objective-C SDK sends it")
    func trailingSlash() {
        #expect(probe.post("/publish/demo/demo/0/a/0/", Array("1".utf8)).status == 200)
        #expect(probe.get("/v2/history/sub-key/demo/channel/a").body?.hasPrefix("[[1]") == true)
    }

    @Test(
        "The path of each way of publishing may name a JSONP callback",
        arguments: ["/publish/demo/demo/0/a", "/signal/demo/demo/0/a", "/v1/files/publish-file/demo/demo/0/a"]
    )
    func callbacks(path: String) {
        #expect(probe.get(path + "/cb_1/1").body == #"cb_1([1,"Sent","14186550000000000"])"#)
        #expect(probe.get(path + "/0/1").body?.hasPrefix("[1,") == true)
    }

    @Test(
        "A custom message type has 3 to 50 letters, digits, - and _, and none that the service reserves",
        arguments: [
            ("ab", false), ("abc", true), (String(repeating: "x", count: 50), true),
            (String(repeating: "x", count: 51), false), ("-ab", false), ("_ab", false), ("pn_x", false),
            ("pn-x", false),
            ("pnx", true), ("myType01-_", true), ("MyCustom-Type_", true), ("1ab", true), ("a%20b", false),
            ("t%C3%A9xt", false), ("", true),
        ]
    )
    func customTypes(type: String, isValid: Bool) {
        for target in [
            "/publish/demo/demo/0/a/0/1", "/signal/demo/demo/0/a/0/1", "/v1/files/publish-file/demo/demo/0/a/0/1",
        ] {
            let exchange = probe.get("\(target)?custom_message_type=\(type)")
            #expect(exchange.status == (isValid ? 200 : 400))
            if !isValid { #expect(exchange.body == #"[0,"Invalid custom_message_type","14186550000000000"]"#) }
        }
        let isStored = probe.get("/v2/history/sub-key/demo/channel/a").body != "[[],0,0]"
        #expect(isStored == isValid)
    }

    @Test func keysAreChecked() {
        let probe = OriginProbe(keys: (publish: "pub", subscribe: "sub"))
        #expect(probe.get("/publish/pub/sub/0/a/0/1").status == 200)
        #expect(probe.get("/publish/other/sub/0/a/0/1").body == #"[0,"Invalid Key","14186550000000000"]"#)
        // As recorded: the subscribe key is looked at first.
        let unknown = #"{"message":"Invalid Subscribe Key","error":true,"service":"Access Manager","status":400}"#
        for target in [
            "/publish/pub/other/0/a/0/1", "/publish/other/other/0/a/0/1", "/signal/pub/other/0/a/0/1",
            "/publish/pub/other/0/a/0/1?norep=true",
            "/v1/files/publish-file/pub/other/0/a/0/1",
        ] {
            #expect(probe.get(target).status == 400)
            #expect(probe.get(target).body == unknown + "\n")
        }
        #expect(probe.get("/publish/other/sub/0/a/0/1").status == 400)
    }

    @Test func timetokensNeverRepeat() {
        let tokens = (0..<50).compactMap { _ in probe.publish("1", to: "a").body }
        #expect(Set(tokens).count == 50)
    }

    @Test("norep=true stores a message and delivers it to no subscriber, neither immediately nor for catch-up")
    func withoutReplication() {
        let probe = OriginProbe()
        let start = probe.get("/subscribe/demo/a/0/0").body?.split(separator: "\"").dropLast().last ?? ""
        let waiting = probe.get("/subscribe/demo/a/0/\(start)")
        #expect(probe.publish("1", to: "a", "?norep=true").status == 200)
        #expect(waiting.status == nil)
        #expect(probe.get("/v2/subscribe/demo/a/0?tt=1").status == nil)
        #expect(probe.get("/v2/history/sub-key/demo/channel/a").body?.hasPrefix("[[1],") == true)
        probe.publish("2", to: "a")
        #expect(waiting.body?.hasPrefix("[[2],") == true)
    }
}
