import Foundation
import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("A cluster that is restored from a data file")
struct RestoreTests {
    /// A server of the cluster without sockets.
    private struct Node {
        let core: OriginCore
        let log: any OriginLog
        let connection: SharedStream.Connection

        @discardableResult
        func get(_ target: String) async -> (status: Int, text: String) {
            let response = await withHandover(of: OriginResponse?.self, throwing: Never.self) { handover in
                core.submit(OriginRequest(target: target)) { reply in
                    guard case .response(let response, _) = reply else { return handover.resume(returning: nil) }
                    handover.resume(returning: response)
                }
            }
            return (response?.status ?? 0, response.map { String(decoding: $0.body, as: UTF8.self) } ?? "")
        }

        /// The timetoken of a message that was acknowledged.
        func publish(_ payload: Int) async throws -> UInt64 {
            let (status, text) = await get("/publish/demo/demo/0/a/0/\(payload)")
            try #require(status == 200, "\(text)")
            return try #require(try JSON(parsing: text)[2]?.string.flatMap { UInt64($0) })
        }
    }

    private let clock = OriginManualClock()
    private let shared = SharedSnapshots()
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    private func node(
        _ stream: SharedStream,
        _ file: String?,
        restores: Bool = false,
        clock: OriginManualClock? = nil,
        beforeFirst: @escaping @Sendable () -> Void = {}
    ) async throws -> Node {
        let clock = clock ?? self.clock
        var configuration = OriginConfiguration(clock: clock).storing(in: .optional(file))
        configuration.report = clock.passingPauses()
        let connection = SharedStream.Connection(
            stream,
            snapshots: shared.connect(),
            restores: restores,
            beforeFirst: beforeFirst
        )
        let (storage, settings, _) = try await OpenedStorage.join(connection, configuration)
        var joined = configuration
        joined.region = settings.epoch
        let core = OriginCore(configuration: joined, storage: storage)
        await core.join()
        return Node(core: core, log: storage.log, connection: connection)
    }

    private func refusal(_ body: () async throws -> Node) async -> String {
        let error = await #expect(throws: OriginError.self) { _ = try await body() }
        guard case .cannotJoin(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return ""
        }
        return text
    }

    @Test("Has the content of the file, timetokens above all earlier ones, and a higher epoch, on all servers")
    func restored() async throws {
        let path = folder.file("a.sqlite")
        let former = try await node(SharedStream(clock: clock), path)
        let first = try await former.publish(1)
        await former.get("/v1/channel-registration/sub-key/demo/channel-group/g?add=a")
        #expect(await former.get("/v2/subscribe/demo/a/0?tt=0").text.contains(#""r":1"#))
        await former.core.stop()
        // The clock of the new stream is behind.
        let late = OriginManualClock(date: clock.date - 50_000_000)
        let stream = SharedStream(clock: late)
        let a = try await node(stream, path, restores: true, clock: late)
        let second = try await a.publish(2)
        #expect(second > first)
        let b = try await node(stream, folder.file("b.sqlite"), clock: late)
        let c = try await node(stream, nil, clock: late)
        for node in [a, b, c] {
            #expect(await node.get("/v2/history/sub-key/demo/channel/a").text == "[[1,2],\(first),\(second)]")
            #expect(await node.get("/v1/channel-registration/sub-key/demo/channel-group/g").text.contains(#"["a"]"#))
            #expect(await node.get("/v2/subscribe/demo/a/0?tt=0").text.contains(#""r":2"#))
        }
        await a.core.stop()
        // Without the flag it goes on.
        let again = try await node(stream, path, clock: late)
        #expect(try await again.publish(3) > second)
        for node in [again, b, c] { await node.core.stop() }
        // A second restore raises the epoch again.
        let third = try await node(SharedStream(clock: late), path, restores: true, clock: late)
        #expect(await third.get("/v2/subscribe/demo/a/0?tt=0").text.contains(#""r":3"#))
        await third.core.stop()
    }

