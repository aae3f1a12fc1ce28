import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Requests" and "Errors and retries".
@Suite("Time, JSONP and refusals")
struct TimeAndRefusalTests {
    private let probe = OriginProbe()

    @Test func time() {
        #expect(probe.get("/time/0?pnsdk=x").body == "[14186550000000000]")
        #expect(probe.get("/time/t_9f3ab?auth=k").body == "t_9f3ab([14186550000000000])")
        probe.advance(by: .milliseconds(1500))
        #expect(probe.get("/time/0").body == "[14186550015000000]")
    }

    @Test("Wraps if the query has a callback other than 0")
    func callbackInQuery() {
        #expect(probe.get("/v2/history/sub-key/demo/channel/a?callback=h_1").body == "h_1([[],0,0])")
        #expect(probe.get("/v2/history/sub-key/demo/channel/a?callback=0").body == "[[],0,0]")
        #expect(probe.get("/v2/history/sub-key/demo/channel/a?callback=").body == "[[],0,0]")
    }

    @Test(arguments: ["/", "/nothing", "/publish/demo", "/v2/subscribe/demo", "/v2/history/sub-key/demo/channel/", "*"])
    func unknownPathsAreNotFound(path: String) {
        let exchange = probe.get(path)
        #expect(exchange.status == 404)
        #expect(exchange.body == #"{"status":404,"service":"Balancer","error":true,"message":"Not Found"}"#)
    }

    @Test("Refuses an unknown path of the presence service in the body, with HTTP status 200")
    func unknownPresencePath() {
        let exchange = probe.get("/v2/presence/sub-key/demo/nothing")
        #expect(exchange.status == 200)
        #expect(exchange.body == #"{"status": 404, "message": "Not Found", "service": "Presence"}"#)
    }

    @Test(
        "A method that a path does not have is refused with those that it has",
        arguments: [
            ("POST", "/time/0", "GET, HEAD, OPTIONS"), ("DELETE", "/v2/subscribe/demo/a/0", "GET, OPTIONS"),
            ("PUT", "/time/0", "GET, HEAD, OPTIONS"), ("HEAD", "/v2/subscribe/demo/a/0", "GET, OPTIONS"),
            ("HEAD", "/publish/demo/demo/0/a/0/1", "GET, OPTIONS"),
            ("HEAD", "/v1/channel-registration/sub-key/demo/channel-group/g", "GET, OPTIONS"),
            ("PUT", "/publish/demo/demo/0/a/0", "POST, OPTIONS"),
            ("PUT", "/v2/objects/demo/uuids/u", "GET, HEAD, DELETE, PATCH, OPTIONS"),
        ]
    )
    func otherMethodsAreRefused(method: String, path: String, allowed: String) {
        let exchange = probe.send(OriginRequest(method: method, target: path))
        #expect(exchange.status == 405)
        #expect(exchange.body == #"{"status":405,"service":"Balancer","error":true,"message":"Method Not Allowed"}"#)
        let methods = exchange.response?.headers.first { $0.name == "Allow" }?.value.split(separator: ", ").sorted()
        #expect(methods == allowed.split(separator: ", ").sorted())
    }

    @Test(
        "HEAD has the status of GET",
        arguments: ["/v2/history/sub-key/demo/channel/a", "/v2/presence/sub-key/demo", "/v2/objects/demo/uuids"]
    )
    func heads(path: String) {
        for method in ["GET", "HEAD"] {
            #expect(probe.send(OriginRequest(method: method, target: path)).status == 200)
        }
    }

    @Test func longTargetsAndBodiesAreRefused() {
        var limits = OriginLimits()
        limits.maximumURLBytes = 100
        limits.maximumBodyBytes = 10
        let probe = OriginProbe(limits: limits)
        let path = "/time/0?x="
        #expect(probe.get(path + String(repeating: "y", count: 90)).status == 200)
        let tooLong = probe.get(path + String(repeating: "y", count: 91))
        #expect(tooLong.status == 414)
        #expect(tooLong.body == #"{"status":414,"service":"Balancer","error":true,"message":"Request URI Too Long"}"#)
        let tooLarge = probe.post("/publish/demo/demo/0/a/0", Array(repeating: 0x31, count: 11))
        #expect(tooLarge.status == 413)
        #expect(probe.post("/publish/demo/demo/0/a/0", Array(repeating: 0x31, count: 10)).status == 200)
    }

