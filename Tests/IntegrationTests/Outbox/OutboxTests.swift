import Foundation
import PubNub
import PubNubOrigin
import PubNubOriginServer
import PubNubTestSupport
import Testing

@Suite("PNConfiguration.outbox: stores messages until the service has them, and delivers them once and in order")
struct OutboxTests {
    @Test(
        "Publishes whose requests or responses are lost arrive once, in order, and each closure is called once at the end"
    )
    func lostAnswers() async throws {
        try await withOrigin { server, address in
            let receiver = try await IntegrationClient.connected(address)
            try await receiver.subscribe("a")
            let sender = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox() }
            server.faults = FaultPlan(rules: [
                FaultRule(.dropResponse, family: .publish, occurrence: .every(7)),
                FaultRule(.drop, family: .publish, occurrence: .every(52)),
                FaultRule(.reset, family: .publish, occurrence: .nth(75)),
                FaultRule(.status(503), family: .publish, occurrence: .nth(150)),
            ])
            let reported = Sendings()
            for number in 0..<300 { sender.pubnub.send(number, on: "a", reported) }
            let messages = try await receiver.messages(300)
            #expect(messages.map { $0.message as? Int } == (0..<300).map(Optional.some))
            try await reported.settled(300)
            #expect(reported.inOrder == (0..<300).map { "sent \($0)" })
            // A message that the service received twice is in history twice, which proves the fault.
            server.faults = FaultPlan()
            #expect(try await receiver.fullHistory("a").count > 300)
            // Another message shows that no first copy is still in transit.
            try await sender.publish("end", to: "a")
            #expect(try await receiver.message().message as? String == "end")
            #expect(receiver.events.all.compactMap(\.message).count == 301)
            #expect(reported.count == 300)
        }
    }

    @Test("Delivers all messages once and in order if the origin is killed and restarted while they are sent")
    func killedOrigin() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "pubnub-\(UUID().uuidString).sqlite").path()
        defer {
            for suffix in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: file + suffix) }
        }
        var (server, address) = try await startOrigin(OriginConfiguration().storing(in: .file(file)))
        let receiver = try await IntegrationClient.connected(address)
        try await receiver.subscribe("a")
        let sender = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox() }
        let reported = Sendings()
        // No more messages than the service stores for an absent subscriber.
        for number in 0..<100 { sender.pubnub.send(number, on: "a", reported) }
        var received: [Int?] = []
        for _ in 0..<3 {
            received += try await receiver.messages(15).map { $0.message as? Int }
            await server.stop(abruptly: true)
            (server, _) = try await startOrigin(OriginConfiguration(port: address.port).storing(in: .file(file)))
        }
        received += try await receiver.messages(55).map { $0.message as? Int }
        try await reported.settled(100)
        #expect(received == (0..<100).map(Optional.some))
        #expect(reported.inOrder == (0..<100).map { "sent \($0)" })
        try await sender.publish("end", to: "a")
        #expect(try await receiver.message().message as? String == "end")
        await server.stop(abruptly: true)
    }

    @Test("Messages to other channels do not wait for a channel whose requests are lost")
    func channels() async throws {
        try await withOrigin { server, address in
            let receiver = try await IntegrationClient.connected(address)
            try await receiver.subscribe("slow", "quick")
            let sender = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox() }
            server.faults = FaultPlan(rules: [FaultRule(.drop, family: .publish, channel: "slow")])
            let reported = Sendings()
            sender.pubnub.send("late", on: "slow", reported)
            for number in 0..<20 { sender.pubnub.send(number, on: "quick", reported) }
            #expect(try await receiver.messages(20).map { $0.message as? Int } == (0..<20).map(Optional.some))
            server.faults = FaultPlan()
            #expect(try await receiver.message().message as? String == "late")
        }
    }

    @Test("Sends messages that were passed before connecting or while disconnected with the next connection")
    func disconnected() async throws {
        try await withOrigin { _, address in
            let receiver = try await IntegrationClient.connected(address)
            try await receiver.subscribe("a")
            let sender = IntegrationClient(address) { $0.outbox = PNOutbox() }
            let reported = Sendings()
            sender.pubnub.send(0, on: "a", reported)
            try await sender.connect()
            #expect(try await receiver.message().message as? Int == 0)
            sender.pubnub.disconnect()
            _ = try await sender.events.next("didDisconnect", \.isDisconnected)
            for number in 1..<10 { sender.pubnub.send(number, on: "a", reported) }
            try await sender.connect()
            #expect(try await receiver.messages(9).map { $0.message as? Int } == (1..<10).map(Optional.some))
            try await reported.settled(10)
            #expect(reported.inOrder == (0..<10).map { "sent \($0)" })
        }
    }

    @Test("A refused message ends with its error, and later ones are sent in order")
    func refused() async throws {
        try await withOrigin { server, address in
            let receiver = try await IntegrationClient.connected(address)
            try await receiver.subscribe("a")
            let sender = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox() }
            server.faults = FaultPlan(rules: [
                FaultRule(.status(403, body: "no"), family: .publish, occurrence: .nth(3)),
                FaultRule(.status(413, body: "no"), family: .publish, occurrence: .nth(5)),
            ])
            let reported = Sendings()
            for number in 0..<6 { sender.pubnub.send(number, on: "a", reported) }
            try await reported.settled(6)
            #expect(reported.inOrder == ["sent 0", "sent 1", "failed 122", "sent 3", "failed 114", "sent 5"])
            #expect(try await receiver.messages(4).map { $0.message as? Int } == [0, 1, 3, 5])
        }
    }

    @Test("Reports a message that the service refuses with 503 each time; clearOutbox ends it")
    func neverTaken() async throws {
        try await withOrigin { server, address in
            let sender = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox() }
            server.faults = FaultPlan(rules: [FaultRule(.status(503), family: .publish)])
            let reported = Sendings()
            for number in 0..<2 { sender.pubnub.send(number, on: "a", reported) }
            let error = try await sender.events.next("error") { if case .error(let error) = $0 { error } else { nil } }
            #expect((error.associatedObject as? PNMessage)?.message as? Int == 0)
            sender.pubnub.clearOutbox()
            try await reported.settled(2)
            #expect(reported.inOrder.allSatisfy { $0.hasPrefix("failed") } && reported.inOrder.contains("failed 147"))
            server.faults = FaultPlan()
            sender.pubnub.send(2, on: "a", reported)
            try await reported.settled(3)
            #expect(reported.inOrder.last == "sent 2")
        }
    }

    @Test("A message without room fails immediately with 145; stored ones are sent")
    func full() async throws {
        try await withOrigin { _, address in
            let sender = IntegrationClient(address) { $0.outbox = PNOutbox(maximumMessages: 3, maximumBytes: 100) }
            let reported = Sendings()
            sender.pubnub.send(String(repeating: "x", count: 99), on: "a", reported)
            for number in 0..<4 { sender.pubnub.send(number, on: "a", reported) }
            try await reported.settled(2)
            #expect(reported.inOrder == ["failed 145", "failed 145"])
            try await sender.connect()
            try await reported.settled(5)
            #expect(reported.inOrder.suffix(3) == ["sent 0", "sent 1", "sent 2"])
            #expect(try await sender.history("a").count == 3)
        }
    }

    @Test("clearOutbox ends waiting messages with 147 and sends none of them")
    func cleared() async throws {
        try await withOrigin { _, address in
            let sender = IntegrationClient(address) { $0.outbox = PNOutbox() }
            let reported = Sendings()
            for number in 0..<3 { sender.pubnub.send(number, on: "a", reported) }
            sender.pubnub.clearOutbox()
            try await reported.settled(3)
            #expect(reported.inOrder == ["failed 147", "failed 147", "failed 147"])
            try await sender.connect()
            sender.pubnub.send(3, on: "a", reported)
            try await reported.settled(4)
            #expect(try await sender.history("a").map { $0.message as? Int } == [3])
        }
    }

    @Test("clearOutbox(channel:) discards the messages of a blocked channel and of no other")
    func clearedChannel() async throws {
        try await withOrigin { server, address in
            let sender = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox() }
            server.faults = FaultPlan(rules: [FaultRule(.status(503), family: .publish)])
            let stuck = Sendings()
            let other = Sendings()
            for number in 0..<2 { sender.pubnub.send(number, on: "a", stuck) }
            sender.pubnub.send(2, on: "b", other)
            _ = try await sender.events.next("error") { if case .error(let error) = $0 { error } else { nil } }
            sender.pubnub.clearOutbox(channel: PNChannel.channel(withName: "a"))
            sender.pubnub.clearOutbox(channel: PNChannel.channel(withName: "never used"))
            try await stuck.settled(2)
            #expect(stuck.inOrder.allSatisfy { $0.hasPrefix("failed") } && stuck.inOrder.contains("failed 147"))
            server.faults = FaultPlan()
            try await other.settled(1)
            #expect(other.inOrder == ["sent 2"])
        }
    }

    @Test("An outbox that is disabled in a live client sends its messages before later ones")
    func turnedOff() async throws {
        try await withOrigin { _, address in
            let sender = IntegrationClient(address) { $0.outbox = PNOutbox() }
            let reported = Sendings()
            for number in 0..<3 { sender.pubnub.send(number, on: "a", reported) }
            sender.reconfigure { $0.outbox = nil }
            sender.pubnub.send(3, on: "a", reported)
            try await sender.connect()
            try await reported.settled(4)
            #expect(reported.inOrder == (0..<4).map { "sent \($0)" })
            sender.pubnub.disconnect()
            sender.pubnub.send(4, on: "a", reported)
            try await reported.settled(5)
            #expect(reported.inOrder.last == "failed 108")
        }
    }

    @Test("A change of keys ends messages for the old keys, which are sent with no other keys")
    func otherKeys() async throws {
        try await withOrigin { _, address in
            let sender = IntegrationClient(address) { $0.outbox = PNOutbox() }
            let reported = Sendings()
            sender.pubnub.send(0, on: "a", reported)
            let other = sender.pubnub.configuration().updatedConfiguration(
                withOrigin: "\(address.host):\(address.port)",
                publishKey: "other",
                subscribeKey: "other",
                secretKey: nil,
                cipherKey: nil,
                authorizationKey: nil
            )
            sender.pubnub.setConfiguration(other)
            try await sender.connect()
            try await reported.settled(1)
            #expect(reported.inOrder == ["failed 147"])
            #expect(try await sender.history("a").isEmpty)
        }
    }
}
