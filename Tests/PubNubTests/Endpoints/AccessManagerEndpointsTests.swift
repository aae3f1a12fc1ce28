import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Grant and audit. The signatures were computed by another program from the string to sign in
/// Documentation/WireProtocol.md, "Access manager", with the secret key `my-secret`.
@Suite("AccessManagerEndpoints")
struct AccessManagerEndpointsTests {
    private typealias Manager = AccessManagerEndpoints

    private static let time: Int64 = 1_418_652_694
    private static let library = "pnsdk=PubNub-Swift-Linux%2F3.7.8"
    private static let grant = "/v1/auth/grant/sub-key/sub"
    private static let audit = "/v1/auth/audit/sub-key/sub"

    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let call: Call<AccessRightsReply>
        let resource: String
    }

    static let vectors = [
        Vector(
            testDescription: "an application, for a day",
            call: Manager.grant(
                [.readAccessRight, .writeAccessRight],
                on: .application,
                minutes: 1440,
                timestamp: time
            ),
            resource: "\(grant)?m=0&\(library)&r=1&timestamp=1418652694&ttl=1440"
                + "&signature=CZUkYD4lfTxmiwHJE2e5Nyb3w0I5MZgngXKZ4GReEvA%3D&w=1&uuid=me"
        ),
        Vector(
            testDescription: "keys on channels",
            call: Manager.grant(
                .readAccessRight,
                on: .channels(["room 1", "room2"]),
                to: ["key1", "key2"],
                minutes: 5,
                timestamp: time
            ),
            resource: "\(grant)?auth=key1%2Ckey2&channel=room%201%2Croom2&m=0&\(library)&r=1&timestamp=1418652694&ttl=5"
                + "&signature=55TL-a9V4ChYg_Q-pGWxiH81ljknLBqwJ2Fu_JhyCTg%3D&w=0&uuid=me"
        ),
        Vector(
            testDescription: "management of groups, for ever",
            call: Manager.grant(.managementRight, on: .groups(["g", "team:blue"]), minutes: 0, timestamp: time),
            resource: "\(grant)?channel-group=g%2Cteam%3Ablue&m=1&\(library)&r=0&timestamp=1418652694&ttl=0"
                + "&signature=SkjfpQws-G93kM3vV6OQAyb9JPjFFQUXdpvEi3x08iY%3D&w=0&uuid=me"
        ),
        Vector(
            testDescription: "revoking, on a name that 3.7.8 could not sign",
            call: Manager.grant(.noAccessRights, on: .channels(["~'"]), minutes: 0, timestamp: time),
            resource: "\(grant)?channel=%7E%27&m=0&\(library)&r=0&timestamp=1418652694&ttl=0"
                + "&signature=rbCDIBESqmUtnZBbytgIKOdxU8P-sfb_xf6sLMrahUc%3D&w=0&uuid=me"
        ),
        Vector(
            testDescription: "audit of the application",
            call: Manager.audit(.application, timestamp: time),
            resource: "\(audit)?\(library)&timestamp=1418652694"
                + "&signature=0kl7fddp7xC9U0iRotfimI53kIWa6T6hB2O0dyeE2bs%3D&uuid=me"
        ),
        Vector(
            testDescription: "audit of a key on a channel",
            call: Manager.audit(.channels(["a"]), of: ["k"], timestamp: time),
            resource: "\(audit)?auth=k&channel=a&\(library)&timestamp=1418652694"
                + "&signature=3uZmln82H64DrYzC7C1NrJccj5_9S283IQKEHQ4FZ_I%3D&uuid=me"
        ),
        Vector(
            testDescription: "audit of a namespace",
            call: Manager.audit(.groups(["team:"]), timestamp: time),
            resource: "\(audit)?channel-group=team%3A&\(library)&timestamp=1418652694"
                + "&signature=Ko1L3N16YfhrdEqLqzvMR8ury03yi5Yh7su0W-pa1ZU%3D&uuid=me"
        ),
    ]

    /// The client's own authorization key is not part of it: `auth` names the keys that receive rights.
    @Test("The exact request", arguments: vectors)
    func requests(_ vector: Vector) {
        let resource = Requests.resource(vector.call) {
            $0.secretKey = "my-secret"
            $0.authorizationKey = "own"
        }
        #expect(resource == vector.resource)
    }

    private typealias Subject = AccessRightsReply.Subject

    private func answer(_ payload: String) -> String {
        #"{"status":200,"service":"Access Manager","message":"Success","payload":\#(payload)}"#
    }

    private func rights(_ payload: String, asked names: [String] = []) -> [Subject: AccessRightsReply.Grant]? {
        let call = Manager.audit(.channels(names), timestamp: 1)
        return Replies.value(call, answer(payload))?.grants
    }

    @Test("Reads the application's own rights, and those of channels, groups and keys below it")
    func application() {
        let payload =
            #"{"level":"subkey","subscribe_key":"sub","ttl":1440,"r":1,"w":1,"m":0,"#
            + #""channels":{"a":{"r":1,"w":0,"m":0,"auths":{"k":{"r":0,"w":1,"m":0,"ttl":3}}}},"#
            + #""channel-groups":{":g":{"r":0,"w":0,"m":1},"team:":{"r":1,"w":0,"m":0,"ttl":9}}}"#
        #expect(
            rights(payload) == [
                Subject(scope: .application): .init(rights: [.readAccessRight, .writeAccessRight], minutes: 1440),
                Subject(scope: .channel("a")): .init(rights: .readAccessRight, minutes: 1440),
                Subject(scope: .channel("a"), key: "k"): .init(rights: .writeAccessRight, minutes: 3),
                Subject(scope: .group("g")): .init(rights: .managementRight, minutes: 1440),
                Subject(scope: .group("team:")): .init(rights: .readAccessRight, minutes: 9),
            ]
        )
    }

    @Test(
        "Reads keys on one channel, on several in both forms, and on a group in all its forms",
        arguments: [
            (#"{"level":"user","ttl":5,"channel":"a","auths":{"k":{"r":1,"w":1}}}"#, ["c a"]),
            (#"{"level":"user","ttl":5,"channel":"a,b","auths":{"k":{"r":1,"w":1}}}"#, ["c a", "c b"]),
            (
                #"{"level":"user","ttl":5,"channels":{"a":{"auths":{"k":{"r":1,"w":1}}},"b":{"auths":{"k":{"r":1,"w":1}}}}}"#,
                ["c a", "c b"]
            ),
            (#"{"level":"channel-group+auth","ttl":5,"channel-groups":"g","auths":{"k":{"r":1,"w":1}}}"#, ["g g"]),
            (#"{"level":"channel-group+auth","ttl":5,"channel-group":":g","auths":{"k":{"r":1,"w":1}}}"#, ["g g"]),
            (
                #"{"level":"channel-group+auth","ttl":5,"channel-groups":{"g":{"auths":{"k":{"r":true,"w":true}}}}}"#,
                ["g g"]
            ),
            (#"{"level":"user","channel":"a","auths":{}}"#, []),
        ]
    )
    func keys(_ payload: String, _ scopes: [String]) {
        let expected = scopes.map { scope in
            let name = String(scope.dropFirst(2))
            return Subject(scope: scope.hasPrefix("g") ? .group(name) : .channel(name), key: "k")
        }
        let grant = AccessRightsReply.Grant(rights: [.readAccessRight, .writeAccessRight], minutes: 5)
        #expect(rights(payload) == Dictionary(uniqueKeysWithValues: expected.map { ($0, grant) }))
    }

    @Test("Unescapes a name unless it was requested in that form")
    func escapedNames() {
        let payload = #"{"level":"channel","ttl":5,"channels":{"b%20c":{"r":1,"w":0,"m":0}}}"#
        #expect(rights(payload)?.keys.map(\.scope) == [.channel("b c")])
        #expect(rights(payload, asked: ["b%20c"])?.keys.map(\.scope) == [.channel("b%20c")])
    }

    @Test("Reports refusals and malformed responses")
    func refusals() {
        let call = Manager.grant(.readAccessRight, on: .channels(["a"]), minutes: 5, timestamp: 1)
        for payload in [
            #"{"ttl":5}"#, #"{"level":"channel","channels":["a"]}"#, #"{"level":"channel","channels":{"a":1}}"#,
            #"{"level":"user","channel":"a","auths":["k"]}"#, "[]",
        ] {
            #expect(Replies.code(call, answer(payload)) == kPNResponseMalformedJSONError, "\(payload)")
        }
        let signature = #"{"message":"Signature Does Not Match","error":true,"service":"Access Manager","status":403}"#
        #expect(Replies.code(call, signature, status: 403) == kPNSecretKeyNotSpecifiedError)
        let time = #"{"message":"Invalid Timestamp","error":true,"service":"Access Manager","status":400}"#
        #expect(Replies.code(call, time, status: 400) == kPNUnknownError)
        let forbidden = #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"}"#
        #expect(Replies.code(call, forbidden, status: 403) == kPNAPIAccessForbiddenError)
    }
}
