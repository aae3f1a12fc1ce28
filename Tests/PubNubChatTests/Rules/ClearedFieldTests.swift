import Foundation
import GRDB
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("nil clears a field that was read, and an absent field stays")
struct ClearedFieldTests {
    @Test("Every field of a user, and the last key of the custom data, can be cleared")
    func user() async throws {
        try await withRig { _, rig in
            var made = PubNubChatTests.user("me", eTag: nil)
            made.updated = nil
            try await rig.data.createRemoteUser(.init(user: made))
            var user = try #require(try rig.store.user("me"))
            user.status = nil
            user.externalId = nil
            user.avatarURL = nil
            user.email = nil
            user.custom.title = nil
            user.custom.joined = nil
            let cleared = try await rig.data.updateRemoteUser(.init(user: user))
            #expect(cleared.name == "Name" && cleared.type == "admin")
            #expect(
                cleared.status == nil && cleared.externalId == nil && cleared.avatarURL == nil && cleared.email == nil
            )
            #expect(cleared.custom == TestCustom.User())
            #expect(try rig.store.user("me") == cleared)
            let other = try await Rig(rig.address)
            #expect(try await other.data.syncRemoteUser(.init(user: User(id: "me"))) == cleared)
            user = cleared
            user.name = nil
            #expect(try await rig.data.updateRemoteUser(.init(user: user)).name == nil)
        }
    }

    @Test("Every field of a channel, and the last key of the custom data, can be cleared")
    func channel() async throws {
        try await withRig { _, rig in
            var made = PubNubChatTests.channel(eTag: nil)
            made.updated = nil
            try await rig.data.createRemoteChannel(.init(channel: made))
            var channel = try #require(try rig.store.channel())
            channel.name = nil
            channel.status = nil
            channel.details = nil
            channel.avatarURL = nil
            channel.custom.topic = nil
            channel.custom.seats = 0
            let cleared = try await rig.data.updateRemoteChannel(.init(channel: channel))
            #expect(cleared.name == nil && cleared.status == nil && cleared.details == nil && cleared.avatarURL == nil)
            #expect(cleared.custom.topic == nil)
            #expect(try rig.store.channel() == cleared)
        }
    }

    @Test(
        "The status and the last key of the custom data of a membership can be cleared, from both sides",
        arguments: [true, false]
    )
    func member(isByUser: Bool) async throws {
        try await withRig { _, rig in
            let direction: MembersModifyRequest<TestCustom>.Direction =
                isByUser ? .modifyChannelsByUser : .modifyUsersByChannel
            let made = Member(channelId: "c", userId: "me", status: "away", custom: .init(role: "host"))
            var member = try #require(
                try await rig.data.createRemoteMembers(.init(members: [made], modificationDirection: direction)).first
            )
            member.status = nil
            member.custom.role = nil
            let cleared = try await rig.data.updateRemoteMemberships(
                .init(members: [member], modificationDirection: direction)
            )
            #expect(cleared.first?.status == nil && cleared.first?.custom.role == nil)
            #expect(try rig.store.member("c", "me")?.status == nil && rig.store.memberCustom().isEmpty)
            let other = try await Rig(rig.address)
            try await other.data.syncRemoteChannelMembers(.init(userId: "me"))
            #expect(try other.store.member("c", "me")?.status == nil && other.store.memberCustom().isEmpty)
        }
    }

    @Test("A value that the app made with an initializer changes only the fields that have a value")
    func made() async throws {
        try await withRig { _, rig in
            try await rig.data.createRemoteUser(.init(user: User(id: "me", name: "Ann", status: "away")))
            let changed = try await rig.data.updateRemoteUser(.init(user: User(id: "me", email: "ann@example.com")))
            #expect((changed.name, changed.status, changed.email) == ("Ann", "away", "ann@example.com"))
        }
    }
}
