import PubNubCodec
import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("The console: its JSON API, its page, and who may use them")
struct ConsoleTests {
    private static let secret = "secret-key-of-the-server"

    /// A response of the admin listener with its JSON.
    private struct Answer {
        let status: Int?
        let json: JSON
        let text: String
    }

    private func withConsole(
        _ configuration: OriginConfiguration = OriginConfiguration(),
        mode: OriginAdmin.Console = .full,
        token: String? = nil,
        _ body: (OriginServer, OriginAddress, OriginAddress) async throws -> Void
    ) async throws {
        var configuration = configuration
        configuration.admin = OriginAdmin(token: token, console: mode)
        try await withOrigin(configuration) { server, address in
            try await body(server, address, try #require(server.adminAddress))
        }
    }

    /// Sends a request to the admin listener on a connection of its own.
    private static func send(
        _ target: String,
        _ admin: OriginAddress,
        method: String = "GET",
        body: String? = nil,
        headers: String = ""
    ) throws -> Answer {
        let connection = try #require(RawConnection(port: admin.port))
        let type = body == nil || headers.contains("Content-Type") ? "" : "Content-Type: application/json\r\n"
        let length = body.map { "Content-Length: \($0.utf8.count)\r\n" } ?? ""
        connection.send(
            "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(type)\(length)\(headers)Connection: close\r\n\r\n\(body ?? "")"
        )
        let answer = try #require(connection.answer())
        return Answer(status: answer.status, json: (try? JSON(parsing: answer.body)) ?? .null, text: answer.text)
    }

    private static func publish(
        _ channel: String,
        count: Int = 1,
        keyset: String = "demo",
        _ address: OriginAddress
    ) throws {
        let connection = try #require(RawConnection(port: address.port))
        for number in 0..<count {
            connection.get("/publish/demo/\(keyset)/0/\(channel)/0/\(number)?uuid=ann")
            try #require(connection.answer()?.status == 200)
        }
    }

    private static var protected: OriginConfiguration {
        OriginConfiguration(publishKey: "demo", subscribeKey: "demo", secretKey: secret, accessManager: true)
    }

    @Test("/v1/server says what the server is, does and allows")
    func server() async throws {
        try await withConsole { _, address, admin in
            try await onOwnThread { () throws in
                try Self.publish("chat", count: 3, address)
                let json = try Self.send("/v1/server", admin).json
                #expect(json["version"]?.string == PackageVersion.current)
                #expect(json["ready"] == true)
                #expect(json["console"] == "on")
                #expect(json["storage"] == "memory")
                #expect(json["origin"]?["url"]?.string == address.url)
                #expect(json["statistics"]?["publishes"] == 3)
                #expect(json["statistics"]?["bufferedMessages"] == 3)
                #expect(json["limits"]?["messageBytes"] == 32768)
                #expect(json["limits"]?["heartbeatRange"] == [20, 300])
                #expect(json["limits"]?["requestsPerSecondPerKeyset"] == .null)
                #expect(json["limits"]?.object?.count == OriginLimit.all.count)
            }
        }
    }

    @Test("/v1/keysets lists the keysets with their use and quotas, and has no secret key")
    func keysets() async throws {
        var quotas = OriginQuotas()
        quotas.heldPolls = 7
        var configuration = OriginConfiguration()
        configuration.keysets = [
            OriginKeyset(subscribeKey: "two"),
            OriginKeyset(
                subscribeKey: "one",
                publishKey: "demo",
                secretKey: Self.secret,
                accessManager: false,
                quotas: quotas
            ),
        ]
        try await withConsole(configuration) { _, address, admin in
            try await onOwnThread { () throws in
                try Self.publish("chat", count: 2, keyset: "one", address)
                let answer = try Self.send("/v1/keysets?limit=1", admin)
                #expect(!answer.text.contains(Self.secret))
                let first = answer.json["keysets"]?[0]
                #expect(first?["subscribeKey"] == "one")
                #expect(first?["hasSecretKey"] == true)
                #expect(first?["quotas"]?["heldPolls"] == 7)
                #expect(first?["usage"]?["bufferedMessages"] == 2)
                #expect(first?["usage"]?["bufferedChannels"] == 1)
                #expect(answer.json["servesAny"] == false)
                #expect(answer.json["next"] == "one")
                let second = try Self.send("/v1/keysets?limit=1&cursor=one", admin).json
                #expect(second["keysets"]?[0]?["subscribeKey"] == "two")
                #expect(second["next"] == .null)
            }
        }
    }

    @Test("/v1/keysets has the retention of the keysets that replaced others, and without one that of the server")
    func replacedRetention() async throws {
        let folder = try DataFolder()
        var configuration = OriginConfiguration()
        configuration.storage = .file(
            folder.file(),
            retention: MessageRetention(age: .seconds(3600)),
            keysetRetention: ["two": MessageRetention(bytes: 1000)]
        )
        configuration.keysets = ["one", "two", "three"].map { name in
            OriginKeyset(subscribeKey: name, retention: MessageRetention(age: .seconds(60)))
        }
        try await withConsole(configuration) { server, _, admin in
            try server.replaceKeysets([
                OriginKeyset(subscribeKey: "one", retention: MessageRetention(age: .seconds(120))),
                OriginKeyset(subscribeKey: "two"), OriginKeyset(subscribeKey: "three"),
            ])
            try await onOwnThread { () throws in
                let entries = try Self.send("/v1/keysets", admin).json["keysets"]?.array ?? []
                #expect(entries.map { $0["subscribeKey"] } == ["one", "three", "two"])
                #expect(entries.map { $0["retention"]?["seconds"] } == [120.0, 3600.0, .null])
                #expect(entries.map { $0["retention"]?["bytes"] } == [.null, .null, 1000])
            }
        }
    }

    @Test("A server for any keys lists the keysets that are in use")
    func anyKeysets() async throws {
        try await withConsole { _, address, admin in
            try await onOwnThread { () throws in
                #expect(try Self.send("/v1/keysets", admin).json["keysets"] == [])
                try Self.publish("chat", keyset: "seen", address)
                let json = try Self.send("/v1/keysets", admin).json
                #expect(json["keysets"]?.array?.map { $0["subscribeKey"] } == ["seen"])
                #expect(json["servesAny"] == true)
            }
        }
    }

    @Test("/v1/channels lists channels with clients or messages, by prefix and page by page")
    func channels() async throws {
        try await withConsole { _, address, admin in
            try await onOwnThread { () throws in
                for name in ["a.1", "a.2", "a.3", "b"] { try Self.publish(name, count: 2, address) }
                let connection = try #require(RawConnection(port: address.port))
                connection.get("/v2/presence/sub-key/demo/channel/c/heartbeat?uuid=ann")
                #expect(connection.answer()?.status == 200)
                let page = try Self.send("/v1/channels?subscribeKey=demo&prefix=a.&limit=2", admin).json
                #expect(page["channels"]?.array?.map { $0["name"] } == ["a.1", "a.2"])
                #expect(page["channels"]?[0]?["bufferedMessages"] == 2)
                #expect(page["total"] == 3)
                #expect(page["next"] == "a.2")
                let rest = try Self.send("/v1/channels?subscribeKey=demo&prefix=a.&limit=2&cursor=a.2", admin).json
                #expect(rest["channels"]?.array?.map { $0["name"] } == ["a.3"])
                #expect(rest["next"] == .null)
                let all = try Self.send("/v1/channels?subscribeKey=demo", admin).json
                #expect(all["channels"]?.array?.map { $0["name"] } == ["a.1", "a.2", "a.3", "b", "c"])
                #expect(all["channels"]?[4]?["occupancy"] == 1)
                for target in [
                    "/v1/channels", "/v1/channels?subscribeKey=demo&limit=0",
                    "/v1/channels?subscribeKey=demo&limit=1001",
                ] {
                    #expect(try Self.send(target, admin).status == 400)
                }
            }
        }
    }

    @Test("/v1/connections lists the connections of clients, busy or idle")
    func connections() async throws {
        try await withConsole { server, address, admin in
            try await onOwnThread { () throws in
                let poll = try #require(RawConnection(port: address.port))
                poll.get("/v2/subscribe/demo/b/0?tt=1")
                let idle = try #require(RawConnection(port: address.port))
                idle.get("/time/0")
                #expect(idle.answer()?.status == 200)
                #expect(waitUntil { server.waitingCount == 1 })
                let json = try Self.send("/v1/connections", admin).json
                #expect(json["total"] == 2)
                let entries = json["connections"]?.array ?? []
                #expect(entries.filter { $0["isBusy"] == true }.count == 1)
                #expect(entries.allSatisfy { $0["peer"]?.string?.hasPrefix("127.0.0.1:") == true })
                let page = try Self.send("/v1/connections?limit=1", admin).json
                #expect(page["connections"]?.array?.count == 1)
                #expect(page["next"] == page["connections"]?[0]?["peer"])
                poll.close()
            }
        }
    }

    @Test("/v1/faults takes every fault, returns it as it was set, and counts what its rules match")
    func faults() async throws {
        let rules = """
            [{"action":"delay","seconds":0.5,"family":"publish"},{"action":"drop","channel":"chat","occurrence":"nth","count":3},\
            {"action":"dropResponse","occurrence":"first","count":2},{"action":"truncate","bytes":10,"occurrence":"every","count":4},\
            {"action":"status","status":503,"family":"time","body":"no"},{"action":"reset","family":"state"},\
            {"action":"wrongEncoding","family":"state"},{"action":"slow","bytes":5,"seconds":1,"family":"state"}]
            """
        try await withConsole { server, address, admin in
            try await onOwnThread { () throws in
                #expect(try Self.send("/v1/faults", admin).json["rules"] == [])
                let answer = try Self.send(
                    "/v1/faults",
                    admin,
                    method: "PUT",
                    body: #"{"rules":\#(rules),"refusedConnections":2}"#
                )
                #expect(answer.status == 200)
                #expect(
                    server.faults.rules == [
                        FaultRule(.delay(.seconds(0.5)), family: .publish),
                        FaultRule(.drop, channel: "chat", occurrence: .nth(3)),
                        FaultRule(.dropResponse, occurrence: .first(2)),
                        FaultRule(.truncate(bytes: 10), occurrence: .every(4)),
                        FaultRule(.status(503, body: "no"), family: .time), FaultRule(.reset, family: .state),
                        FaultRule(.wrongEncoding, family: .state),
                        FaultRule(.slow(bytes: 5, every: .seconds(1)), family: .state),
                    ]
                )
                #expect(server.faults.refusedConnections == 2)
                // A client may send back what it received.
                #expect(try Self.send("/v1/faults", admin, method: "PUT", body: answer.text).json == answer.json)
                let one = #"{"rules":[{"action":"status","status":503,"occurrence":"every","count":2}]}"#
                #expect(try Self.send("/v1/faults", admin, method: "PUT", body: one).status == 200)
                let connection = try #require(RawConnection(port: address.port))
                let statuses = (0..<4).map { _ -> Int? in
                    connection.get("/time/0")
                    return connection.answer()?.status
                }
                #expect(statuses == [200, 503, 200, 503])
                let rule = try Self.send("/v1/faults", admin).json["rules"]?[0]
                #expect(rule?["matched"] == 4)
                #expect(rule?["injected"] == 2)
                #expect(try Self.send("/v1/faults", admin, method: "PUT", body: "{}").json["rules"] == [])
                #expect(server.faults == FaultPlan())
            }
        }
    }

