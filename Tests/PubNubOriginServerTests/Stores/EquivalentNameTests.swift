import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Strings in Swift are equal if they are canonically equivalent. For the service they are different names, and for SQLite as well.
@Suite("Canonically equivalent names are different names")
struct EquivalentNameTests {
    /// “é” as one scalar and as two, escaped, so that strings with them are compared by their bytes.
    private static let names = ["%C3%A9", "e%CC%81"]
    private static let token = String(repeating: "0a", count: 32)
    private static let presence = "/v2/presence/sub-key/demo"
    private static let groups = "/v1/channel-registration/sub-key/demo/channel-group"
    private static let push = "/v1/push/sub-key/demo/devices/\(token)"

    private static func fill(_ origin: WaitingOrigin) async {
        for (number, name) in names.enumerated() {
            for target in [
                "/publish/demo/demo/0/\(name)/0/\(number)", "/publish/demo/demo/0/wide.\(name)/0/\(number)",
                "\(presence)/channel/\(name)/heartbeat?uuid=u\(number)",
                "\(presence)/channel/both/heartbeat?uuid=\(name)", "\(groups)/g?add=\(name)",
                "\(groups)/\(name)?add=c\(number)", "\(push)?add=\(name)",
            ] {
                #expect(await origin.submit(OriginRequest(target: target)).status == 200, "\(target)")
            }
            for (path, body) in [
                ("/uuids/\(name)", #"{"name":"n\#(number)"}"#),
                ("/uuids/\(name)/channels", #"{"set":[{"channel":{"id":"c\#(number)"}}]}"#),
            ] {
                #expect(await origin.send("PATCH", path, body: body).status == 200, "\(path)")
            }
        }
    }

    /// Everything that the origin has of the names, with each response escaped.
    private static func everything(_ origin: WaitingOrigin) async -> [String: String] {
        let targets =
            names.flatMap { name in
                [
                    "/v2/history/sub-key/demo/channel/\(name)", "\(presence)/channel/\(name)", "\(groups)/\(name)",
                    "/v2/subscribe/demo/\(name)/0?tt=1", "/v2/objects/demo/uuids/\(name)",
                    "/v2/objects/demo/uuids/\(name)/channels",
                ]
            } + [
                "/v3/history/sub-key/demo/message-counts/\(names.joined(separator: ","))?timetoken=1", presence,
                "\(presence)/channel/both", "\(presence)/uuid/u0", "\(presence)/uuid/u1", groups, "\(groups)/g", push,
                "/v2/subscribe/demo/wide.*/0?tt=1", "/v2/subscribe/demo/,/0?tt=1&channel-group=g",
            ]
        var found: [String: String] = [:]
        for target in targets {
            found[target] = PercentEncoding.escape(await origin.submit(OriginRequest(target: target)).text)
        }
        return found
    }

    private static func check(_ found: [String: String]) throws {
        func text(_ target: String) throws -> String {
            try #require(found[target].flatMap { PercentEncoding.unescape($0) })
        }
        func list(_ items: [String]) -> String { items.joined(separator: "%22%2C%20%22") }
        for (number, name) in names.enumerated() {
            #expect(try text("/v2/history/sub-key/demo/channel/\(name)").hasPrefix("[[\(number)],"))
            #expect(try text("\(presence)/channel/\(name)").contains("\"uuids\": [\"u\(number)\"]"))
            #expect(try text("\(groups)/\(name)").contains("\"channels\": [\"c\(number)\"]"))
            let page = try text("/v2/subscribe/demo/\(name)/0?tt=1")
            #expect(page.contains("\"d\":\(number)") && !page.contains("\"d\":\(1 - number)"))
            #expect(try text("/v2/objects/demo/uuids/\(name)").contains("\"n\(number)\""))
            let channels = try text("/v2/objects/demo/uuids/\(name)/channels")
            #expect(channels.contains("\"c\(number)\"") && !channels.contains("\"c\(1 - number)\""))
            let ofClient = try #require(found["\(presence)/uuid/u\(number)"])
            #expect(ofClient.contains("%5B%22\(name)%22%5D"))
            let counts = found["/v3/history/sub-key/demo/message-counts/\(names.joined(separator: ","))?timetoken=1"]
            #expect(counts?.contains("%22\(name)%22%3A1") == true)
        }
        #expect(try text(presence).contains("\"total_channels\": 3, \"total_occupancy\": 4"))
        #expect(try text("\(presence)/channel/both").contains("\"occupancy\": 2"))
        // In the order of their bytes.
        let sorted = Array(names.reversed())
        #expect(found[groups]?.contains(list([sorted[0], "g", sorted[1]])) == true)
        #expect(found["\(groups)/g"]?.contains(list(sorted)) == true)
        #expect(found[push]?.contains(list(sorted)) == true)
        for target in ["/v2/subscribe/demo/wide.*/0?tt=1", "/v2/subscribe/demo/,/0?tt=1&channel-group=g"] {
            let page = try text(target)
            #expect(page.contains("\"d\":0") && page.contains("\"d\":1"))
        }
    }

    @Test("In memory they have messages, presence, groups, devices and objects of their own")
    func memory() async throws {
        let origin = WaitingOrigin(OriginCore(configuration: OriginConfiguration(clock: OriginManualClock())))
        await Self.fill(origin)
        try Self.check(await Self.everything(origin))
    }

    @Test("With a data file they have the same, also after a restart")
    func durable() async throws {
        let folder = try DataFolder()
        let clock = OriginManualClock()
        let first = try DurableOrigin(folder.file(), clock: clock)
        await Self.fill(first.origin)
        let before = await Self.everything(first.origin)
        try Self.check(before)
        await first.close()
        let second = try DurableOrigin(folder.file(), clock: clock)
        let after = await Self.everything(second.origin)
        try Self.check(after)
        #expect(after == before)
        await second.close()
    }

    @Test("A message reaches the subscriber of its channel only")
    func delivery() {
        let probe = OriginProbe()
        let polls = Self.names.map { probe.get("/v2/subscribe/demo/\($0)/0?tt=1") }
        probe.publish("1", to: Self.names[1])
        #expect(polls.map(\.all.count) == [0, 1])
        probe.publish("2", to: Self.names[0])
        #expect(polls.map(\.all.count) == [1, 1])
    }

    @Test("Subscribers of two groups with the same channel receive a message under the name of their group each")
    func groups() {
        let probe = OriginProbe()
        for name in Self.names { probe.get("\(Self.groups)/\(name)?add=c") }
        let polls = Self.names.map { probe.get("/v2/subscribe/demo/,/0?tt=1&channel-group=\($0)") }
        probe.publish("1", to: "c")
        let matched = polls.map { $0.body.map { PercentEncoding.escape($0) } ?? "" }
        for (text, name) in zip(matched, Self.names) { #expect(text.contains("%22b%22%3A%22\(name)%22"), "\(text)") }
    }

    @Test("A right on one is none on the other, and the key of one client is not that of another")
    func access() {
        let probe = OriginProbe(keys: (publish: "demo", subscribe: "demo"), secretKey: SignedCall.secretKey)
        probe.grant(["channel": "\u{E9}", "w": "1"])
        #expect(Self.names.map { probe.get("/publish/demo/demo/0/\($0)/0/1").status } == [200, 403])
        probe.grant(["channel": "a", "auth": "e\u{301}", "w": "1"])
        #expect(Self.names.map { probe.get("/publish/demo/demo/0/a/0/1?auth=\($0)").status } == [403, 200])
        #expect(probe.grant(["channel": "\u{E9},e\u{301}", "w": "1"]).status == 200)
        #expect(Self.names.map { probe.get("/publish/demo/demo/0/\($0)/0/1").status } == [200, 200])
    }

    @Test("A keyset is served under the bytes of its subscribe key only")
    func keysets() {
        let probe = OriginProbe(keysets: [OriginKeyset(subscribeKey: "\u{E9}")])
        let statuses = Self.names.map { probe.get("/publish/demo/\($0)/0/a/0/1").status }
        #expect(statuses[0] == 200)
        #expect(statuses[1] != 200)
    }
}
