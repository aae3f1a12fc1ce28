import PubNubCodec
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Access manager".
@Suite("Access rights and their expiry")
struct AccessManagerRouteTests {
    private let probe = OriginProbe(keys: (publish: "demo", subscribe: "demo"), secretKey: SignedCall.secretKey)

    private var seconds: UInt64 { probe.clock.date / 10_000_000 }

    private static func forbidden(_ payload: String) -> String {
        #"{"message":"Forbidden","payload":\#(payload),"error":true,"service":"Access Manager","status":403}"# + "\n"
    }

    @Test("If disabled, all clients may do everything, and grant and audit say that nothing is checked")
    func off() {
        let probe = OriginProbe()
        #expect(probe.get("/publish/demo/demo/0/a/0/1").status == 200)
        for operation in ["grant", "audit"] {
            let answer = probe.get("/v1/auth/\(operation)/sub-key/demo?channel=a&r=1")
            #expect(answer.status == 200)
            #expect(answer.body?.contains("Access manager is not enabled") == true)
            #expect(answer.body?.contains(#""warning":true"#) == true)
        }
        #expect(probe.core.withState { $0.access.count } == 0)
    }

    @Test("Refuses a grant on users together with channels or groups, and grants nothing")
    func mixedGrant() {
        for items in [["channel": "a"], ["channel-group": "g"], ["channel": "a", "channel-group": "g"]] {
            let answer = probe.grant(items.merging(["target-uuid": "u", "auth": "k", "r": "1"]) { $1 }, version: "v2")
            #expect(answer.status == 400)
            #expect(
                answer.body
                    == #"{"message":"target-uuid is not allowed together with channel or channel-group","error":true,"#
                    + #""service":"Access Manager","status":400}"# + "\n"
            )
        }
        #expect(probe.core.withState { $0.access.count } == 0)
        #expect(probe.grant(["target-uuid": "u", "auth": "k", "g": "1"], version: "v2").status == 200)
        #expect(probe.grant(["channel": "a", "channel-group": "g", "r": "1"], version: "v2").status == 200)
    }

    @Test("Refuses a missing right, allows it after a grant to all or to a key, and refuses it after a revocation")
    func grantAndRevoke() {
        let target = "/publish/demo/demo/0/a/0/1"
        #expect(probe.get(target).status == 403)
        #expect(probe.get(target).body == Self.forbidden(#"{"channels":["a"]}"#))
        #expect(probe.grant(["channel": "a", "auth": "k", "w": "1", "r": "0"]).status == 200)
        #expect(probe.get(target).status == 403)
        #expect(probe.get(target + "?auth=l").status == 403)
        #expect(probe.get(target + "?auth=k").status == 200)
        #expect(probe.grant(["channel": "a", "w": "1"]).status == 200)
        #expect(probe.get(target).status == 200)
        probe.grant(["channel": "a"])
        probe.grant(["channel": "a", "auth": "k"])
        #expect(probe.get(target + "?auth=k").status == 403)
    }

    @Test(
        "A deletion of history that the secret key signed needs no right; another key or an old signature does not help"
    )
    func signedDeletion() throws {
        func delete(secretKey: String, age: UInt64 = 0, channel: String = "a") throws -> UInt {
            let path = "/v3/history/sub-key/demo/channel/a"
            let query = [("timestamp", "\(seconds - age)"), ("uuid", "u")]
            let text = StringToSign.v2(method: "DELETE", publishKey: "demo", path: path, query: query)
            let digest = try HMAC.sha256(key: Array(secretKey.utf8), message: text)
            let signature = Base64.encode(digest, urlSafe: true).replacing("=", with: "")
            let items = query.map { "\($0)=\($1)" }.joined(separator: "&") + "&signature=v2.\(signature)"
            let target = "/v3/history/sub-key/demo/channel/\(channel)?\(items)"
            return UInt(probe.send(OriginRequest(method: "DELETE", target: target)).status ?? 0)
        }
        #expect(try delete(secretKey: SignedCall.secretKey) == 200)
        #expect(try delete(secretKey: "another") == 403)
        #expect(try delete(secretKey: SignedCall.secretKey, age: 3600) == 403)
        #expect(try delete(secretKey: SignedCall.secretKey, channel: "b") == 403)
        #expect(probe.send(OriginRequest(method: "DELETE", target: "/v3/history/sub-key/demo/channel/a")).status == 403)
    }

    @Test("Refusals name exactly what is denied")
    func namesOfRefusals() {
        probe.core.withState { $0.groups.add(["x"], to: "n:h", keyset: "demo") }
        probe.grant(["channel": "a", "r": "1"])
        let mixed = probe.get("/v2/subscribe/demo/a,b,c/0?channel-group=g,n:h&tt=0")
        #expect(mixed.status == 403)
        #expect(mixed.body == Self.forbidden(#"{"channels":["b","c"],"channel-groups":[":g","n:h"]}"#))
        let groups = probe.get("/subscribe/demo/,/s_1/0?channel-group=n:h")
        #expect(groups.body == "s_1(" + Self.forbidden(#"{"channel-groups":["n:h"]}"#) + ")")
        let all = probe.get("/v2/presence/sub-key/demo")
        #expect(all.status == 403)
        #expect(all.body == #"{"message":"Forbidden","error":true,"service":"Access Manager","status":403}"# + "\n")
    }

    @Test("Rights expire by the origin's clock", arguments: [("2", 120), (nil, 86_400)])
    func expiry(ttl: String?, seconds: Int) {
        var items = ["channel": "a", "r": "1"]
        items["ttl"] = ttl
        probe.grant(items)
        let target = "/v2/history/sub-key/demo/channel/a"
        probe.advance(by: .seconds(seconds) - .milliseconds(1))
        #expect(probe.get(target).status == 200)
        probe.advance(by: .milliseconds(1))
        #expect(probe.get(target).status == 403)
    }

    @Test("A ttl of 0 means no expiry, and lists then contain no time")
    func forEver() {
        #expect(probe.grant(["channel": "a", "r": "1", "ttl": "0"]).body?.contains(#""ttl":0"#) == true)
        probe.advance(by: .seconds(100 * 365 * 86_400))
        #expect(probe.get("/v2/history/sub-key/demo/channel/a").status == 200)
        let listed = probe.audit(["channel": "a"]).body ?? ""
        #expect(listed.contains(#""channels":{"a":{"m":0,"r":1,"w":0}}"#))
        #expect(!listed.contains("ttl"))
    }

    @Test func listsTellTheMinutesThatAreLeft() {
        probe.grant(["channel": "a", "auth": "k", "r": "1", "ttl": "10"])
        probe.advance(by: .seconds(61))
        let expected = #""auths":{"k":{"m":0,"r":1,"ttl":9,"w":0}},"channel":"a","level":"user""#
        #expect(probe.audit(["channel": "a", "auth": "k"]).body?.contains(expected) == true)
        probe.advance(by: .seconds(600))
        #expect(probe.audit(["channel": "a", "auth": "k"]).body?.contains(#""auths":{}"#) == true)
    }

    @Test("A negative ttl, which some clients send by default, is a day", arguments: ["-1", "-1440"], ["v1", "v2"])
    func negativeTimes(ttl: String, version: String) {
        let answer = probe.grant(["channel": "a", "r": "1", "ttl": ttl], version: version)
        #expect(answer.status == 200)
        #expect(answer.body?.contains(#""ttl":1440"#) == true)
        let target = "/v2/history/sub-key/demo/channel/a"
        probe.advance(by: .seconds(86_400) - .milliseconds(1))
        #expect(probe.get(target).status == 200)
        probe.advance(by: .milliseconds(1))
        #expect(probe.get(target).status == 403)
    }

    @Test(arguments: ["x", "1.5", "-", "--1", "-1.5", "-x"])
    func aTimeThatIsNoneIsRefused(ttl: String) {
        let answer = probe.grant(["channel": "a", "r": "1", "ttl": ttl])
        #expect(answer.status == 400)
        #expect(answer.body?.contains("Invalid ttl") == true)
        #expect(probe.core.withState { $0.access.count } == 0)
    }

    @Test("Accepts signatures with the secret key only", arguments: ["grant", "audit"], ["v1", "v2"])
    func signatures(operation: String, version: String) {
        for isSignedAnew in [false, true] {
            var call = SignedCall(
                version: version,
                operation: operation,
                items: ["channel": "a~'b", "r": "1"],
                timestamp: seconds,
                isSignedAnew: isSignedAnew
            )
            #expect(probe.get(call.target).status == 200)
            #expect(probe.get(call.target.replacing("r=1", with: "r=0")).status == 403, "the query was changed")
            call.secretKey = "another"
            let refused = probe.get(call.target)
            #expect(refused.status == 403)
            #expect(
                refused.body
                    == #"{"message":"Signature Does Not Match","error":true,"service":"Access Manager","status":403}"#
                    + "\n"
            )
        }
        let path = "/\(version)/auth/\(operation)/sub-key/demo?timestamp=\(seconds)"
        for signature in ["", "&signature=", "&signature=%21", "&signature=v2.", "&signature=AAAA"] {
            #expect(probe.get(path + signature).status == 403)
        }
    }

    @Test("A timestamp may differ by at most a minute", arguments: [-61, -60, 0, 60, 61])
    func timestamps(offset: Int) {
        let call = SignedCall(items: ["r": "1"], timestamp: UInt64(Int(seconds) + offset))
        let answer = probe.get(call.target)
        #expect(answer.status == (abs(offset) <= 60 ? 200 : 400))
        if abs(offset) > 60 { #expect(answer.body?.contains("Invalid Timestamp") == true) }
        #expect(probe.get("/v1/auth/grant/sub-key/demo?r=1&signature=AAAA").status == 400, "without one")
    }

    @Test("A revocation ends the long polls that need the right, and no others")
    func heldCalls() {
        probe.grant(["channel": "a,b", "r": "1", "ttl": "0"])
        let held = ["a", "b"].map { probe.get("/v2/subscribe/demo/\($0)/0?tt=1") }
        #expect(held.allSatisfy { $0.body == nil })
        probe.grant(["channel": "a"])
        #expect(held[0].status == 403)
        #expect(held[0].body == Self.forbidden(#"{"channels":["a"]}"#))
        #expect(held[1].body == nil)
    }

    @Test("Long polls are examined again only after a right of their keyset was taken away")
    func examinedPolls() {
        let keysets = ["demo", "other"].map { key in
            OriginKeyset(
                subscribeKey: key,
                publishKey: "demo",
                secretKey: SignedCall.secretKey,
                accessManager: true
            )
        }
        let probe = OriginProbe(keysets: keysets)
        probe.grant(["channel": "a", "r": "1", "ttl": "1"])
        probe.grant(["channel": "b", "r": "1", "w": "1", "ttl": "0"])
        let held = probe.get("/v2/subscribe/demo/a/0?tt=1")
        // A poll whose right has expired shows whether it is examined.
        probe.advance(by: .seconds(60))
        probe.grant(["channel": "c", "r": "1"])
        probe.grant(["channel": "b", "r": "1", "w": "1", "m": "1", "ttl": "0"])
        #expect(held.body == nil, "after rights were only added")
        let terms = AccessTokenTerms.channels(["a": 1])
        var call = TokenCall.grant(terms, at: probe.clock.date / 10_000_000)
        call.subscribeKey = "other"
        let token = TokenCall.token(in: probe.send(call.request).body) ?? "no token"
        call = TokenCall.revocation(token, at: probe.clock.date / 10_000_000)
        call.subscribeKey = "other"
        #expect(probe.send(call.request).status == 200)
        #expect(held.body == nil, "after a revocation in another keyset")
        probe.grant(["channel": "b", "r": "1", "ttl": "0"])
        #expect(held.status == 403)
    }

    @Test("A held long poll receives no message after its right expires")
    func heldWhileARightEnds() {
        probe.grant(["channel": "a", "r": "1", "ttl": "1"])
        probe.grant(["channel": "a", "auth": "publisher", "w": "1"])
        let held = probe.get("/v2/subscribe/demo/a/0?tt=1")
        probe.advance(by: .seconds(60))
        #expect(probe.get("/publish/demo/demo/0/a/0/1?auth=publisher").status == 200)
        #expect(held.status == 403)
    }

    @Test("Where-now lists the channels that the caller may read")
    func whereNow() {
        probe.grant(["channel": "a,b", "r": "1"])
        probe.get("/v2/subscribe/demo/a,b/0?tt=0&uuid=u")
        probe.grant(["channel": "b"])
        #expect(probe.get("/v2/presence/sub-key/demo/uuid/u").body?.contains(#"{"channels": ["a"]}"#) == true)
    }

    @Test("Where-now lists all channels for a signed call")
    func signedWhereNow() {
        probe.send(OriginRequest(target: "/v2/subscribe/demo/a,b/0?tt=0&uuid=u").signed(at: seconds))
        let request = OriginRequest(target: "/v2/presence/sub-key/demo/uuid/u")
        #expect(probe.send(request).body?.contains(#"{"channels": []}"#) == true)
        #expect(probe.send(request.signed(at: seconds)).body?.contains(#"{"channels": ["a","b"]}"#) == true)
    }

    @Test("A signed long poll waits through revocations and the minute of its timestamp, and receives messages")
    func signedPoll() {
        probe.grant(["channel": "a", "r": "1", "w": "1", "ttl": "0"])
        let held = probe.send(OriginRequest(target: "/v2/subscribe/demo/a/0?tt=1").signed(at: seconds))
        probe.grant(["channel": "a", "w": "1", "ttl": "0"])
        probe.advance(by: .seconds(120))
        #expect(held.body == nil)
        #expect(probe.get("/publish/demo/demo/0/a/0/7").status == 200)
        #expect(held.status == 200)
        #expect(held.body?.contains(#""d":7"#) == true)
    }

    @Test("A signed long poll ends with 403 after the secret key is replaced, as other rights do when they end")
    func replacedSecretKey() {
        let held = probe.send(OriginRequest(target: "/v2/subscribe/demo/a/0?tt=1").signed(at: seconds))
        #expect(held.body == nil)
        var configuration = OriginConfiguration(clock: probe.clock)
        configuration.keysets = [
            OriginKeyset(subscribeKey: "demo", publishKey: "demo", secretKey: "another", accessManager: true)
        ]
        probe.core.replaceKeysets(configuration)
        let publish = OriginRequest(target: "/publish/demo/demo/0/a/0/7")
        #expect(probe.send(publish.signed(at: seconds, secretKey: "another")).status == 200)
        #expect(held.status == 403)
    }

    @Test("Refuses rights beyond the limits, and changes nothing")
    func capacity() {
        var limits = OriginLimits()
        limits.accessGrants = 3
        limits.authorizationKeyLength = 4
        let probe = OriginProbe(
            limits: limits,
            keys: (publish: "demo", subscribe: "demo"),
            secretKey: SignedCall.secretKey
        )
        #expect(probe.grant(["channel": "a,b", "auth": "k,l", "r": "1"]).status == 400)
        #expect(probe.core.withState { $0.access.count } == 0)
        #expect(probe.grant(["channel": "a,b,c", "r": "1"]).status == 200)
        #expect(probe.grant(["channel": "d", "r": "1"]).body?.contains("Too Many Grants") == true)
        #expect(probe.grant(["channel": "a", "r": "0", "w": "1"]).status == 200, "what is there may be changed")
        #expect(probe.grant(["channel": "a", "auth": "longer", "r": "1"]).status == 400)
        #expect(probe.grant(["channel": String(repeating: "n", count: 93), "r": "1"]).status == 400)
    }

    @Test("An origin with an access manager starts with keys only")
    func missingKeys() async {
        for (publishKey, secretKey) in [(nil, "s"), ("p", nil), ("p", "")] as [(String?, String?)] {
            let configuration = OriginConfiguration(
                publishKey: publishKey,
                secretKey: secretKey,
                accessManager: true
            )
            await #expect(throws: OriginError.self) { try await OriginServer(configuration: configuration).start() }
        }
    }
}
