import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

/// Documented: "The PubNub APIs and Events return network data that can be stored directly."
@Suite("Converts PubNub's results to chat values, and chat values to PubNub's parameters")
struct ConversionTests {
    private let payload: [String: Any] = [
        "id": "m", "text": "Hello", "contentType": "imageUrl", "content": ["image": "i.png"], "custom": ["tags": ["a"]],
        "createdAt": "2022-05-10T14:48:00.000Z",
    ]

    private func check(_ message: Message, _ timetoken: Timetoken) {
        #expect(message.id == "m" && message.text == "Hello" && message.contentType == "imageUrl")
        #expect(message.content.content.image == "i.png" && message.custom.tags == ["a"])
        #expect(message.timetoken == timetoken && message.pubnubUserId == "me" && message.pubnubChannelId == "c")
        #expect(ISODate.text(of: message.createdAt) == "2022-05-10T14:48:00.000Z")
    }

    @Test("Converts a message that was sent, delivered or fetched from history, with its reactions")
    func messages() async throws {
        try await withRig { _, rig in
            let client = rig.client
            try await client.subscribe("c")
            let sent = try await client.publish(payload, to: "c")
            let delivered = try await client.message()
            let timetoken = try #require(delivered.date?.timeToken.uint64Value)
            check(try Message(sent, publisher: "me"), timetoken)
            check(try Message(delivered), timetoken)
            let past = try await client.history("c", dated: true)
            check(try Message(try #require(past.first), publisher: "me"), timetoken)
            #expect(try Message(try #require(past.first)).pubnubUserId == "")

            let adding: PNAddMessageActionStatus = try await client.change("add action") { finish in
                let request = PNAddMessageActionRequest(channel: "c", messageTimetoken: NSNumber(value: timetoken))
                request.type = "reaction"
                request.value = "👍"
                client.pubnub.addMessageAction(with: request, completion: finish)
            }
            let reaction = Action(try #require(adding.data.action), channelId: "c")
            let event = try Action(try await client.events.next("reaction", \.messageAction))
            #expect(event == reaction && reaction.value == "👍" && reaction.parentTimetoken == timetoken)

            let history: PNHistoryFetchResult = try await client.fetch("history") { finish in
                let request = PNHistoryFetchRequest(channels: ["c"])
                request.includeMessageActions = true
                request.includeUUID = true
                client.pubnub.fetchHistory(with: request, completion: finish)
            }
            let stored = try Message(try #require(history.data.channels["c"]?.first), channelId: "c")
            check(stored, timetoken)
            #expect(stored.messageActions == [reaction])
            #expect(try await rig.data.load(messages: [stored], processMessageActions: true).isEmpty)
            #expect(try rig.store.message()?.messageActions.map(\.id) == [reaction.id])
        }
    }

    @Test("Throws a descriptive error for a message that is not a chat message or not sent")
    func noMessage() async throws {
        try await withRig { _, rig in
            try await rig.client.subscribe("c")
            try await rig.client.publish(["text": "Hello", "createdAt": "2022-05-10T14:48:00.000Z"], to: "c")
            let message = try await rig.client.message()
            #expect(throws: ChatError.missingRequiredData("id")) { try Message(message) }
            try await rig.client.publish(payload, to: "c")
            let undated = try #require(try await rig.client.history("c").last)
            #expect(throws: ChatError.missingRequiredData("timetoken of a message on c")) { try Message(undated) }
        }
    }

    @Test("Converts metadata of users and channels, members and memberships, and their events")
    func objects() async throws {
        try await withRig { _, rig in
            let client = rig.client
            try await client.subscribe("c", "u")
            let user: PNSetUUIDMetadataStatus = try await client.change("user") { finish in
                let request = PNSetUUIDMetadataRequest(uuid: "u")
                request.includeFields = [.customField, .statusField, .typeField]
                request.name = "Ann"
                request.profileUrl = "https://example.com/u.png"
                request.custom = ["title": "Chair"]
                client.pubnub.setUUIDMetadataWith(request, completion: finish)
            }
            let ann = User(try #require(user.data.metadata))
            #expect(ann.id == "u" && ann.name == "Ann" && ann.custom.title == "Chair" && ann.type == "default")
            #expect(ann.avatarURL == URL(string: "https://example.com/u.png") && ann.eTag != nil && ann.updated != nil)
            guard case .user(let patcher) = try ChatObjectChange<TestCustom>(try await client.objectEvent()) else {
                throw ChatError.missingRequiredData("event of a user")
            }
            #expect(User(id: "u").patch(patcher) == ann)

            let channel: PNSetChannelMetadataStatus = try await client.change("channel") { finish in
                let request = PNSetChannelMetadataRequest(channel: "c")
                request.includeFields = [.customField, .statusField, .typeField]
                request.name = "Kitchen"
                request.information = "Cake"
                request.custom = ["topic": "Cake", "profileUrl": "https://example.com/c.png"]
                client.pubnub.setChannelMetadataWith(request, completion: finish)
            }
            let kitchen = Channel(try #require(channel.data.metadata))
            #expect(kitchen.name == "Kitchen" && kitchen.details == "Cake" && kitchen.custom.topic == "Cake")
            #expect(kitchen.avatarURL == URL(string: "https://example.com/c.png"))
            guard case .channel(let change) = try ChatObjectChange<TestCustom>(try await client.objectEvent()) else {
                throw ChatError.missingRequiredData("event of a channel")
            }
            #expect(Channel(id: "c").patch(change) == kitchen)

            let managed: PNManageChannelMembersStatus = try await client.change("members") { finish in
                let entry: [String: Any] = ["uuid": "u", "custom": ["role": "host"]]
                let request = PNSetChannelMembersRequest(channel: "c", uuids: [entry])
                request.includeFields = [.memberCustomField, .memberUUIDField, .memberUUIDCustomField]
                client.pubnub.setChannelMembersWith(request, completion: finish)
            }
            let member = Member(try #require(managed.data.members.first), channelId: "c")
            #expect(member.id == "c:u" && member.custom.role == "host" && member.chatUser.name == "Ann")
            let result: PNFetchMembershipsResult = try await client.fetch("memberships") { finish in
                let request = PNFetchMembershipsRequest(uuid: "u")
                request.includeFields = [.membershipCustomField, .membershipChannelField]
                client.pubnub.memberships(with: request, completion: finish)
            }
            let membership = Member(try #require(result.data.memberships.first), userId: "u")
            #expect(membership.id == "c:u" && membership.eTag == member.eTag)
            #expect(membership.chatChannel.name == "Kitchen")
            guard case .member(let joined) = try ChatObjectChange<TestCustom>(try await client.objectEvent()) else {
                throw ChatError.missingRequiredData("event of a membership")
            }
            #expect(Member(channelId: "c", userId: "u").patch(joined).custom.role == "host")

            _ = try await rig.data.load(users: [ann])
            _ = try await rig.data.load(channels: [kitchen])
            #expect(try await rig.data.load(members: [membership], forceWrite: false).isEmpty)
            let stored = try #require(try rig.store.member())
            #expect(stored.chatUser == ann && stored.chatChannel.name == "Kitchen" && stored.custom.role == "host")
            try await rig.data.removeRemoteUser(ChatUserRequest(user: ann))
            let removal = try await client.events.next("removal") { $0.object?.event == "delete" ? $0.object : nil }
            #expect(try ChatObjectChange<TestCustom>(removal) == .userRemoved(userId: "u"))
        }
    }

    @Test("Converts typing signals and signals with a message; other signals are errors")
    func signals() async throws {
        try await withRig { _, rig in
            let client = rig.client
            try await client.subscribe("c")
            func signal(_ content: Any) async throws -> PNSignalEventData {
                let _: PNSignalStatus = try await client.change("signal") { finish in
                    client.pubnub.sendSignal(with: PNSignalRequest(channel: "c", signal: content), completion: finish)
                }
                return try await client.events.next("signal", \.signal)
            }
            try await rig.data.send(isTyping: true, on: "c")
            let typing = try ChatTypingChange(try await client.events.next("signal", \.signal))
            #expect(typing.channelId == "c" && typing.userId == "me" && typing.isTyping && typing.timetoken > 0)
            let other = try await signal(["type": "wave"])
            #expect(throws: ChatError.wrongContentType("the signal on c is not a typing signal")) {
                try ChatTypingChange(other)
            }
            #expect(throws: ChatError.missingRequiredData("id")) { try Message(other) }
            let short = try await signal(["id": "m", "text": "Hi", "createdAt": "2022-05-10T14:48:00.000Z"])
            let message = try Message(short)
            #expect(message.text == "Hi" && message.pubnubUserId == "me" && message.pubnubChannelId == "c")
            #expect(message.timetoken == short.timetoken.uint64Value)
        }
    }

    @Test("Converts values to requests of the client, and their results back to equal values")
    func requests() async throws {
        try await withRig { _, rig in
            let client = rig.client
            func isSame(_ one: User, _ other: User) -> Bool {
                var one = one
                one.updated = other.updated
                one.eTag = other.eTag
                return one == other
            }
            let user: PNSetUUIDMetadataStatus = try await client.change("user") { finish in
                do {
                    client.pubnub.setUUIDMetadataWith(try PNSetUUIDMetadataRequest(person()), completion: finish)
                } catch {
                    Issue.record(error)
                }
            }
            #expect(isSame(person(), User(try #require(user.data.metadata))))
            let channel: PNSetChannelMetadataStatus = try await client.change("channel") { finish in
                do {
                    client.pubnub.setChannelMetadataWith(try PNSetChannelMetadataRequest(place()), completion: finish)
                } catch {
                    Issue.record(error)
                }
            }
            let stored = Channel(try #require(channel.data.metadata))
            #expect(stored.custom == place().custom && stored.avatarURL == place().avatarURL && stored.status == "open")
            let request = try PNSetChannelMembersRequest(channel: "c", members: [member()])
            request.includeFields = [.memberCustomField, .memberStatusField]
            let members: PNManageChannelMembersStatus = try await client.change("members") { finish in
                client.pubnub.setChannelMembersWith(request, completion: finish)
            }
            let managed = Member(try #require(members.data.members.first), channelId: "c")
            #expect(managed.custom == member().custom && managed.status == "active" && managed.id == "c:u")
            let own = try PNSetMembershipsRequest(uuid: "v", members: [member()])
            own.includeFields = [.membershipCustomField, .membershipStatusField]
            let memberships: PNManageMembershipsStatus = try await client.change("memberships") { finish in
                client.pubnub.setMembershipsWith(own, completion: finish)
            }
            let membership = Member(try #require(memberships.data.memberships.first), userId: "v")
            #expect(membership.custom == member().custom && membership.id == "c:v")
            let sent = try Message(try await client.publish(try message().servicePayload(), to: "c"), publisher: "u")
            #expect(sent.content == message().content)
            let adding: PNAddMessageActionStatus = try await client.change("add action") { finish in
                let call = PNAddMessageActionRequest(action(parent: sent.timetoken))
                client.pubnub.addMessageAction(with: call, completion: finish)
            }
            let added = Action(try #require(adding.data.action), channelId: "c")
            #expect(added.value == action().value && added.sourceType == "reaction")
            #expect(added.parentTimetoken == sent.timetoken)
        }
    }

    @Test("Storing presence events and here-now results changes only presence")
    func presence() async throws {
        try await withRig { _, rig in
            try await rig.store.write { _ = try PubNubManagedMember.insertOrUpdate(member: member(), into: $0) }
            try await rig.client.subscribe("c")
            try await rig.client.observePresence("c")
            let other = try await IntegrationClient.connected(rig.address, as: "u")
            try await other.subscribe(PNChannel.channels(withNames: ["c"]), state: ["c": ["mood": "fine"]])
            let joined = try Member.members(
                of: try await rig.client.events.next("join") {
                    $0.presence?.client.identifier == "u" ? $0.presence : nil
                }
            )
            #expect(joined.map(\.id) == ["c:u"] && joined.first?.isPresent == true)
            #expect(try await rig.data.load(members: joined).isEmpty)
            #expect(try rig.store.member()?.isPresent == true && rig.store.member()?.status == "active")
            #expect(try rig.store.channel()?.name == "Name")
            let here = try Member.members(
                of: try await rig.client.hereNow(PNChannel.channels(withNames: ["c"]), state: true)
            )
            #expect(
                try #require(here.first { $0.chatUser.id == "u" }).presence?.presenceState
                    == .some(.object(["mood": .string("fine")]))
            )
            #expect(
                try Member.members(
                    of: try await rig.client.hereNow(PNChannel.channels(withNames: ["c"]), state: true),
                    hasState: false
                ).allSatisfy {
                    $0.presence?.presenceState == .noChange
                }
            )
        }
    }
}

// Functions whose names no local variable of a test hides.
private func person() -> User { user() }
private func place() -> Channel { channel() }
