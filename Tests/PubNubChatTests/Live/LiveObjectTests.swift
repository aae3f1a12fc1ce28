import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Stores object events and presence, and reports typing", .timeLimit(.minutes(5)))
struct LiveObjectTests {
    @Test(
        "Completes a placeholder when metadata arrives; a deleted channel becomes a placeholder again"
    )
    func placeholders() async throws {
        try await withOrigin { _, address in
            let scene = try await LiveScene.live(address, as: "ann", on: ["room"])
            let bob = try await IntegrationClient.connected(address, as: "bob")
            try await bob.say("hello", on: "room")
            try await scene.wait(for: ["hello"], on: "room")
            let store = scene.store
            let user = PNSetUUIDMetadataRequest(uuid: "bob")
            user.name = "Bob"
            user.email = "bob@example.com"
            try await bob.set(member: "bob", of: "room")
            let set: PNSetUUIDMetadataStatus = try await bob.change("user") {
                bob.pubnub.setUUIDMetadataWith(user, completion: $0)
            }
            #expect(!set.isError)
            let stored = try await store.wait("Bob") {
                try PubNubManagedUser.fetchOne($0, id: "bob")
            } until: {
                $0?.name == "Bob"
            }
            #expect(stored?.email == "bob@example.com" && stored?.eTag != nil)
            let channel = PNSetChannelMetadataRequest(channel: "room")
            channel.name = "Room"
            channel.information = "About"
            let renamed: PNSetChannelMetadataStatus = try await bob.change("channel") {
                bob.pubnub.setChannelMetadataWith(channel, completion: $0)
            }
            #expect(!renamed.isError)
            try await store.wait("Room") {
                try PubNubManagedChannel.fetchOne($0, id: "room")
            } until: {
                $0?.name == "Room" && $0?.details == "About"
            }
            let gone: any PNAcknowledgmentStatus = try await bob.change("gone") {
                bob.pubnub.removeChannelMetadata(with: PNRemoveChannelMetadataRequest(channel: "room"), completion: $0)
            }
            #expect(!gone.isError)
            try await store.wait("no name") {
                try PubNubManagedChannel.fetchOne($0, id: "room")
            } until: {
                $0 != nil && $0?.name == nil && $0?.eTag == nil
            }
            #expect(try store.message("hello")?.pubnubChannelId == "room")
            #expect(try scene.texts(on: "room") == ["hello"])
        }
    }

    @Test("Creates, changes and removes a membership that was not stored")
    func memberships() async throws {
        try await withOrigin { _, address in
            let scene = try await LiveScene.live(address, as: "ann", on: ["room"])
            let bob = try await IntegrationClient.connected(address, as: "bob")
            func wait(_ text: String, until isWanted: @escaping @Sendable (PubNubManagedMember?) -> Bool) async throws {
                try await scene.store.wait(
                    text,
                    { try PubNubManagedMember.fetchOne($0, id: "room:bob") },
                    until: isWanted
                )
            }
            try await bob.set(member: "bob", of: "room", status: "new")
            try await wait("member") { $0?.status == "new" && $0?.eTag != nil }
            try await bob.set(member: "bob", of: "room", status: "old")
            try await wait("changed member") { $0?.status == "old" }
            let removal = PNRemoveChannelMembersRequest(channel: "room", uuids: ["bob"])
            let end: PNManageChannelMembersStatus = try await bob.change("remove") {
                bob.pubnub.removeChannelMembers(with: removal, completion: $0)
            }
            #expect(!end.isError)
            try await wait("no member") { $0 == nil }
        }
    }

