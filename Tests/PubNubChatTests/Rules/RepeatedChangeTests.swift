import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("A change that has its effect already is no error")
struct RepeatedChangeTests {
    private func reaction(_ timetoken: Timetoken) -> MessageActionSendRequest<TestCustom> {
        MessageActionSendRequest(
            channelId: "c",
            messageTimetoken: timetoken,
            actionType: "reaction",
            actionValue: "👍"
        )
    }

    @Test("A reaction that is added twice, also from another device, is one reaction, and can be removed twice")
    func reactions() async throws {
        try await withOrigin { _, address in
            let (one, two) = (try await Rig(address), try await Rig(address))
            let sent = try await one.data.sendRemoteMessage(.init(message: message("m", timetoken: 0, user: "me")))
            let first = try await one.data.sendRemoteMessageAction(reaction(sent.timetoken))
            #expect(try await one.data.sendRemoteMessageAction(reaction(sent.timetoken)).id == first.id)
            #expect(try await two.data.sendRemoteMessageAction(reaction(sent.timetoken)).id == first.id)
            for rig in [one, two] {
                try await rig.data.removeRemoteMessageAction(MessageActionRequest(messageAction: first))
                #expect(try rig.store.count("messageAction") == 0)
            }
        }
    }

    @Test("A message can be edited back to an earlier text")
    func edits() async throws {
        try await withOrigin { _, address in
            let (one, two) = (try await Rig(address), try await Rig(address, as: "other"))
            try await one.data.sendRemoteMessage(.init(message: message("m", text: "a", timetoken: 0, user: "me")))
            for text in ["b", "c", "b", "b"] { try await one.data.editMessage("m", text: text) }
            try await two.data.syncRemoteMessages(.init(channels: ["c"]))
            for rig in [one, two] {
                #expect(try rig.store.message("m")?.currentText == "b")
                #expect(try rig.store.message("m")?.edits.map(\.value) == ["c", "b"])
            }
        }
    }

    @Test("Connecting without a server does not throw, and channels are subscribed when the server is there")
    func offline() async throws {
        // A port without a server.
        let address = OriginAddress(url: "http://127.0.0.1:1", host: "127.0.0.1", port: 1)
        let scene = try LiveScene(address, as: "ann") { $0.nonSubscriptionRequestTimeout = 2 }
        try await scene.provider.connect()
        guard case .waiting = scene.provider.connection else {
            Issue.record("\(scene.provider.connection)")
            return
        }
        try await scene.provider.subscribe(to: ["room"])
        #expect(scene.provider.live.subscriptions.wanted.keys.contains("room"))
        let waiting = Task { try await scene.provider.waitUntilConnected() }
        waiting.cancel()
        await #expect(throws: (any Error).self) { try await waiting.value }
        try await scene.provider.close()
    }

    @Test("R9.9: a name that the client refuses does not end the subscriptions of other channels, also when all wait")
    func invalidName() async throws {
        try await withOrigin { _, address in
            let ann = try LiveScene(address, as: "ann")
            for name in ["room", "a,b", "zoo"] { try await ann.provider.subscribe(to: [name]) }
            try await ann.provider.connectPatiently()
            _ = try await ann.events.next("refused") { event in
                if case .refused(["a,b"], _) = event { true } else { nil }
            }
            for channel in ["room", "zoo"] { try await ann.upToDate(channel) }
            let bob = try await IntegrationClient.connected(address, as: "bob")
            try await bob.say("hello", on: "room")
            try await ann.wait(for: ["hello"], on: "room")
            #expect(ann.provider.live.subscriptions.wanted.keys.sorted() == ["room", "zoo"])
            try await ann.provider.close()
        }
    }

    @Test("A change that another device undid is made again, although this device has not heard of that")
    func undoneElsewhere() async throws {
        try await withRig { _, rig in
            for action in try await rig.actionsUndoneElsewhere() {
                try await rig.store.write { db in
                    try ChatStorage<TestCustom, PubNubManagedChatEntities>(db: db).store(action)
                }
            }
            try await rig.data.addReaction("👍", on: "m")
            try await rig.data.editMessage("m", text: "second")
            try await rig.data.deleteMessage("m")
            let message = try #require(try await rig.other().store.message("m"))
            #expect(message.currentText == "second" && message.isDeleted)
            #expect(message.messageActions.contains { $0.value == "👍" })
        }
    }

    @Test("The state of the connection can be read at any time, and its stream begins with it")
    func connection() async throws {
        try await withOrigin { _, address in
            let ann = try await ChatDevice(address, as: "ann")
            #expect(ann.provider.connection == .idle)
            var states = ann.provider.connections().makeAsyncIterator()
            #expect(await states.next() == .idle)
            try await ann.connect()
            while let state = await states.next(), state != .connected { #expect(state == .connecting) }
            #expect(ann.provider.connection == .connected)
            #expect(await ann.provider.connections().first { _ in true } == .connected)
            ann.provider.disconnect()
            #expect(await states.next() == .idle)
            try await ann.close()
            #expect(ann.provider.connection == .closed)
            while let state = await states.next() { #expect(state == .closed) }
        }
    }

    @Test("A client with an invalid configuration does not connect: the call throws, and the state says so")
    func invalidConfiguration() async throws {
        let provider = try LiveProvider(
            pubnubProvider: .patient(PNConfiguration(publishKey: "", subscribeKey: "", secretKey: nil)),
            datastoreConfiguration: .inMemory,
            cacheProvider: MemoryCacheProvider()
        )
        let error = await #expect(throws: PNError.self) { try await provider.connect() }
        #expect(error?.code == kPNClientConfigurationError)
        await #expect(throws: PNError.self) { try await provider.waitUntilConnected() }
        var states = provider.connections().makeAsyncIterator()
        while let state = await states.next() { if case .failed = state { break } }
        try await provider.close()
    }

    @Test("The state after the end of a connection follows from the error")
    func states() {
        #expect(ChatConnectionState(after: nil) == .idle)
        let (lost, wrong) = (
            PNError(code: kPNClientConnectionFailedOnInternetFailureError),
            PNError(code: kPNInvalidSubscribeOrPublishKeyError)
        )
        #expect(ChatConnectionState(after: lost) == .waiting(reason: "\(lost)"))
        #expect(ChatConnectionState(after: wrong) == .failed(reason: "\(wrong)"))
    }
}
