import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("The client never sends a message twice after a fault")
struct PublishFaultTests {
    @Test(
        "The message arrives at most once, its sender receives an error about an unknown result, and later ones arrive",
        arguments: [
            (FaultAction.drop, 105, 0), (.dropResponse, 105, 1), (.reset, 105, 0), (.truncate(bytes: 2), 105, 1),
            (.wrongEncoding, 142, 1), (.status(500), -1, 0),
        ]
    )
    func once(fault: FaultAction, code: Int, arrivals: Int) async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            try await client.subscribe("steady")
            try await client.publish("warm", to: "steady")
            server.faults = FaultPlan(rules: [FaultRule(fault, family: .publish, occurrence: .nth(1))])
            await expectFailure(code) { try await client.publish("doubtful", to: "steady") }
            try await client.publish("next", to: "steady")
            let expected = ["warm"] + Array(repeating: "doubtful", count: arrivals) + ["next"]
            let received = try await client.messages(expected.count)
            #expect(received.map { $0.message as? String } == expected)
            let stored = try await client.history("steady")
            #expect(stored.map { $0.message as? String } == expected)
        }
    }

    @Test("A failed message can be sent again, and the order of the channel is preserved")
    func again() async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            try await client.subscribe("steady")
            server.faults = FaultPlan(rules: [FaultRule(.status(503), family: .publish, occurrence: .nth(2))])
            let channel = PNChannel.channel(withName: "steady")
            let failed = IntegrationInbox<PNMessage>()
            for number in 0..<4 {
                client.pubnub.sendMessage(number, to: channel) { _, object in
                    if let message = (object as? PNError)?.associatedObject as? PNMessage { failed.put(message) }
                }
            }
            let message = try await failed.next("failure") { $0 }
            #expect(message.message as? Int == 1)
            client.pubnub.send(message)
            let received = try await client.messages(4)
            #expect(received.map { $0.message as? Int } == [0, 2, 3, 1])
        }
    }
}
