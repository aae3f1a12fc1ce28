import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Messages and reactions of the service")
struct RemoteMessageTests {
    private func send(_ id: String, _ rig: Rig, to channel: String = "c") async throws -> Message {
        let new = PubNubChatTests.message(id, text: id, timetoken: 0, user: "me", channel: channel)
        return try await rig.data.sendRemoteMessage(.init(message: new))
    }

    private func clear(_ rig: Rig) async throws {
        try await rig.store.write { db in
            for table in ["messageAction", "message", "member", "channel", "user"] {
                try db.execute(sql: "DELETE FROM \(table)")
            }
        }
    }

    @Test("Publishes a message and stores it with its timetoken; author and channel get rows if they have none")
    func sends() async throws {
        try await withRig { _, rig in
            let sent = try await send("m", rig)
            #expect(sent.timetoken > 0)
            let stored = try #require(try rig.store.message())
            #expect(stored.content == sent.content && stored.timetoken == sent.timetoken)
            #expect(stored.userModel == User(id: "me") && stored.channelModel == Channel(id: "c"))
            try await rig.store.write { try PubNubManagedUser.insertOrUpdate(user: user("me"), into: $0) }
            _ = try await send("n", rig)
            #expect(try rig.store.user("me")?.name == "Name")
        }
    }

    @Test("Applies compression, metadata and history options of the request")
    func options() async throws {
        try await withRig { _, rig in
            let request = SendMessageRequest<TestCustom>(
                message: PubNubChatTests.message("m", timetoken: 0, user: "me"),
                storeInHistory: false,
                shouldCompress: true,
                ttl: 3,
                metadata: .object(["lang": .string("en")])
            )
            #expect(try await rig.data.sendRemoteMessage(request).timetoken > 0)
            try await clear(rig)
            let path = try #require(rig.requests.all.first { $0.hasPrefix("/publish") })
            #expect(path.contains("store=0") && path.contains("meta=%7B%22lang%22%3A%22en%22%7D"))
            #expect(try await rig.data.syncRemoteMessages(.init(channels: ["c"])).messageByChannelId.isEmpty)
        }
    }

    @Test("Messages that are sent with closures arrive in the order of the calls")
    func order() async throws {
        try await withRig { _, rig in
            let endings = IntegrationInbox<String>()
            for number in 0..<20 {
                let new = PubNubChatTests.message("m\(number)", timetoken: 0, user: "me")
                rig.data.sendRemoteMessage(.init(message: new)) { result in
                    endings.put((try? result.get().id) ?? "failed")
                }
            }
            _ = try await endings.next(20) { $0 }
            let page = try await rig.data.syncRemoteMessages(.init(channels: ["c"], limit: 25))
            #expect(page.messageByChannelId["c"]?.map(\.id) == (0..<20).map { "m\($0)" })
        }
    }

    @Test("Reads history page by page, newest first, with reactions, and stores placeholders")
    func history() async throws {
        try await withRig { _, rig in
            for number in 0..<5 { _ = try await send("m\(number)", rig) }
            let third = try #require(try rig.store.message("m2"))
            let reaction = try await rig.data.sendRemoteMessageAction(
                .init(parent: third, actionType: "reaction", actionValue: "👍")
            )
            try await clear(rig)

            let pages = IntegrationInbox<[String]>()
            let progress = IntegrationInbox<ChatSyncProgress>()
            let count = try await rig.data.syncAllRemoteMessages(.init(channels: ["c"], limit: 2)) { found, _, error in
                #expect(error == nil)
                pages.put((found["c"] ?? []).map(\.id))
            } progress: {
                progress.put($0)
            }
            #expect(count == 5 && pages.all.filter { !$0.isEmpty } == [["m3", "m4"], ["m1", "m2"], ["m0"]])
            #expect(Array(progress.all.prefix(3)) == [2, 4, 5].map { ChatSyncProgress(count: $0, total: nil) })
            let stored = try #require(try rig.store.message("m2"))
            #expect(stored.messageActions.map(\.id) == [reaction.id] && stored.userModel == User(id: "me"))
            #expect(stored.content == third.content)

            let range = MessageHistoryRequest(channels: ["c"], start: third.timetoken)
            let older = try await rig.data.syncRemoteMessages(range)
            #expect(older.messageByChannelId["c"]?.map(\.id) == ["m0", "m1"])
        }
    }

