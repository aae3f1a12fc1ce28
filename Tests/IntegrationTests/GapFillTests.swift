import Foundation
import PubNub
import PubNubOrigin
import PubNubOriginServer
import PubNubTestSupport
import Testing

@Suite("shouldFillGapsFromHistory: fills gaps from history, or reports them")
struct GapFillTests {
    /// Disconnects a client of `channels` while `missed` messages are published to them in turn. `body` runs while it
    /// reconnects.
    private func absence(
        _ channels: [String],
        missed: Int,
        faults: FaultPlan = FaultPlan(),
        _ body: (IntegrationClient, _ last: PNDate?) async throws -> Void
    ) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "pubnub-\(UUID().uuidString).sqlite").path()
        defer {
            for suffix in ["", "-wal", "-shm", "-lock"] { try? FileManager.default.removeItem(atPath: file + suffix) }
        }
        let first = OriginServer(configuration: OriginConfiguration().storing(in: .file(file)))
        let address = try await first.start()
        let client = try await IntegrationClient.connected(address) { $0.shouldFillGapsFromHistory = true }
        try await client.subscribe(PNChannel.channels(withNames: channels))
        let last = try await client.publish(0, to: channels[0]).date
        #expect(try await client.message().message as? Int == 0)
        await first.stop(abruptly: true)
        _ = try await client.events.next("loss", \.loss)
        try await withOrigin(OriginConfiguration().storing(in: .file(file))) { _, elsewhere in
            let sender = try await IntegrationClient.connected(elsewhere)
            for number in 1...missed {
                try await sender.publish(number, to: channels[number % channels.count])
            }
        }
        // The public service has lost what no longer fits in its buffers.
        var limits = OriginLimits()
        limits.catchesUpFromHistory = false
        let configuration = OriginConfiguration(port: address.port, limits: limits, faults: faults).storing(
            in: .file(file)
        )
        try await withOrigin(configuration) { _, _ in
            try await body(client, last)
        }
    }

    @Test("One channel: delivers all messages once and in order, without an event", arguments: [100, 101, 350])
    func oneChannel(missed: Int) async throws {
        try await absence(["news"], missed: missed) { client, _ in
            let received = try await client.messages(missed)
            #expect(received.map { $0.message as? Int } == Array(1...missed))
            #expect(received.allSatisfy { $0.date != nil && $0.channel.name == "news" })
            try await client.publish(missed + 1, to: "news")
            #expect(try await client.message().message as? Int == missed + 1)
            #expect(client.events.all.compactMap(\.gap) == [])
            #expect(client.events.all.compactMap(\.message).count == missed + 2)
        }
    }

    @Test("Messages from history have no publisher; those from the service's buffer have one (PNMessage.publisher)")
    func publisher() async throws {
        try await absence(["news"], missed: 150) { client, _ in
            let received = try await client.messages(150)
            let filled = received.prefix { $0.publisher == nil }
            #expect(filled.count >= 50 && filled.count < 150)
            let senders = Set(received.dropFirst(filled.count).map(\.publisher))
            #expect(senders.count == 1 && !senders.contains(nil) && !senders.contains(client.pubnub.clientIdentifier()))
        }
    }

    @Test("Several channels whose messages share pages")
    func severalChannels() async throws {
        try await absence(["a", "b", "c"], missed: 450) { client, _ in
            let received = try await client.messages(450)
            for (index, name) in ["a", "b", "c"].enumerated() {
                let numbers = received.filter { $0.channel.name == name }.compactMap { $0.message as? Int }
                #expect(numbers == (1...450).filter { $0 % 3 == index })
            }
            #expect(client.events.all.compactMap(\.gap) == [])
        }
    }

    @Test(
        "If history fails or is disabled, reports the gap and delivers what the service stores",
        arguments: [
            FaultAction.status(403), .reset,
            .status(
                400,
                body: #"[["Use of the history API requires the Storage & Playback which is not enabled"],0,0]"#
            ),
        ]
    )
    func historyFails(fault: FaultAction) async throws {
        let faults = FaultPlan(rules: [FaultRule(fault, family: .history)])
        try await absence(["news"], missed: 150, faults: faults) { client, last in
            let received = try await client.messages(100)
            #expect(received.map { $0.message as? Int } == Array(51...150))
            #expect(client.events.all.compactMap(\.gap) == [[last, received.first?.date].compactMap(\.self)])
        }
    }

    @Test("Repeats a history request that failed once")
    func historyRecovers() async throws {
        let faults = FaultPlan(rules: [FaultRule(.status(503), family: .history, occurrence: .nth(1))])
        try await absence(["news"], missed: 150, faults: faults) { client, _ in
            let received = try await client.messages(150)
            #expect(received.map { $0.message as? Int } == Array(1...150))
            #expect(client.events.all.compactMap(\.gap) == [])
        }
    }
}
