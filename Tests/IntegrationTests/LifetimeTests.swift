import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("A client that is let go of takes its requests with it")
struct LifetimeTests {
    @Test("A client released while a long poll waits frees the connection")
    func released() async throws {
        try await withOrigin { server, address in
            let other = try await IntegrationClient.connected(address, as: "other")
            try await other.subscribe("room")
            try await expectWaiting(1, on: server)
            let connections = server.connectionCount
            var client: IntegrationClient? = try await IntegrationClient.connected(address, as: "short-lived")
            try await client?.subscribe("room")
            try await expectWaiting(2, on: server)
            weak let released = client?.pubnub
            client = nil
            try await expectWaiting(1, on: server)
            #expect(released == nil)
            let isFreed = await eventually { server.connectionCount <= connections }
            #expect(isFreed, "\(server.connectionCount) connections")
            try await other.publish("alone", to: "room")
            #expect(try await other.message().message as? String == "alone")
        }
    }

    @Test("Clients released in the middle of traffic leave no long poll behind")
    func releasedInTraffic() async throws {
        try await withOrigin { server, address in
            let sender = try await IntegrationClient.connected(address, as: "sender")
            let channel = PNChannel.channel(withName: "busy")
            for _ in 0..<5 {
                var clients: [IntegrationClient] = []
                for number in 0..<10 {
                    let client = try await IntegrationClient.connected(address, as: "client \(number)")
                    try await client.subscribe("busy")
                    clients.append(client)
                }
                for number in 0..<20 { sender.pubnub.sendMessage(number, to: channel) }
                _ = try await clients[0].message()
                clients = []
            }
            try await sender.publish("end", to: "busy")
            try await expectWaiting(0, on: server)
        }
    }

    @Test("A disconnected client frees its connection too")
    func disconnected() async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            try await client.subscribe("room")
            try await expectWaiting(1, on: server)
            client.pubnub.disconnect()
            try await expectWaiting(0, on: server)
        }
    }

    private func expectWaiting(_ count: Int, on server: OriginServer) async throws {
        let isReached = await eventually { server.waitingCount == count }
        #expect(isReached, "\(server.waitingCount) wait")
    }
}
