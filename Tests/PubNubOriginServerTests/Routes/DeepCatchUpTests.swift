import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// A subscriber that polls again and again, and what it received.
private struct Reader {
    private(set) var payloads: [Int64] = []
    /// The number of messages in each page.
    private(set) var sizes: [Int] = []
    private(set) var timetoken = "1"

    /// Takes in a response of version 1 or 2.
    mutating func take(_ text: String) throws {
        let json = try JSON(parsing: text)
        let page: [Int64]
        if let envelopes = json["m"]?.array {
            page = envelopes.compactMap { $0["d"]?.int64Value }
            timetoken = try #require(json["t"]?["t"]?.string)
        } else {
            let parts = try #require(json.array)
            page = (parts[0].array ?? []).compactMap(\.int64Value)
            timetoken = try #require(parts[1].string)
        }
        payloads += page
        sizes.append(page.count)
    }
}

/// How a subscriber names the channels `x.a`, `x.b` and `x.c`. The group `g` has the three, the group `w` the pattern.
private let targets: [@Sendable (String) -> String] = [
    { "/v2/subscribe/demo/x.a,x.b,x.c/0?tt=\($0)" }, { "/v2/subscribe/demo/x.*/0?tt=\($0)" },
    { "/v2/subscribe/demo/,/0?channel-group=g&tt=\($0)" }, { "/v2/subscribe/demo/,/0?channel-group=w&tt=\($0)" },
    { "/subscribe/demo/x.a,x.b,x.c/0/\($0)" }, { "/subscribe/demo/x.*/0/\($0)" },
    { "/subscribe/demo/%2C/0/\($0)?channel-group=g" },
]

private let groups = ["g?add=x.a,x.b,x.c", "w?add=x.*"].map {
    "/v1/channel-registration/sub-key/demo/channel-group/\($0)"
}

private func smallLimits() -> OriginLimits {
    var limits = OriginLimits()
    limits.messageBuffer = 5
    limits.pageMessages = 10
    return limits
}

