import Foundation
import PubNub
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubChat

/// The responses of the real service, requested by the provider, become the correct rows or errors.
@Suite("Rows of recorded responses", .enabled(if: RecordedResponse.isThere))
struct RecordedRowTests {
    /// A provider whose service responds to every request with one recorded response.
    private func provider(_ answer: RecordedResponse) async throws -> TestProvider {
        try await ScriptedClient(as: "me") { _ in answer.response }.provider()
    }

    /// The members of the JSON.
    private func data(_ answer: RecordedResponse) throws -> Any? {
        (try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])?["data"]
    }

    private func texts(_ answer: RecordedResponse) throws -> [[String: Any]] {
        try data(answer) as? [[String: Any]] ?? []
    }

    @Test("Every recorded response is used")
    func count() {
        let counts = ["objects-v2": 75, "history-v3": 23, "message-actions": 23, "signal": 5]
        for (name, count) in counts { #expect(RecordedResponse.responses(name).count >= count, "\(name)") }
        let objects = RecordedResponse.responses("objects-v2")
        #expect(objects.allSatisfy { $0.kind != nil && ($0.isOne || $0.isList || $0.method == "DELETE") })
        let errors = RecordedResponse.responses("errors").filter { $0.status != 200 && $0.kind != nil }
        #expect(errors.count >= 9)
    }

    @Test("Objects: a channel or a user", arguments: RecordedResponse.responses("objects-v2").filter { $0.isOne })
    func objects(answer: RecordedResponse) async throws {
        let data = try await provider(answer)
        let fields = try #require(try self.data(answer) as? [String: Any])
        let id = try #require(fields["id"] as? String)
        if answer.kind == .channels {
            let channel = try await data.syncRemoteChannel(.init(channel: Channel(id: id)))
            #expect(try data.store.channel(id) == channel)
            #expect(channel.name == fields["name"] as? String && channel.details == fields["description"] as? String)
            #expect(channel.eTag == fields["eTag"] as? String && channel.updated == date(fields))
        } else {
            let user = try await data.syncRemoteUser(.init(user: User(id: id)))
            #expect(try data.store.user(id) == user)
            #expect(user.name == fields["name"] as? String && user.email == fields["email"] as? String)
            #expect(user.externalId == fields["externalId"] as? String && user.updated == date(fields))
            #expect(user.avatarURL?.absoluteString == fields["profileUrl"] as? String)
            #expect(user.type == fields["type"] as? String ?? "default")
        }
    }

    @Test("Objects: a list", arguments: RecordedResponse.responses("objects-v2").filter { $0.isList })
    func lists(answer: RecordedResponse) async throws {
        let data = try await provider(answer)
        let items = try texts(answer)
        let ids: [String]
        switch answer.kind {
        case .channels:
            ids = items.compactMap { $0["id"] as? String }
            #expect(try await data.syncRemoteChannels(.init()).channels.map(\.id) == ids)
            for item in items { #expect(try data.store.channel(item["id"] as? String ?? "")?.updated == date(item)) }
        case .users:
            ids = items.compactMap { $0["id"] as? String }
            #expect(try await data.syncRemoteUsers(.init()).users.map(\.id) == ids)
            for item in items { #expect(try data.store.user(item["id"] as? String ?? "")?.updated == date(item)) }
        case .members:
            ids = items.compactMap { ($0["uuid"] as? [String: Any])?["id"] as? String }
            #expect(try await data.syncRemoteUserMembers(.init(channelId: "c")).members.map(\.chatUser.id) == ids)
            for (id, item) in zip(ids, items) {
                let member = try #require(try data.store.member("c", id))
                #expect(member.updated == date(item) && member.eTag == item["eTag"] as? String)
                #expect(member.chatUser.name == (item["uuid"] as? [String: Any])?["name"] as? String)
            }
        case .memberships:
            ids = items.compactMap { ($0["channel"] as? [String: Any])?["id"] as? String }
            let read = try await data.syncRemoteChannelMembers(.init(userId: "u"))
            #expect(read.members.map(\.chatChannel.id) == ids)
            for (id, item) in zip(ids, items) {
                let member = try #require(try data.store.member(id, "u"))
                #expect(member.updated == date(item) && member.eTag == item["eTag"] as? String)
                #expect(member.chatChannel.name == (item["channel"] as? [String: Any])?["name"] as? String)
            }
        case nil: ids = []
        }
        #expect(ids.count == items.count)
    }

    @Test("Objects: a removal", arguments: RecordedResponse.responses("objects-v2").filter { $0.method == "DELETE" })
    func removals(answer: RecordedResponse) async throws {
        let data = try await provider(answer)
        _ = try await data.load(channels: [channel()])
        _ = try await data.load(users: [user()])
        if answer.kind == .channels {
            try await data.removeRemoteChannel(.init(channel: channel()))
            let placeholder = Channel(id: channel().id, updated: channel().updated)
            #expect(try data.store.channel() == placeholder && data.store.user() == user())
        } else {
            try await data.removeRemoteUser(.init(user: user()))
            let placeholder = User(id: user().id, updated: user().updated)
            #expect(try data.store.channel() == channel() && data.store.user() == placeholder)
        }
    }

    @Test(
        "History: leaves out messages without the schema, and stores the others",
        arguments: RecordedResponse.responses("history-v3").filter {
            $0.method == "GET" && $0.path.contains("/channel/")
        }
    )
    func history(answer: RecordedResponse) async throws {
        let reply = try #require(try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
        let pages = try #require(reply["channels"] as? [String: [[String: Any]]])
        let channels = pages.keys.sorted()
        let withActions = answer.path.contains("history-with-actions")
        let request = MessageHistoryRequest(channels: channels, actionsInResponse: withActions)

        let foreign = try await provider(answer)
        let page: ChatHistoryPage<TestCustom> = try await foreign.service.history(request)
        #expect(page.failures.count == pages.values.map(\.count).reduce(0, +))
        #expect(try await foreign.syncRemoteMessages(request).messageByChannelId.isEmpty)
        #expect(try foreign.store.count("message") == 0)

        let data = try await provider(answer.with(messagesOf: pages, in: reply))
        let read = try await data.syncRemoteMessages(request)
        for (name, items) in pages {
            #expect(
                read.messageByChannelId[name]?.map { "\($0.timetoken)" } == items.map { $0["timetoken"] as? String }
            )
            for item in items {
                let timetoken = try #require(item["timetoken"] as? String)
                let stored = try #require(try data.store.message("\(name) \(timetoken)"))
                #expect(stored.pubnubUserId == item["uuid"] as? String ?? "" && stored.pubnubChannelId == name)
                let actions = item["actions"] as? [String: [String: [[String: Any]]]] ?? [:]
                let timetokens = actions.values.flatMap(\.values).flatMap { $0 }.compactMap {
                    $0["actionTimetoken"] as? String
                }
                #expect(Set(stored.messageActions.map { "\($0.actionTimetoken)" }) == Set(timetokens))
            }
        }
    }

    @Test("Message actions: a list, an addition, a removal", arguments: RecordedResponse.responses("message-actions"))
    func actions(answer: RecordedResponse) async throws {
        let data = try await provider(answer)
        let listed = try texts(answer)
        let items = listed.isEmpty ? [try self.data(answer) as? [String: Any] ?? [:]] : listed
        let parents = Set(items.compactMap { $0["messageTimetoken"] as? String })
        _ = try await data.load(
            messages: parents.map { message($0, timetoken: Timetoken($0) ?? 0).withModels },
            processMessageActions: false
        )
        func word(_ fields: [String: Any]) -> String {
            ["type", "value", "uuid", "messageTimetoken", "actionTimetoken"].map { fields[$0] as? String ?? "" }
                .joined(separator: " ")
        }
        func word(_ action: Action) -> String {
            "\(action.sourceType) \(action.value) \(action.pubnubUserId) \(action.parentTimetoken) \(action.actionTimetoken)"
        }
        switch answer.method {
        case "GET":
            let page = try await data.syncRemoteMessageActions(.init(channel: "c"))
            #expect(page.actions.map(word) == listed.map(word))
            #expect(try data.store.count("messageAction") == listed.count)
        case "POST":
            let parent = try #require(parents.first.flatMap { Timetoken($0) })
            let action = try await data.sendRemoteMessageAction(
                .init(channelId: "c", messageTimetoken: parent, actionType: "t", actionValue: "v")
            )
            #expect(try word(action) == word(items[0]) && data.store.count("messageAction") == 1)
        default:
            _ = try await data.load(messages: [message(actions: [action()]).withModels], processMessageActions: true)
            try await data.removeRemoteMessageAction(MessageActionRequest(messageAction: action()))
            #expect(try data.store.count("messageAction") == 0)
        }
    }

    @Test("Signals: accepted", arguments: RecordedResponse.responses("signal"))
    func signals(answer: RecordedResponse) async throws {
        let data = try await provider(answer)
        try await data.send(isTyping: true, on: "c")
        let sent = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [Any]
        #expect(try await "\(data.service.signal(.on, on: "c"))" == sent?.last as? String)
    }

    @Test(
        "Errors: reported, and nothing is stored",
        arguments: RecordedResponse.responses("errors").filter { $0.status != 200 }
    )
    func errors(answer: RecordedResponse) async throws {
        let action: RemoteAction? =
            switch (answer.path.split(separator: "/").prefix(2).joined(separator: "/"), answer.kind) {
            case ("v2/objects", .channels): answer.method == "DELETE" ? .removeRemoteChannel : .syncRemoteChannels
            case ("v2/objects", .users): answer.method == "DELETE" ? .removeRemoteUser : .syncRemoteUsers
            case ("v2/objects", .members): .syncRemoteUserMembers
            case ("v2/objects", .memberships): .syncRemoteChannelMembers
            case ("v1/message-actions", _): .sendRemoteMessageAction
            case ("v3/history", _): .syncRemoteMessages
            case ("signal/demo", _): .sendIsTyping
            case ("publish/demo", _): .sendRemoteMessage
            case ("v2/presence", _): .syncHereNow
            default: nil
            }
        guard let action else { return }
        let data = try await provider(answer)
        await #expect(throws: (any Error).self) { try await action.run(data) }
        for table in ["channel", "user", "member", "message", "messageAction"] {
            #expect(try data.store.count(table) == 0)
        }
    }

    private func date(_ fields: [String: Any]) -> Date? {
        (fields["updated"] as? String).flatMap { ISODate.date(of: $0) }
    }
}
