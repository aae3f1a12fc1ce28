import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Connecting and Disconnecting, against a real origin")
struct ConnectionTests {
    @Test("Connecting and disconnecting call the delegate in the documented order")
    func connectAndDisconnect() async throws {
        try await withOrigin { _, address in
            let client = IntegrationClient(address)
            client.pubnub.connect()
            #expect(try await client.events.next("didConnect", \.origin) == "127.0.0.1:\(address.port)")
            #expect(client.pubnub.isConnected())
            client.pubnub.disconnect()
            _ = try await client.events.next("didDisconnect", \.isDisconnected)
            #expect(!client.pubnub.isConnected())
            #expect(client.events.all.map(\.word) == ["willConnect", "didConnect", "didDisconnect"])
        }
    }

    @Test("A client that was made without a configuration connects once it has one")
    func madeWithoutConfiguration() async throws {
        try await withOrigin { _, address in
            let client = PubNub()
            client.setConfiguration(IntegrationClient.configuration(address))
            let origin = await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
                client.connect(
                    successBlock: { continuation.resume(returning: $0) },
                    errorBlock: { _ in continuation.resume(returning: nil) }
                )
            }
            #expect(origin == "127.0.0.1:\(address.port)")
            #expect(client.isConnected())
        }
    }

    @Test("Connecting twice is error 101 and changes nothing")
    func connectTwice() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            client.pubnub.connect()
            #expect(try await client.events.next("failure", \.connectingError).code == 101)
            #expect(client.pubnub.isConnected())
            #expect(try await client.time() > 0)
        }
    }

    @Test("An unreachable origin is error 102; the client connects when the origin is available")
    func connectLater() async throws {
        var gone: OriginAddress?
        try await withOrigin { _, address in gone = address }
        let address = try #require(gone)
        let client = IntegrationClient(address)
        client.pubnub.connect()
        #expect(try await client.events.next("failure", \.connectingError).code == 102)
        try await withOrigin(OriginConfiguration(port: address.port)) { _, _ in
            _ = try await client.events.next("didConnect", \.origin)
            #expect(try await client.time() > 0)
        }
    }

    @Test("A call before connecting fails with 108, one while connecting waits")
    func callsBeforeConnected() async throws {
        try await withOrigin { _, address in
            let client = IntegrationClient(address)
            await expectFailure(108) { try await client.time() }
            client.pubnub.connect()
            let time = try await client.time()
            #expect(time > 16_000_000_000_000_000)
        }
    }

    @Test("README Timetoken: the time of the service, as a 17-digit number")
    func time() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let earlier = try await client.time()
            let later = try await client.time()
            #expect(earlier > 10_000_000_000_000_000 && earlier <= later)
        }
    }

    @Test("After a change of the subscribe key, the client leaves the old channels and uses the new key only")
    func changeSubscribeKey() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "mover")
            let old = try await IntegrationClient.connected(address)
            let new = IntegrationClient(address)
            new.pubnub.setConfiguration(Self.otherKeys(of: new.pubnub))
            try await new.connect()
            try await client.subscribe("news")
            try await old.publish("before", to: "news")
            #expect(try await client.message().message as? String == "before")
            client.pubnub.setConfiguration(Self.otherKeys(of: client.pubnub))
            #expect(try await client.events.next("didRestore", \.restoredNames) == ["news"])
            try await old.publish("with the old key", to: "news")
            try await new.publish("with the new key", to: "news")
            #expect(try await client.message().message as? String == "with the new key")
            #expect(try await old.whereNow("mover") == [])
            #expect(!client.events.all.map(\.word).contains("gap"))
        }
    }

    private static func otherKeys(of client: PubNub) -> PNConfiguration {
        let configuration = client.configuration()
        return configuration.updatedConfiguration(
            withOrigin: configuration.origin,
            publishKey: "demo-other",
            subscribeKey: "demo-other",
            secretKey: nil,
            cipherKey: nil,
            authorizationKey: nil
        )
    }

    @Test("After a change of the origin, the client restores its subscriptions at the new one")
    func changeOrigin() async throws {
        try await withOrigin { _, first in
            try await withOrigin { _, second in
                let client = try await IntegrationClient.connected(first)
                try await client.subscribe("news")
                client.reconfigure { _ in }
                let moved = IntegrationClient.configuration(second)
                client.pubnub.setConfiguration(moved)
                #expect(try await client.events.next("didConnect", \.origin) == moved.origin)
                #expect(try await client.events.next("didRestore", \.restoredNames) == ["news"])
                let other = try await IntegrationClient.connected(second)
                try await other.publish("over here", to: "news")
                #expect(try await client.message().message as? String == "over here")
                #expect(
                    client.events.all.map(\.word) == [
                        "willConnect", "didConnect", "didSubscribe", "didDisconnect", "willConnect", "didConnect",
                        "willRestore", "didRestore", "message",
                    ]
                )
            }
        }
    }
}
