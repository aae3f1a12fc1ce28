import PubNubWire
import Testing

/// The literal paths of Documentation/WireProtocol.md.
@Suite("The table of routes")
struct RouteTests {
    struct Literal: CustomTestStringConvertible {
        let route: Route
        let verb: Verb
        let path: String
        let arguments: [String: String]

        var testDescription: String { "\(verb.rawValue) \(path)" }
    }

    /// One path of each route, as current clients send it.
    private static let today = core + storage + actions + registry + push + objects + tokens + files

    private static let core = [
        Literal(route: .time, verb: .get, path: "/time/0", arguments: ["callback": "0"]),
        Literal(
            route: .publish,
            verb: .get,
            path: "/publish/pub-c-demo/sub-c-demo/0/room%201/0/%22hi%22",
            arguments: [
                "pub": "pub-c-demo", "sub": "sub-c-demo", "channel": "room%201", "callback": "0", "message": "%22hi%22",
            ]
        ),
        Literal(
            route: .publishCompressed,
            verb: .post,
            path: "/publish/pub-c-demo/sub-c-demo/0/room%201/0",
            arguments: ["pub": "pub-c-demo", "sub": "sub-c-demo", "channel": "room%201", "callback": "0"]
        ),
        Literal(
            route: .signal,
            verb: .get,
            path: "/signal/pub-c-demo/sub-c-demo/0/room%201/0/%22hi%22",
            arguments: ["pub": "pub-c-demo", "sub": "sub-c-demo", "channel": "room%201", "message": "%22hi%22"]
        ),
        Literal(
            route: .subscribe,
            verb: .get,
            path: "/subscribe/sub-c-demo/a,b-pnpres/0/14356469989837945",
            arguments: [
                "sub": "sub-c-demo", "channels": "a,b-pnpres", "callback": "0", "timetoken": "14356469989837945",
            ]
        ),
        Literal(
            route: .subscribeV2,
            verb: .get,
            path: "/v2/subscribe/sub-c-demo/a,b/0",
            arguments: ["sub": "sub-c-demo", "channels": "a,b", "callback": "0"]
        ),
        Literal(
            route: .leave,
            verb: .get,
            path: "/v2/presence/sub-key/sub-c-demo/channel/a,b/leave",
            arguments: ["sub": "sub-c-demo", "channels": "a,b"]
        ),
        Literal(
            route: .heartbeat,
            verb: .get,
            path: "/v2/presence/sub-key/sub-c-demo/channel/,/heartbeat",
            arguments: ["sub": "sub-c-demo", "channels": ","]
        ),
        Literal(
            route: .whereNow,
            verb: .get,
            path: "/v2/presence/sub-key/sub-c-demo/uuid/u%201",
            arguments: ["sub": "sub-c-demo", "uuid": "u%201"]
        ),
        Literal(
            route: .state,
            verb: .get,
            path: "/v2/presence/sub-key/sub-c-demo/channel/a/uuid/u1",
            arguments: ["sub": "sub-c-demo", "channels": "a", "uuid": "u1"]
        ),
        Literal(
            route: .stateUpdate,
            verb: .get,
            path: "/v2/presence/sub-key/sub-c-demo/channel/,/uuid/u1/data",
            arguments: ["sub": "sub-c-demo", "channels": ",", "uuid": "u1"]
        ),
        Literal(
            route: .history,
            verb: .get,
            path: "/v2/history/sub-key/sub-c-demo/channel/a",
            arguments: ["sub": "sub-c-demo", "channel": "a"]
        ),
        Literal(
            route: .hereNow,
            verb: .get,
            path: "/v2/presence/sub-key/sub-c-demo/channel/a,b",
            arguments: ["sub": "sub-c-demo", "channels": "a,b"]
        ),
        Literal(
            route: .hereNowGlobal,
            verb: .get,
            path: "/v2/presence/sub-key/sub-c-demo",
            arguments: ["sub": "sub-c-demo"]
        ),
        Literal(route: .grant, verb: .get, path: "/v1/auth/grant/sub-key/demo", arguments: ["sub": "demo"]),
        Literal(route: .audit, verb: .get, path: "/v1/auth/audit/sub-key/demo", arguments: ["sub": "demo"]),
        Literal(route: .grantV2, verb: .get, path: "/v2/auth/grant/sub-key/demo", arguments: ["sub": "demo"]),
        Literal(route: .auditV2, verb: .get, path: "/v2/auth/audit/sub-key/demo", arguments: ["sub": "demo"]),
    ]