    @Test(
        "A plan of faults that cannot be used is refused, and the former one stays",
        arguments: [
            "", "[]", #"{"rule":[]}"#, #"{"rules":{}}"#, #"{"rules":[1]}"#, #"{"rules":[{}]}"#,
            #"{"rules":[{"action":"explode"}]}"#, #"{"rules":[{"action":"delay"}]}"#,
            #"{"rules":[{"action":"delay","seconds":-1}]}"#, #"{"rules":[{"action":"delay","seconds":1e300}]}"#,
            #"{"rules":[{"action":"status","status":100}]}"#, #"{"rules":[{"action":"truncate","bytes":-1}]}"#,
            #"{"rules":[{"action":"slow","bytes":0,"seconds":1}]}"#,
            #"{"rules":[{"action":"drop","occurrence":"nth"}]}"#,
            #"{"rules":[{"action":"drop","occurrence":"sometimes","count":1}]}"#,
            #"{"rules":[{"action":"drop","family":"none"}]}"#, #"{"rules":[{"action":"drop","chanel":"a"}]}"#,
            #"{"refusedConnections":-1}"#, #"{"refusedConnections":9999999}"#,
        ]
    )
    func wrongFaults(body: String) async throws {
        let plan = FaultPlan(rules: [FaultRule(.delay(.zero), family: .push)])
        try await withConsole(OriginConfiguration(faults: plan)) { server, _, admin in
            try await onOwnThread { () throws in
                let answer = try Self.send("/v1/faults", admin, method: "PUT", body: body)
                #expect(answer.status == 400)
                #expect(answer.json["error"]?.string?.isEmpty == false)
                #expect(server.faults == plan)
            }
        }
    }