    @Test("Changes that occur while a page is in flight are retained: reactions and presence")
    func meanwhile() async throws {
        try await withRig { _, rig in
            let sent = try await send("m", rig)
            let reaction = try await rig.data.sendRemoteMessageAction(
                .init(parent: sent, actionType: "reaction", actionValue: "old")
            )
            _ = try await rig.requests.next { $0.contains("/v1/message-actions") ? true : nil }
            try await rig.client.subscribe("c")
            let writer = LiveWriter<TestCustom, PubNubManagedChatEntities>(journal: rig.data.journal) { _ in }
            func during(
                _ question: String,
                _ events: [LiveEvent],
                _ ask: @escaping @Sendable () async throws -> Void
            ) async throws {
                let callbacks = rig.client.pubnub.configuration().callbackQueue
                callbacks.suspend()
                let task = Task { try await ask() }
                _ = try await rig.requests.next(question) { $0.contains(question) ? true : nil }
                for event in events {
                    let arrival = LiveArrival(channel: "c", through: "c", timetoken: sent.timetoken + 2, event: event)
                    let left = try await rig.store.writer.writeWithoutTransaction {
                        writer.store([.arrival(arrival)], in: $0)
                    }
                    #expect(left.isEmpty)
                }
                callbacks.resume()
                try await task.value
            }
            func event(_ value: String, _ timetoken: Timetoken, isRemoved: Bool) -> LiveEvent {
                .reaction(
                    .init(
                        isRemoved: isRemoved,
                        actionTimetoken: timetoken,
                        parentTimetoken: sent.timetoken,
                        type: "reaction",
                        value: value,
                        userId: "me"
                    )
                )
            }
            let events = [
                event("old", reaction.actionTimetoken, isRemoved: true),
                event("new", reaction.actionTimetoken + 1, isRemoved: false),
            ]
            try await during("/v3/history", events) {
                _ = try await rig.data.syncRemoteMessages(.init(channels: ["c"]))
            }
            #expect(try rig.store.message("m")?.messageActions.map(\.value) == ["new"])
            try await during("/v1/message-actions", events) {
                _ = try await rig.data.syncRemoteMessageActions(.init(channel: "c"))
            }
            #expect(try rig.store.message("m")?.messageActions.map(\.value) == ["new"])
            try await during("/v2/presence/sub-key/demo/channel/c?", [.presence(.leave("me"))]) {
                _ = try await rig.data.syncHereNow(.init(channels: ["c"]))
            }
            #expect(try rig.store.member("c", "me") == nil, "the row of a visitor ends with the presence")
        }
    }

    @Test("Reads several channels of different lengths to their ends", arguments: [true, false])
    func uneven(withActions: Bool) async throws {
        try await withRig { _, rig in
            for number in 0..<6 { _ = try await send("busy\(number)", rig, to: "busy") }
            _ = try await send("calm0", rig, to: "calm")
            for number in 6..<9 { _ = try await send("busy\(number)", rig, to: "busy") }
            for number in 1..<4 { _ = try await send("calm\(number)", rig, to: "calm") }
            try await clear(rig)
            try await rig.data.syncAllRemoteMessages(
                .init(channels: ["busy", "empty", "calm"], actionsInResponse: withActions, limit: 2)
            )
            #expect(try rig.store.count("message") == 13)
        }
    }

    @Test("Leaves out and reports a payload without the schema, and stores the others")
    func foreign() async throws {
        try await withRig { _, rig in
            _ = try await send("first", rig)
            for junk in [["text": "no id"], ["id": 7], "text", [1, 2], ["id": "x", "text": "y"]] as [Any] {
                try await rig.client.publish(junk, to: "c")
            }
            _ = try await send("last", rig)
            try await clear(rig)
            let page = try await rig.data.syncRemoteMessages(.init(channels: ["c"]))
            #expect(page.messageByChannelId["c"]?.map(\.id) == ["first", "last"])
            let errors = IntegrationInbox<(any Error)?>()
            try await rig.data.syncAllRemoteMessages(.init(channels: ["c"])) { _, _, error in errors.put(error) }
            #expect(errors.all.first.flatMap { $0 } is ChatError)
        }
    }

    @Test("A page with no chat messages does not end the reading")
    func foreignPage() async throws {
        try await withRig { _, rig in
            _ = try await send("first", rig)
            for number in 0..<4 { try await rig.client.publish(number, to: "c") }
            try await clear(rig)
            #expect(try await rig.data.syncAllRemoteMessages(.init(channels: ["c"], limit: 2)) == 1)
        }
    }

    @Test("A message without an author retains the stored one, otherwise has the empty identifier")
    func unknownAuthor() async throws {
        try await withRig { _, rig in
            _ = try await send("known", rig)
            _ = try await send("unknown", rig)
            try await rig.data.removeStoredMessage(messageId: "unknown")
            try await rig.data.syncRemoteMessages(.init(channels: ["c"], uuidInResponse: false))
            #expect(try rig.store.message("known")?.pubnubUserId == "me")
            #expect(try rig.store.message("unknown")?.pubnubUserId == "")
        }
    }

