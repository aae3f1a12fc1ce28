import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Unusual and invalid input of the provider")
struct ProviderInputTests {
    /// A provider whose service responds to everything with this body.
    private func provider(_ body: String) async throws -> TestProvider {
        try await ScriptedClient(body: body).provider()
    }

    @Test(
        "Sends and receives identifiers and texts of any characters",
        arguments: ["it's", #"say "x""#, "'; DROP TABLE channel; --", "👩‍👩‍👧‍👦🇺🇦", "%_é", "a b", "a#b?c&d=e+f", "%2F"]
    )
    func characters(id: String) async throws {
        try await withRig { _, rig in
            let channel = Channel(id: id, name: id, details: id, custom: .init(topic: id))
            let user = User(id: id, name: id, custom: .init(title: id))
            try await rig.data.createRemoteChannel(.init(channel: channel))
            try await rig.data.createRemoteUser(.init(user: user))
            let membership = Member(channelId: id, userId: id, custom: .init(role: id))
            try await rig.data.createRemoteMembers(
                .init(members: [membership], modificationDirection: .modifyChannelsByUser)
            )
            rig.client.pubnub.setClientIdentifier(id)
            let sent = try await rig.data.sendRemoteMessage(
                .init(message: message(id, text: id, timetoken: 0, user: id, channel: id))
            )
            let reaction = try await rig.data.sendRemoteMessageAction(
                .init(parent: sent, actionType: "reaction", actionValue: id)
            )
            let before = try rig.rows()
            #expect(try rig.store.message(id)?.messageActions.map(\.value) == [id])

            try await rig.data.syncRemoteChannels(.init())
            try await rig.data.syncRemoteUsers(.init())
            try await rig.data.syncRemoteMessages(.init(channels: [id]))
            try await rig.data.syncRemoteMessageActions(.init(channel: id))
            #expect(try rig.rows() == before)
            try await rig.data.syncRemoteUserMembers(.init(channelId: id))
            #expect(try rig.store.member(id, id)?.custom.role == id)

            try await rig.data.removeRemoteMessageAction(MessageActionRequest(messageAction: reaction))
            try await rig.data.removeRemoteMemberships(
                .init(members: [membership], modificationDirection: .modifyUsersByChannel)
            )
            try await rig.data.removeRemoteUser(.init(user: user))
            try await rig.data.removeRemoteChannel(.init(channel: channel))
            #expect(try rig.store.count("member") == 0 && rig.store.count("messageAction") == 0)
            #expect(try rig.store.user(id)?.name == nil && rig.store.channel(id)?.name == nil)
            #expect(try rig.store.message(id)?.pubnubUserId == id && rig.store.message(id)?.pubnubChannelId == id)
        }
    }

    @Test(
        "An identifier that the service refuses is an error, and nothing is stored",
        arguments: ["", "a,b", "a/b"]
    )
    func refusedIdentifiers(id: String) async throws {
        try await withRig { _, rig in
            await #expect(throws: PNError.self) {
                try await rig.data.createRemoteChannel(.init(channel: Channel(id: id)))
            }
            await #expect(throws: PNError.self) {
                try await rig.data.sendRemoteMessage(.init(message: message(timetoken: 0, channel: id)))
            }
            await #expect(throws: PNError.self) { try await rig.data.send(isTyping: true, on: id) }
            let rows = try rig.rows()
            #expect(rows.isEmpty)
        }
    }

    @Test("Refuses custom data that is not flat before sending a request")
    func nested() async throws {
        try await withRig { _, rig in
            let known = rig.requests.all.count
            let request = ChatUserRequest(user: ChatUser<NestedFields>(id: "u"))
            await #expect(throws: ChatError.wrongContentType("custom field list is not a scalar")) {
                try await ChatService(pubnub: rig.client.pubnub).setUser(request)
            }
            #expect(rig.requests.all.count == known)
        }
    }

    @Test(
        "In a list, a custom field of another type affects only itself; only items that no row can hold are left out"
    )
    func wrongCustom() async throws {
        let body = """
            {"status":200,"data":[{"id":"a","custom":{"seats":"many","topic":"T"},"updated":"2020-09-23T09:23:34Z","eTag":"A"},
            {"id":"b","custom":{"seats":2,"profileUrl":"https://example.com/b.png"},"updated":"2020-09-23T09:23:34Z"},
            {"id":"c\\u0000d"},{"name":"nobody"},{"id":"e","custom":null}]}
            """
        let data = try await provider(body)
        let errors = IntegrationInbox<(any Error)?>()
        let count = try await data.syncRemoteChannelsPaginated(.init()) { _, _, error in errors.put(error) }
        #expect(count == 3 && errors.all.count == 1)
        #expect(errors.all[0] as? ChatError == .wrongContentType("a field with a NUL character"))
        #expect(try data.store.channel("a")?.custom.seats == 0 && data.store.channel("a")?.custom.topic == "T")
        #expect(try data.store.channel("b")?.custom.seats == 2 && data.store.channel("e") != nil)
        #expect(try data.store.channel("b")?.avatarURL?.absoluteString == "https://example.com/b.png")
    }

    @Test(
        "Leaves out a payload that lacks a field, or has one of another type, and reports its path",
        arguments: [
            (#"{"text":"t","createdAt":"2022-05-10T14:48:00Z"}"#, ChatError.missingRequiredData("id")),
            (#"{"id":"m","createdAt":"2022-05-10T14:48:00Z"}"#, .missingRequiredData("text")),
            (#"{"id":"m","text":"t"}"#, .missingRequiredData("createdAt")),
            (#"{"id":"m","text":null,"createdAt":"2022-05-10T14:48:00Z"}"#, .missingRequiredData("text")),
            (#"{"id":7,"text":"t","createdAt":"2022-05-10T14:48:00Z"}"#, .wrongContentType("id")),
            (#"{"id":"m","text":["t"],"createdAt":"2022-05-10T14:48:00Z"}"#, .wrongContentType("text")),
            (#"{"id":"m","text":"t","createdAt":"yesterday"}"#, .wrongContentType("createdAt")),
            (#"{"id":"m","text":"t","createdAt":1652194080}"#, .wrongContentType("createdAt")),
            ("[]", .wrongContentType("payload")), ("7", .wrongContentType("payload")),
            ("null", .missingRequiredData("payload")),
        ]
    )
    func payloads(payload: String, expected: ChatError) async throws {
        let good = #"{"id":"good","text":"t","createdAt":"2022-05-10T14:48:00Z"}"#
        let data = try await provider(
            """
            {"status":200,"channels":{"c":[{"message":\(payload),"timetoken":"15000000000000001","uuid":"u"},
            {"message":\(good),"timetoken":"15000000000000002","uuid":"u"}]}}
            """
        )
        let page: ChatHistoryPage<TestCustom> = try await data.service.history(.init(channels: ["c"]))
        let error = try #require(page.failures.first?.error)
        let isSame = error == expected || expected == .missingRequiredData("payload")
        #expect(page.failures.count == 1 && isSame, "\(error)")
        #expect(page.failures.first?.timetoken == 15_000_000_000_000_001)
        #expect(
            try await data.syncRemoteMessages(.init(channels: ["c"])).messageByChannelId["c"]?.map(\.id) == ["good"]
        )
        #expect(try data.store.count("message") == 1)
    }

    @Test(
        "Reads dates of objects and messages in every ISO form",
        arguments: [
            ("2022-05-10T14:48:00Z", 0.0), ("2022-05-10T14:48:00.5Z", 0.5),
            ("2022-05-10T14:48:00.123456789Z", 0.123456789),
            ("2022-05-10T14:48:00.000Z", 0),
        ]
    )
    func dates(text: String, fraction: Double) async throws {
        let expected = 1_652_194_080 + fraction
        let objects = try await provider(#"{"status":200,"data":{"id":"c","updated":"\#(text)","eTag":"A"}}"#)
        let channel = try await objects.syncRemoteChannel(.init(channel: Channel(id: "c")))
        #expect(abs((channel.updated?.timeIntervalSince1970 ?? 0) - expected) < 1e-6)
        let history = try await provider(
            """
            {"status":200,"channels":{"c":[{"message":{"id":"m","text":"t","createdAt":"\(text)"},
            "timetoken":"15000000000000001","uuid":"u"}]}}
            """
        )
        try await history.syncRemoteMessages(.init(channels: ["c"]))
        let created = try history.store.message()?.createdAt.timeIntervalSince1970 ?? 0
        #expect(abs(created - expected) < 1e-6)
    }

    @Test("Stores a text of a megabyte from the service completely")
    func megabyte() async throws {
        let text = String(repeating: "🙂", count: 262_144)
        let data = try await provider(
            """
            {"status":200,"channels":{"c":[{"message":{"id":"m","text":"\(text)","createdAt":"2022-05-10T14:48:00Z"},
            "timetoken":"15000000000000001","uuid":"u"}]}}
            """
        )
        try await data.syncRemoteMessages(.init(channels: ["c"]))
        #expect(try data.store.message()?.text == text)
    }

    @Test("Of one identifier with different contents in a page, the first publication stays")
    func duplicates() async throws {
        let data = try await provider(
            """
            {"status":200,"channels":{"c":[
            {"message":{"id":"m","text":"1","createdAt":"2022-05-10T14:48:00Z"},"timetoken":"15000000000000001","uuid":"u"},
            {"message":{"id":"m","text":"2","createdAt":"2022-05-10T14:48:00Z"},"timetoken":"15000000000000002","uuid":"u"}
            ]}}
            """
        )
        try await data.syncRemoteMessages(.init(channels: ["c"]))
        #expect(try data.store.message()?.text == "1" && data.store.message()?.timetoken == 15_000_000_000_000_001)
        #expect(try data.store.count("message") == 1)
    }

    @Test(
        "An invalid response is an error, and nothing is stored",
        arguments: [
            "", "[]", "7", #"{"status":200}"#, #"{"status":200,"data":7}"#, #"{"status":200,"channels":[]}"#, "<html>",
        ]
    )
    func malformed(body: String) async throws {
        let data = try await provider(body)
        let actions: [RemoteAction] = [
            .syncRemoteChannel, .syncRemoteUsersPaginated, .createRemoteUser, .syncRemoteUserMembers,
            .syncAllRemoteMessages, .syncRemoteMessageActions, .sendRemoteMessageAction, .sendRemoteMessage,
        ]
        for action in actions {
            await #expect(throws: (any Error).self, "\(action)") { try await action.run(data) }
        }
        #expect(try data.store.count("channel") == 0 && data.store.count("user") == 0)
    }

    @Test("A list whose pages form a cycle ends")
    func endless() async throws {
        let data = try await provider(#"{"status":200,"data":[{"id":"a"}],"next":"Mg"}"#)
        #expect(try await data.syncRemoteUsersPaginated(.init()) == 2)
        #expect(try await data.syncRemoteChannelsPaginated(.init(page: ChatPage(start: "Mg"))) == 1)
    }
}
