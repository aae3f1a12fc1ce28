import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("A cluster that is divided by subscribe key")
struct PartitionTests {
    /// Keys of the partitions 1, 2 and 3 of 3.
    private static let keys = ["demo", "sub-a", "sub-b"]

    private let clock = OriginManualClock()
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    /// A server of a partition without sockets.
    private struct Node {
        let core: OriginCore

        func send(_ request: OriginRequest) async throws -> (status: Int, text: String) {
            let response = await withHandover(of: OriginResponse?.self, throwing: Never.self) { handover in
                core.submit(request) { reply in
                    guard case .response(let response, _) = reply else { return handover.resume(returning: nil) }
                    handover.resume(returning: response)
                }
            }
            let found = try #require(response)
            return (found.status, String(decoding: found.body, as: UTF8.self))
        }

        func get(_ target: String) async throws -> (status: Int, text: String) {
            try await send(OriginRequest(target: target))
        }
    }

    private func node(
        _ partition: ClusterPartition,
        _ stream: SharedStream,
        file: String? = nil,
        restores: Bool = false,
        others: [SharedStream] = []
    ) async throws -> Node {
        let connection = SharedStream.Connection(stream, restores: restores, partition: partition, others: others)
        var configuration = OriginConfiguration(clock: clock).storing(in: .optional(file))
        configuration.cluster = connection
        let storage = try await OpenedStorage.join(connection, configuration).storage
        let core = OriginCore(configuration: configuration, storage: storage)
        await core.join()
        return Node(core: core)
    }

    private func refusal(_ body: () async throws -> Node) async -> String {
        let error = await #expect(throws: OriginError.self) { _ = try await body() }
        guard case .cannotJoin(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return ""
        }
        return text
    }

    @Test(
        "A key belongs to the partition of its checksum's remainder, which load balancers compute as well",
        arguments: [
            ("demo", 1, 33), ("sub-a", 2, 4), ("sub-b", 3, 58), ("sub-d", 2, 13), ("schlüssel", 1, 55), ("鍵", 3, 57),
            ("key-100%", 1, 27), ("keys/1", 2, 16), ("", 1, 1),
        ]
    )
    func numbers(key: String, ofThree: Int, ofMost: Int) throws {
        #expect(ClusterPartition.number(serving: key, of: 3) == ofThree)
        #expect(ClusterPartition.number(serving: key, of: 64) == ofMost)
        #expect(ClusterPartition.number(serving: key, of: 1) == 1)
        let serving = try (1...3).filter { try ClusterPartition($0, of: 3).serves(key) }
        #expect(serving == [ofThree])
        #expect(ClusterPartition.whole.serves(key))
    }

    @Test(
        "Numbers out of their ranges are errors that name the range",
        arguments: [
            (1, 0, "1 to 64 partitions, not 0"), (1, 65, "1 to 64 partitions, not 65"), (1, -1, "not -1"),
            (0, 3, "one of 1 to 3, not 0"), (4, 3, "one of 1 to 3, not 4"), (2, 1, "one of 1 to 1, not 2"),
        ]
    )
    func ranges(number: Int, count: Int, text: String) throws {
        let error = #expect(throws: OriginError.self) { _ = try ClusterPartition(number, of: count) }
        guard case .invalidConfiguration(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains(text))
    }

    @Test("Names of what belongs to the whole cluster get the number of the partition, unless there is one only")
    func names() throws {
        #expect(try ClusterPartition(64, of: 64).numbered("PUBNUB_chat", separator: "_") == "PUBNUB_chat_64")
        #expect(try ClusterPartition(1, of: 2).numbered("pubnub.chat", separator: ".") == "pubnub.chat.1")
        #expect(try ClusterPartition(1, of: 1).numbered("PUBNUB_chat", separator: "_") == "PUBNUB_chat")
        #expect(try ClusterPartition(1, of: 1) == .whole)
    }

