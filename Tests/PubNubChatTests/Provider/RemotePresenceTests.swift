import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Presence of the service")
struct RemotePresenceTests {
    @Test("Stores present users with state; unlisted users become absent, and nothing else changes")
    func hereNow() async throws {
        try await withOrigin { _, address in
            let rig = try await Rig(address)
            let other = try await IntegrationClient.connected(address, as: "u")
            try await rig.store.write { db in
                for id in ["u", "gone"] {
                    var stored = member("c", id)
                    stored.presence = .init(isPresent: id == "gone")
                    try PubNubManagedMember.insertOrUpdate(member: stored, forceWrite: true, into: db)
                }
            }
            try await other.subscribe(PNChannel.channels(withNames: ["c", "new"]), state: ["c": ["mood": "fine"]])
            let present = try await rig.data.syncHereNow(.init(channels: ["c", "new", "empty"]))
            #expect(present.map(\.id).sorted() == ["c:u", "new:u"])
            let stored = try #require(try rig.store.member("c", "u"))
            #expect(stored.presence?.presenceState == .some(.object(["mood": .string("fine")])))
            #expect(stored.isPresent == true && stored.status == "active" && stored.eTag == "M")
            #expect(stored.chatUser.name == "Name" && stored.chatChannel.name == "Name")
            #expect(try rig.store.member("c", "gone")?.isPresent == false)
            #expect(try rig.store.member("new", "u")?.isPresent == true)
            #expect(try rig.store.channel("c")?.custom == channel().custom)
        }
    }

    @Test("A count without names changes nothing, and a response without state retains the state")
    func partial() async throws {
        try await withOrigin { _, address in
            let rig = try await Rig(address)
            let other = try await IntegrationClient.connected(address, as: "u")
            try await other.subscribe("c")
            try await rig.store.write { db in
                var stored = member()
                stored.presence = .init(isPresent: true, presenceState: .some(.object(["mood": .string("fine")])))
                try PubNubManagedMember.insertOrUpdate(member: stored, forceWrite: true, into: db)
            }
            let before = try rig.rows()
            #expect(try await rig.data.syncHereNow(.init(channels: ["c"], includeUUIDs: false)).isEmpty)
            #expect(try await rig.data.syncHereNow(.init(channels: ["c"], includeState: false)).count == 1)
            #expect(try rig.rows() == before)
        }
    }

    @Test("Two identical concurrent requests both complete")
    func twice() async throws {
        try await withRig { _, rig in
            try await rig.client.subscribe("c")
            let request = FetchHereNowRequest(channels: ["c"])
            async let first = rig.data.syncHereNow(request)
            async let second = rig.data.syncHereNow(request)
            async let third: PNHereNow = rig.client.hereNow([PNChannel.channel(withName: "c")], state: true)
            let answers = try await (first.count, second.count, third.channels().count)
            #expect(answers == (1, 1, 1))
            let state = FetchPresenceStateRequest(uuid: "me", channels: ["c"])
            async let fourth = rig.data.syncRemotePresenceState(state)
            async let fifth = rig.data.syncRemotePresenceState(state)
            #expect(try await (fourth.count, fifth.count) == (1, 1))
        }
    }

    @Test("Changes, reads and stores the state of the current user")
    func state() async throws {
        try await withRig { _, rig in
            try await rig.client.subscribe("c")
            let request = SetPresenceStateRequest(
                currentUserId: "me",
                channels: ["c"],
                state: ["mood": .string("fine"), "score": .integer(7)]
            )
            let changed = try await rig.data.setRemotePresenceState(request)
            let expected = OptionalChange.some(JSON.object(request.state))
            #expect(changed.map(\.presence?.presenceState) == [expected])
            #expect(try rig.store.member("c", "me")?.presence == .init(isPresent: true, presenceState: expected))
            try await rig.data.removeStoredMember(channelId: "c", userId: "me")
            let read = try await rig.data.syncRemotePresenceState(.init(uuid: "me", channels: ["c", "other"]))
            #expect(read.map(\.id) == ["c:me", "other:me"])
            #expect(try rig.store.member("c", "me")?.presence == .init(isPresent: true, presenceState: expected))
            #expect(try rig.store.member("other", "me")?.isPresent == false)
        }
    }

    @Test("Requests without a channel are errors, and send no request")
    func nowhere() async throws {
        try await withRig { _, rig in
            let known = rig.requests.all.count
            await #expect(throws: ChatError.missingRequiredData("channels")) {
                try await rig.data.syncHereNow(.init(channels: []))
            }
            await #expect(throws: ChatError.missingRequiredData("channels")) {
                try await rig.data.syncRemotePresenceState(.init(uuid: "me", channels: []))
            }
            let error = await #expect(throws: PaginationError<MessageHistoryRequest>.self) {
                try await rig.data.syncRemoteMessages(.init(channels: []))
            }
            #expect(error?.error as? ChatError == .missingRequiredData("channels"))
            #expect(rig.requests.all.count == known)
        }
    }

    @Test("A typing user that the app reports is listed on the channel, and not stored")
    func somebodyTypes() async throws {
        try await withRig { _, rig in
            var lists = rig.data.typing.changes(on: "c").makeAsyncIterator()
            var list = await lists.next()
            #expect(list == [])
            rig.data.member(userId: "me", didStartTypingOn: "c", timetoken: moment())
            rig.data.member(userId: "u", didStartTypingOn: "c", timetoken: moment())
            list = await lists.next()
            #expect(list == ["u"])
            rig.data.member(userId: "u", didStartTypingOn: "c", timetoken: nil)
            list = await lists.next()
            let rows = try rig.rows()
            #expect(list == [] && rows.isEmpty)
        }
    }

    @Test("Typing of the current user is sent as a signal, and not stored", arguments: [true, false])
    func typing(isTyping: Bool) async throws {
        try await withOrigin { _, address in
            let rig = try await Rig(address)
            let signals = IntegrationInbox<Bool?>()
            rig.client.pubnub.observationCenter.addSignalObserver(Listener.shared) { result in
                let signal = result?.data.message as? [String: Any]
                signals.put(signal?["type"] as? String == "typing" ? signal?["value"] as? Bool : nil)
            }
            try await rig.client.subscribe("c")
            let ended: Result<Void, any Error> = try await rig.ending {
                rig.data.send(isTyping: isTyping, on: "c", completion: $0)
            }
            try ended.get()
            #expect(try await signals.next { $0 } == isTyping)
            #expect(try rig.rows().isEmpty)
        }
    }
}

private final class Listener: Sendable {
    static let shared = Listener()
}