    @Test("Names have at most 92 characters, without a presence suffix", arguments: ["n", "%D0%B6", "%F0%9F%98%80"])
    func longNames(character: String) {
        let longest = String(repeating: character, count: 92)
        // 57 letters of two bytes each have more than 92 bytes.
        for name in [String(repeating: character, count: 57), longest] {
            #expect(probe.get("/v2/subscribe/demo/\(name),\(name)-pnpres/0?tt=0").status == 200)
            #expect(probe.get("/publish/demo/demo/0/\(name)/0/1").status == 200)
        }
        #expect(probe.get("/v2/subscribe/demo/\(longest)n/0?tt=0").status == 400)
        #expect(probe.get("/publish/demo/demo/0/\(longest)n/0/1").status == 400)
        #expect(probe.get("/v2/history/sub-key/demo/channel/\(longest)n").status == 400)
        #expect(probe.get("/v2/subscribe/demo/a/0?tt=0&uuid=\(longest)n").status == 400)
        #expect(probe.get("/subscribe/demo/,/0/0?channel-group=\(longest)n").status == 400)
    }

    @Test(
        "Refuses names that proxies remove from a path: . and .., escaped or not",
        arguments: [".", "..", "%2E", "%2e%2E", "a,..", ".-pnpres"]
    )
    func dotNames(name: String) {
        for path in [
            "/v2/subscribe/demo/\(name)/0?tt=0", "/publish/demo/demo/0/\(name)/0/1", "/signal/demo/demo/0/\(name)/0/1",
            "/v2/history/sub-key/demo/channel/\(name)", "/v2/presence/sub-key/demo/channel/\(name)",
            "/v1/message-actions/demo/channel/\(name)",
            "/v1/channel-registration/sub-key/demo/channel-group/g?add=\(name)",
            "/subscribe/demo/,/0/0?channel-group=\(name)",
        ] {
            #expect(probe.get(path).status == 400, "\(path)")
        }
    }

    @Test("Refuses identifiers and groups . and .. in a path", arguments: [".", "..", "%2E%2E"])
    func dotSegments(name: String) {
        for path in [
            "/v2/presence/sub-key/demo/uuid/\(name)", "/v2/presence/sub-key/demo/channel/a/uuid/\(name)",
            "/v1/channel-registration/sub-key/demo/channel-group/\(name)",
            "/v1/channel-registration/sub-key/demo/namespace/\(name)/channel-group", "/v2/objects/demo/uuids/\(name)",
            "/v2/objects/demo/channels/\(name)", "/v1/push/sub-key/demo/devices/\(name)?type=fcm",
        ] {
            #expect(probe.get(path).status == 400, "\(path)")
        }
        #expect(
            probe.get("/v2/presence/sub-key/demo/channel/./uuid/u?channel-group=g").status == 200,
            "3.7.8 sends this"
        )
    }

    @Test func tooManyNamesAreRefused() {
        let names = (0..<2001).map { "c\($0)" }.joined(separator: ",")
        #expect(probe.get("/v2/presence/sub-key/demo/channel/\(names)/heartbeat?uuid=u").status == 400)
    }

    @Test func anotherSubscribeKeyIsRefused() {
        let probe = OriginProbe(keys: (publish: "pub", subscribe: "sub"))
        let exchange = probe.get("/v2/subscribe/demo/whatever/0?tt=0")
        #expect(exchange.status == 400)
        #expect(
            exchange.body == #"{"message":"Invalid Subscribe Key","payload":{"channels":["whatever"]},"#
                + "\"error\":true,\"service\":\"Access Manager\",\"status\":400}\n"
        )
        #expect(probe.get("/v2/presence/sub-key/demo").body?.contains("Invalid Subscribe Key") == true)
        let actions = probe.get("/v1/message-actions/demo/channel/a")
        #expect(actions.status == 400)
        #expect(actions.body == #"{"status": 400, "error": {"source": "actions", "message": "Invalid Subkey"}}"#)
        #expect(probe.get("/time/0").status == 200)
    }
}
