import Foundation
import GRDB
import PubNub
import PubNubCore
import PubNubMachines
import PubNubOrigin
import PubNubTestSupport
import struct PubNubWire.RawJSON
import Testing

@testable import PubNubChat

@Suite("A room that is shared with PubNub's Chat SDK")
struct ChatSDKRoomTests {
    /// Publishes as the Chat SDK does: no identifier, and a type.
    private func say(_ text: String, as client: IntegrationClient) async throws -> Timetoken {
        let files = [["name": "a.png", "id": "f1", "url": "https://example.com/a.png", "type": "image/png"]]
        let payload: [String: Any] = ["type": "text", "text": text, "files": files]
        return try await client.publish(payload, to: "room").date?.timeToken.uint64Value ?? 0
    }

    private func act(_ type: String, _ value: String, on time: Timetoken, _ client: IntegrationClient) async throws {
        let request = PNAddMessageActionRequest(channel: "room", messageTimetoken: NSNumber(value: time))
        request.type = type
        request.value = value
        let _: PNAddMessageActionStatus = try await client.change(type) {
            client.pubnub.addMessageAction(with: request, completion: $0)
        }
    }

    @Test("R14: its messages, edits, deletions, reactions, threads and receipts are read, live and from history")
    func reading() async throws {
        try await withOrigin { _, address in
            let ann = try await ChatDevice(address, as: "ann", on: ["room"])
            for id in ["ann", "bob"] {
                try await ann.data.createRemoteMembers(
                    .init(
                        members: [Member(channelId: "room", userId: id)],
                        modificationDirection: .modifyUsersByChannel
                    )
                )
            }
            let bob = try await IntegrationClient.connected(address, as: "bob")
            let time = try await say("hello [Ann \\] A](pn-user://ann)", as: bob)
            let id = "room:\(time)"
            try await ann.wait(for: "hello [Ann \\] A](pn-user://ann)", id)
            let message = try #require(try ann.store.message(id))
            #expect(message.plainText == "hello Ann ] A" && message.content.mentions.map(\.userId) == ["ann"])
            #expect(message.pubnubUserId == "bob" && message.createdAt == Date(timetoken: time))
            #expect(message.content.extraJSON.map { String(decoding: $0, as: UTF8.self) }?.contains("a.png") == true)
            try await act("edited", "edited", on: time, bob)
            try await ann.wait(for: "edited", id)
            try await act("reactions", "👍", on: time, bob)
            try await ann.data.addReaction("👍", on: id)
            let thread = ChatThread(parentChannelId: "room", parentTimetoken: time)
            try await act("threadRootId", thread.id, on: time, bob)
            try await MessageScreenTests.rows(ann.provider.messageRows(on: "room"), "the row") { rows in
                rows.first?.reactions.first?.count == 2 && rows.first?.thread?.id == thread.id
            }
            let own = try await ann.say("own", "own", on: "room")
            let receipt = PNSignalRequest(
                channel: "room",
                signal: ["type": "receipt", "messageTimetoken": "\(own)"]
            )
            let _: PNSignalStatus = try await bob.change("receipt") {
                bob.pubnub.sendSignal(with: receipt, completion: $0)
            }
            try await MessageScreenTests.rows(ann.provider.messageRows(on: "room"), "the receipt") { rows in
                rows.first { $0.id == "own" }?.readBy == ["bob"]
            }
            try await act("deleted", "deleted", on: time, bob)
            try await ann.store.wait("the deletion") {
                try PubNubManagedMessage.fetchOne($0, id: id)?.isDeleted
            } until: {
                $0 == true
            }
            // An event in place of a message.
            try await bob.publish(["type": "mention", "messageTimetoken": "\(time)", "channel": "room"], to: "room")
            try await bob.say("last", on: "room")
            try await ann.wait(for: "last", "last")
            #expect(ann.events.all.allSatisfy { if case .skipped = $0 { false } else { true } })
            let other = try await ChatDevice(address, as: "ann")
            try await other.connect()
            try await other.data.syncRemoteMessages(.init(channels: ["room"]))
            let texts = try await other.store.read {
                try PubNubManagedMessage.messagesBy(pubnubChannelId: "room").order(Column("timetoken")).fetchAll($0)
            }
            #expect(texts.map(\.currentText) == ["edited", "own", "last"])
            #expect(texts[0].id == id && texts[0].isDeleted && texts[0].threadId == thread.id)
            for device in [ann, other] { try await device.close() }
        }
    }

