import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("The data file: presence events that wait are published once, also after a restart", .timeLimit(.minutes(2)))
struct DurableAnnouncementTests {
    private let folder: DataFolder
    private let clock = OriginManualClock()

    init() throws { folder = try DataFolder() }

    private func origin(_ file: String) throws -> DurableOrigin {
        try DurableOrigin(folder.file(file), clock: clock, announcementDelay: .seconds(1))
    }

    /// The clients that the events of a channel say have joined.
    private func joined(_ origin: DurableOrigin) async throws -> [String] {
        let page = try JSON(parsing: await origin.get("/subscribe/demo/a-pnpres/0/1").text)
        return (page[0]?.array ?? []).filter { $0["action"] == "join" }.compactMap { $0["uuid"]?.string }
    }

    private func heartbeat(_ client: String, _ origin: DurableOrigin) async {
        #expect(await origin.get("/v2/presence/sub-key/demo/channel/a/heartbeat?uuid=\(client)").status == 200)
    }

    @Test("After a crash, whether the tables had the change or not", arguments: [true, false])
    func crash(isWritten: Bool) async throws {
        let first = try origin("data.sqlite")
        for client in ["u", "v"] { await heartbeat(client, first) }
        if isWritten {
            await withHandover(of: Void.self, throwing: Never.self) { handover in
                first.archive.read { _ in handover.resume(returning: ()) }
            }
        }
        try folder.copyFiles(from: "data.sqlite", to: "copy.sqlite")
        let second = try origin("copy.sqlite")
        #expect(second.core.withState { $0.announcements.count } == 2)
        clock.advance(by: .seconds(1))
        second.core.timePassed()
        #expect(try await joined(second) == ["u", "v"])
        await second.close()
        let third = try origin("copy.sqlite")
        #expect(third.core.withState { $0.announcements.isEmpty })
        #expect(try await joined(third) == ["u", "v"])
        await third.close()
        await first.close()
    }

    @Test("A server that stops publishes them before")
    func stop() async throws {
        let first = try origin("data.sqlite")
        await heartbeat("u", first)
        await first.close()
        let second = try origin("data.sqlite")
        #expect(try await joined(second) == ["u"])
        await second.close()
    }
}
