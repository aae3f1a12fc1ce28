import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Stores real-time messages in order", .timeLimit(.minutes(5)))
struct LiveMessageTests {
    @Test("Messages of others become rows; unknown authors and channels get placeholders")
    func messages() async throws {
        try await withOrigin { _, address in
            let scene = try await LiveScene.live(address, as: "ann", on: ["room"])
            let bob = try await IntegrationClient.connected(address, as: "bob")
            var times: [Timetoken] = []
            for number in 0..<30 { times.append(try await bob.say("\(number)", on: "room")) }
            try await scene.wait(for: (0..<30).map { "\($0)" }, on: "room")
            let rows = try await scene.store.read { try PubNubManagedMessage.order(Column("timetoken")).fetchAll($0) }
            #expect(rows.map(\.timetoken) == times)
            #expect(Set(rows.map(\.pubnubUserId)) == ["bob"])
            #expect(try scene.provider.fetchUser(byPubNubId: "bob")?.eTag == nil)
            #expect(try scene.provider.fetchChannel(byPubNubId: "room")?.type == "default")
            try await scene.provider.close()
        }
    }

    @Test("Reports a payload that is not a chat message as skipped, and stores the others")
    func skipped() async throws {
        try await withOrigin { _, address in
            let scene = try await LiveScene.live(address, as: "ann", on: ["room"])
            let bob = try await IntegrationClient.connected(address, as: "bob")
            try await bob.say("before", on: "room")
            try await bob.publish(["id": "x", "text": "no date"], to: "room")
            try await bob.publish(["just", "texts"], to: "room")
            try await bob.say("after", on: "room")
            try await scene.wait(for: ["before", "after"], on: "room")
            let faults = try await scene.events.next(2, "skipped") { events in
                if case .skipped("room", let error, .some(let timetoken)) = events, timetoken > 0 { error } else { nil }
            }
            #expect(faults == [.missingRequiredData("createdAt"), .wrongContentType("payload")])
        }
    }

    @Test("Adds and removes reactions")
    func reactions() async throws {
        try await withOrigin { _, address in
            let scene = try await LiveScene.live(address, as: "ann", on: ["room"])
            let bob = try await IntegrationClient.connected(address, as: "bob")
            let time = try await bob.say("hello", on: "room")
            let action = try #require(try await bob.react("smile", to: time, on: "room"))
            let rows = try await scene.store.wait("reaction") {
                try PubNubManagedMessageAction.fetchAll($0)
            } until: {
                !$0.isEmpty
            }
            #expect(rows.map(\.value) == ["smile"] && rows[0].pubnubUserId == "bob")
            #expect(rows[0].pubnubParentId == "hello")
            let removal = PNRemoveMessageActionRequest(channel: "room", messageTimetoken: NSNumber(value: time))
            removal.actionTimetoken = action.actionTimetoken
            let end: any PNAcknowledgmentStatus = try await bob.change("remove") {
                bob.pubnub.removeMessageAction(with: removal, completion: $0)
            }
            #expect(!end.isError)
            try await scene.store.wait("no reaction") {
                try PubNubManagedMessageAction.fetchCount($0)
            } until: {
                $0 == 0
            }
        }
    }

    @Test("Messages are stored while the callback queue of the app does not run")
    func blockedQueue() async throws {
        try await withOrigin { _, address in
            let scene = try await LiveScene.live(address, as: "ann", on: ["room"])
            let bob = try await IntegrationClient.connected(address, as: "bob")
            let callbacks = scene.client.pubnub.configuration().callbackQueue
            callbacks.suspend()
            defer { callbacks.resume() }
            try await bob.say("first", on: "room")
            try await scene.wait(for: ["first"], on: "room")
            try await bob.say("second", on: "room")
            try await scene.wait(for: ["first", "second"], on: "room")
        }
    }
}
