import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Catching up: a poll for a channel without its buffer gets messages from the archive")
struct ArchivedCatchUpTests {
    private func limits(buffer: Int = 100, channels: Int = 20_000) -> OriginLimits {
        var limits = OriginLimits()
        limits.messageBuffer = buffer
        limits.bufferedChannels = channels
        limits.pageMessages = 10
        return limits
    }

    /// The payloads and the timetoken of a response of version 2.
    private func page(_ text: String?) throws -> (payloads: [Int64], next: String) {
        let json = try JSON(parsing: try #require(text))
        let payloads = (json["m"]?.array ?? []).compactMap { $0["d"]?.int64Value }
        return (payloads, try #require(json["t"]?["t"]?.string))
    }

    @Test("Signals on 20,001 channels of another keyset do not push out a channel's buffer")
    func otherKeyset() {
        let probe = OriginProbe()
        probe.get("/signal/demo/demo/0/mine/0/1")
        for number in 0...20_000 { probe.get("/signal/demo/other/0/c\(number)/0/2") }
        #expect(probe.get("/v2/subscribe/demo/mine/0?tt=1").body?.contains("\"d\":1") == true)
    }

    @Test("A stored message whose channel was pushed out of the buffers is delivered")
    func pushedOut() {
        let probe = OriginProbe(limits: limits(channels: 3))
        probe.publish("1", to: "mine")
        for number in 0..<10 { probe.publish("2", to: "c\(number)") }
        #expect(probe.core.withState { $0.buffers.messages(of: Topic(keyset: "demo", name: "mine"), after: 0).isEmpty })
        #expect(probe.get("/v2/subscribe/demo/mine/0?tt=1").body?.contains("\"d\":1") == true)
        #expect(probe.get("/v2/subscribe/demo/nothing/0?tt=1").status == nil, "a channel without messages waits")
    }

    @Test("All messages arrive once and in order, page by page, through a channel, a wildcard and a group")
    func pages() throws {
        let probe = OriginProbe(limits: limits(buffer: 5, channels: 2))
        probe.get("/v1/channel-registration/sub-key/demo/channel-group/g?add=x.a,x.b,x.c")
        for number in 0..<60 { probe.publish("\(number)", to: ["x.a", "x.b", "x.c"][number % 3]) }
        for target in [
            "/v2/subscribe/demo/x.a,x.b,x.c/0?tt=", "/v2/subscribe/demo/x.*/0?tt=",
            "/v2/subscribe/demo/,/0?channel-group=g&tt=",
        ] {
            var all = [Int64]()
            var next = "1"
            while all.count < 60 {
                let page = try page(probe.get(target + next).body)
                try #require(!page.payloads.isEmpty)
                all += page.payloads
                next = page.next
            }
            #expect(all == Array(0..<60), "\(target)")
            #expect(probe.get(target + next).status == nil, "then it waits")
        }
    }

    @Test("Events that only the buffers have come in their place among stored messages")
    func signals() throws {
        let probe = OriginProbe(limits: limits(channels: 1))
        for number in 0..<6 { probe.publish("\(number)", to: "a") }
        probe.publish("0", to: "b")
        probe.get("/signal/demo/demo/0/a/0/6")
        probe.publish("7", to: "a")
        #expect(try page(probe.get("/v2/subscribe/demo/a/0?tt=1").body).payloads == Array(0..<8))
    }

    @Test("A filter applies to stored messages as well, and its poll moves on past those that it refuses")
    func filter() throws {
        let probe = OriginProbe(limits: limits(channels: 1))
        for number in 0..<30 { probe.publish("\(number)", to: "a", "?meta=%7B%22n%22:\(number)%7D") }
        probe.publish("0", to: "b")
        let target = "/v2/subscribe/demo/a/0?filter-expr=\(PercentEncoding.escape("n == 25"))&tt="
        var next = "1"
        // Each poll looks at one page of ten.
        for expected in [[], [], [25]] as [[Int64]] {
            let page = try page(probe.get(target + next).body)
            #expect(page.payloads == expected)
            next = page.next
        }
    }

    @Test("A poll that is looked up in the archive when its client goes away is forgotten")
    func abandoned() {
        let probe = OriginProbe(limits: limits(buffer: 1))
        probe.publish("1", to: "a")
        probe.publish("2", to: "a")
        let exchange = probe.get("/v2/subscribe/demo/b/0?tt=1")
        probe.abandon(exchange)
        #expect(probe.core.heldCount == 0 && probe.core.withLocal { $0.catchingUp.isEmpty })
    }

    @Test("The work for a poll with a filter that refuses everything is bounded: it continues in the next poll")
    func boundedWork() throws {
        let probe = OriginProbe(limits: limits())
        for number in 0..<1500 { probe.publish("\(number)", to: "x.\(number % 40)", "?meta=%7B%22n%22:\(number)%7D") }
        let target = "/v2/subscribe/demo/x.*/0?filter-expr=\(PercentEncoding.escape("n == 1499"))&tt="
        let first = try page(probe.get(target + "1").body)
        #expect(first.payloads.isEmpty, "an empty response with a later timetoken")
        #expect(try page(probe.get(target + first.next).body).payloads == [1499])
    }
}

@Suite("Reads that may be long")
struct LongReadTests {
    /// An archive whose reads wait until a test says so.
    private final class SlowArchive: MessageArchive {
        let storesAll = false
        private let memory = MemoryArchive(limits: OriginLimits())
        private let reads = Locked<[@Sendable ((any ArchiveReader)?) -> Void]>([])

        func write(_ changes: [ArchiveChange], at position: LogPosition, latest: UInt64) {
            memory.write(changes, at: position, latest: latest)
        }

        func read(_ body: @escaping @Sendable ((any ArchiveReader)?) -> Void) { reads.withLock { $0.append(body) } }

        func finish() {
            let waiting = reads.withLock { reads in
                defer { reads = [] }
                return reads
            }
            for body in waiting { body(memory) }
        }

        func readFailed(_ error: any Error) {}

        func setKeysetRetention(_ retention: [String: MessageRetention]) {}

        func setSettings(_ settings: AppliedSettings) {}

        func storedBytes(keyset: String) -> Int { 0 }

        var health: ArchiveHealth { ArchiveHealth() }

        func close() async {}
    }

    @Test(
        "Publishing goes on while they are served",
        arguments: [
            "/v3/history/sub-key/demo/message-counts/a,b?timetoken=1", "/v2/history/sub-key/demo/channel/a",
            "/v3/history/sub-key/demo/channel/a,b", "/v3/history-with-actions/sub-key/demo/channel/a",
        ]
    )
    func publishingGoesOn(target: String) {
        let configuration = OriginConfiguration(clock: OriginManualClock())
        let archive = SlowArchive()
        let storage = OpenedStorage.memory(configuration)
        let core = OriginCore(
            configuration: configuration,
            storage: OpenedStorage(log: storage.log, archive: archive, state: storage.state)
        )
        let answers = Locked<[String]>([])
        func send(_ target: String) {
            core.submit(OriginRequest(target: target)) { reply in
                guard case .response(let response, _) = reply else { return }
                answers.withLock { $0.append("\(response.status)") }
            }
        }
        send(target)
        #expect(answers.withLock { $0 }.isEmpty)
        send("/publish/demo/demo/0/a/0/1")
        #expect(answers.withLock { $0 } == ["200"])
        archive.finish()
        #expect(answers.withLock { $0 } == ["200", "200"])
    }

    @Test("A poll whose client sends no more gets a response after its messages are read, and does not wait")
    func halfClosed() {
        var limits = OriginLimits()
        limits.bufferedChannels = 1
        let configuration = OriginConfiguration(limits: limits, clock: OriginManualClock())
        let archive = SlowArchive()
        let storage = OpenedStorage.memory(configuration)
        let core = OriginCore(
            configuration: configuration,
            storage: OpenedStorage(log: storage.log, archive: archive, state: storage.state)
        )
        for channel in ["a", "b"] {
            core.submit(OriginRequest(target: "/publish/demo/demo/0/\(channel)/0/1")) { _ in }
        }
        let replies = Locked(0)
        let poll = core.submit(OriginRequest(target: "/v2/subscribe/demo/c/0?tt=1")) { _ in
            replies.withLock { $0 += 1 }
        }
        #expect(!core.releaseHeld(poll), "its response is on the way")
        #expect(replies.withLock { $0 } == 0)
        archive.finish()
        #expect(replies.withLock { $0 } == 1 && core.heldCount == 0)
    }

    @Test(
        "Here-now, and lists of objects with a filter or an order, are written from copies, so that the state is free in the meantime"
    )
    func copies() {
        var machine = OriginMachine(state: OriginState(configuration: OriginConfiguration()))
        let now = Moment(date: 14_186_550_000_000_000, uptime: .zero)
        for target in [
            "/v2/presence/sub-key/demo", "/v2/presence/sub-key/demo/channel/a",
            "/v2/objects/demo/uuids?filter=name%20%3D%3D%20%22a%22", "/v2/objects/demo/channels?sort=custom.a",
            "/v2/objects/demo/uuids/u/channels?sort=updated",
            "/v2/objects/demo/channels/c/uuids?filter=status%20%3D%3D%20%22a%22",
        ] {
            let arrival = ParsedRequest(OriginRequest(target: target), limits: OriginLimits())
            let actions = machine.requestArrived(arrival, id: OriginRequestID(rawValue: 1), at: now)
            let isCopied = actions.contains { action in
                if case .list = action { true } else { false }
            }
            #expect(isCopied && actions.count == 1)
        }
    }
}

@Suite("A broadcast")
struct BroadcastTests {
    @Test("Polls with the same response share one action, and others get their own")
    func shares() throws {
        var machine = OriginMachine(state: OriginState(configuration: OriginConfiguration()))
        let now = Moment(date: 14_186_550_000_000_000, uptime: .zero)
        let targets =
            Array(repeating: "/v2/subscribe/demo/a/0?tt=5", count: 3) + [
                "/subscribe/demo/a/0/5", "/v2/subscribe/demo/a,b/0?tt=5",
            ]
        for (number, target) in targets.enumerated() {
            let arrival = ParsedRequest(OriginRequest(target: target), limits: OriginLimits())
            let actions = machine.requestArrived(arrival, id: OriginRequestID(rawValue: UInt64(number)), at: now)
            try #require(actions.isEmpty)
        }
        let message = StoredMessage(timetoken: 0, payload: [0x31])
        let batch = LogBatch(number: 1, after: 0, entries: [.message(message, Topic(keyset: "demo", name: "a"))])
        let committed = Committed(position: LogPosition.start.next, moment: now, batch: batch)
        let pages = machine.apply(committed, requesters: []).actions.compactMap { action -> [UInt64]? in
            guard case .deliver(let page) = action else { return nil }
            return page.ids.map(\.rawValue)
        }
        #expect(pages == [[0, 1, 2], [3], [4]])
    }
}
