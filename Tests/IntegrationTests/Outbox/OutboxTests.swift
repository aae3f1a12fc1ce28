import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("PNConfiguration.outbox: messages are kept until the service has them, and arrive once and in order")
struct OutboxTests {
    @Test(
        "Publishes whose requests or answers are lost arrive once, in order, and each closure is called once at the end"
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
            let told = Sendings()
            for number in 0..<300 { sender.pubnub.send(number, on: "a", told) }
            let messages = try await receiver.messages(300)
            #expect(messages.map { $0.message as? Int } == (0..<300).map(Optional.some))
            try await told.settled(300)
            #expect(told.inOrder == (0..<300).map { "sent \($0)" })
            // What the service got twice stands twice in history: the fault did strike.
            server.faults = FaultPlan()
            #expect(try await receiver.fullHistory("a").count > 300)
            // Another message shows that none of the first copies is still to come.
            try await sender.publish("end", to: "a")
            #expect(try await receiver.message().message as? String == "end")
            #expect(receiver.events.all.compactMap(\.message).count == 301)
            #expect(told.count == 300)
        }
    }

    @Test("An origin that is killed and comes back while messages are sent: all arrive once, in their order")
    func killedOrigin() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "pubnub-\(UUID().uuidString).sqlite").path()
        defer {
            for suffix in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: file + suffix) }
        }
        var (server, address) = try await startOrigin(OriginConfiguration(dataFile: file))
        let receiver = try await IntegrationClient.connected(address)
        try await receiver.subscribe("a")
        let sender = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox() }
        let told = Sendings()
        // No more than the service keeps for a receiver that is away.
        for number in 0..<100 { sender.pubnub.send(number, on: "a", told) }
        var received: [Int?] = []
        for _ in 0..<3 {
            received += try await receiver.messages(15).map { $0.message as? Int }
            await server.stop(abruptly: true)
            (server, _) = try await startOrigin(OriginConfiguration(port: address.port, dataFile: file))
        }
        received += try await receiver.messages(55).map { $0.message as? Int }
        try await told.settled(100)
        #expect(received == (0..<100).map(Optional.some))
        #expect(told.inOrder == (0..<100).map { "sent \($0)" })
        try await sender.publish("end", to: "a")
        #expect(try await receiver.message().message as? String == "end")
        await server.stop(abruptly: true)
    }

    @Test("Messages to many channels do not wait for one whose requests are lost")
    func channels() async throws {
        try await withOrigin { server, address in
            let receiver = try await IntegrationClient.connected(address)
            try await receiver.subscribe("slow", "quick")
            let sender = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox() }
            server.faults = FaultPlan(rules: [FaultRule(.drop, family: .publish, channel: "slow")])
            let told = Sendings()
            sender.pubnub.send("late", on: "slow", told)
            for number in 0..<20 { sender.pubnub.send(number, on: "quick", told) }
            #expect(try await receiver.messages(20).map { $0.message as? Int } == (0..<20).map(Optional.some))
            server.faults = FaultPlan()
            #expect(try await receiver.message().message as? String == "late")
        }
    }

    @Test("Messages that are sent before connecting and while disconnected go out with the next connection")
    func disconnected() async throws {
        try await withOrigin { _, address in
            let receiver = try await IntegrationClient.connected(address)
            try await receiver.subscribe("a")
            let sender = IntegrationClient(address) { $0.outbox = PNOutbox() }
            let told = Sendings()
            sender.pubnub.send(0, on: "a", told)
            try await sender.connect()
            #expect(try await receiver.message().message as? Int == 0)
            sender.pubnub.disconnect()
            _ = try await sender.events.next("didDisconnect", \.isDisconnected)
            for number in 1..<10 { sender.pubnub.send(number, on: "a", told) }
            try await sender.connect()
            #expect(try await receiver.messages(9).map { $0.message as? Int } == (1..<10).map(Optional.some))
            try await told.settled(10)
            #expect(told.inOrder == (0..<10).map { "sent \($0)" })
        }
    }

    @Test("A message that is refused ends with its error, and those behind it go on in their order")
    func refused() async throws {
        try await withOrigin { server, address in
            let receiver = try await IntegrationClient.connected(address)
            try await receiver.subscribe("a")
            let sender = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox() }
            server.faults = FaultPlan(rules: [
                FaultRule(.status(403, body: "no"), family: .publish, occurrence: .nth(3)),
                FaultRule(.status(413, body: "no"), family: .publish, occurrence: .nth(5)),
            ])
            let told = Sendings()
            for number in 0..<6 { sender.pubnub.send(number, on: "a", told) }
            try await told.settled(6)
            #expect(told.inOrder == ["sent 0", "sent 1", "failed 122", "sent 3", "failed 114", "sent 5"])
            #expect(try await receiver.messages(4).map { $0.message as? Int } == [0, 1, 3, 5])
        }
    }

    @Test("A message that the service always answers with 503 is told of, and ends with clearOutbox")
    func neverTaken() async throws {
        try await withOrigin { server, address in
            let sender = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox() }
            server.faults = FaultPlan(rules: [FaultRule(.status(503), family: .publish)])
            let told = Sendings()
            for number in 0..<2 { sender.pubnub.send(number, on: "a", told) }
            let error = try await sender.events.next("error") { if case .error(let error) = $0 { error } else { nil } }
            #expect((error.associatedObject as? PNMessage)?.message as? Int == 0)
            sender.pubnub.clearOutbox()
            try await told.settled(2)
            #expect(told.inOrder.allSatisfy { $0.hasPrefix("failed") } && told.inOrder.contains("failed 147"))
            server.faults = FaultPlan()
            sender.pubnub.send(2, on: "a", told)
            try await told.settled(3)
            #expect(told.inOrder.last == "sent 2")
        }
    }

    @Test("What it has no room for fails at once with 145; what it has is sent")
    func full() async throws {
        try await withOrigin { _, address in
            let sender = IntegrationClient(address) { $0.outbox = PNOutbox(maximumMessages: 3, maximumBytes: 100) }
            let told = Sendings()
            sender.pubnub.send(String(repeating: "x", count: 99), on: "a", told)
            for number in 0..<4 { sender.pubnub.send(number, on: "a", told) }
            try await told.settled(2)
            #expect(told.inOrder == ["failed 145", "failed 145"])
            try await sender.connect()
            try await told.settled(5)
            #expect(told.inOrder.suffix(3) == ["sent 0", "sent 1", "sent 2"])
            #expect(try await sender.history("a").count == 3)
        }
    }

    @Test("clearOutbox ends what waits with 147, and nothing of it is sent")
    func cleared() async throws {
        try await withOrigin { _, address in
            let sender = IntegrationClient(address) { $0.outbox = PNOutbox() }
            let told = Sendings()
            for number in 0..<3 { sender.pubnub.send(number, on: "a", told) }
            sender.pubnub.clearOutbox()
            try await told.settled(3)
            #expect(told.inOrder == ["failed 147", "failed 147", "failed 147"])
            try await sender.connect()
            sender.pubnub.send(3, on: "a", told)
            try await told.settled(4)
            #expect(try await sender.history("a").map { $0.message as? Int } == [3])
        }
    }

    @Test("clearOutbox(channel:) gives up a channel that is held up, and nothing of another")
    func clearedChannel() async throws {
        try await withOrigin { server, address in
            let sender = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox() }
            server.faults = FaultPlan(rules: [FaultRule(.status(503), family: .publish)])
            let (stuck, other) = (Sendings(), Sendings())
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

    @Test("Turned off in a live client, it still sends what is in it, before what comes then")
    func turnedOff() async throws {
        try await withOrigin { _, address in
            let sender = IntegrationClient(address) { $0.outbox = PNOutbox() }
            let told = Sendings()
            for number in 0..<3 { sender.pubnub.send(number, on: "a", told) }
            sender.reconfigure { $0.outbox = nil }
            sender.pubnub.send(3, on: "a", told)
            try await sender.connect()
            try await told.settled(4)
            #expect(told.inOrder == (0..<4).map { "sent \($0)" })
            sender.pubnub.disconnect()
            sender.pubnub.send(4, on: "a", told)
            try await told.settled(5)
            #expect(told.inOrder.last == "failed 108")
        }
    }

    @Test("A change of the keys ends what was to be sent with the others, which go out with none but their own")
    func otherKeys() async throws {
        try await withOrigin { _, address in
            let sender = IntegrationClient(address) { $0.outbox = PNOutbox() }
            let told = Sendings()
            sender.pubnub.send(0, on: "a", told)
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
            try await told.settled(1)
            #expect(told.inOrder == ["failed 147"])
            #expect(try await sender.history("a").isEmpty)
        }
    }
}