    /// Paths that only older clients send.
    private static let legacy = [
        Literal(route: .time, verb: .get, path: "/time/t_9f3ab", arguments: ["callback": "t_9f3ab"]),
        Literal(
            route: .publish,
            verb: .get,
            path: "/publish/demo/demo/0/a/m_1c2d3/%7B%22k%22%3A1%7D",
            arguments: [
                "pub": "demo", "sub": "demo", "channel": "a", "callback": "m_1c2d3", "message": "%7B%22k%22%3A1%7D",
            ]
        ),
        Literal(
            route: .publishCompressed,
            verb: .post,
            path: "/publish/demo/demo/0/a/m_1c2d3",
            arguments: ["pub": "demo", "sub": "demo", "channel": "a", "callback": "m_1c2d3"]
        ),
        Literal(
            route: .publishCompressed,
            verb: .post,
            path: "/v2/publish/demo/demo/0/a/0",
            arguments: ["pub": "demo", "sub": "demo", "channel": "a", "callback": "0"]
        ),
        Literal(
            route: .publishCompressed,
            verb: .post,
            path: "/v2/publish/demo/demo/0/a/0/",
            arguments: ["pub": "demo", "sub": "demo", "channel": "a", "callback": "0"]
        ),
        Literal(
            route: .subscribe,
            verb: .get,
            path: "/subscribe/demo/,/s_1a2b3/0",
            arguments: ["sub": "demo", "channels": ",", "callback": "s_1a2b3", "timetoken": "0"]
        ),
        Literal(
            route: .publish,
            verb: .get,
            path: "/publish/demo/demo/0/a/0/%22Bc846/dzAyZq23Z//q%3D%22",
            arguments: [
                "pub": "demo", "sub": "demo", "channel": "a", "callback": "0", "message": "%22Bc846/dzAyZq23Z//q%3D%22",
            ]
        ),
        Literal(
            route: .subscribeV2,
            verb: .get,
            path: "/v2/subscribe/demo/a,a-pnpres/0/14497873627193455",
            arguments: ["sub": "demo", "channels": "a,a-pnpres", "callback": "0", "timetoken": "14497873627193455"]
        ),
        Literal(
            route: .leave,
            verb: .get,
            path: "/v2/presence/sub_key/demo/channel/a/leave",
            arguments: ["sub": "demo", "channels": "a"]
        ),
        Literal(
            route: .state,
            verb: .get,
            path: "/v2/presence/sub_key/demo/channel/test_channel/uuid/gentest",
            arguments: ["sub": "demo", "channels": "test_channel", "uuid": "gentest"]
        ),
        Literal(
            route: .hereNow,
            verb: .get,
            path: "/v2/presence/sub_key/demo/channel/a,b",
            arguments: ["sub": "demo", "channels": "a,b"]
        ),
        Literal(route: .hereNowGlobal, verb: .get, path: "/v2/presence/sub_key/demo", arguments: ["sub": "demo"]),
    ]

    static let tokens: [Literal] = [
        Literal(route: .tokenGrant, verb: .post, path: "/v3/pam/demo/grant", arguments: ["sub": "demo"]),
        Literal(
            route: .tokenRevocation,
            verb: .delete,
            path: "/v3/pam/demo/grant/qEF2",
            arguments: ["sub": "demo", "token": "qEF2"]
        ),
    ]

    @Test("Every route has a literal path")
    func isComplete() {
        #expect(Set(Self.today.map(\.route)) == Set(Route.allCases))
    }

    @Test("Filling a route gives the literal path", arguments: today)
    func fills(_ literal: Literal) {
        #expect(literal.route.row.verb == literal.verb)
        #expect(literal.route.row.template.fill(literal.arguments) == literal.path)
    }

    @Test("The callback is 0 unless one is named", arguments: today)
    func defaultCallback(_ literal: Literal) {
        var arguments = literal.arguments
        arguments["callback"] = nil
        #expect(literal.route.row.template.fill(arguments) == literal.path)
    }

    @Test("A literal path matches its route", arguments: today + legacy)
    func matches(_ literal: Literal) {
        let match = Route.match(verb: literal.verb, path: literal.path[...])
        #expect(match?.route == literal.route)
        #expect(match?.arguments.mapValues { String($0) } == literal.arguments)
    }

    @Test("Each placeholder of each route is a known argument, whose value is found escaped, as text and as bytes")
    func placeholders() throws {
        for route in Route.allCases {
            for template in [route.row.template] + route.row.aliases {
                let names = template.placeholders
                let values = Dictionary(uniqueKeysWithValues: Set(names).map { ($0, "%22\($0)\u{e9}") })
                let arguments = try #require(template.match(template.fill(values)[...]))
                for name in names {
                    let argument = try #require(RouteArgument(name: name[...]), "\(name)")
                    #expect(arguments[argument] == values[name]?[...])
                    #expect(arguments.text(argument) == "\"\(name)\u{e9}")
                    #expect(arguments.bytes(argument) == Array("\"\(name)\u{e9}".utf8))
                    #expect(arguments.encodedLength(of: argument) == values[name]?.utf8.count)
                }
                for other in RouteArgument.allCases where !names.contains(other.name) {
                    #expect(arguments[other] == nil && arguments.text(other) == nil)
                }
            }
        }
    }