    @Test("/v1/grant gives rights without a signature, and neither it nor the lists of grants show a key")
    func grant() async throws {
        try await withConsole(Self.protected) { _, address, admin in
            try await onOwnThread { () throws in
                let connection = try #require(RawConnection(port: address.port))
                func publish(_ key: String) -> Int? {
                    connection.get("/publish/demo/demo/0/chat/0/1?auth=\(key)")
                    return connection.answer()?.status
                }
                #expect(publish("key-of-ann") == 403)
                let body =
                    #"{"subscribeKey":"demo","channels":["chat"],"keys":["key-of-ann"],"write":true,"get":true,"ttl":5}"#
                let granted = try Self.send("/v1/grant", admin, method: "POST", body: body)
                #expect(granted.json == ["isEnforced": true, "rights": ["write", "get"], "ttl": 5])
                #expect(publish("key-of-ann") == 200)
                #expect(publish("other") == 403)
                let check = #"{"subscribeKey":"demo","channel":"chat","key":"key-of-ann"}"#
                let checked = try Self.send("/v1/access/check", admin, method: "POST", body: check)
                #expect(checked.json["rights"] == ["write", "get"])
                #expect(checked.json["grants"]?[0]?["isForKey"] == true)
                let listed = try Self.send("/v1/access?subscribeKey=demo", admin)
                #expect(listed.json["grants"]?[0]?["on"] == ["kind": "channel", "name": "chat"])
                #expect(listed.json["grants"]?[0]?["keys"]?[0]?["rights"] == ["write", "get"])
                for answer in [granted, checked, listed] {
                    #expect(!answer.text.contains("key-of-ann") && !answer.text.contains(Self.secret))
                }
                let revoked = #"{"subscribeKey":"demo","channels":["chat"],"keys":["key-of-ann"]}"#
                #expect(try Self.send("/v1/grant", admin, method: "POST", body: revoked).status == 200)
                #expect(publish("key-of-ann") == 403)
            }
        }
    }

