import Foundation
import PubNub
import PubNubOrigin
import PubNubOriginServer
import PubNubTestSupport
import Testing

@Suite("No message is lost or repeated during changes and losses")
struct ContinuityTests {
    @Test("README keepTimeTokenOnChannelsListChange: delivers messages that are sent while the list changes, once")
    func listChanges() async throws {
        try await withOrigin { _, address in
            let receiver = try await IntegrationClient.connected(address)
            let sender = try await IntegrationClient.connected(address)
            try await receiver.subscribe("steady")
            let steady = PNChannel.channel(withName: "steady")
            for round in 0..<10 {
                let extra = PNChannel.channel(withName: "extra \(round)")
                for number in 0..<5 { sender.pubnub.sendMessage(round * 20 + number, to: steady) }
                receiver.pubnub.subscribe(on: [extra])
                for number in 5..<10 { sender.pubnub.sendMessage(round * 20 + number, to: steady) }
                receiver.pubnub.enablePresenceObservation(for: [extra])
                for number in 10..<15 { sender.pubnub.sendMessage(round * 20 + number, to: steady) }
                receiver.pubnub.unsubscribe(from: [extra])
                for number in 15..<20 { sender.pubnub.sendMessage(round * 20 + number, to: steady) }
                // One by one, so that the service's buffer of 100 messages never overflows.
                let received = try await receiver.messages(20)
                #expect(received.map { $0.message as? Int } == Array(round * 20..<round * 20 + 20))
            }
            let numbers = receiver.events.all.compactMap(\.message).map { $0.message as? Int }
            #expect(numbers == Array(0..<200))
        }
    }

    @Test("When an origin stops and returns: loss, restore and catch-up in the documented order")
    func restart() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "pubnub-\(UUID().uuidString).sqlite").path()
        defer {
            for suffix in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: file + suffix) }
        }
        let first = OriginServer(configuration: OriginConfiguration().storing(in: .file(file)))
        let address = try await first.start()
        let client = try await IntegrationClient.connected(address)
        try await client.subscribe("news", "more")
        try await client.publish(0, to: "news")
        #expect(try await client.message().message as? Int == 0)
        await first.stop(abruptly: true)
        #expect(try await client.events.next("loss", \.loss).code == 103)
        #expect(!client.pubnub.isConnected())
        // Another client publishes at an origin that this client does not see.
        try await withOrigin(OriginConfiguration().storing(in: .file(file))) { _, elsewhere in
            let sender = try await IntegrationClient.connected(elsewhere)
            for number in 1...20 { try await sender.publish(number, to: number.isMultiple(of: 2) ? "news" : "more") }
        }
        try await withOrigin(OriginConfiguration(port: address.port).storing(in: .file(file))) { _, _ in
            let missed = try await client.messages(20)
            #expect(missed.map { $0.message as? Int } == Array(1...20))
            try await client.publish(21, to: "more")
            #expect(try await client.message().message as? Int == 21)
            #expect(client.events.all.compactMap(\.message).count == 22)
            #expect(
                client.events.all.map(\.word).filter { $0 != "message" && $0 != "didSend" } == [
                    "willConnect", "didConnect", "didSubscribe", "willDisconnect 103", "didDisconnectWithError 103",
                    "willConnect", "didConnect", "willRestore", "didRestore",
                ]
            )
        }
    }

    @Test(
        "After an absence with more messages than the service stores, delivers the rest and reports the gap",
        arguments: [99, 150]
    )
    func gap(missed: Int) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "pubnub-\(UUID().uuidString).sqlite").path()
        defer {
            for suffix in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: file + suffix) }
        }
        let first = OriginServer(configuration: OriginConfiguration().storing(in: .file(file)))
        let address = try await first.start()
        let client = try await IntegrationClient.connected(address)
        let reported = IntegrationInbox<[PNDate?]>()
        client.pubnub.observationCenter.addMessagesGapObserver(reported) { reported.put([$0, $1]) }
        try await client.subscribe("news")
        let last = try await client.publish("seen", to: "news")
        #expect(try await client.message().message as? String == "seen")
        await first.stop(abruptly: true)
        _ = try await client.events.next("loss", \.loss)
        let dates = try await withOrigin(OriginConfiguration().storing(in: .file(file))) { _, elsewhere in
            let sender = try await IntegrationClient.connected(elsewhere)
            var dates: [PNDate?] = []
            for number in 1...missed { dates.append(try await sender.publish(number, to: "news").date) }
            return dates
        }
        // The public service has lost what no longer fits in its buffers.
        var limits = OriginLimits()
        limits.catchesUpFromHistory = false
        let lossy = OriginConfiguration(port: address.port, limits: limits).storing(in: .file(file))
        try await withOrigin(lossy) { _, _ in
            let kept = min(missed, 100)
            let received = try await client.messages(kept)
            #expect(received.map { $0.message as? Int } == Array(missed - kept + 1...missed))
            let gaps = missed > kept ? [[last.date, dates[missed - kept]]] : []
            #expect(client.events.all.compactMap(\.gap) == gaps && reported.all == gaps)
        }
    }

    @Test("README shouldRestoreSubscriptionFromLastTimeToken off: the restored subscription starts from now")
    func restoreFromNow() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "pubnub-\(UUID().uuidString).sqlite").path()
        defer {
            for suffix in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: file + suffix) }
        }
        let first = OriginServer(configuration: OriginConfiguration().storing(in: .file(file)))
        let address = try await first.start()
        let client = try await IntegrationClient.connected(address) {
            $0.shouldRestoreSubscriptionFromLastTimeToken = false
        }
        try await client.subscribe("news")
        await first.stop(abruptly: true)
        _ = try await client.events.next("loss", \.loss)
        try await withOrigin(OriginConfiguration().storing(in: .file(file))) { _, elsewhere in
            _ = try await IntegrationClient.connected(elsewhere).publish("missed", to: "news")
        }
        try await withOrigin(OriginConfiguration(port: address.port).storing(in: .file(file))) { _, _ in
            #expect(try await client.events.next("didRestore", \.restoredNames) == ["news"])
            try await client.publish("new", to: "news")
            #expect(try await client.message().message as? String == "new")
        }
    }

    @Test(
        "README shouldAutoReconnectClient off: after a loss the client stays disconnected until `connect` is called"
    )
    func noReconnect() async throws {
        let first = OriginServer()
        let address = try await first.start()
        let client = try await IntegrationClient.connected(address) { $0.shouldAutoReconnectClient = false }
        try await client.subscribe("news")
        await first.stop(abruptly: true)
        _ = try await client.events.next("loss", \.loss)
        try await withOrigin(OriginConfiguration(port: address.port)) { _, _ in
            await expectFailure(107) { try await client.time() }
            try await client.connect()
            #expect(try await client.time() > 0)
        }
    }

    @Test("A change of identifier with catch-up receives the messages sent in the meantime, once")
    func identifierCatchUp() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "old")
            let sender = try await IntegrationClient.connected(address)
            let channel = PNChannel.channel(withName: "steady")
            try await client.subscribe([channel])
            for number in 0..<10 { sender.pubnub.sendMessage(number, to: channel) }
            client.pubnub.setClientIdentifier("new", shouldCatchup: true)
            for number in 10..<40 { sender.pubnub.sendMessage(number, to: channel) }
            let received = try await client.messages(40)
            #expect(received.map { $0.message as? Int } == Array(0..<40))
            #expect(client.pubnub.clientIdentifier() == "new")
        }
    }
}