    @Test("Every route with a subscribe key of another partition responds with 421 on it, and stores nothing")
    func misdirected() async throws {
        let stream = SharedStream(clock: clock)
        let node = try await node(try ClusterPartition(2, of: 3), stream)
        let count = stream.count
        let values = [
            "pub": "demo", "channel": "c", "channels": "c", "message": "1", "timetoken": "0", "uuid": "u", "group": "g",
            "namespace": "n", "token": "t", "id": "i", "action": "1", "callback": "0", "name": "n",
        ]
        var checked = 0
        for route in Route.allCases where route.row.template.placeholders.contains("sub") {
            for key in ["demo", "sub-b"] {
                let target = route.row.template.fill(values.merging(["sub": key]) { $1 })
                let request = OriginRequest(method: route.row.verb.rawValue, target: target + "?add=a&remove=b")
                let (status, text) = try await node.send(request)
                #expect(status == 421, "\(route) \(target)")
                let json = try JSON(parsing: text)
                #expect(json["status"] == 421)
                #expect(json["error"] == true)
                let partition = key == "demo" ? 1 : 3
                #expect(json["message"]?.string?.contains("partition \(partition) of 3 serves") == true)
                #expect(json["message"]?.string?.contains("one of partition 2") == true)
                #expect(!text.contains(key))
            }
            checked += 1
        }
        // All but the time, and uploads, whose form names the keyset.
        #expect(checked == Route.allCases.count - 2)
        #expect(stream.count == count)
        await node.core.stop()
    }

    @Test("Serves its own keys, escaped ones as well; the time and unknown paths are served for every client")
    func served() async throws {
        let nodes = try await withNodes()
        for (index, key) in Self.keys.enumerated() {
            for (other, node) in nodes.enumerated() {
                let (status, text) = try await node.get("/publish/demo/\(key)/0/room/0/\(index)")
                #expect(status == (index == other ? 200 : 421), "\(key): \(text)")
                #expect(try await node.get("/time/0").status == 200)
                #expect(try await node.get("/nowhere/\(key)").status == 404)
            }
            let history = try await nodes[index].get("/v2/history/sub-key/\(key)/channel/room").text
            #expect(history.hasPrefix("[[\(index)],"))
        }
        #expect(try await nodes[2].get("/v2/subscribe/%E9%8D%B5/room/0?tt=0").status == 200)
        #expect(try await nodes[0].get("/v2/subscribe/%E9%8D%B5/room/0?tt=0").status == 421)
        for node in nodes { await node.core.stop() }
    }

    /// A server of each of three partitions.
    private func withNodes() async throws -> [Node] {
        var nodes: [Node] = []
        for number in 1...3 {
            nodes.append(try await node(try ClusterPartition(number, of: 3), SharedStream(clock: clock)))
        }
        return nodes
    }

    @Test("The refusal stands in the function that the client names, and comes before those of names and messages")
    func forms() async throws {
        let node = try await node(try ClusterPartition(2, of: 3), SharedStream(clock: clock))
        let (status, text) = try await node.get("/publish/demo/demo/0/room/call/1")
        #expect(status == 421)
        #expect(text.hasPrefix("call({\"status\":421,") && text.hasSuffix(")"))
        let name = String(repeating: "x", count: 200)
        #expect(try await node.get("/publish/demo/demo/0/\(name)/0/not-json").status == 421)
        #expect(try await node.get("/publish/demo/sub-a/0/\(name)/0/1").status == 400)
        await node.core.stop()
    }