    @Test("R14: quotes, mentions, references and links in metadata are read and kept")
    func metadata() throws {
        let metadata = RawJSON(
            text: """
                {"quotedMessage":{"timetoken":"17","text":"q","userId":"u"},"mentionedUsers":{"0":{"id":"ann","name":"Ann"}},
                "referencedChannels":{"3":{"id":"c","name":"C"}},"textLinks":[{"startIndex":0,"endIndex":4,"link":"l"}]}
                """
        )
        let message = try Message(
            payload: RawJSON(text: #"{"type":"text","text":"t"}"#),
            publisher: "bob",
            channelId: "room",
            timetoken: 18,
            metadata: metadata
        )
        #expect(message.id == "room:18" && message.content.quote?.timetoken == 17)
        #expect(message.content.mentions == [ChatMention(userId: "ann", name: "Ann")])
        let extra = String(decoding: try #require(message.content.extraJSON), as: UTF8.self)
        #expect(extra.contains("referencedChannels") && extra.contains("textLinks") && !extra.contains(#""type""#))
    }

    @Test("R14: messages, reactions, threads and typing are written so that the Chat SDK reads them")
    func writing() async throws {
        try await withRig { _, rig in
            try await rig.say("m", "hello")
            let published = try #require(rig.requests.all.last { $0.hasPrefix("/publish/") }?.removingPercentEncoding)
            #expect(published.contains(#""type":"text""#) && published.contains(#""text":"hello""#))
            try await rig.data.addReaction("👍", on: "m")
            try await rig.data.addReaction("👍", on: "m")
            #expect(try rig.actions("m") == ["reactions 👍"])
            let thread = try await rig.data.startThread(ofMessage: "m")
            let channel = try await rig.data.syncRemoteChannel(.init(channel: Channel(id: thread.id)))
            #expect(channel.details?.contains("Thread on channel c") == true)
            // A reaction of an earlier version of this layer is the same, and is removed by its own type.
            try await rig.data.removeReaction("👍", on: "m")
            try await rig.data.addReaction("🎉", on: "m", type: "reaction")
            #expect(try await rig.data.toggleReaction("🎉", on: "m") == false)
            #expect(try rig.actions("m").allSatisfy { !$0.hasPrefix("reaction") })
            // The type is not among the further members.
            let before = try rig.store.message("m")?.content.extraJSON
            try await rig.data.syncRemoteMessages(.init(channels: ["c"]))
            let after = try rig.store.message("m")?.content.extraJSON
            #expect(before == nil && after == nil)
        }
    }

    @Test(
        "R14: by option, mentions and read markers are announced, to the mentioned users only",
        arguments: [true, false]
    )
    func announcements(isOn: Bool) async throws {
        try await withOrigin { _, address in
            let interop = ChatInterop(sendsReceipts: isOn, sendsMentionEvents: isOn)
            let sent = SentRequests()
            let ann = try await ChatDevice(address, as: "ann", on: ["room"])
            let bob = try await ChatDevice(address, as: "bob", on: ["room"], interop: interop, transport: sent)
            for device in [ann, bob] { try await device.data.join(["room"]) }
            var mention = message("m", text: "hi", timetoken: 0, user: "bob", channel: "room")
            mention.content.mentions = ["ann", "bob", "ann"].map { ChatMention(userId: $0, name: $0) }
            let time = try await bob.data.sendRemoteMessage(.init(message: mention)).timetoken
            let own = try await ann.say("own", "own", on: "room")
            try await bob.wait(for: "own", "own")
            try await bob.data.markRead("room")
            if isOn {
                try await MessageScreenTests.rows(ann.provider.messageRows(on: "room"), "the receipt") { rows in
                    rows.first { $0.id == "own" }?.readBy == ["bob"]
                }
                _ = try await sent.paths.next("the mention") { $0.hasPrefix("/publish/demo/demo/0/ann/") ? true : nil }
            }
            try await bob.say("last", "last", on: "room")
            try await ann.wait(for: "last", "last")
            let paths = sent.paths.all.compactMap(\.removingPercentEncoding)
            let events = paths.filter { $0.hasPrefix("/publish/") && !$0.contains("/room/") }
            let receipts = paths.filter { $0.hasPrefix("/signal/") }
            #expect(events.count == (isOn ? 1 : 0) && receipts.count == (isOn ? 1 : 0), "\(paths)")
            for event in events {
                for part in [#""type":"mention""#, #""messageTimetoken":"\#(time)""#, #""channel":"room""#] {
                    #expect(event.contains(part))
                }
            }
            #expect(receipts.allSatisfy { $0.contains("/room/") && $0.contains(#""messageTimetoken":"\#(own)""#) })
            for device in [ann, bob] { try await device.close() }
        }
    }

    @Test(
        "Links in a text are names",
        arguments: [
            ("hi [Ann](pn-user://a) and [C](pn-channel://c)!", "hi Ann and C!"), ("[a](b) [x", "[a](b) [x"),
            ("[[Ann](pn-user://a)", "[Ann"), ("[A\\]B](pn-user://a\\)b)", "A]B"), ("[](pn-user://)", "[](pn-user://)"),
            ("[Ann](pn-user://a", "[Ann](pn-user://a"), ("", ""),
        ]
    )
    func links(text: String, plain: String) {
        #expect(ChatLink.plain(text) == plain)
    }

    @Test("Typing signals of both forms")
    func typing() throws {
        func change(_ signal: String) throws -> [LiveChange<TestCustom>] {
            let event = LiveEvent.signal(publisher: "u", payload: RawJSON(text: signal))
            return try LiveTranslator().changes(of: LiveArrival(channel: "c", through: "c", timetoken: 5, event: event))
        }
        for (signal, isTyping) in [(#"{"type":"typing","value":true}"#, true), (#"{"type":"typing_off"}"#, false)] {
            #expect(try change(signal) == [.typing(channelId: "c", userId: "u", isTyping: isTyping)])
        }
        #expect(try change(#"{"type":"typing"}"#).isEmpty)
    }
}

/// A transport that records the paths of requests.
private struct SentRequests: Transport {
    let paths = IntegrationInbox<String>()

    func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        CurlTransport.shared.start(request, completion: completion)
        paths.put(request.path)
    }

    func cancel(_ id: RequestID) { CurlTransport.shared.cancel(id) }
}

@Suite("Joining many channels, and threads of messages that are not published")
struct FewRequestsTests {
    @Test("20 new channels are joined with a few requests, and a refused one does not affect the others")
    func joining() async throws {
        try await withRig { server, rig in
            let ids = (0..<20).map { "c\($0)" }
            let count = rig.requests.all.count
            #expect(try await rig.data.join(ids) == ids)
            #expect(rig.requests.all.count - count <= 5, "\(rig.requests.all.dropFirst(count))")
            let members = try await rig.store.read { try PubNubManagedMember.membershipsBy(userId: "me").fetchAll($0) }
            #expect(members.count == 20 && members.allSatisfy { !$0.isPending })
            #expect(try rig.store.memberCustom("c7")["lastReadMessageTimetoken"] != nil)
            #expect(try await rig.data.join(ids + ["new"]) == ["new"])
            #expect(try rig.store.count("outbox") == 0)
        }
    }

    @Test("The thread of a queued message starts after it; without a connection the error says when")
    func thread() async throws {
        try await withRig { _, rig in
            try await rig.offline {
                try await rig.queue("m")
                do {
                    try await rig.data.startThread(ofMessage: "m")
                    Issue.record("a thread without a timetoken")
                } catch ChatError.entityCreationError(let text) {
                    #expect(text.contains("sendState is sent"))
                }
            }
            let thread = try await rig.data.startThread(ofMessage: "m")
            let row = try rig.row("m")
            #expect(thread.parentTimetoken > 0 && row?.timetoken == thread.parentTimetoken)
            #expect(row?.threadId == thread.id)
        }
    }
}