    @Test("A user who joins is present with their state, and the row of a visitor who leaves ends")
    func presence() async throws {
        try await withOrigin { _, address in
            let scene = try await LiveScene.live(address, as: "ann", on: ["room"])
            let bob = try await IntegrationClient.connected(address, as: "bob")
            func wait(_ text: String, until isWanted: @escaping @Sendable (PubNubManagedMember?) -> Bool) async throws {
                try await scene.store.wait(
                    text,
                    { try PubNubManagedMember.fetchOne($0, id: "room:bob") },
                    until: isWanted
                )
            }
            try await bob.subscribe("room")
            try await wait("bob") { $0?.isPresent == true }
            try await bob.setState(of: "bob", ["mood": "fine"], on: PNChannel.channel(withName: "room"))
            try await wait("mood") { $0?.presenceState == Data(#"{"mood":"fine"}"#.utf8) }
            try await bob.unsubscribe("room")
            try await wait("bob gone") { $0 == nil }
            #expect(try scene.provider.fetchMember(byChannelId: "room", userId: "ann")?.isPresent == true)
        }
    }

    @Test("Stores users who were present before the subscription, with members and metadata")
    func before() async throws {
        try await withOrigin { _, address in
            let bob = try await IntegrationClient.connected(address, as: "bob")
            try await bob.subscribe("room")
            try await bob.set(member: "cat", of: "room", status: "asleep")
            let channel = PNSetChannelMetadataRequest(channel: "room")
            channel.name = "Room"
            let _: PNSetChannelMetadataStatus = try await bob.change("channel") {
                bob.pubnub.setChannelMetadataWith(channel, completion: $0)
            }
            let scene = try await LiveScene.live(address, as: "ann", on: ["room"])
            #expect(try scene.provider.fetchMember(byChannelId: "room", userId: "bob")?.isPresent == true)
            let cat = try scene.provider.fetchMember(byChannelId: "room", userId: "cat")
            #expect(cat?.status == "asleep" && cat?.isPresent == false)
            #expect(try scene.provider.fetchChannel(byPubNubId: "room")?.name == "Room")
            try await bob.say("hello", on: "room", id: "m")
            try await scene.wait(for: ["hello"], on: "room")
            let provider = scene.provider
            let message = try #require(try provider.fetchMessage(byMessageId: "m"))
            #expect(try provider.fetchMessage(byObjectId: message.id) == message)
            #expect(try provider.fetchMember(byObjectId: "room:cat") == cat)
            #expect(try provider.fetchUser(byObjectId: "bob") == provider.fetchUser(byPubNubId: "bob"))
            #expect(try provider.fetchChannel(byObjectId: "room") == provider.fetchChannel(byPubNubId: "room"))
            #expect(try provider.fetchUser(byObjectId: "no one") == nil)
        }
    }

    @Test("A typing user is listed for others until they stop, and never for themselves")
    func typing() async throws {
        try await withOrigin { _, address in
            let ann = try await LiveScene.live(address, as: "ann", on: ["room"])
            let bob = try await LiveScene.live(address, as: "bob", on: ["room"])
            var lists = ann.provider.typing.changes(on: "room").makeAsyncIterator()
            #expect(await lists.next() == [])
            try await bob.provider.typing.send(isTyping: true, on: "room")
            #expect(await lists.next() == ["bob"])
            #expect(ann.provider.typing.members(on: "room") == ["bob"])
            try await bob.provider.typing.send(isTyping: false, on: "room")
            #expect(await lists.next() == [])
            try await bob.provider.typing.send(isTyping: true, on: "room")
            #expect(await lists.next() == ["bob"])
            try await bob.client.say("done", on: "room")
            #expect(await lists.next() == [])
            try await bob.wait(for: ["done"], on: "room")
            #expect(bob.provider.typing.members(on: "room") == [])
        }
    }
}

extension IntegrationClient {
    /// Makes a user a member of a channel.
    func set(member user: String, of channel: String, status: String = "active") async throws {
        let request = PNSetChannelMembersRequest(channel: channel, uuids: [["uuid": user, "status": status]])
        let end: PNManageChannelMembersStatus = try await change("member") {
            pubnub.setChannelMembersWith(request, completion: $0)
        }
        if let error = end.underlyingError { throw error }
    }
}
