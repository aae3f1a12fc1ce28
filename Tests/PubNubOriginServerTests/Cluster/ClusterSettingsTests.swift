import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

/// Documentation/Cluster.md, "Change keysets, quotas or limits".
@Suite("The settings that all servers of a cluster share")
struct ClusterSettingsTests {
    private let clock = OriginManualClock()
    private let shared = SharedSnapshots()
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    private static let isMissingThere = "is in the settings of this server and not in those of the cluster"
    private static let isMissingHere = "is in the settings of the cluster and not in those of this server"
    private static let section = #"Documentation/Cluster.md, "Change keysets, quotas or limits""#

    private func keysets(_ names: String...) -> [OriginKeyset] { names.map { OriginKeyset(subscribeKey: $0) } }

    private func configuration(_ keysets: [OriginKeyset]) -> OriginConfiguration {
        var configuration = OriginConfiguration(clock: clock)
        configuration.report = clock.passingPauses()
        configuration.keysets = keysets
        return configuration
    }

    /// The settings of a stream that a server with keysets created.
    private func settings(_ keysets: [OriginKeyset]) -> ClusterSettings {
        ClusterSettings(cluster: "test", id: 7, configuration(keysets))
    }

    /// The reason for which a server with keysets does not apply the log; empty if it does.
    private func refusal(_ settings: ClusterSettings, _ keysets: [OriginKeyset]) -> String {
        do throws(OriginError) {
            try settings.check(cluster: "test", configuration(keysets))
            return ""
        } catch {
            guard case .cannotJoin(let text) = error else { return "\(error)" }
            return text
        }
    }

    @Test("The order of keysets in the settings of a server decides nothing")
    func order() {
        #expect(refusal(settings(keysets("b", "a")), keysets("a", "b")) == "")
    }

    @Test("A stream whose first record has the keysets in another order is joined, and its settings stay as they are")
    func earlierOrder() throws {
        let settings = settings(keysets("a", "b"))
        var members = try #require(try JSON(parsing: settings.text).object)
        var applied = try #require(members["settings"]?.object)
        let listed = try #require(applied["keysets"]?.array)
        applied["keysets"] = .array(listed.reversed())
        members["settings"] = .object(applied)
        let record = StreamCodec.encode(settings: Array(JSON.object(members).text.utf8))
        let earlier = try ClusterSettings(record: record)
        #expect(earlier.text != settings.text && earlier.record == record)
        #expect(refusal(earlier, keysets("a", "b")) == "")
        #expect(refusal(earlier, keysets("a")).contains("the keyset b \(Self.isMissingHere)."))
    }

    @Test("The refusal of a server names a keyset that was added, removed or changed, and the section with the steps")
    func names() {
        let settings = settings(keysets("a", "b"))
        let added = refusal(settings, keysets("b", "c", "a"))
        #expect(added.contains("the keyset c \(Self.isMissingThere)."))
        let removed = refusal(settings, keysets("a"))
        #expect(removed.contains("the keyset b \(Self.isMissingHere)."))
        var others = keysets("a", "b")
        others[1].accessManager = true
        others[1].quotas.objects = 5
        let changed = refusal(settings, others)
        #expect(changed.contains("keysets.b.accessManager is true here and false there and 1 more."))
        for text in [added, removed, changed] { #expect(text.contains(Self.section)) }
    }

    @Test("A running server takes other keys and another order of its keysets, and refuses another list")
    func replaced() throws {
        var configuration = configuration(keysets("a", "b"))
        configuration.cluster = SharedStream.Connection(SharedStream(clock: clock))
        let server = OriginServer(configuration: configuration)
        var others = keysets("b", "a")
        others[0].publishKey = "other"
        others[1].secretKey = "other"
        try server.replaceKeysets(others)
        #expect(server.keysets == others)
        let error = #expect(throws: OriginError.self) { try server.replaceKeysets(keysets("a", "b", "c")) }
        guard case .invalidConfiguration(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("the keyset c \(Self.isMissingThere).") && text.contains(Self.section))
        #expect(server.keysets == others)
    }

    private func node(
        _ stream: SharedStream,
        _ configuration: OriginConfiguration,
        restores: Bool = false
    ) async throws -> OriginCore {
        let connection = SharedStream.Connection(stream, snapshots: shared.connect(), restores: restores)
        let (storage, settings, _) = try await OpenedStorage.join(connection, configuration)
        var joined = configuration
        joined.region = settings.epoch
        let core = OriginCore(configuration: joined, storage: storage)
        await core.join()
        return core
    }

    @Test("A cluster that is restored with other keysets, quotas and limits has these, all content and a higher epoch")
    func restored() async throws {
        let stored = configuration(keysets("demo")).storing(in: .file(folder.file("a.sqlite")))
        let former = try await node(SharedStream(clock: clock), stored)
        #expect(await WaitingOrigin(former).get("/publish/demo/demo/0/a/0/1").status == 200)
        await former.stop()

        let stream = SharedStream(clock: clock)
        var changed = stored
        changed.keysets = keysets("demo", "added")
        changed.keysets[0].quotas.objects = 5
        changed.limits.messageBuffer = 50
        let a = try await node(stream, changed, restores: true)
        #expect(await WaitingOrigin(a).get("/publish/demo/added/0/a/0/1").status == 200)
        let b = try await node(stream, changed.storing(in: .file(folder.file("b.sqlite"))))
        for core in [a, b] {
            let origin = WaitingOrigin(core)
            #expect(await origin.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[1],"))
            #expect(await origin.get("/v2/subscribe/demo/a/0?tt=0").text.contains(#""r":2"#))
        }
        let error = await #expect(throws: OriginError.self) {
            _ = try await node(stream, stored.storing(in: .memory))
        }
        guard case .cannotJoin(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("the keyset added \(Self.isMissingHere) and 2 more."))
        for core in [a, b] { await core.stop() }
    }
}

extension WaitingOrigin {
    fileprivate func get(_ target: String) async -> (status: Int, text: String) {
        await submit(OriginRequest(target: target))
    }
}