    @Test("A value with a wrong escape has no text and no bytes, and one that is not UTF-8 has only bytes")
    func damagedValues() throws {
        let template = Route.whereNow.row.template
        let wrong = try #require(template.match("/v2/presence/sub-key/s/uuid/%2"))
        #expect(wrong[.uuid] == "%2" && wrong.text(.uuid) == nil && wrong.bytes(.uuid) == nil)
        let other = try #require(template.match("/v2/presence/sub-key/s/uuid/a%FF"))
        #expect(other.text(.uuid) == nil && other.bytes(.uuid) == [UInt8(ascii: "a"), 0xFF])
    }

    @Test("A path with another method does not match", arguments: today)
    func wrongVerb(_ literal: Literal) {
        for verb in Verb.allCases where verb != literal.verb {
            #expect(Route.match(verb: verb, path: literal.path[...])?.route != literal.route)
        }
    }

    @Test(
        "Other paths match no route",
        arguments: [
            "", "/", "time/0", "/time", "/time/", "/time/0/", "/time/0/1", "/Time/0", "/publish/p/s/1/c/0/m",
            "/publish/p/s/0//0/m", "/publish/p/s/0/c/0/", "/v2/subscribe/s//0", "/v3/subscribe/s/a/0",
            "/v2/presence/sub-key//channel/a", "/v2/presence/subkey/s/channel/a/leave",
            "/v2/presence/sub-key/s/channel/a/heartbeats", "//time/0",
        ]
    )
    func unknown(_ path: String) {
        #expect(Route.match(verb: .get, path: path[...]) == nil)
    }

    @Test("Callbacks have their prefixes and positions")
    func callbacks() {
        let routes = Set(Route.allCases).subtracting(Self.registryAndPush).subtracting(
            (Self.objects + Self.actions + Self.tokens + Self.files).map(\.route)
        )
        let places = Dictionary(uniqueKeysWithValues: routes.map { ($0, $0.row.callback) })
        #expect(
            places == [
                .time: .path(prefix: "t"), .publish: .path(prefix: "m"), .publishCompressed: .path(prefix: "m"),
                .signal: CallbackPosition.none, .subscribe: .path(prefix: "s"), .subscribeV2: .path(prefix: "s"),
                .leave: .query(prefix: "lv"),
                .heartbeat: CallbackPosition.none, .batchHistory: CallbackPosition.none,
                .historyWithActions: CallbackPosition.none, .messageCounts: CallbackPosition.none,
                .historyDeletion: CallbackPosition.none, .history: .query(prefix: "h"),
                .hereNow: .query(prefix: "p"),
                .hereNowGlobal: .query(prefix: "p"), .whereNow: .query(prefix: "pc"), .state: .query(prefix: "mr"),
                .stateUpdate: .query(prefix: "mu"),
                .grant: .query(prefix: "arc"), .grantV2: .query(prefix: "arc"),
                .audit: .query(prefix: "arr"), .auditV2: .query(prefix: "arr"),
            ]
        )
    }

    private static let accessManager: Set<Route> = [.grant, .audit, .grantV2, .auditV2]
    private static let signedRoutes = accessManager.union(tokens.map(\.route))

    @Test(
        "uuid is part of polls, leave, heartbeat, publish, push, storage, objects and actions; auth of all calls but rights"
    )
    func parameters() {
        let identified = Set(Route.allCases.filter { $0.row.sendsIdentifier }).subtracting(
            (Self.push + Self.storage + Self.actions + Self.objects + Self.tokens + Self.files).map(\.route)
        )
        #expect(identified == [.subscribe, .subscribeV2, .leave, .heartbeat, .publish, .publishCompressed, .signal])
        // The form of an upload and the address of a content are signed by the server.
        let withoutAuth = Self.signedRoutes.union([.fileUpload, .fileContent])
        #expect(Set(Route.allCases.filter { !$0.row.sendsAuth }) == withoutAuth)
    }

    @Test("The access manager's calls are signed; those of version 1 and 2 with their operation on the third line")
    func signed() {
        #expect(Set(Route.allCases.filter { $0.row.isSigned }) == Self.signedRoutes)
        #expect(Set(Route.allCases.filter { $0.signedOperation != nil }) == Self.accessManager)
        #expect(Route.grant.signedOperation == "grant" && Route.auditV2.signedOperation == "audit")
    }

    @Test("Only long polls use the subscribe lane")
    func lanes() {
        #expect(Set(Route.allCases.filter { $0.row.lane == .subscribe }) == [.subscribe, .subscribeV2])
    }

    @Test("A path has a callback segment exactly where the row says so")
    func callbackSegments() {
        for route in Route.allCases {
            let isInPath = route.row.template.placeholders.contains("callback")
            switch route.row.callback {
            case .path: #expect(isInPath)
            case .query, .none: #expect(!isInPath)
            }
        }
    }
}