    @Test("Why a call is allowed names the grants above it: patterns and the whole keyset")
    func coveringGrants() async throws {
        try await withConsole(Self.protected) { _, _, admin in
            try await onOwnThread { () throws in
                for grant in [#""channels":["news.*"],"read":true"#, #""write":true,"ttl":0"#] {
                    #expect(
                        try Self.send("/v1/grant", admin, method: "POST", body: #"{"subscribeKey":"demo",\#(grant)}"#)
                            .status
                            == 200
                    )
                }
                let json = try Self.send(
                    "/v1/access/check",
                    admin,
                    method: "POST",
                    body: #"{"subscribeKey":"demo","channel":"news.today"}"#
                ).json
                #expect(json["rights"] == ["read", "write"])
                #expect(json["missing"]?.array?.contains("manage") == true)
                #expect(json["grants"]?.array?.map { $0["on"]?["name"] } == ["news.*", .null])
                #expect(json["grants"]?[1]?["grant"]?["minutesLeft"] == .null)
            }
        }
    }

    @Test(
        "A grant that cannot be made is refused",
        arguments: [
            #"{"channels":["a"]}"#, #"{"subscribeKey":"none"}"#, #"{"subscribeKey":"demo","channels":"a"}"#,
            #"{"subscribeKey":"demo","channels":["a,b"]}"#, #"{"subscribeKey":"demo","read":1}"#,
            #"{"subscribeKey":"demo","ttl":-1}"#, #"{"subscribeKey":"demo","secret":"x"}"#,
        ]
    )
    func wrongGrants(body: String) async throws {
        try await withConsole(Self.protected) { _, _, admin in
            try await onOwnThread { () throws in
                let status = try Self.send("/v1/grant", admin, method: "POST", body: body).status
                #expect(status == 400 || status == 404)
                #expect(try Self.send("/v1/access?subscribeKey=demo", admin).json["grants"] == [])
            }
        }
    }

