import Dispatch
import Foundation
import GRDB
import PubNubMachines
import PubNubOrigin
import PubNubOriginServer
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubChat
@testable import PubNubCore

@Suite("Fetches missed data, and reports when the store is up to date", .timeLimit(.minutes(5)))
struct CatchUpTests {
    /// Provides the file of a server that stops and starts again.
    private func withOriginFile(_ body: (String) async throws -> Void) async throws {
        try await withDirectory { try await body($0.appendingPathComponent("origin.sqlite").path) }
    }

    @Test(
        "After a lost connection, fetches more messages than the service buffers for subscribers"
    )
    func lostConnection() async throws {
        try await withOriginFile { file in
            let first = OriginServer(configuration: OriginConfiguration().storing(in: .file(file)))
            let address = try await first.start()
            let scene = try await LiveScene.live(address, as: "ann", on: ["room"])
            let old = try await scene.client.say("0", on: "room")
            try await scene.wait(for: ["0"], on: "room")
            await first.stop(abruptly: true)
            _ = try await scene.events.next("loss") { if case .disconnected = $0 { true } else { nil } }
            try await withOrigin(OriginConfiguration().storing(in: .file(file))) { _, elsewhere in
                let bob = try await IntegrationClient.connected(elsewhere, as: "bob")
                for number in 1...150 { try await bob.say("\(number)", on: "room") }
                try await bob.react("late", to: old, on: "room")
            }
            try await withOrigin(OriginConfiguration(port: address.port).storing(in: .file(file))) { _, _ in
                try await scene.outdated("room")
                try await scene.upToDate("room")
                #expect(try scene.texts(on: "room") == (0...150).map { "\($0)" })
                let reactions = try scene.store.message("0")?.messageActions.map(\.value)
                #expect(reactions == ["late"])
                try await scene.client.say("151", on: "room")
                try await scene.wait(for: (0...151).map { "\($0)" }, on: "room")
            }
        }
    }

    @Test("A channel that is left without a connection stays left, unless it is subscribed again before the next one")
    func leftWithoutConnection() async throws {
        try await withOriginFile { file in
            let first = OriginServer(configuration: OriginConfiguration().storing(in: .file(file)))
            let address = try await first.start()
            let scene = try await LiveScene.live(address, as: "ann", on: ["kitchen", "hall"])
            await first.stop(abruptly: true)
            _ = try await scene.events.next("loss") { if case .disconnected = $0 { true } else { nil } }
            try await scene.provider.unsubscribe(from: ["kitchen", "hall"])
            #expect(scene.provider.completeness(of: "kitchen") == .unsubscribed)
            try await scene.provider.subscribe(to: ["hall"])
            try await withOrigin(OriginConfiguration(port: address.port).storing(in: .file(file))) { _, _ in
                try await scene.upToDate("hall")
                #expect(await eventually { !scene.client.pubnub.isSubscribed(on: PNChannel.exactly(named: "kitchen")) })
                #expect(scene.client.pubnub.isSubscribed(on: PNChannel.exactly(named: "hall")))
                let bob = try await IntegrationClient.connected(address, as: "bob")
                try await bob.say("not for ann", on: "kitchen")
                try await bob.say("hello", on: "hall")
                try await scene.wait(for: ["hello"], on: "hall")
                #expect(try scene.texts(on: "kitchen").isEmpty)
                try await scene.provider.close()
            }
        }
    }

