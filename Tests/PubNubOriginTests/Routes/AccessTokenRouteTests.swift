import Foundation
import PubNubCodec
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Access tokens".
@Suite("Access tokens: issuing, enforcement, expiry and revocation")
struct AccessTokenRouteTests {
    private let probe = OriginProbe(keys: (publish: "demo", subscribe: "demo"), secretKey: SignedCall.secretKey)

    private static let publish = "/publish/demo/demo/0/a/0/1"
    private static let poll = "/v2/subscribe/demo/a/0?tt=1"
    private static let expired = refusal("Token is expired")
    private static let revoked = refusal("Token is revoked")
    private static let invalid = refusal("Token is not valid")

    private static func refusal(_ message: String) -> String {
        #"{"message":"\#(message)","error":true,"service":"Access Manager","status":403}"# + "\n"
    }

    private static func forbidden(_ payload: String) -> String {
        #"{"message":"Forbidden","payload":\#(payload),"error":true,"service":"Access Manager","status":403}"# + "\n"
    }

    @Test("The response and the token have the form of the service")
    func form() throws {
        let body =
            #"{"ttl":60,"permissions":{"resources":{"channels":{"id":1},"groups":{"g":4},"uuids":{"u":32}},"patterns":"#
            + #"{"channels":{"^a-[0-9]+$":3},"groups":{},"uuids":{}},"meta":{"k":"v"},"uuid":"ann"}}"#
        let answer = probe.grantToken(body)
        #expect(answer.status == 200)
        let json = try JSON(parsing: try #require(answer.body))
        #expect(json["data"]?["message"] == "Success" && json["service"] == "Access Manager" && json["status"] == 200)
        let token = try #require(json["data"]?["token"]?.string)
        let content = try AccessTokenContent(reading: try #require(Base64.decode(token)))
        #expect(content.version == 2 && content.minutes == 60 && content.user == "ann")
        #expect(content.timestamp == Int64(probe.clock.date / 10_000_000))
        #expect(content.resources == .init(channels: ["id": 1], groups: ["g": 4], users: ["u": 32]))
        #expect(content.patterns == .init(channels: ["^a-[0-9]+$": 3]) && content.meta == ["k": "v"])
        #expect(content.signature.count == 32)
        // As in the recordings: a map of 8 members that begins with the version, padded for URLs.
        #expect(token.hasPrefix("qEF2AkF0") && token.utf8.count.isMultiple(of: 4))
    }

    @Test("Metadata are JSON of any kind, in the shape of a request that was recorded in 2025")
    func nestedMetadata() throws {
        let meta =
            #"{"app":{"tags":["a","b"],"limits":{"rate":1.5,"count":3},"isOn":true,"none":null},"#
            + #""list":[1,"two",{"three":[4]}],"pn-auth":"x","pn-uuid":"y","deep":[[[[[[[1]]]]]]]}"#
        let body =
            #"{"ttl":15,"permissions":{"resources":{"channels":{"a":1},"groups":{},"uuids":{},"users":{},"spaces":{"s":2}},"#
            + #""patterns":{"channels":{},"groups":{},"uuids":{},"users":{},"spaces":{}},"meta":\#(meta)}}"#
        let token = try #require(TokenCall.token(in: probe.grantToken(body).body))
        let content = try AccessTokenContent(reading: try #require(Base64.decode(token)))
        #expect(try JSON.object(content.meta) == JSON(parsing: meta))
        #expect(content.resources == .init(channels: ["a": 1], spaces: ["s": 2]))
        #expect(probe.get("/v2/subscribe/demo/a/0?tt=0&auth=\(token)").status == 200)
    }

    @Test("A token keeps rights on spaces and users, as older clients name them, and they add up with the others")
    func olderNames() throws {
        let body =
            #"{"ttl":1,"permissions":{"resources":{"channels":{"c":1},"spaces":{"c":2,"s":4},"uuids":{},"users":{"u":8}},"#
            + #""patterns":{}}}"#
        let token = try #require(TokenCall.token(in: probe.grantToken(body).body))
        let content = try AccessTokenContent(reading: try #require(Base64.decode(token)))
        let kept = AccessTokenContent.Permissions(channels: ["c": 1], spaces: ["c": 2, "s": 4], olderUsers: ["u": 8])
        #expect(content.resources == kept)
        #expect(content.resources.channels == ["c": 3, "s": 4] && content.resources.users == ["u": 8])
        let map = try CBORValue(reading: try #require(Base64.decode(token)))["res"]
        func rights(_ names: (String, Int64)...) -> CBORValue {
            .map(names.map { CBORMember(.text($0.0), .integer($0.1)) })
        }
        #expect(map?["chan"] == rights(("c", 1)) && map?["spc"] == rights(("c", 2), ("s", 4)))
        #expect(map?["usr"] == rights(("u", 8)) && map?["uuid"] == rights())
    }

    @Test("Rights on spaces and users apply to channels and users, by name and by pattern")
    func olderNamesApply() throws {
        let body =
            #"{"ttl":1,"permissions":{"resources":{"channels":{"a":1},"spaces":{"a":2},"users":{"u":32}},"#
            + #""patterns":{"spaces":{"^room-[a-z]+$":2},"users":{"^w":32}}}}"#
        let token = try #require(TokenCall.token(in: probe.grantToken(body).body))
        #expect(probe.get("/v2/subscribe/demo/a/0?tt=0".with(token)).status == 200)
        #expect(probe.get(Self.publish.with(token)).status == 200)
        #expect(probe.get("/publish/demo/demo/0/room-b/0/1".with(token)).status == 200)
        #expect(probe.get("/publish/demo/demo/0/room-1/0/1".with(token)).status == 403)
        // The users have no metadata, so a call with the right does not find them.
        for (user, status) in [("u", 404), ("w1", 404), ("v", 403)] {
            #expect(probe.get("/v2/objects/demo/uuids/\(user)".with(token)).status == status)
        }
        #expect(probe.revoke(token).status == 200)
    }

    @Test("Reads the rights on spaces of a token of the service, which was recorded in 2022")
    func recordedSpaces() throws {
        let token =
            "qEF2AkF0GmLftmNDdHRsGDxDcmVzpURjaGFuoW9zb21lX2NoYW5uZWxfaWQDQ2dycKBDc3BjoW9zb21lX2NoYW5uZWxfaWQDQ3Vzcq"
            + "BEdXVpZKBDcGF0pURjaGFuoWZzb21lXyoDQ2dycKBDc3BjoWZzb21lXyoDQ3VzcqBEdXVpZKBEbWV0YaBEdXVpZGlzb21lX3V1aWRD"
            + "c2lnWCDrcjv6GD5KvKwQiq6mIHic84J1_WjgKjN3N4go1Z0vfw=="
        let content = try AccessTokenContent(reading: try #require(Base64.decode(token)))
        let names = ["some_channel_id": 3]
        let patterns = ["some_*": 3]
        #expect(content.resources == .init(channels: names, spaces: names))
        #expect(content.resources.channels == names && content.resources.users == [:])
        #expect(content.patterns == .init(channels: patterns, spaces: patterns))
    }

    @Test("A right that is 0 or negative is refused with its place", arguments: [0, -1, -128])
    func noRights(bits: Int) throws {
        for (part, kind) in [("resources", "uuids"), ("patterns", "channels"), ("resources", "spaces")] {
            let answer = probe.grantToken(#"{"ttl":1,"permissions":{"\#(part)":{"\#(kind)":{"uuid-1":\#(bits)}}}}"#)
            let place = "permissions.\(part).\(kind).uuid-1"
            try expectRefusal(
                answer,
                "Invalid permissions",
                "Unexpected value: `\(place)` must be positive and non-zero.",
                at: place
            )
        }
    }

    @Test(
        "A pattern that repeats a repetition, or has a group that captures, is refused with its place",
        arguments: [
            ("!<[^>]+>++", "Syntax error: multiple repeat."), ("a**", "Syntax error: multiple repeat."),
            ("(!<[^>]+>)+", "Only non-capturing groups are allowed. Try replacing `(` with `(?:`."),
            ("(?P<n>a)", "Only non-capturing groups are allowed. Try replacing `(` with `(?:`."),
            ("(?<n>a)", "Only non-capturing groups are allowed. Try replacing `(` with `(?:`."),
            ("(?:a(b))", "Only non-capturing groups are allowed. Try replacing `(` with `(?:`."),
            ("(?=a)", "A pattern is no regular expression."), ("(", "A pattern is no regular expression."),
        ]
    )
    func refusedPatterns(pattern: String, message: String) throws {
        for kind in ["uuids", "users", "channels", "spaces", "groups"] {
            let body = #"{"ttl":1,"permissions":{"patterns":{"\#(kind)":{"\#(pattern)":1}}}}"#
            let place = "permissions.patterns.\(kind).\(pattern)"
            try expectRefusal(probe.grantToken(body), "Invalid RegExp", message, at: place)
        }
        let accepted = #"{"ttl":1,"permissions":{"patterns":{"channels":{"^(?:a|b)+[(]\\($":1}}}}"#
        #expect(probe.grantToken(accepted).status == 200, "no group, or one that does not capture")
    }

    @Test("A token that was issued with a group that captures stays valid")
    func formerPatterns() throws {
        var content = AccessTokenContent(timestamp: Int64(probe.clock.date / 10_000_000), minutes: 10)
        content.patterns.channels = ["^(a|b)$": 3]
        let signer = TokenSigner(subscribeKey: "demo", secretKey: SignedCall.secretKey)
        content.signature = try #require(signer?.signature(of: content))
        let token = Base64.encode(content.serialized(), urlSafe: true)
        #expect(probe.get(Self.publish.with(token)).status == 200)
        #expect(probe.get("/publish/demo/demo/0/c/0/1".with(token)).status == 403)
    }

    private func expectRefusal(
        _ answer: OriginProbe.Exchange,
        _ message: String,
        _ detail: String,
        at place: String
    ) throws {
        #expect(answer.status == 400)
        let error = try JSON(parsing: try #require(answer.body))["error"]
        #expect(error?["message"]?.string == message && error?["source"] == "grant")
        #expect(
            error?["details"]?[0] == ["message": .string(detail), "location": .string(place), "locationType": "body"]
        )
    }

    @Test("A body that is wrong is refused with its place")
    func malformedBodies() {
        func permissions(_ text: String) -> String { #"{"ttl":1,"permissions":{\#(text)}}"# }
        let rights = #""resources":{"channels":{"a":1}}"#
        let rows: [(body: String, message: String, location: String)] = [
            ("", "Invalid JSON", "body"), ("[]", "Invalid JSON", "body"), ("{", "Invalid JSON", "body"),
            ("{}", "Invalid ttl", "ttl"), (#"{"ttl":0}"#, "Invalid ttl", "ttl"),
            (#"{"ttl":43201}"#, "Invalid ttl", "ttl"), (#"{"ttl":"1"}"#, "Invalid ttl", "ttl"),
            (#"{"ttl":1.5}"#, "Invalid ttl", "ttl"), (#"{"ttl":1}"#, "Invalid permissions", "permissions"),
            (permissions(""), "Invalid permissions", "permissions"),
            (
                permissions(#""resources":{"channels":{"a":256}}"#), "Invalid permissions",
                "permissions.resources.channels.a"
            ),
            (permissions(#""resources":{"groups":{"g":-1}}"#), "Invalid permissions", "permissions.resources.groups.g"),
            (permissions(#""patterns":{"uuids":{"u":"1"}}"#), "Invalid permissions", "permissions.patterns.uuids.u"),
            (permissions(#""resources":{"channels":{"":1}}"#), "Invalid permissions", "permissions.resources.channels"),
            (permissions(rights + #","uuid":7"#), "Invalid uuid", "permissions.uuid"),
            (permissions(rights + #","uuid":"""#), "Invalid uuid", "permissions.uuid"),
            (permissions(rights + #","meta":[]"#), "Invalid meta", "permissions.meta"),
            (
                permissions(rights + #","meta":{"deep":[[[[[[[[1]]]]]]]]}"#), "Invalid meta", "permissions.meta"
            ),
            (permissions(#""patterns":{"channels":{"(":1}}"#), "Invalid RegExp", "permissions.patterns.channels.("),
            (permissions(#""patterns":{"channels":{"(?:a{99}){99}":1}}"#), "Invalid RegExp", "permissions.patterns"),
            (
                permissions(#""resources":{"channels":{"\#(String(repeating: "n", count: 93))":1}}"#),
                "Invalid permissions", "permissions.resources"
            ),
            (
                permissions(rights + #","meta":{"k":"\#(String(repeating: "m", count: 20_000))"}"#),
                "Invalid permissions", "permissions"
            ),
        ]
        for (body, message, location) in rows {
            let answer = probe.grantToken(body)
            #expect(answer.status == 400, "\(body)")
            let error = answer.body.flatMap { try? JSON(parsing: $0) }?["error"]
            #expect(error?["message"]?.string == message, "\(body)")
            #expect(error?["details"]?[0]?["location"]?.string == location, "\(body)")
        }
    }

    @Test("Issuing and revoking need the signature of the keyset's secret key, at most a minute old")
    func signatures() {
        let seconds = probe.clock.date / 10_000_000
        let token = probe.token(.channels(["a": 3]))
        for call in [TokenCall.grant(.channels(["a": 1]), at: seconds), .revocation(token, at: seconds)] {
            var wrong = call
            wrong.secretKey = "another"
            #expect(probe.send(wrong.request).status == 403)
            var late = call
            late.timestamp = seconds - 61
            #expect(probe.send(late.request).status == 400)
            let changed = call.request.with(body: call.request.body + [0x20])
            #expect(probe.send(changed).status == 403, "the body is signed as well")
            #expect(probe.send(OriginRequest(method: call.method, target: "/v3/pam/demo/\(call.rest)")).status == 400)
        }
        #expect(probe.get(Self.publish.with(token)).status == 200, "nothing was revoked")
    }

    @Test("Without the access manager no tokens are issued or revoked, and none is checked")
    func disabled() {
        let open = OriginProbe()
        let answer = open.grantToken(#"{"ttl":1,"permissions":{"resources":{"channels":{"a":1}}}}"#)
        #expect(answer.status == 403)
        #expect(answer.body?.contains("Access Manager is not enabled") == true)
        let token = probe.token(.channels(["a": 1]))
        #expect(open.revoke(token).status == 403)
        #expect(open.get(Self.publish.with(token)).status == 200)
    }

    @Test("Allows what the token names and nothing else; rights of everybody remain")
    func names() {
        let token = probe.token(.channels(["a": 2]))
        #expect(probe.get(Self.publish.with(token)).status == 200)
        #expect(probe.get(Self.publish).status == 403)
        let other = probe.get("/publish/demo/demo/0/b/0/1".with(token))
        #expect(other.status == 403)
        #expect(other.body == Self.forbidden(#"{"channels":["b"]}"#))
        #expect(probe.get(Self.poll.with(token)).status == 403)
        probe.grant(["channel": "b", "w": "1"])
        #expect(probe.get("/publish/demo/demo/0/b/0/1".with(token)).status == 200)
    }

    @Test("A pattern is searched for in whole names, of its kind only; a presence channel is a name of its own")
    func patterns() {
        let token = probe.token(.patterns(.init(channels: ["^room-[a-z]+$": 1, "lobby": 1], groups: ["^g": 1])))
        func mayRead(_ channel: String, _ query: String = "tt=0") -> Bool {
            probe.get("/v2/subscribe/demo/\(channel)/0?\(query)".with(token)).status == 200
        }
        #expect(mayRead("room-a") && mayRead("room-abc") && mayRead("the-lobby-2"))
        #expect(!mayRead("room-1") && !mayRead("room-") && !mayRead("my-room-a") && !mayRead("room-a-pnpres"))
        #expect(!mayRead("room-a,room-1"))
        probe.core.withState { $0.groups.add(["x"], to: "g1", keyset: "demo") }
        #expect(mayRead(",", "tt=0&channel-group=g1"))
        #expect(!mayRead(",", "tt=0&channel-group=h1"))
    }

    @Test("A token for a user is of use to no other client, and to none without an identifier")
    func authorizedUser() {
        let token = probe.token(.channels(["a": 3], user: "ann"))
        #expect(probe.get((Self.publish + "?uuid=ann").with(token)).status == 200)
        #expect(probe.get((Self.publish + "?uuid=eve").with(token)).status == 403)
        #expect(probe.get(Self.publish.with(token)).status == 403)
        let state = "/v2/presence/sub-key/demo/channel/a/uuid/eve/data?state=%7B%7D&uuid=ann"
        #expect(probe.get(state.with(token)).status == 403, "the state of another client")
        #expect(probe.get(state.replacing("/eve/", with: "/ann/").with(token)).status == 200)
    }

    @Test("Where-now lists the channels that the token allows to read")
    func whereNow() {
        let all = probe.token(.patterns(.init(channels: [".*": 1])))
        #expect(probe.get("/v2/subscribe/demo/a,b/0?tt=0&uuid=u".with(all)).status == 200)
        let one = probe.token(.channels(["b": 1]))
        let found = probe.get("/v2/presence/sub-key/demo/uuid/u".with(one))
        #expect(found.body?.contains(#"{"channels": ["b"]}"#) == true)
        let foreign = probe.token(.channels(["b": 1], user: "ann"))
        let none = probe.get("/v2/presence/sub-key/demo/uuid/u?uuid=eve".with(foreign))
        #expect(none.body?.contains(#"{"channels": []}"#) == true)
    }

    @Test("A token ends after its minutes, on all routes but those that need no right")
    func expiry() {
        let token = probe.token(.channels(["a": 2], minutes: 2))
        probe.advance(by: .seconds(119))
        #expect(probe.get(Self.publish.with(token)).status == 200)
        probe.advance(by: .seconds(1))
        let refused = probe.get(Self.publish.with(token))
        #expect(refused.status == 403)
        #expect(refused.body == Self.expired)
        #expect(probe.get("/v2/objects/demo/uuids/u".with(token)).body == Self.expired)
        #expect(probe.get("/v2/presence/sub-key/demo/uuid/u".with(token)).body == Self.expired)
        #expect(probe.get("/time/0".with(token)).status == 200)
        let revocation = probe.revoke(token)
        #expect(revocation.status == 400)
        #expect(
            revocation.body
                == #"{"error":{"details":[{"location":"token","locationType":"path","message":"Token is expired."}],"#
                + #""message":"Invalid token","source":"revoke"},"service":"Access Manager","status":400}"#
        )
        #expect(probe.core.withState { $0.revokedTokens.count(keyset: "demo") } == 0, "nothing to remember")
    }

    @Test("A held poll ends when its token does, with 403, also in a callback")
    func heldPollExpires() {
        let short = probe.token(.channels(["a": 1], minutes: 1))
        let long = probe.token(.channels(["a": 1], minutes: 10))
        let held = [
            probe.get(Self.poll.with(short)), probe.get("/subscribe/demo/a/s_1/1".with(short)),
            probe.get(Self.poll.with(long)),
        ]
        probe.advance(by: .seconds(59))
        #expect(held.allSatisfy { $0.body == nil })
        probe.advance(by: .seconds(1))
        #expect(held[0].status == 403)
        #expect(held[0].body == Self.expired)
        #expect(held[1].body == "s_1(" + Self.expired + ")")
        #expect(held[2].body == nil)
    }

    @Test("A revocation ends the token and its held polls, and no other token")
    func revocation() throws {
        let token = probe.token(.channels(["a": 3]))
        let other = probe.token(.channels(["a": 3], minutes: 61))
        let held = [token, other].map { probe.get(Self.poll.with($0)) }
        #expect(held.allSatisfy { $0.body == nil })
        let answer = probe.revoke(token)
        #expect(answer.status == 200)
        let json = try JSON(parsing: try #require(answer.body))
        #expect(json == ["data": ["message": "Success"], "service": "Access Manager", "status": 200])
        #expect(held[0].status == 403)
        #expect(held[0].body == Self.revoked)
        #expect(held[1].body == nil)
        #expect(probe.get(Self.publish.with(token)).body == Self.revoked)
        #expect(probe.get(Self.publish.with(other)).status == 200)
        #expect(probe.revoke(token).status == 200, "once more")
    }

    @Test("Another way to write a revoked token does not revive it")
    func otherEncodings() throws {
        let token = probe.token(.channels(["ab": 3]))
        var content = try AccessTokenContent(reading: try #require(Base64.decode(token)))
        probe.revoke(token)
        let target = "/publish/demo/demo/0/ab/0/1"
        let standard = token.replacing("-", with: "+").replacing("_", with: "/")
        for text in [token, standard, token.replacing("=", with: "")] {
            #expect(probe.get(target.with(text)).body == Self.revoked)
        }
        // The same content with a number in a longer form.
        let bytes = content.serialized()
        let minutes = try #require(Self.index(of: [0x43] + Array("ttl".utf8), in: bytes)) + 4
        let longer = Array(bytes[..<minutes]) + [0x19, 0, 60] + Array(bytes[(minutes + 2)...])
        #expect(try AccessTokenContent(reading: longer) == content)
        #expect(probe.get(target.with(Base64.encode(longer, urlSafe: true))).body == Self.invalid)
        content.minutes += 1
        #expect(probe.get(target.with(Base64.encode(content.serialized(), urlSafe: true))).body == Self.invalid)
    }

    private static func index(of part: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.indices.first { bytes[$0...].starts(with: part) }
    }

    @Test("A token that is changed, cut, nested, or signed with another key is refused on every route")
    func forgeries() throws {
        let token = probe.token(.channels(["a": 1]))
        let bytes = try #require(Base64.decode(token))
        var content = try AccessTokenContent(reading: bytes)
        var forged: [String] = []
        content.resources.channels["a"] = 3
        forged.append(Base64.encode(content.serialized(), urlSafe: true))
        let key = Array("another".utf8)
        content.signature = try HMAC.sha256(key: key, message: content.signedBytes)
        forged.append(Base64.encode(content.serialized(), urlSafe: true))
        // The secret key itself does not sign tokens.
        content.signature = try HMAC.sha256(key: Array(SignedCall.secretKey.utf8), message: content.signedBytes)
        forged.append(Base64.encode(content.serialized(), urlSafe: true))
        content.signature = []
        forged.append(Base64.encode(content.serialized(), urlSafe: true))
        forged.append(String(token.prefix(40)))
        let head = Array(bytes.prefix(4))
        forged.append(Base64.encode(head + [UInt8](repeating: 0x81, count: 5000), urlSafe: true))
        forged.append(Base64.encode(head + [0x5B] + [UInt8](repeating: 0xFF, count: 8), urlSafe: true))
        forged.append(Base64.encode(head + [0x9B, 0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF], urlSafe: true))
        forged.append(String(token.prefix(20)) + String(repeating: "A", count: 17_000))
        for text in forged {
            let refused = probe.get(Self.publish.with(text))
            #expect(refused.status == 403)
            #expect(refused.body == Self.invalid, "\(text.prefix(60))")
            #expect(probe.get("/v2/presence/sub-key/demo/uuid/u".with(text)).status == 403)
            #expect(probe.get(Self.poll.with(text)).status == 403)
            #expect(probe.revoke(text).status == 400)
        }
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            #expect(probe.get(Self.poll.with(Base64.encode(changed, urlSafe: true))).status == 403, "byte \(place)")
        }
    }

    @Test("A token is of use to its own keyset only, even if another one has the same secret key")
    func keysets() {
        let keysets = ["one", "two"].map { name in
            OriginKeyset(subscribeKey: name, publishKey: "demo", secretKey: SignedCall.secretKey, accessManager: true)
        }
        let probe = OriginProbe(keysets: keysets)
        var call = TokenCall.grant(.channels(["a": 2]), at: probe.clock.date / 10_000_000)
        call.subscribeKey = "one"
        let token = TokenCall.token(in: probe.send(call.request).body) ?? ""
        #expect(probe.get("/publish/demo/one/0/a/0/1".with(token)).status == 200)
        #expect(probe.get("/publish/demo/two/0/a/0/1".with(token)).body == Self.invalid)
        var revocation = TokenCall.revocation(token, at: probe.clock.date / 10_000_000)
        revocation.subscribeKey = "two"
        #expect(probe.send(revocation.request).status == 400)
        revocation.subscribeKey = "none"
        #expect(probe.send(revocation.request).status == 400)
        #expect(probe.get("/publish/demo/one/0/a/0/1".with(token)).status == 200)
    }

    @Test("With another secret key the tokens of the former one end, also those of held polls")
    func newSecretKey() {
        let token = probe.token(.channels(["a": 3]))
        let held = probe.get(Self.poll.with(token))
        #expect(probe.get(Self.publish.with(token)).status == 200)
        #expect(held.status == 200)
        let waiting = probe.get("/v2/subscribe/demo/a/0?tt=\(probe.clock.date + 1_000_000_000)".with(token))
        #expect(waiting.body == nil)
        var keyset = OriginKeyset(subscribeKey: "demo", publishKey: "demo", secretKey: SignedCall.secretKey)
        keyset.accessManager = true
        var configuration = OriginConfiguration(clock: probe.clock)
        configuration.keysets = [keyset]
        probe.core.replaceKeysets(configuration)
        #expect(probe.get(Self.publish.with(token)).status == 200, "the same secret key")
        configuration.keysets[0].secretKey = "the next secret"
        probe.core.replaceKeysets(configuration)
        #expect(probe.get(Self.publish.with(token)).body == Self.invalid)
        probe.advance(by: .seconds(200))
        #expect(probe.core.withLocal { $0.held.count } == 1)
        probe.advance(by: .seconds(100))
        #expect(waiting.status == 403)
    }

    @Test("A grant without a token, and the lists of rights, take authorization keys that look like tokens as names")
    func keysOfGrants() {
        let token = probe.token(.channels(["a": 1]))
        #expect(probe.grant(["channel": "a", "auth": token, "w": "1"]).status == 200)
        #expect(probe.audit(["channel": "a", "auth": token]).body?.contains(token) == true)
    }

    @Test("A keyset has at most so many revoked tokens; those that expired make room, and other keysets have theirs")
    func manyRevocations() {
        var limits = OriginLimits()
        limits.revokedTokens = 3
        let probe = OriginProbe(
            limits: limits,
            keys: (publish: "demo", subscribe: "demo"),
            secretKey: SignedCall.secretKey
        )
        let tokens = (1...4).map { probe.token(.channels(["a": 2], minutes: Int64($0))) }
        for token in tokens.prefix(3) { #expect(probe.revoke(token).status == 200) }
        let refused = probe.revoke(tokens[3])
        #expect(refused.status == 429)
        #expect(refused.body?.contains("Too Many Revoked Tokens") == true)
        #expect(probe.revoke(tokens[0]).status == 200, "it is revoked already")
        #expect(probe.get(Self.publish.with(tokens[3])).status == 200)
        probe.advance(by: .seconds(60))
        #expect(probe.revoke(tokens[3]).status == 200)
        #expect(probe.get(Self.publish.with(tokens[3])).status == 403)
    }

    @Test("A name that many rights are asked for costs no more than the expressions allow")
    func costlyPatterns() {
        let part = "(?:a|a)*"
        let token = probe.token(.patterns(.init(channels: [String(repeating: part, count: 5) + "b$": 1])))
        let name = String(repeating: "a", count: 92)
        let names = (0..<100).map { "\(name.dropLast(3))\($0 + 100)" }.joined(separator: ",")
        #expect(probe.get("/v2/subscribe/demo/\(names)/0?tt=0".with(token)).status == 403)
        #expect(probe.get("/v2/subscribe/demo/\(name.dropLast())b/0?tt=0".with(token)).status == 200)
    }

    @Test("A former secret key signs and verifies until its end, and new tokens are signed with the present one")
    func rotation() throws {
        var keyset = OriginKeyset(subscribeKey: "demo", publishKey: "demo", secretKey: "old", accessManager: true)
        let probe = OriginProbe(keysets: [keyset])
        func seconds() -> UInt64 { probe.clock.date / 10_000_000 }
        func call(_ secretKey: String) -> TokenCall {
            var call = TokenCall.grant(.channels(["a": 3]), at: seconds())
            call.secretKey = secretKey
            return call
        }
        func replace(_ change: (inout OriginKeyset) -> Void) {
            change(&keyset)
            var configuration = OriginConfiguration(clock: probe.clock)
            configuration.keysets = [keyset]
            probe.core.replaceKeysets(configuration)
        }
        let old = try #require(TokenCall.token(in: probe.send(call("old").request).body))
        let end = probe.clock.date + 600 * 10_000_000
        replace { keyset in
            keyset.secretKey = "new"
            keyset.formerSecretKey = OriginKeyset.FormerSecretKey(key: "old", end: end)
        }
        let new = try #require(TokenCall.token(in: probe.send(call("old").request).body))
        #expect(probe.get(Self.publish + "?auth=\(old)").status == 200)
        #expect(probe.get(Self.publish + "?auth=\(new)").status == 200)
        #expect(probe.send(call("new").request).status == 200)
        #expect(probe.send(call("other").request).status == 403)

        probe.advance(by: .seconds(600))
        #expect(probe.get(Self.publish + "?auth=\(old)").body == Self.invalid)
        #expect(
            probe.get(Self.publish + "?auth=\(new)").status == 200,
            "although the former key signed the request for it"
        )
        #expect(probe.send(call("old").request).status == 403)
        replace { $0.formerSecretKey = nil }
        #expect(probe.get(Self.publish + "?auth=\(new)").status == 200)
    }

    /// Documentation/Deployment.md, "Replace a secret key".
    @Test("Two servers accept each other's tokens and signatures after each step of a rotation of the secret key")
    func rotationInCluster() throws {
        var keyset = OriginKeyset(subscribeKey: "demo", publishKey: "demo", secretKey: "old", accessManager: true)
        let servers = [OriginProbe(keysets: [keyset]), OriginProbe(keysets: [keyset])]
        let end = servers[0].clock.date + 600 * 10_000_000
        var tokens: [String] = []
        func issue(signedWith secretKey: String) throws {
            for server in servers {
                var call = TokenCall.grant(.channels(["a": 3]), at: server.clock.date / 10_000_000)
                call.secretKey = secretKey
                tokens.append(try #require(TokenCall.token(in: server.send(call.request).body)))
            }
        }
        func reload(_ server: OriginProbe) {
            var configuration = OriginConfiguration(clock: server.clock)
            configuration.keysets = [keyset]
            server.core.replaceKeysets(configuration)
        }
        func statuses(_ tokens: [String]) -> Set<Int?> {
            Set(servers.flatMap { server in tokens.map { server.get(Self.publish.with($0)).status } })
        }
        try issue(signedWith: "old")
        // First each server accepts the new key, and signs with the present one.
        keyset.formerSecretKey = OriginKeyset.FormerSecretKey(key: "new", end: end)
        for server in servers {
            reload(server)
            try issue(signedWith: "old")
            #expect(statuses(tokens) == [200])
        }
        try issue(signedWith: "new")
        let former = tokens
        // Then each server signs with the new key, and accepts the former one.
        keyset.secretKey = "new"
        keyset.formerSecretKey = OriginKeyset.FormerSecretKey(key: "old", end: end)
        for server in servers {
            reload(server)
            for secretKey in ["old", "new"] { try issue(signedWith: secretKey) }
            #expect(statuses(tokens) == [200])
        }
        let first = tokens.count
        try issue(signedWith: "old")

        for server in servers { server.advance(by: .seconds(600)) }
        #expect(statuses(former) == [403], "the former key has ended")
        #expect(statuses(Array(tokens[first...])) == [200], "the new key signed them")
    }
}