    @Test("Two clusters that are restored from one backup have different epochs")
    func sameBackup() async throws {
        let path = folder.file("a.sqlite")
        let former = try await node(SharedStream(clock: clock), path)
        _ = try await former.publish(1)
        await former.core.stop()
        var epochs: Set<String> = []
        // In 2026, a second apart.
        for (index, date) in [17_950_000_000_000_000, 17_950_000_010_000_000].enumerated() {
            let copy = folder.file("copy\(index).sqlite")
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            let clock = OriginManualClock(date: UInt64(date))
            let restored = try await node(SharedStream(clock: clock), copy, restores: true, clock: clock)
            let response = try JSON(parsing: await restored.get("/v2/subscribe/demo/a/0?tt=0").text)
            epochs.insert(try #require(response["t"]?["r"]?.text))
            await restored.core.stop()
        }
        #expect(epochs.count == 2, "\(epochs)")
    }

    @Test("Fails without a data file of the cluster, and if the stream exists; the file stays as it was")
    func refusals() async throws {
        let stream = SharedStream(clock: clock)
        let path = folder.file("a.sqlite")
        let a = try await node(stream, path)
        _ = try await a.publish(1)
        await a.core.stop()
        let facts = try DataFileFacts.read(path)
        #expect(await refusal { try await node(stream, path, restores: true) }.contains("exists"))
        #expect(try DataFileFacts.read(path) == facts)
        let alone = folder.file("alone.sqlite")
        await (try DurableOrigin(alone)).close()
        #expect(
            await refusal { try await node(SharedStream(clock: clock), alone, restores: true) }.contains(
                "Only the data file"
            )
        )
        #expect(
            await refusal { try await node(SharedStream(clock: clock), nil, restores: true) }.contains(
                "Only the data file"
            )
        )
        await #expect(throws: OriginError.self) {
            _ = try await node(SharedStream(clock: clock), folder.file("missing.sqlite"), restores: true)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("missing.sqlite")))
    }

    @Test(
        "Only one server restores it, also if two find no stream at the same moment; the file of the other stays as it was"
    )
    func race() async throws {
        let path = folder.file("a.sqlite")
        let former = try await node(SharedStream(clock: clock), path)
        _ = try await former.publish(1)
        await former.core.stop()
        let facts = try DataFileFacts.read(path)
        let stream = SharedStream(clock: clock)
        let other = ClusterSettings(cluster: "test", id: 7, epoch: 2, OriginConfiguration())
        let text = await refusal {
            try await node(stream, path, restores: true) { stream.store(other.record) }
        }
        #expect(text.contains("Another server restored the cluster"))
        #expect(try DataFileFacts.read(path) == facts)
    }

    @Test(
        "The data file of a server whose stream lost records is refused by the stream, also after a restart, and can restore the cluster"
    )
    func lost() async throws {
        let (path, stream) = (folder.file("a.sqlite"), SharedStream(clock: clock))
        let a = try await node(stream, path)
        let first = try await a.publish(1)
        a.connection.lose()
        await a.core.stop()
        #expect(await refusal { try await node(stream, path) }.contains("or lost records"))
        let restored = try await node(SharedStream(clock: clock), path, restores: true)
        #expect(await restored.get("/v2/history/sub-key/demo/channel/a").text == "[[1],\(first),\(first)]")
        #expect(try await restored.publish(2) > first)
        await restored.core.stop()
    }

    @Test("A server with a data file of the cluster creates no stream, and says how to restore the one that is missing")
    func missing() async throws {
        let path = folder.file("a.sqlite")
        let former = try await node(SharedStream(clock: clock), path)
        await former.core.stop()
        let stream = SharedStream(clock: clock)
        #expect(await refusal { try await node(stream, path) }.contains("does not exist"))
        #expect(stream.count == 0)
        let restored = try await node(stream, path, restores: true)
        await restored.core.stop()
    }

    @Test("A server with a data file of the time before does not start, nor does a new one without another server")
    func others() async throws {
        let former = SharedStream(clock: clock)
        let path = folder.file("a.sqlite")
        let old = folder.file("old.sqlite")
        let a = try await node(former, path)
        let b = try await node(former, old)
        _ = try await a.publish(1)
        #expect(await eventually { b.log.health.cluster?.position == UInt64(former.count) })
        await a.core.stop()
        await b.core.stop()
        let stream = SharedStream(clock: clock)
        let restored = try await node(stream, path, restores: true)
        #expect(await refusal { try await node(stream, old) }.contains("before it was restored"))
        await restored.core.stop()
        shared.change { _, _, _ in nil }
        for file in [nil, folder.file("new.sqlite")] {
            #expect(await refusal { try await node(stream, file) }.contains("snapshot"))
        }
    }
}