    @Test("A change that the program makes for a key of another partition is refused")
    func ownChanges() async throws {
        var configuration = OriginConfiguration(clock: clock)
        let partition = try ClusterPartition(2, of: 3)
        configuration.cluster = SharedStream.Connection(SharedStream(clock: clock), partition: partition)
        let server = OriginServer(configuration: configuration)
        try await server.start()
        try await server.addChannels(["a"], toGroup: "g", subscribeKey: "sub-a")
        #expect(server.channels(ofGroup: "g", subscribeKey: "sub-a") == ["a"])
        await #expect(throws: OriginError.self) {
            try await server.addChannels(["a"], toGroup: "g", subscribeKey: "demo")
        }
        #expect(server.channels(ofGroup: "g", subscribeKey: "demo").isEmpty)
        await server.stop()
    }

    @Test("A server with another number of partitions does not start, and names both numbers")
    func otherNumbers() async throws {
        let stream = SharedStream(clock: clock)
        let first = try await node(try ClusterPartition(1, of: 3), stream)
        let text = await refusal { try await node(try ClusterPartition(1, of: 2), stream) }
        #expect(text.contains("partitions is 2 here and 3 there"))
        #expect(await refusal { try await node(.whole, stream) }.contains("partitions is 1 here and 3 there"))
        let moved = await refusal { try await node(try ClusterPartition(2, of: 3), stream) }
        #expect(moved.contains("partition 1, not of 2"))
        // Its own stream would be a new one.
        let new = SharedStream(clock: clock)
        for (partition, count) in [(try ClusterPartition(4, of: 4), 4), (.whole, 1)] {
            let text = await refusal { try await node(partition, new, others: [stream]) }
            #expect(text.contains("partitions is \(count) here and 3 there"))
        }
        #expect(new.count == 0)
        let second = try await node(try ClusterPartition(2, of: 3), new, others: [stream])
        for node in [first, second] { await node.core.stop() }
    }

    @Test("The settings of a cluster that is not divided have no partition, as before there were any")
    func undivided() throws {
        let configuration = OriginConfiguration(clock: clock)
        let settings = ClusterSettings(cluster: "chat", id: 1, configuration)
        #expect(!settings.text.contains("partition"))
        let error = #expect(throws: OriginError.self) {
            try settings.check(cluster: "chat", partition: try ClusterPartition(1, of: 2), configuration)
        }
        guard case .cannotJoin(let text)? = error else { return }
        #expect(text.contains("partitions is 2 here and 1 there"))
        // The streams of other clusters, and records that this version cannot read, say nothing about this one.
        for (record, cluster) in [(settings.record, "other"), ([1, 2, 3], "chat")] {
            try ClusterSettings.check(other: record, cluster: cluster, partition: try ClusterPartition(1, of: 2))
        }
    }

    @Test("The data file of one partition serves no other one, and restores no other one")
    func dataFiles() async throws {
        let path = folder.file("one.sqlite")
        let first = try await node(try ClusterPartition(1, of: 3), SharedStream(clock: clock), file: path)
        #expect(try await first.get("/publish/demo/demo/0/room/0/7").status == 200)
        await first.core.stop()
        let second = try ClusterPartition(2, of: 3)
        let text = await refusal { try await node(second, SharedStream(clock: clock), file: path) }
        #expect(text.contains("another cluster or partition"))
        let restored = await refusal {
            try await node(second, SharedStream(clock: clock), file: path, restores: true)
        }
        #expect(restored.contains("partition 2 of 3"))
        let again = try await node(
            try ClusterPartition(1, of: 3),
            SharedStream(clock: clock),
            file: path,
            restores: true
        )
        #expect(try await again.get("/v2/history/sub-key/demo/channel/room").text.hasPrefix("[[7],"))
        await again.core.stop()
    }

    @Test("The report of the cluster names the partition and how many there are")
    func report() async throws {
        let monitor = OriginMonitor(cluster: "chat", partition: try ClusterPartition(2, of: 3), node: "o1")
        let report = await monitor.clusterReport()
        #expect(report["partition"] == 2)
        #expect(report["partitions"] == 3)
        let single = await OriginMonitor().clusterReport()
        #expect(single["partition"] == 1)
        #expect(single["partitions"] == 1)
    }
}