    @Test("A restarted provider catches up: messages, reactions, removed members, metadata")
    func restart() async throws {
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let file = DatastoreConfiguration(storageDirectlyURL: directory)
                let bob = try await IntegrationClient.connected(address, as: "bob")
                try await bob.say("before the copy", on: "room")
                try await bob.set(member: "cat", of: "room")
                let ann = try await LiveScene.live(address, as: "ann", on: ["room"], file: file)
                let time = try await bob.say("first", on: "room")
                try await ann.wait(for: ["first"], on: "room")
                try await ann.provider.close()
                ann.client.pubnub.disconnect()

                for number in 1...60 { try await bob.say("\(number)", on: "room") }
                try await bob.react("smile", to: time, on: "room")
                let removal = PNRemoveChannelMembersRequest(channel: "room", uuids: ["cat"])
                let _: PNManageChannelMembersStatus = try await bob.change("remove") {
                    bob.pubnub.removeChannelMembers(with: removal, completion: $0)
                }
                let again = try LiveScene(address, as: "ann", file: file)
                #expect(try again.texts(on: "room") == ["first"])
                // A subscription before the connection begins with the connection.
                try await again.provider.subscribe(to: ["room"])
                try await again.provider.connectPatiently()
                try await again.upToDate("room")
                #expect(try again.texts(on: "room") == ["first"] + (1...60).map { "\($0)" })
                #expect(try again.store.message("first")?.messageActions.map(\.value) == ["smile"])
                #expect(try again.provider.fetchMember(byChannelId: "room", userId: "cat") == nil)
                #expect(again.events.all.contains(.fetching(channel: "room", count: 25)))
            }
        }
    }

    @Test("What is missing on the channels on the screen is fetched before that of the others")
    func visibleChannels() async throws {
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let file = DatastoreConfiguration(storageDirectlyURL: directory)
                let rooms = (10..<30).map { "room-\($0)" }
                let ann = try await LiveScene.live(address, as: "ann", on: rooms, file: file)
                try await ann.provider.close()
                ann.client.pubnub.disconnect()
                let bob = try await IntegrationClient.connected(address, as: "bob")
                for room in rooms { try await bob.say("missed", on: room) }

                let again = try LiveScene(address, as: "ann", file: file)
                again.provider.setVisibleChannels(["room-28", "room-29"])
                try await again.provider.subscribe(to: rooms)
                try await again.provider.connectPatiently()
                func fetched() -> [String] {
                    again.events.all.compactMap { event in
                        if case .fetching(let channel, .messages, _, _) = event { channel } else { nil }
                    }
                }
                #expect(await eventually { Set(fetched()) == Set(rooms) })
                // Four channels are fetched at the same time.
                #expect(Set(["room-28", "room-29"]).isSubset(of: fetched().prefix(8)))
            }
        }
    }

    @Test("Clears metadata of a channel and a member that was deleted during an absence")
    func deletedMetadata() async throws {
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let file = DatastoreConfiguration(storageDirectlyURL: directory)
                let bob = try await IntegrationClient.connected(address, as: "bob")
                let channel = PNSetChannelMetadataRequest(channel: "room")
                channel.name = "Room"
                let _: PNSetChannelMetadataStatus = try await bob.change("channel") {
                    bob.pubnub.setChannelMetadataWith(channel, completion: $0)
                }
                let user = PNSetUUIDMetadataRequest(uuid: "cat")
                user.name = "Cat"
                let _: PNSetUUIDMetadataStatus = try await bob.change("user") {
                    bob.pubnub.setUUIDMetadataWith(user, completion: $0)
                }
                try await bob.set(member: "cat", of: "room")
                let ann = try await LiveScene.live(address, as: "ann", on: ["room"], file: file)
                #expect(try ann.provider.fetchChannel(byPubNubId: "room")?.name == "Room")
                #expect(try ann.provider.fetchUser(byPubNubId: "cat")?.name == "Cat")
                try await ann.provider.close()
                ann.client.pubnub.disconnect()

                let _: any PNAcknowledgmentStatus = try await bob.change("no channel") {
                    let request = PNRemoveChannelMetadataRequest(channel: "room")
                    bob.pubnub.removeChannelMetadata(with: request, completion: $0)
                }
                let _: any PNAcknowledgmentStatus = try await bob.change("no user") {
                    let request = PNRemoveUUIDMetadataRequest(uuid: "cat")
                    bob.pubnub.removeUUIDMetadata(with: request, completion: $0)
                }
                let again = try await LiveScene.live(address, as: "ann", on: ["room"], file: file)
                let room = try #require(try again.provider.fetchChannel(byPubNubId: "room"))
                #expect(room.name == nil && room.eTag == nil)
                #expect(try again.provider.fetchUser(byPubNubId: "cat")?.name == nil)
            }
        }
    }

    @Test("Reports incomplete while history is off, and upToDate after it is on again")
    func historyOff() async throws {
        try await withDirectory { directory in
            try await withOrigin { server, address in
                let file = DatastoreConfiguration(storageDirectlyURL: directory)
                let bob = try await IntegrationClient.connected(address, as: "bob")
                let ann = try await LiveScene.live(address, as: "ann", on: ["room"], file: file)
                try await ann.provider.close()
                ann.client.pubnub.disconnect()
                try await bob.say("missed", on: "room")
                let off = #"[["Use of the history API requires the Storage & Playback which is not enabled"],0,0]"#
                server.faults = FaultPlan(rules: [FaultRule(.status(400, body: off), family: .history)])
                let again = try LiveScene(address, as: "ann", file: file)
                try await again.provider.connectPatiently()
                try await again.provider.subscribe(to: ["room"])
                _ = try await again.events.next("incomplete") {
                    if case .incomplete(["room"], _) = $0 { true } else { nil }
                }
                try await bob.say("live", on: "room")
                try await again.wait(for: ["live"], on: "room")
                server.faults = FaultPlan()
                try await again.upToDate("room")
                #expect(try again.texts(on: "room") == ["missed", "live"])
            }
        }
    }

    @Test("After the app disconnects and connects again, its channels are subscribed and backfilled")
    func reconnect() async throws {
        try await withOrigin { _, address in
            let bob = try await IntegrationClient.connected(address, as: "bob")
            let ann = try await LiveScene.live(address, as: "ann", on: ["a", "b"])
            try await bob.say("1", on: "a")
            try await ann.wait(for: ["1"], on: "a")
            ann.provider.disconnect()
            _ = try await ann.events.next("end") { $0 == .disconnected(reason: nil) ? true : nil }
            try await bob.say("2", on: "a")
            try await bob.say("3", on: "b")
            try await ann.provider.connectPatiently()
            try await ann.upToDate("a")
            try await ann.upToDate("b")
            #expect(try ann.texts(on: "a") == ["1", "2"] && ann.texts(on: "b") == ["3"])
            try await ann.provider.unsubscribe(from: ["b"])
            #expect(ann.client.pubnub.subscribedObjectsList().map(\.name) == ["a"])
        }
    }

    @Test("After an immediate reconnect by the app, the client is connected and its channels are up to date")
    func oneBreath() async throws {
        try await withOrigin { _, address in
            let ann = try await LiveScene.live(address, as: "ann", on: ["a"])
            // The provider does not receive the end of the old connection until the new wait has begun.
            let callbacks = ann.client.pubnub.configuration().callbackQueue
            callbacks.suspend()
            ann.provider.disconnect()
            let isConnected = Locked(false)
            let connection = Task {
                try await ann.provider.connectPatiently()
                isConnected.withLock { $0 = true }
            }
            // The wait may begin and end before this task looks again.
            #expect(await eventually { ann.provider.live.subscriptions.waiting > 0 || isConnected.withLock { $0 } })
            callbacks.resume()
            try await connection.value
            #expect(ann.client.pubnub.isConnected())
            try await ann.upToDate("a")
        }
    }

    @Test("A receiver of the disconnect event may connect immediately")
    func connectAtOnce() async throws {
        try await withOrigin { _, address in
            let ann = try await LiveScene.live(address, as: "ann", on: ["a"])
            let provider = ann.provider
            let ends = IntegrationInbox<String>()
            let watch = provider.observeSyncEvents { events in
                guard events == .disconnected(reason: nil) else { return }
                provider.connect { ends.put("\($0 == nil)") }
            }
            provider.disconnect()
            #expect(try await ends.next { $0 } == "true")
            watch.cancel()
        }
    }

    @Test("Messages through groups and wildcards belong to their channel, also when they are missed")
    func groups() async throws {
        try await withDirectory { directory in
            try await withOrigin { server, address in
                let file = DatastoreConfiguration(storageDirectlyURL: directory)
                try await server.addChannels(["inner"], toGroup: "group", subscribeKey: "demo")
                let bob = try await IntegrationClient.connected(address, as: "bob")
                let ann = try LiveScene(address, as: "ann", file: file)
                try await ann.provider.connectPatiently()
                try await ann.client.subscribe([PNChannelGroup(name: "group")])
                try await ann.provider.subscribe(to: ["news.*"])
                try await bob.say("1", on: "inner")
                try await bob.say("2", on: "news.sport")
                try await ann.wait(for: ["1"], on: "inner")
                try await ann.wait(for: ["2"], on: "news.sport")
                try await ann.upToDate("inner")
                try await ann.upToDate("news.sport")
                try await ann.provider.close()
                ann.client.pubnub.disconnect()
                try await bob.say("3", on: "inner")
                try await bob.say("4", on: "news.sport")
                let again = try LiveScene(address, as: "ann", file: file)
                try await again.provider.connectPatiently()
                try await again.client.subscribe([PNChannelGroup(name: "group")])
                try await again.provider.subscribe(to: ["news.*"])
                try await again.wait(for: ["1", "3"], on: "inner")
                try await again.wait(for: ["2", "4"], on: "news.sport")
            }
        }
    }

    @Test(
        "Several providers share one client; a later one takes over its subscriptions; a released one stops observing"
    )
    func severalProviders() async throws {
        try await withOrigin { _, address in
            let bob = try await IntegrationClient.connected(address, as: "bob")
            let ann = try await LiveScene.live(address, as: "ann", on: ["room"])
            func another() throws -> LiveProvider {
                try LiveProvider(
                    pubnubProvider: ann.client.pubnub,
                    datastoreConfiguration: .inMemory,
                    cacheProvider: MemoryCacheProvider(),
                    callbackQueue: DispatchQueue(label: "other")
                )
            }
            let other = try another()
            let center = ann.client.pubnub.observationCenter
            let engine = ann.client.pubnub.connection.engine
            @Sendable func followers() -> [Int] {
                [engine.listeners.all.count, center.registrations(for: .subscription).count]
            }
            #expect(await eventually { followers() == [2, 2] })
            weak var released: LiveProvider?
            weak var copy: StoreSync<VoidCustomData, PubNubManagedChatEntities>?
            do {
                let third = try another()
                released = third
                copy = third.live
                #expect(await eventually { followers() == [3, 3] })
                withExtendedLifetime(third) {}
            }
            #expect(released == nil)
            // The delivery of the last event may retain the provider for a moment.
            #expect(await eventually { copy == nil })
            #expect(await eventually { followers() == [2, 2] })
            try await bob.say("1", on: "room")
            try await ann.wait(for: ["1"], on: "room")
            try await other.store.wait("1") {
                try PubNubManagedMessage.fetchCount($0)
            } until: {
                $0 == 1
            }
            #expect(other.currentUserId == "ann" && other.cacheProvider.string(forKey: "com.pubnub.senderId") == "ann")
        }
    }

    @Test("After a change of the identifier, the store continues and other users are unchanged")
    func identifierChange() async throws {
        try await withOrigin { _, address in
            let bob = try await IntegrationClient.connected(address, as: "bob")
            let ann = try await LiveScene.live(address, as: "ann", on: ["room"])
            try await bob.say("1", on: "room")
            ann.client.pubnub.setClientIdentifier("eve")
            try await bob.say("2", on: "room")
            try await ann.store.wait("eve") {
                try PubNubManagedMember.fetchOne($0, id: "room:eve")
            } until: {
                $0?.isPresent == true
            }
            try await bob.say("3", on: "room")
            try await ann.wait(for: ["1", "2", "3"], on: "room")
            #expect(ann.provider.currentUserId == "eve")
        }
    }

    @Test("Connecting to an unreachable service ends without an error, and the store is readable")
    func offline() async throws {
        let server = OriginServer()
        let address = try await server.start()
        await server.stop(abruptly: true)
        let ann = try LiveScene(address, as: "ann") { $0.shouldAutoReconnectClient = false }
        try await ann.provider.subscribe(to: ["room"])
        try await ann.provider.connect()
        #expect(!ann.client.pubnub.isConnected())
        #expect(try ann.texts(on: "room").isEmpty)
        #expect(throws: ChatError.self) { try ann.provider.fetchCurrentUser() }
        try await ann.provider.close()
        await #expect(throws: CancellationError.self) { try await ann.provider.connect() }
    }

    @Test("Subscribes again if the client does not restore its subscriptions")
    func notRestored() async throws {
        try await withOriginFile { file in
            let first = OriginServer(configuration: OriginConfiguration().storing(in: .file(file)))
            let address = try await first.start()
            let scene = try await LiveScene.live(address, as: "ann", on: ["room"]) {
                $0.shouldResubscribeOnConnectionRestore = false
            }
            await first.stop(abruptly: true)
            _ = try await scene.events.next("loss") { if case .disconnected = $0 { true } else { nil } }
            try await withOrigin(OriginConfiguration().storing(in: .file(file))) { _, elsewhere in
                _ = try await IntegrationClient.connected(elsewhere, as: "bob").say("missed", on: "room")
            }
            try await withOrigin(OriginConfiguration(port: address.port).storing(in: .file(file))) { _, _ in
                try await scene.upToDate("room")
                #expect(try scene.texts(on: "room") == ["missed"])
                try await scene.client.say("live", on: "room")
                try await scene.wait(for: ["missed", "live"], on: "room")
            }
        }
    }

    @Test("A refused channel is an error, and does not affect other channels")
    func refused() async throws {
        try await withOrigin { _, address in
            let scene = try await LiveScene.live(address, as: "ann", on: ["room"])
            let error = await #expect(throws: PNError.self) { try await scene.provider.subscribe(to: ["a,b"]) }
            #expect(error?.code == kPNRestrictedCharacterInChannelNameError)
            scene.provider.disconnect()
            _ = try await scene.events.next("end") { $0 == .disconnected(reason: nil) ? true : nil }
            try await scene.provider.connectPatiently()
            try await scene.upToDate("room")
        }
    }

    @Test("Cancellation ends a task that waits for a subscription")
    func cancelled() async throws {
        try await withOrigin { _, address in
            // A request that fails would end the wait, possibly before this test sees it.
            let transport = SilentSubscriptions()
            let ann = try await ChatDevice(address, as: "ann", transport: transport)
            try await ann.connect()
            let task = Task { try await ann.provider.subscribe(to: ["a"]) }
            #expect(await eventually { transport.held.waiting.contains { $0.path.contains("a-pnpres") } })
            #expect(ann.provider.live.subscriptions.waiting == 1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(ann.provider.live.subscriptions.waiting == 0)
        }
    }

    @Test("A subscription that fails for a temporary reason throws, and is requested again on the same connection")
    func failedSubscription() async throws {
        let faults = FaultPlan(rules: [FaultRule(.drop, family: .subscribe)])
        try await withOrigin(OriginConfiguration(faults: faults)) { server, address in
            let scene = try LiveScene(address, as: "ann")
            try await scene.provider.connectPatiently()
            await #expect(throws: PNError.self) { try await scene.provider.subscribe(to: ["a"]) }
            #expect(scene.client.pubnub.isConnected())
            server.faults = FaultPlan()
            try await scene.upToDate("a")
            #expect(scene.events.all.count { $0 == .connected } == 1)
        }
    }

    @Test("Calls completions and sync events on the callback queue")
    func closures() async throws {
        try await withOrigin { _, address in
            let scene = try LiveScene(address, as: "ann")
            let ends = IntegrationInbox<String>()
            let events = IntegrationInbox<ChatSyncEvent>()
            let queue = scene.provider.dataProvider.callbackQueue
            let watch = scene.provider.observeSyncEvents { item in
                dispatchPrecondition(condition: .onQueue(queue))
                events.put(item)
            }
            scene.provider.connect { ends.put("connected \($0 == nil)") }
            #expect(try await ends.next { $0 } == "connected true")
            scene.provider.subscribe(to: ["room"]) { ends.put("subscribed \($0 == nil)") }
            #expect(try await ends.next { $0 } == "subscribed true")
            scene.provider.unsubscribe(from: ["room"]) { ends.put("unsubscribed \($0 == nil)") }
            #expect(try await ends.next { $0 } == "unsubscribed true")
            #expect(try await events.next { $0 } == .connected)
            watch.cancel()
        }
    }
}

/// A transport whose long polls get no response, so that a subscription waits and the connection stays.
private struct SilentSubscriptions: Transport {
    let held = ScriptedTransport()

    func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        let isHeld = request.path.hasPrefix("/v2/subscribe/")
        (isHeld ? held as any Transport : CurlTransport.shared).start(request, completion: completion)
    }

    func cancel(_ id: RequestID) {
        held.cancel(id)
        CurlTransport.shared.cancel(id)
    }
}
