import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Quotas: what a keyset may use at most, whatever other keysets use")
struct QuotaTests {
    /// An origin with the keysets `small`, which has a quota, and `free`, which has none.
    private func probe(_ change: (inout OriginQuotas) -> Void) -> OriginProbe {
        var small = OriginKeyset(subscribeKey: "small")
        change(&small.quotas)
        return OriginProbe(keysets: [small, OriginKeyset(subscribeKey: "free")])
    }

    private func statuses(_ probe: OriginProbe, _ targets: [String]) -> [Int?] { targets.map { probe.get($0).status } }

    private func refusals(_ probe: OriginProbe, _ quota: OriginQuota) -> UInt64? {
        probe.core.statistics.quotaRefusals[quota]
    }

    @Test("Requests beyond the rate get 429 with Retry-After, and are served after a pause")
    func requests() throws {
        let probe = probe { $0.requestsPerSecond = 2 }
        let targets = Array(repeating: "/v2/history/sub-key/small/channel/a", count: 3)
        #expect(statuses(probe, targets) == [200, 200, 429])
        let refused = try #require(probe.get(targets[0]).response)
        #expect(refused.headers.contains(HeaderField(name: "Retry-After", value: "1")))
        #expect(probe.get("/v2/history/sub-key/free/channel/a").status == 200)
        #expect(refusals(probe, .requestsPerSecond) == 2)
        probe.advance(by: .seconds(1))
        #expect(statuses(probe, targets) == [200, 200, 429])
    }

    @Test("Messages that are refused for their keys use up nothing of the keyset's rate of messages")
    func refusedMessages() {
        var keyset = OriginKeyset(subscribeKey: "small", publishKey: "pub")
        keyset.quotas.messagesPerSecond = 1
        let probe = OriginProbe(keysets: [keyset])
        let wrong = Array(repeating: "/publish/guess/small/0/a/0/1", count: 3)
        #expect(statuses(probe, wrong) == [400, 400, 400])
        let right = Array(repeating: "/publish/pub/small/0/a/0/1", count: 2)
        #expect(statuses(probe, right) == [200, 429])
        #expect(refusals(probe, .messagesPerSecond) == 1)
    }