    @Test("/v1/token/parse says what an access token says, and refuses what is none")
    func tokens() async throws {
        var content = AccessTokenContent(timestamp: 1_700_000_000, minutes: 30)
        content.resources.channels = ["chat": 3]
        content.patterns.users = ["^ann.*$": 32]
        content.user = "ann"
        content.signature = [1, 2, 3]
        let token = Base64.encode(content.serialized(), urlSafe: true)
        try await withConsole { _, _, admin in
            try await onOwnThread { () throws in
                let answer = try Self.send("/v1/token/parse", admin, method: "POST", body: #"{"token":"\#(token)"}"#)
                #expect(answer.json["resources"]?["channels"] == ["chat": ["read", "write"]])
                #expect(answer.json["patterns"]?["users"] == ["^ann.*$": ["get"]])
                #expect(answer.json["user"] == "ann")
                #expect(answer.json["ttl"] == 30)
                #expect(answer.json["state"] == .null)
                #expect(!answer.text.contains(token))
                for body in [
                    #"{"token":"none"}"#, #"{"token":""}"#, "{}",
                    #"{"token":"\#(String(repeating: "A", count: 40_000))"}"#,
                ] {
                    #expect(try Self.send("/v1/token/parse", admin, method: "POST", body: body).status == 400)
                }
            }
        }
    }

    @Test("/v1/requests streams each request with masked values, from the newest ones on, and by route and status")
    func requests() async throws {
        try await withConsole { server, address, admin in
            try await onOwnThread { () throws in
                try Self.publish("chat", address)
                let stream = try #require(RawConnection(port: admin.port))
                stream.send("GET /v1/requests HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(stream.readUntil(": requests"))
                let failing = try #require(RawConnection(port: admin.port))
                failing.send("GET /v1/requests?status=4xx HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let connection = try #require(RawConnection(port: address.port))
                for target in ["/publish/demo/demo/0/chat/0/%22PRIVATE%22?uuid=ann", "/nowhere"] {
                    connection.get(target)
                    #expect(connection.answer() != nil)
                }
                #expect(stream.readUntil(#""status":404"#))
                #expect(stream.received.contains(#""route":"publish""#))
                #expect(!stream.received.contains("PRIVATE"))
                #expect(failing.readUntil(#""status":404"#))
                #expect(!failing.received.contains(#""route":"publish""#))
                for query in ["status=700", "status=abc", "route=none-such"] {
                    #expect(try Self.send("/v1/requests?\(query)", admin).status == 400)
                }
                stream.close()
                failing.close()
            }
        }
    }

    @Test("HEAD of /v1/requests gets the headers of the stream, and its connection ends")
    func headOfRequests() async throws {
        try await withConsole { _, address, admin in
            try await onOwnThread { () throws in
                try Self.publish("chat", address)
                let connection = try #require(RawConnection(port: admin.port))
                connection.send("HEAD /v1/requests HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let answer = try #require(connection.answer())
                #expect(answer.status == 200)
                #expect(answer["content-type"] == "text/event-stream")
                #expect(answer["content-length"] == nil)
                #expect(connection.waitForEnd() == .closed)
                #expect(connection.received.isEmpty)
                #expect(try Self.send("/v1/requests?status=700", admin, method: "HEAD").status == 400)
            }
        }
    }

    @Test("16 clients read the requests of a server at a time; one that leaves makes room for another")
    func streamLimit() async throws {
        try await withConsole { _, _, admin in
            try await onOwnThread { () throws in
                func stream() throws -> RawConnection? {
                    let connection = try #require(RawConnection(port: admin.port))
                    connection.send("GET /v1/requests HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    return connection.readUntil(": requests") ? connection : nil
                }
                let streams = try (0..<16).compactMap { _ in try stream() }
                #expect(streams.count == 16)
                #expect(try Self.send("/v1/requests", admin).status == 429)
                streams.first?.close()
                #expect(waitUntil { (try? stream()) != nil })
                for stream in streams.dropFirst() { stream.close() }
            }
        }
    }

    @Test("A client that reads requests too slowly loses some, receives their number, and delays no other")
    func slowReader() throws {
        let feed = RequestFeed()
        let wakes = Locked(0)
        let id = try #require(feed.add(RequestFilter(), after: nil) { wakes.withLock { $0 += 1 } })
        for number in 0..<2500 { feed.requestEnded(.sample(status: number % 2 == 0 ? 200 : 503)) }
        #expect(wakes.withLock { $0 } == 1)
        let taken = feed.take(id)
        #expect(taken.entries.map(\.number) == Array(1...2000))
        #expect(taken.dropped == 500)
        feed.requestEnded(.sample(status: 200))
        #expect(wakes.withLock { $0 } == 2)
        #expect(feed.take(id).entries.map(\.number) == [2501])
        feed.remove(id)
        // A new client receives the newest ones that it does not have.
        var filter = RequestFilter()
        filter.statuses = 500...599
        let later = try #require(feed.add(filter, after: 2490) {})
        #expect(feed.take(later).entries.map(\.number) == [2492, 2494, 2496, 2498, 2500])
        let others = (0..<20).map { _ in feed.add(RequestFilter(), after: nil) {} }
        #expect(others.compactMap(\.self).count == 15)
    }

    @Test("/v1/token/grant issues a token that the server accepts until /v1/token/revoke ends it")
    func tokenLife() async throws {
        try await withConsole(Self.protected) { _, address, admin in
            try await onOwnThread { () throws in
                let connection = try #require(RawConnection(port: address.port))
                func publish(_ channel: String, _ token: String, user: String = "ann") -> Int? {
                    connection.get("/publish/demo/demo/0/\(channel)/0/1?uuid=\(user)&auth=\(token)")
                    return connection.answer()?.status
                }
                func call(_ path: String, _ members: String) throws -> JSON {
                    let body = "{\"subscribeKey\":\"demo\",\(members)}"
                    let answer = try Self.send(path, admin, method: "POST", body: body)
                    #expect(answer.status == 200)
                    #expect(!answer.text.contains(Self.secret))
                    return answer.json
                }
                let issued = try call(
                    "/v1/token/grant",
                    #""ttl":60,"user":"ann","meta":{"plan":"gold"},"#
                        + #""resources":{"channels":{"chat":["read","write"]}},"#
                        + #""patterns":{"channels":{"^room-[a-z]+$":["write"]}}"#
                )
                let token = try #require(issued["token"]?.string)
                #expect(issued["resources"]?["channels"] == ["chat": ["read", "write"]])
                #expect(issued["user"] == "ann" && issued["meta"] == ["plan": "gold"] && issued["state"] == "valid")
                #expect(publish("chat", token) == 200 && publish("room-a", token) == 200)
                #expect(publish("lobby", token) == 403 && publish("chat", token, user: "eve") == 403)

                func check(_ channel: String, _ client: String) throws -> JSON {
                    try call("/v1/access/check", #""channel":"\#(channel)","key":"\#(token)","client":"\#(client)""#)
                }
                let room = try check("room-a", "ann")
                #expect(room["rights"] == ["write"] && room["token"] == ["state": "valid", "user": "ann"])
                #expect(room["grants"]?[0]?["isPattern"] == true)
                #expect(room["grants"]?[0]?["on"] == ["kind": "channel", "name": "^room-[a-z]+$"])
                #expect(room["grants"]?[0]?["grant"]?["minutesLeft"] == 60)
                let other = try check("chat", "eve")
                #expect(other["rights"] == [] && other["token"]?["state"] == "otherClient")
                // Every client has this right, also with the token of another one.
                _ = try call("/v1/grant", #""channels":["chat"],"read":true"#)
                #expect(try check("chat", "eve")["rights"] == ["read"])

                #expect(try call("/v1/token/revoke", #""token":"\#(token)""#) == ["state": "revoked"])
                #expect(publish("chat", token) == 403)
                #expect(try call("/v1/token/parse", #""token":"\#(token)""#)["state"] == "revoked")
                let ended = try check("chat", "ann")
                #expect(ended["rights"] == [] && ended["token"]?["state"] == "revoked" && ended["grants"] == [])
            }
        }
    }

    @Test("A token that has expired, and one of another keyset, say so")
    func endedTokens() async throws {
        let clock = OriginManualClock()
        var configuration = OriginConfiguration()
        configuration.clock = clock
        configuration.keysets = ["demo", "other"].map { key in
            OriginKeyset(subscribeKey: key, publishKey: key, secretKey: Self.secret, accessManager: true)
        }
        try await withConsole(configuration) { _, _, admin in
            try await onOwnThread { () throws in
                func call(_ path: String, _ body: String) throws -> JSON {
                    try Self.send(path, admin, method: "POST", body: body).json
                }
                let rights = #""resources":{"channels":{"chat":["read"]}}"#
                let issued = try call("/v1/token/grant", "{\"subscribeKey\":\"demo\",\"ttl\":1,\(rights)}")
                let token = try #require(issued["token"]?.string)
                func state(_ keyset: String) throws -> JSON? {
                    try call("/v1/token/parse", #"{"subscribeKey":"\#(keyset)","token":"\#(token)"}"#)["state"]
                }
                #expect(try state("demo") == "valid")
                #expect(try state("other") == "invalid")
                let foreign = #"{"subscribeKey":"other","token":"\#(token)"}"#
                #expect(try Self.send("/v1/token/revoke", admin, method: "POST", body: foreign).status == 400)
                clock.advance(by: .seconds(61))
                #expect(try state("demo") == "expired")
                let ended = #"{"subscribeKey":"demo","token":"\#(token)"}"#
                #expect(try call("/v1/token/revoke", ended) == ["state": "expired"])
                let check = #"{"subscribeKey":"demo","channel":"chat","key":"\#(token)"}"#
                #expect(try call("/v1/access/check", check)["token"]?["state"] == "expired")
            }
        }
    }

    @Test(
        "A token that cannot be issued is refused with the reason",
        arguments: [
            "{}", #"{"subscribeKey":"demo"}"#, #"{"subscribeKey":"none","ttl":1}"#,
            #"{"subscribeKey":"demo","ttl":1}"#, #"{"subscribeKey":"demo","ttl":1,"resources":{}}"#,
            #"{"subscribeKey":"demo","ttl":0,"resources":{"channels":{"a":["read"]}}}"#,
            #"{"subscribeKey":"demo","ttl":43201,"resources":{"channels":{"a":["read"]}}}"#,
            #"{"subscribeKey":"demo","ttl":1,"resources":{"channels":{"a":[]}}}"#,
            #"{"subscribeKey":"demo","ttl":1,"resources":{"channels":{"a":["fly"]}}}"#,
            #"{"subscribeKey":"demo","ttl":1,"resources":{"channels":{"a":255}}}"#,
            #"{"subscribeKey":"demo","ttl":1,"resources":{"channels":{"":["read"]}}}"#,
            #"{"subscribeKey":"demo","ttl":1,"resources":{"spaces":{"a":["read"]}}}"#,
            #"{"subscribeKey":"demo","ttl":1,"patterns":{"channels":{"(":["read"]}}}"#,
            #"{"subscribeKey":"demo","ttl":1,"meta":{"a":[]},"resources":{"channels":{"a":["read"]}}}"#,
            #"{"subscribeKey":"demo","ttl":1,"meta":"a","resources":{"channels":{"a":["read"]}}}"#,
        ]
    )
    func wrongTokens(body: String) async throws {
        try await withConsole(Self.protected) { _, _, admin in
            try await onOwnThread { () throws in
                let answer = try Self.send("/v1/token/grant", admin, method: "POST", body: body)
                #expect(answer.status == 400 || answer.status == 404)
                #expect(answer.json["error"]?.string?.isEmpty == false && answer.json["token"] == nil)
            }
        }
    }

    @Test("Without the access manager the server issues no tokens, and says why")
    func noAccessManager() async throws {
        try await withConsole { _, _, admin in
            try await onOwnThread { () throws in
                let body = #"{"subscribeKey":"demo","ttl":1,"resources":{"channels":{"a":["read"]}}}"#
                let answer = try Self.send("/v1/token/grant", admin, method: "POST", body: body)
                #expect(answer.status == 403)
                #expect(answer.json["error"]?.string?.contains("Access Manager is not enabled") == true)
            }
        }
    }

    @Test("A read-only console serves what it shows, and refuses what changes the server")
    func readOnly() async throws {
        try await withConsole(Self.protected, mode: .readOnly) { server, _, admin in
            try await onOwnThread { () throws in
                for path in ["/v1/server", "/v1/keysets", "/v1/faults", "/v1/access?subscribeKey=demo", "/console/"] {
                    #expect(try Self.send(path, admin).status == 200)
                }
                #expect(try Self.send("/v1/server", admin).json["console"] == "read-only")
                #expect(
                    try Self.send("/v1/faults", admin, method: "PUT", body: #"{"refusedConnections":1}"#).status == 403
                )
                #expect(
                    try Self.send("/v1/grant", admin, method: "POST", body: #"{"subscribeKey":"demo","read":true}"#)
                        .status
                        == 403
                )
                for path in ["/v1/token/grant", "/v1/token/revoke"] {
                    let body = #"{"subscribeKey":"demo","ttl":1,"resources":{"channels":{"a":["read"]}}}"#
                    #expect(try Self.send(path, admin, method: "POST", body: body).status == 403)
                }
                #expect(
                    try Self.send("/v1/access/check", admin, method: "POST", body: #"{"subscribeKey":"demo"}"#).status
                        == 200
                )
                #expect(server.faults == FaultPlan())
            }
        }
    }

    @Test("With a token the API needs it, and the files of the page do not")
    func token() async throws {
        try await withConsole(token: "token-of-the-admin") { _, _, admin in
            try await onOwnThread { () throws in
                for call in ConsoleCall.allCases {
                    let method = call.methods[0]
                    let body = method == "POST" ? "{}" : nil
                    let answer = try Self.send("/v1/\(call.rawValue)", admin, method: method, body: body)
                    #expect(answer.status == 401)
                }
                let allowed = "Authorization: Bearer token-of-the-admin\r\n"
                #expect(try Self.send("/v1/server", admin, headers: allowed).status == 200)
                #expect(try Self.send("/v1/server", admin, headers: "Authorization: Bearer wrong\r\n").status == 401)
                #expect(try Self.send("/console/", admin).status == 200)
            }
        }
    }

    @Test("Pages of other sites change nothing, and bodies have to be declared as JSON")
    func otherSites() async throws {
        try await withConsole { server, _, admin in
            try await onOwnThread { () throws in
                let body = #"{"refusedConnections":5}"#
                for (headers, status) in [
                    ("Origin: http://evil.test\r\n", 403), ("Origin: null\r\n", 403),
                    ("Sec-Fetch-Site: cross-site\r\n", 403),
                    ("Sec-Fetch-Site: same-site\r\n", 403), ("Content-Type: text/plain\r\n", 415),
                    ("Content-Type: application/x-www-form-urlencoded\r\n", 415),
                ] {
                    #expect(
                        try Self.send("/v1/faults", admin, method: "PUT", body: body, headers: headers).status == status
                    )
                }
                #expect(server.faults.refusedConnections == 0)
                let own = "Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n"
                #expect(try Self.send("/v1/faults", admin, method: "PUT", body: body, headers: own).status == 200)
            }
        }
    }

    @Test("Pages of other sites cannot take the places of those that read requests, nor make the server work")
    func otherSitesRead() async throws {
        try await withConsole { _, _, admin in
            try await onOwnThread { () throws in
                for call in ConsoleCall.allCases where call.methods.contains("GET") {
                    for headers in ["Sec-Fetch-Site: cross-site\r\n", "Origin: http://evil.test\r\n"] {
                        #expect(try Self.send("/v1/\(call.rawValue)", admin, headers: headers).status == 403)
                    }
                }
                // The address bar, and programs, name no site.
                #expect(try Self.send("/v1/server", admin, headers: "Sec-Fetch-Site: none\r\n").status == 200)
                #expect(try Self.send("/v1/server", admin).status == 200)
            }
        }
    }

    @Test("The page has a strict policy, which names the public port, and entity tags")
    func page() async throws {
        try await withConsole { _, address, admin in
            try await onOwnThread { () throws in
                let connection = try #require(RawConnection(port: admin.port))
                func get(_ target: String, _ headers: String = "") throws -> RawAnswer {
                    connection.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
                    return try #require(connection.answer())
                }
                #expect(try get("/")["location"] == "/console/")
                let page = try get("/console/")
                #expect(page.status == 200)
                #expect(page["content-type"] == "text/html; charset=utf-8")
                #expect(page["x-content-type-options"] == "nosniff")
                let policy = try #require(page["content-security-policy"])
                #expect(policy.contains("default-src 'none'; script-src 'self'; style-src 'self'"))
                #expect(policy.contains("connect-src 'self' \(address.url);"))
                #expect(!policy.contains("unsafe"))
                #expect(
                    !page.text.contains("<script>") && !page.text.contains(" style=") && !page.text.contains("onload=")
                )
                let tag = try #require(page["etag"])
                #expect(try get("/console/", "If-None-Match: \(tag)\r\n").status == 304)
                #expect(try get("/console/console.js")["content-type"] == "text/javascript; charset=utf-8")
                for path in ["/console/none.js", "/console/../Package.swift", "/console/%2e%2e/x", "/v1/none"] {
                    #expect(try get(path).status == 404)
                }
            }
        }
    }

    @Test("Without the console the admin listener has none of its paths")
    func off() async throws {
        var configuration = OriginConfiguration()
        configuration.admin = OriginAdmin()
        try await withOrigin(configuration) { server, _ in
            let admin = try #require(server.adminAddress)
            try await onOwnThread { () throws in
                for path in ["/", "/console/", "/v1/server", "/v1/faults", "/v1/requests"] {
                    #expect(try Self.send(path, admin).status == 404)
                }
            }
        }
    }

    @Test("Methods that a path does not have are refused, with those that it has")
    func methods() async throws {
        try await withConsole { _, _, admin in
            try await onOwnThread { () throws in
                for (method, path) in [
                    ("POST", "/v1/server"), ("DELETE", "/v1/faults"), ("GET", "/v1/grant"), ("POST", "/console/"),
                ] {
                    #expect(
                        try Self.send(path, admin, method: method, body: method == "GET" ? nil : "{}").status == 405
                    )
                }
            }
        }
    }
}

extension OriginRequestRecord {
    /// A record of a request of the route `time`.
    fileprivate static func sample(status: Int) -> OriginRequestRecord {
        OriginRequestRecord(
            method: "GET",
            target: "/time/0",
            route: .time,
            status: status,
            receivedBytes: 0,
            sentBytes: 20,
            date: 17_000_000_000_000_000,
            duration: .milliseconds(1),
            peer: "127.0.0.1"
        )
    }
}