    @Test("A message with the same identifier by another author or elsewhere does not replace a stored one")
    func borrowedIdentifier() async throws {
        try await withRig { _, rig in
            _ = try await send("m", rig)
            let before = try #require(try rig.store.message())
            let payload = try #require(
                try JSONSerialization.jsonObject(with: JSONEncoder().encode(before.content)) as? [String: Any]
            )
            try await rig.client.publish(payload, to: "elsewhere")
            rig.client.pubnub.setClientIdentifier("thief")
            try await rig.client.publish(payload, to: "c")
            let errors = IntegrationInbox<(any Error)?>()
            let request = MessageHistoryRequest(channels: ["elsewhere", "c"])
            try await rig.data.syncAllRemoteMessages(request) { _, _, error in errors.put(error) }
            #expect(errors.all.first.flatMap { $0 } is ChatError)
            let after = try rig.store.message()
            #expect(after?.pubnubChannelId == "c" && after?.pubnubUserId == "me")
        }
    }

    @Test("Adds, reads and removes a reaction, at the service and in the store")
    func reactions() async throws {
        try await withRig { _, rig in
            let parent = try await send("m", rig)
            let request = MessageActionSendRequest<TestCustom>(
                channelId: "c",
                messageTimetoken: parent.timetoken,
                actionType: "reaction",
                actionValue: "👍"
            )
            let sent = try await rig.data.sendRemoteMessageAction(request)
            #expect(sent.pubnubUserId == "me" && sent.parentTimetoken == parent.timetoken)
            #expect(try rig.store.message()?.messageActions.map(\.id) == [sent.id])

            try await rig.data.removeStoredMessageAction(messageActionId: sent.id)
            let page = try await rig.data.syncRemoteMessageActions(.init(channel: "c"))
            #expect(page.actions.map(\.id) == [sent.id])
            #expect(try rig.store.message()?.messageActions.map(\.value) == ["👍"])

            try await rig.data.removeRemoteMessageAction(.init(messageAction: sent))
            #expect(try rig.store.count("messageAction") == 0)
            #expect(try await rig.data.syncRemoteMessageActions(.init(channel: "c")).actions.isEmpty)
        }
    }

    @Test("A reaction to a message that is not stored requires and stores the message")
    func reactionWithParent() async throws {
        try await withRig { _, rig in
            let parent = try await send("m", rig)
            try await rig.data.removeStoredMessage(messageId: "m")
            await #expect(throws: ChatError.self) {
                try await rig.data.sendRemoteMessageAction(
                    .init(
                        channelId: "c",
                        messageTimetoken: parent.timetoken,
                        actionType: "reaction",
                        actionValue: "1"
                    )
                )
            }
            #expect(try rig.store.count("messageAction") == 0)
            try await rig.data.sendRemoteMessageAction(.init(parent: parent, actionType: "reaction", actionValue: "2"))
            #expect(try rig.store.message()?.messageActions.map(\.value) == ["2"])
        }
    }

    @Test("Reads reactions page by page; leaves out and reports those to messages that are not stored")
    func reactionPages() async throws {
        try await withRig { _, rig in
            let parent = try await send("m", rig)
            let other = try await send("other", rig)
            for value in ["1", "2", "3"] {
                try await rig.data.sendRemoteMessageAction(.init(parent: parent, actionType: "r", actionValue: value))
            }
            try await rig.data.sendRemoteMessageAction(.init(parent: other, actionType: "r", actionValue: "4"))
            try await clear(rig)
            _ = try await rig.data.load(messages: [parent.withModels], processMessageActions: false)
            let errors = IntegrationInbox<(any Error)?>()
            let count = try await rig.data.syncAllRemoteMessageActions(.init(channel: "c", limit: 2)) { _, _, error in
                errors.put(error)
            }
            #expect(try count == 3 && rig.store.message()?.messageActions.map(\.value) == ["1", "2", "3"])
            #expect(errors.all.compactMap { $0 }.allSatisfy { $0 is ChatError } && errors.all.contains { $0 != nil })
        }
    }

    @Test("Sends stored unpublished messages of the current user later, in the order in which they were stored")
    func unsent() async throws {
        try await withRig { _, rig in
            var waiting = ["late", "early", "other"].map {
                PubNubChatTests.message($0, text: $0, timetoken: 0, user: $0 == "other" ? "u" : "me").withModels
            }
            waiting[0].content.createdAt = moment(10)
            _ = try await rig.data.load(messages: waiting, processMessageActions: false)
            // Two concurrent calls send no message twice.
            async let sent = rig.data.sendUnsentMessages()
            async let sentBeside = rig.data.sendUnsentMessages()
            #expect(try await sent + sentBeside == 2)
            #expect(try await rig.data.sendUnsentMessages() == 0)
            #expect(try rig.store.message("late")?.timetoken != 0 && rig.store.message("other")?.timetoken == 0)
            let page = try await rig.data.syncRemoteMessages(.init(channels: ["c"]))
            #expect(page.messageByChannelId["c"]?.map(\.id) == ["late", "early"])
            #expect(try rig.store.count("message") == 3)
        }
    }

    @Test("A message that the service refuses is not stored, and is an error", arguments: [33_000, 1_048_576])
    func tooLong(length: Int) async throws {
        try await withRig { _, rig in
            let long = PubNubChatTests.message(text: String(repeating: "x", count: length), timetoken: 0, user: "me")
            await #expect(
                performing: { try await rig.data.sendRemoteMessage(.init(message: long)) },
                throws: { error in
                    (error as? PNError)?.code == kPNTooLongMessageError
                }
            )
            let count = try rig.store.count("message")
            #expect(count == 0)
        }
    }
}

extension Message {
    /// The message with a channel and an author that are stored with it.
    var withModels: Self {
        var message = self
        message.channelModel = Channel(id: pubnubChannelId)
        message.userModel = User(id: pubnubUserId)
        return message
    }
}
