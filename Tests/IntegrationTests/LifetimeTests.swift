import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("Releasing a client ends its requests")
struct LifetimeTests {
    @Test("Releasing a client during a long poll closes its connection, and no other client's")
    func released() async throws {
        // Each client has a server, so that only one client opens connections to it. One connection of the process's pool
        // stays open: it is idle, and serves the next request to that server.
        try await withOrigin { _, othersAddress in
            let other = try await IntegrationClient.connected(othersAddress, as: "other")
            try await other.subscribe("room")
            try await withOrigin { server, address in
                var client: IntegrationClient? = try await IntegrationClient.connected(address, as: "short-lived")
                try await client?.subscribe("room")
                try await expectWaiting(1, on: server)
                let connections = server.connectionCount
                weak let released = client?.pubnub
                client = nil
                try await expectWaiting(0, on: server)
                #expect(released == nil)
                let isFreed = await eventually { server.connectionCount < connections }
                #expect(isFreed, "\(server.connectionCount) of \(connections) connections are open")
            }
            try await other.publish("alone", to: "room")
            #expect(try await other.message().message as? String == "alone")
        }
    }

    @Test("Clients released during traffic leave no long poll behind")
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

    @Test("A disconnected client also closes its connection")
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
