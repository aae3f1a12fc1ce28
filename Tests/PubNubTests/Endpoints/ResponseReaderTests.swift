import Foundation
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Documentation/WireProtocol.md, "Responses" and "Errors and retries".
@Suite("ResponseReader")
struct ResponseReaderTests {
    private func read(_ body: String, status: Int = 200) -> Result<JSON, ServiceFailure> {
        Result { () throws(ServiceFailure) in try ResponseReader.content(of: Replies.reply(body, status: status)) }
    }

    private func failure(_ body: String, status: Int = 200) -> ServiceFailure? {
        guard case .failure(let failure) = read(body, status: status) else { return nil }
        return failure
    }

    @Test(
        "Unwraps the envelope",
        arguments: [
            (#"{"status":200,"message":"OK","service":"Presence","payload":{"a":[1]}}"#, ["a": [1]]),
            (#"{"status":200,"error":false,"service":"channel-registry","payload":{}}"#, [:]),
            (#"{"status":200,"message":"OK","service":"Presence","action":"leave"}"#, ["action": "leave"]),
            (
                #"{"status":200,"message":"OK","warning":"old","_private_x":1,"uuids":[],"occupancy":0}"#,
                ["uuids": [], "occupancy": 0]
            ),
            (#"{"payload":null,"a":1}"#, ["a": 1]),
            (#"{"_a":1,"_b_":2,"__c":3,"d_e":4}"#, ["_a": 1, "_b_": 2, "d_e": 4]),
            (#"[1,"Sent","2"]"#, [1, "Sent", "2"]), (#"[]"#, []), (#" {} "#, [:]), (#"{"error":null,"a":1}"#, ["a": 1]),
            (#"{"error":0,"a":1}"#, ["a": 1]), (#"{"error":"","a":1}"#, ["a": 1]),
            (#"{"status":"200","message":"OK","a":1}"#, ["a": 1]), (#"cb_1a2b3({"a":"(b)"})"#, ["a": "(b)"]),
            (#"{"status":200,"data":null}"#, ["data": .null]),
        ] as [(String, JSON)]
    )
    func content(body: String, content: JSON) {
        #expect(read(body) == .success(content))
    }

    @Test(
        "Reads the bodies of errors",
        arguments: [
            (#"[0,"Invalid Key","14818963707386265"]"#, 400, 113), (#"[0,"Invalid JSON","1"]"#, 400, 112),
            (#"[0,"Message Too Large","1"]"#, 400, 114), (#"[0,"Signal size too large","1"]"#, 400, -1),
            (#"[["Invalid Key"],0,0]"#, 200, 113), (#"[0,"Invalid Key"]"#, 200, 113),
            (#"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden","payload":{}}"#, 403, 122),
            (#"{"message":"Invalid Subscribe Key","error":true,"service":"Access Manager","status":400}"#, 400, 113),
            (#"{"message":"Invalid Timestamp","error":true,"service":"Access Manager","status":400}"#, 400, -1),
            (
                #"{"status":400,"message":"Reserved character in input parameters.","error":true}"#,
                400, -1
            ),
            (#"{"status": 400, "message": "No valid channels specified", "service": "Presence"}"#, 200, -1),
            (#"{"status": 404, "message": "Not Found", "service": "Presence"}"#, 200, -1),
            (
                #"{"status":400,"message":"Channel group or groups result in empty subscription set","error":true}"#,
                400, 118
            ),
            (#"{"error":"Expected 32byte hex device token"}"#, 400, -1),
            (#"{"error": "Expected 32byte hex device token"}"#, 200, -1),
            (#"{"error":"Invalid device token"}"#, 400, -1), (#"{"error":"Invalid type argument"}"#, 400, -1),
            (
                #"{"error":"Use of the mobile push notifications API requires what is not enabled for this key."}"#,
                200, 137
            ),
            (
                #"[["Use of the history API requires the Storage & Playback which is not enabled."],0,0]"#,
                200, 140
            ),
            (#"{"message":"Request URI Too Long","error":true,"service":"Balancer","status":414}"#, 414, -1),
            (#"{"status":400,"error":{"source":"grant","message":"Invalid ttl","details":[]}}"#, 400, -1),
            (#"{"status":400,"error":{"source":"actions","message":"Invalid Subkey"}}"#, 400, 113),
            (#"{"status":403,"error":true,"error_message":"Forbidden","channels":{}}"#, 403, 122),
            (#"{"status":403,"error":true,"error_message":"","channels":{}}"#, 200, 122),
            (#"{"error":{"message":"Token is revoked"},"status":403}"#, 403, 122),
            (#"{"status":429,"error":true,"message":"API rate limited"}"#, 429, 141),
            (#"{"status":413,"error":true,"message":"Message Too Large"}"#, 413, 114),
            (#"{"error":true,"message":"Signature Does Not Match"}"#, 403, 138),
            (#"{"error":1,"message":"Forbidden"}"#, 200, 122), (#"{"status":"403","message":"Forbidden"}"#, 200, 122),
        ]
    )
    func errors(body: String, status: Int, code: Int) {
        #expect(failure(body, status: status)?.code == code)
    }

    @Test(
        "A failing HTTP status is a failure whatever the body contains",
        arguments: [400, 401, 402, 403, 404, 413, 414, 429, 500, 502, 503],
        [#"[14818963707386265]"#, #"{"status": 200, "message": "OK", "payload": {"channels": []}}"#, "[]", "{}"]
    )
    func statusRules(status: Int, body: String) {
        let codes = [402: 123, 403: 122, 413: 114, 429: 141, 500: -1, 502: -1, 503: -1]
        #expect(failure(body, status: status)?.code == codes[status] ?? 121)
    }

    @Test(
        "The status in the body counts if it is an error",
        arguments: [(402, 123), (403, 122), (404, 121)]
    )
    func ownStatus(status: Int, code: Int) {
        #expect(failure(#"{"status":\#(status),"error":true}"#, status: 400)?.code == code)
        #expect(failure(#"{"status":\#(status)}"#)?.code == code)
    }

    @Test(
        "A body that is not a JSON object or array is malformed, unless the status is an error",
        arguments: [
            ("", 200, 143), (" \n", 200, 143), ("<html>x</html>", 200, 143), ("<html>x</html>", 502, -1),
            ("zimp", 200, 143), ("[abc]", 200, 143), (#"[1,"Sent""#, 500, -1), ("42", 200, 143),
            ("\"text\"", 200, 143),
            ("null", 200, 143), ("{'a':1}", 200, 143), (#"{"status": 403, "error": False}"#, 200, 143),
            ("[1]x", 200, 143),
            ("", 403, 122), ("<html>Forbidden</html>", 403, 122), ("", 401, 121), ("", 402, 123), ("", 413, 114),
            ("Too many", 429, 141), ("", 404, 143), ("", 204, 143),
        ]
    )
    func malformed(body: String, status: Int, code: Int) {
        #expect(failure(body, status: status)?.code == code)
    }

    @Test("A body that is not UTF-8 is an encoding error")
    func encoding() {
        let reply = TransportResponse(status: 200, body: [0x5B, 0x22, 0xC3, 0x28, 0x22, 0x5D])
        let result = ResponseReader.decode(reply) { $0 }
        #expect(throws: Failure.self) { try result.get() }
        #expect((try? ResponseReader.content(of: reply)) == nil)
        if case .failure(let error) = result { #expect(error.code == 142) }
    }

    @Test("Errors contain the names that the service lists: channels, or else groups")
    func names() {
        let channels = failure(
            #"{"message":"Forbidden","payload":{"channels":["a","b"],"channel-groups":[":g"]},"status":403}"#,
            status: 403
        )
        #expect(channels?.channels == ["a", "b"])
        #expect(channels?.channelGroups == [])
        let groups = failure(
            #"{"message":"Forbidden","payload":{"channel-groups":[":g","n:h"]},"error":true,"status":403}"#,
            status: 403
        )
        #expect(groups?.channels == [])
        #expect(groups?.channelGroups == [":g", "n:h"])
    }

    @Test("The failure names the channels or the groups, without the colon of an empty namespace")
    func namesOfFailure() throws {
        func failure(_ payload: String) -> Failure? {
            let body = #"{"message":"Forbidden","payload":\#(payload),"error":true,"status":403}"#
            let result = ResponseReader.decode(Replies.reply(body, status: 403)) { $0 }
            guard case .failure(let error) = result else { return nil }
            return error
        }
        let channels = try #require(failure(#"{"channels":["a","b"]}"#))
        #expect(channels.channels == ["a", "b"])
        #expect(channels.groups.isEmpty)
        let groups = try #require(failure(#"{"channel-groups":[":g","n:h"]}"#))
        #expect(groups.channels.isEmpty)
        #expect(groups.groups == ["g", "n:h"])
        let none = try #require(failure("{}"))
        #expect(none.channels.isEmpty && none.groups.isEmpty)
    }

    @Test("Only the unknown error and rate limits have the service's message")
    func texts() {
        #expect(failure(#"{"status":400,"error":true,"message":"What?"}"#, status: 400)?.text == "What?")
        #expect(failure(#"{"status":429,"error":true,"message":"API rate limited"}"#)?.text == "API rate limited")
        #expect(failure(#"{"status":403,"error":true,"message":"Forbidden"}"#, status: 403)?.text == nil)
        #expect(failure("[]", status: 404)?.text == nil)
        // Its code says nothing about a failing server.
        #expect(failure("[]", status: 500)?.text == "The service responded with status 500.")
    }
}