    @Test("With a rate for all keysets, however many others come, one that is in use stays limited")
    func manyKeysets() throws {
        var configuration = OriginConfiguration()
        configuration.quotas.requestsPerSecond = 1
        let keysets = KeysetTable(configuration)
        let refusals = QuotaRefusals()
        var rates = QuotaRates(configuration.limits)
        func take(_ keyset: String) throws -> Duration? {
            rates.take(.requestsPerSecond, of: keyset, keysets, refusals, at: .zero)
        }
        #expect(try take("used") == nil)
        for number in 0..<70_000 {
            #expect(try take("other-\(number)") == nil)
            if number.isMultiple(of: 1000) { #expect(try take("used") == .seconds(1)) }
        }
    }

    @Test("A keyset whose key is longer than any that is served has no rate, and takes no memory")
    func longKey() {
        var configuration = OriginConfiguration(clock: OriginManualClock())
        configuration.quotas.requestsPerSecond = 1
        let core = OriginCore(configuration: configuration, storage: .memory(configuration))
        func status(_ length: Int) -> Int? {
            let status = Locked<Int?>(nil)
            let keyset = String(repeating: "k", count: length)
            core.submit(OriginRequest(target: "/v2/history/sub-key/\(keyset)/channel/a")) { reply in
                if case .response(let response, _) = reply { status.withLock { $0 = response.status } }
            }
            return status.withLock { $0 }
        }
        let length = configuration.limits.nameLength
        #expect([status(length), status(length)] == [200, 429])
        #expect([status(length + 1), status(length + 1)] == [400, 400])
    }

    @Test("Messages and signals beyond the rate get 429; other calls are served")
    func messages() {
        let probe = probe { $0.messagesPerSecond = 2 }
        let targets = ["/publish/p/small/0/a/0/1", "/signal/p/small/0/a/0/1", "/publish/p/small/0/a/0/1"]
        #expect(statuses(probe, targets) == [200, 200, 429])
        #expect(statuses(probe, ["/v2/history/sub-key/small/channel/a", "/publish/p/free/0/a/0/1"]) == [200, 200])
        #expect(refusals(probe, .messagesPerSecond) == 1)
    }

    @Test("A further subscribe call that would wait gets 429, until one of the others ends")
    func heldPolls() {
        let probe = probe { $0.heldPolls = 2 }
        let target = "/v2/subscribe/small/a/0?tt=5"
        let first = probe.get(target)
        #expect(statuses(probe, [target, target]) == [nil, 429])
        #expect(probe.get("/v2/subscribe/free/a/0?tt=5").status == nil)
        probe.abandon(first)
        #expect(statuses(probe, [target, target]) == [nil, 429])
        probe.publish("1", to: "a")
        #expect(refusals(probe, .heldPolls) == 2)
    }

    @Test(
        "Clients beyond the quota do not come to a channel; those that are present stay, and one that leaves makes room"
    )
    func occupants() {
        let probe = probe { $0.occupants = 2 }
        func beat(_ client: String, _ keyset: String = "small") -> Int? {
            probe.get("/v2/presence/sub-key/\(keyset)/channel/a/heartbeat?uuid=\(client)").status
        }
        #expect([beat("u"), beat("v"), beat("w"), beat("u"), beat("w", "free")] == [200, 200, 429, 200, 200])
        #expect(probe.get("/v2/presence/sub-key/small/channel/a/leave?uuid=v").status == 200)
        #expect(beat("w") == 200)
        #expect((refusals(probe, .occupants) ?? 0) > 0)
    }

    @Test("A state beyond the bytes of the quota is refused; a smaller one takes the place of a larger one")
    func states() {
        let probe = probe { $0.stateBytes = 20 }
        func set(_ length: Int, _ client: String = "u", _ keyset: String = "small") -> Int? {
            let state = "%7B%22k%22%3A%22\(String(repeating: "x", count: length))%22%7D"
            let channel = "/v2/presence/sub-key/\(keyset)/channel/a"
            probe.get("\(channel)/heartbeat?uuid=\(client)")
            return probe.get("\(channel)/uuid/\(client)/data?state=\(state)").status
        }
        #expect([set(10), set(5, "v"), set(50, "v", "free"), set(2), set(2, "v")] == [200, 429, 200, 200, 200])
        #expect((refusals(probe, .stateBytes) ?? 0) > 0)
    }

    @Test("Channels of groups and devices share one quota")
    func registeredChannels() {
        let probe = probe { $0.registeredChannels = 3 }
        let group = "/v1/channel-registration/sub-key/small/channel-group/g"
        let device = "/v1/push/sub-key/small/devices/\(String(repeating: "0a", count: 32))"
        #expect(statuses(probe, ["\(group)?add=a,b", "\(device)?add=a,b", "\(device)?add=a"]) == [200, 429, 200])
        #expect(statuses(probe, ["\(group)?add=c", "\(group)?add=a", "\(group)?remove=a"]) == [429, 200, 200])
        #expect(statuses(probe, ["\(group)?add=c", "\(device)/remove", "\(group)?add=d"]) == [200, 200, 200])
        let free = "/v1/channel-registration/sub-key/free/channel-group/g?add=a,b,c,d,e"
        #expect(probe.get(free).status == 200)
        #expect(refusals(probe, .registeredChannels) == 2)
    }

    @Test("Grants beyond the quota are refused; renewed ones are not, and expired ones make room")
    func grants() {
        var keyset = OriginKeyset(
            subscribeKey: "demo",
            publishKey: "demo",
            secretKey: SignedCall.secretKey,
            accessManager: true
        )
        keyset.quotas.grants = 2
        let probe = OriginProbe(keysets: [keyset])
        func grant(_ channel: String, _ minutes: String = "1") -> Int? {
            probe.grant(["channel": channel, "w": "1", "ttl": minutes]).status
        }
        #expect([grant("a"), grant("b", "60"), grant("c"), grant("a")] == [200, 200, 429, 200])
        probe.clock.advance(by: .seconds(61))
        #expect([grant("c"), grant("d")] == [200, 429])
        #expect(refusals(probe, .grants) == 2)
    }

    @Test("Users, channels and memberships share one quota; changes of those that exist are allowed")
    func objects() {
        let probe = probe { $0.objects = 2 }
        func set(_ path: String, _ keyset: String = "small") -> Int? {
            probe.send(
                OriginRequest(
                    method: "PATCH",
                    target: "/v2/objects/\(keyset)/\(path)",
                    body: Array(#"{"name":"n"}"#.utf8)
                )
            ).status
        }
        #expect([set("uuids/u"), set("channels/c"), set("uuids/v"), set("uuids/v", "free")] == [200, 200, 429, 200])
        let change = OriginRequest(
            method: "PATCH",
            target: "/v2/objects/small/uuids/u",
            body: Array(#"{"name":"m"}"#.utf8)
        )
        #expect(probe.send(change).status == 200)
        #expect(refusals(probe, .objects) == 1)
    }

    @Test("Message actions beyond the quota are refused; one that is removed makes room")
    func actions() {
        let probe = probe { $0.actions = 1 }
        func add(_ value: String, _ keyset: String = "small") -> Int? {
            let target = "/v1/message-actions/\(keyset)/channel/a/message/17000000000000000?uuid=u"
            return probe.post(target, Array(#"{"type":"t","value":"\#(value)"}"#.utf8)).status
        }
        #expect([add("1"), add("2"), add("2", "free")] == [200, 429, 200])
        #expect(refusals(probe, .actions) == 1)
    }

    @Test("A message that does not fit in the stored bytes gets 413; one that is not stored is delivered")
    func storedBytes() {
        let probe = probe { $0.storedBytes = 5 }
        let targets = ["111", "11", "1"].map { "/publish/p/small/0/a/0/\($0)" }
        #expect(statuses(probe, targets) == [200, 200, 413])
        #expect(probe.get(targets[2]).body?.hasPrefix(#"[0,"Storage Quota Exceeded",""#) == true)
        let others = [
            "\(targets[2])?store=0", "/signal/p/small/0/a/0/1",
            "/publish/p/free/0/a/0/\(String(repeating: "1", count: 99))",
        ]
        #expect(statuses(probe, others) == [200, 200, 200])
        #expect(
            probe.send(OriginRequest(method: "DELETE", target: "/v3/history/sub-key/small/channel/a")).status == 200
        )
        #expect(probe.get(targets[2]).status == 200, "there is room again")
        #expect(refusals(probe, .storedBytes) == 2)
    }

    @Test("With a data file the stored bytes of earlier processes count as well")
    func storedBytesInAFile() async throws {
        let folder = try DataFolder()
        var configuration = OriginConfiguration()
        configuration.quotas.storedBytes = 5
        let first = try DurableOrigin(folder.file(), configuration: configuration)
        #expect(await first.get("/publish/p/demo/0/a/0/11111").status == 200)
        await first.close()
        let second = try DurableOrigin(folder.file(), configuration: configuration)
        let archive = second.archive
        // The first question starts the count.
        #expect(try await onOwnThread { waitUntil { archive.storedBytes(keyset: "demo") == 5 } })
        #expect(await second.get("/publish/p/demo/0/a/0/1").status == 413)
        #expect(await second.get("/publish/p/other/0/a/0/1").status == 200)
        await second.close()
    }

    @Test("A keyset without a quota of its own has that of all keysets")
    func common() {
        var small = OriginKeyset(subscribeKey: "small")
        small.quotas.heldPolls = 1
        var configuration = OriginConfiguration()
        configuration.quotas.heldPolls = 2
        configuration.quotas.objects = 3
        #expect(KeysetTable(configuration).quota(.heldPolls, of: "any") == 2)
        configuration.keysets = [small]
        let table = KeysetTable(configuration)
        #expect(table.quota(.heldPolls, of: "small") == 1)
        #expect(table.quota(.objects, of: "small") == 3)
        #expect(table.quota(.objects, of: "other") == nil)
    }

    @Test("History without a data file: a keyset that fills it loses its own channels, and another keeps its own")
    func history() {
        var limits = OriginLimits()
        limits.storedBytes = 200_000
        let probe = OriginProbe(limits: limits)
        probe.get("/publish/p/quiet/0/a/0/1")
        for number in 0..<2000 { probe.get("/publish/p/loud/0/c\(number)/0/1") }
        #expect(probe.get("/v2/history/sub-key/quiet/channel/a").body?.hasPrefix("[[1],") == true)
        #expect(probe.get("/v2/history/sub-key/loud/channel/c0").body == "[[],0,0]")
        #expect(probe.get("/v2/history/sub-key/loud/channel/c1999").body?.hasPrefix("[[1],") == true)
    }

    @Test("The metrics have the refusals of each quota")
    func metrics() {
        let probe = probe { $0.messagesPerSecond = 1 }
        for _ in 0..<3 { probe.get("/publish/p/small/0/a/0/1") }
        let report = OriginReport(
            metrics: OriginMetrics(),
            statistics: probe.core.statistics,
            isReady: true,
            process: .current
        )
        #expect(report.text.contains("pubnub_quota_refusals_total{quota=\"messagesPerSecond\"} 2\n"))
        #expect(report.text.contains("pubnub_quota_refusals_total{quota=\"objects\"} 0\n"))
    }
}