@Suite("A subscriber that is behind the catch-up buffers receives every stored message once and in order, page by page")
struct DeepCatchUpTests {
    @Test("A buffer without bounds takes memory for the messages that there are only")
    func unbounded() throws {
        var limits = OriginLimits()
        limits.messageBuffer = 1 << 40
        let probe = OriginProbe(limits: limits)
        for number in 0..<1100 { probe.publish("\(number)", to: "a") }
        var reader = Reader()
        while reader.payloads.count < 1100 {
            try reader.take(#require(probe.get("/v2/subscribe/demo/a/0?tt=\(reader.timetoken)").body))
        }
        #expect(reader.payloads == (0..<1100).map { Int64($0) })
    }

    @Test("Of channels, a pattern, a group, and a group with a pattern, in both versions, in memory")
    func memory() throws {
        let probe = OriginProbe(limits: smallLimits())
        for group in groups { probe.get(group) }
        for number in 0..<90 { probe.publish("\(number)", to: ["x.a", "x.b", "x.c"][number % 3]) }
        for target in targets {
            var reader = Reader()
            while reader.payloads.count < 90 {
                let body = try #require(probe.get(target(reader.timetoken)).body)
                try reader.take(body)
                try #require(reader.sizes.last ?? 0 > 0)
            }
            #expect(reader.payloads == Array(0..<90), "\(target("T"))")
            #expect(reader.sizes.allSatisfy { $0 <= 10 }, "a page has ten messages at most")
            #expect(probe.get(target(reader.timetoken)).status == nil, "then it waits")
        }
    }

    @Test("The same with a data file, before and after a restart")
    func durable() async throws {
        let folder = try DataFolder()
        var configuration = OriginConfiguration()
        configuration.limits = smallLimits()
        let clock = OriginManualClock()
        var origin = try DurableOrigin(folder.file(), clock: clock, configuration: configuration)
        for group in groups { #expect(await origin.get(group).status == 200) }
        for number in 0..<90 {
            let channel = ["x.a", "x.b", "x.c"][number % 3]
            #expect(await origin.get("/publish/demo/demo/0/\(channel)/0/\(number)").status == 200)
        }
        for isRestarted in [false, true] {
            if isRestarted {
                await origin.close()
                origin = try DurableOrigin(folder.file(), clock: clock, configuration: configuration)
            }
            for target in targets {
                var reader = Reader()
                while reader.payloads.count < 90 {
                    try reader.take(await origin.get(target(reader.timetoken)).text)
                    try #require(reader.sizes.last ?? 0 > 0)
                }
                #expect(reader.payloads == Array(0..<90), "\(target("T")), restarted: \(isRestarted)")
            }
        }
        await origin.close()
    }

    @Test("Messages that are published between two pages arrive after those before them")
    func continues() throws {
        let probe = OriginProbe(limits: smallLimits())
        var published = 0
        var reader = Reader()
        while reader.payloads.count < 300 {
            // Faster than it is read at first, slower later on.
            for _ in 0..<(published < 200 ? 14 : 6) {
                probe.publish("\(published)", to: "a")
                published += 1
            }
            try reader.take(try #require(probe.get("/v2/subscribe/demo/a/0?tt=\(reader.timetoken)").body))
        }
        #expect(reader.payloads == Array(0..<Int64(reader.payloads.count)))
    }

    @Test("Stored messages that a time to live has ended do not hide those after them")
    func expired() throws {
        let probe = OriginProbe(limits: smallLimits())
        for number in 0..<20 { probe.publish("\(number)", to: "a", "?ttl=1") }
        probe.clock.advance(by: .seconds(7200))
        for number in 20..<32 { probe.publish("\(number)", to: "a") }
        var reader = Reader()
        while reader.payloads.count < 12 {
            try reader.take(try #require(probe.get("/v2/subscribe/demo/a/0?tt=\(reader.timetoken)").body))
        }
        #expect(reader.payloads == Array(20..<32))
    }

    @Test("Messages that are not stored leave with their buffer, and no archive is searched for them")
    func transient() throws {
        let probe = OriginProbe(limits: smallLimits())
        for number in 0..<20 { probe.publish("\(number)", to: "a", "?store=0") }
        #expect(probe.core.withState { $0.buffers.incomplete(Topic(keyset: "demo", name: "a"), after: 1) }.isEmpty)
        var reader = Reader()
        try reader.take(try #require(probe.get("/v2/subscribe/demo/a/0?tt=1").body))
        #expect(reader.payloads == Array(15..<20))
    }

    @Test(
        "A message that matches a channel and a pattern is delivered for both, also if the archive is searched for one of them only"
    )
    func twice() throws {
        var limits = smallLimits()
        limits.bufferedChannels = 2
        let probe = OriginProbe(limits: limits)
        // Loses its buffer, so that the archive is searched for the pattern, and not for `x.a`, whose buffer has everything.
        probe.publish("100", to: "y")
        probe.publish("0", to: "x.a")
        for number in 1..<8 { probe.publish("\(number)", to: "x.b") }
        let body = try #require(probe.get("/v2/subscribe/demo/x.a,x.*/0?tt=1").body)
        let envelopes = try #require(try JSON(parsing: body)["m"]?.array)
        let first = envelopes.prefix { $0["d"]?.int64Value == 0 }.compactMap { $0["b"]?.string }
        #expect(first.sorted() == ["x.*", "x.a"])
    }

    /// An archive in memory whose reads wait until a test lets them go on.
    private final class SlowArchive: MessageArchive {
        let storesAll = false
        private let memory: MemoryArchive
        private let reads = Locked<[@Sendable ((any ArchiveReader)?) -> Void]>([])

        init(_ limits: OriginLimits) {
            memory = MemoryArchive(limits: limits)
        }

        /// How many reads wait.
        var count: Int { reads.withLock(\.count) }

        func finish() {
            let waiting = reads.withLock { reads in
                defer { reads = [] }
                return reads
            }
            for body in waiting { body(memory) }
        }

        func write(_ changes: [ArchiveChange], at position: LogPosition, latest: UInt64) {
            memory.write(changes, at: position, latest: latest)
        }

        func read(_ body: @escaping @Sendable ((any ArchiveReader)?) -> Void) { reads.withLock { $0.append(body) } }

        func readFailed(_ error: any Error) {}

        func setKeysetRetention(_ retention: [String: MessageRetention]) {}

        func setSettings(_ settings: AppliedSettings) {}

        func storedBytes(keyset: String) -> Int { 0 }

        var health: ArchiveHealth { ArchiveHealth() }

        func close() async {}
    }

    @Test("Messages that leave a buffer while the archive is searched for other channels are not lost")
    func race() throws {
        let limits = smallLimits()
        let configuration = OriginConfiguration(limits: limits, clock: OriginManualClock())
        let archive = SlowArchive(limits)
        let storage = OpenedStorage.memory(configuration)
        let core = OriginCore(
            configuration: configuration,
            storage: OpenedStorage(log: storage.log, archive: archive, state: storage.state)
        )
        var published = 0
        func publish(_ count: Int, to channel: String) {
            for _ in 0..<count {
                core.submit(OriginRequest(target: "/publish/demo/demo/0/\(channel)/0/\(published)")) { _ in }
                published += 1
            }
        }
        publish(2, to: "b")
        publish(6, to: "a")
        let answer = Locked<String?>(nil)
        core.submit(OriginRequest(target: "/v2/subscribe/demo/a,b/0?tt=1")) { reply in
            guard case .response(let response, _) = reply else { return }
            answer.withLock { $0 = String(decoding: response.body, as: UTF8.self) }
        }
        #expect(archive.count == 1, "the first message of a has left its buffer")
        publish(4, to: "b")
        archive.finish()
        #expect(
            archive.count == 1,
            "by now one of b has left its buffer as well, so that the archive is searched once more"
        )
        publish(9, to: "c")
        archive.finish()
        #expect(archive.count == 0)
        var reader = Reader()
        try reader.take(try #require(answer.withLock { $0 }))
        #expect(reader.payloads == Array(0..<10))
    }
}
