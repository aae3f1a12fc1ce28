import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import struct PubNubWire.RawJSON
import Testing

@testable import PubNubChat

@Suite("Threads, quotes and mentions")
struct ThreadTests {
    private func row(_ id: String, in store: ChatStore) throws -> PubNubManagedMessage? {
        try store.read { try PubNubManagedMessage.fetchOne($0, id: id) }
    }

    @Test("Starting a thread marks the message for everyone, once, and replies are messages of the thread's channel")
    func thread() async throws {
        try await withRig { _, rig in
            let sent = try await rig.data.sendRemoteMessage(.init(message: message("m", timetoken: 0, user: "me")))
            let thread = try await rig.data.startThread(ofMessage: "m")
            #expect(thread.id == "PUBNUB_INTERNAL_THREAD_c_\(sent.timetoken)")
            #expect(try row("m", in: rig.store)?.threadId == thread.id)
            #expect(try rig.store.message("m")?.threadId == thread.id)
            let requests = rig.requests.all.count
            #expect(try await rig.data.startThread(ofMessage: "m") == thread)
            #expect(rig.requests.all.count == requests)
            let reply = message("r", text: "reply", timetoken: 0, user: "me", channel: thread.id)
            try await rig.data.sendRemoteMessage(.init(message: reply))
            #expect(try rig.store.message("r")?.thread == thread)
            let parent = try await rig.store.read { try PubNubManagedMessage.parentBy(thread: thread).fetchOne($0) }
            #expect(parent?.id == "m")
            // Another user sees the thread.
            let other = try await Rig(rig.address)
            try await other.data.syncRemoteMessages(.init(channels: ["c"]))
            #expect(try row("m", in: other.store)?.threadId == thread.id)
            try await other.data.syncRemoteMessages(.init(channels: [thread.id]))
            #expect(try other.store.message("r")?.text == "reply")
        }
    }

    @Test("A message of a thread, and one that is not stored, have no thread")
    func refused() async throws {
        let client = await ScriptedClient(as: "me") { _ in nil }
        let data = try client.provider()
        let inThread = message("r", channel: "PUBNUB_INTERNAL_THREAD_c_100").withModels
        try await data.store.write { db in
            _ = try PubNubManagedMessage.insertOrUpdate(message: inThread, processMessageActions: false, into: db)
        }
        for id in ["r", "absent"] {
            await #expect(throws: ChatError.self) { try await data.startThread(ofMessage: id) }
        }
    }

    @Test("A message has a thread until the last action for it is removed, and never that of another channel")
    func severalRoots() throws {
        let store = try storeWithBoth()
        let own = "PUBNUB_INTERNAL_THREAD_c_100"
        try store.write { db in
            try PubNubManagedMessage.insertOrUpdate(message: message(), processMessageActions: false, into: db)
            for (timetoken, value) in [(300, own), (200, own), (150, "other")] as [(Timetoken, String)] {
                var root = action(timetoken, value: value)
                root.sourceType = "threadRootId"
                try PubNubManagedMessageAction.insertOrUpdate(messageAction: root, into: db)
            }
        }
        #expect(try row("m", in: store)?.threadId == own && store.message()?.threadId == own)
        try store.write { db in
            try PubNubManagedMessage.insertOrUpdate(message: message(), processMessageActions: false, into: db)
            _ = try PubNubManagedMessageAction.remove(messageActionId: "u-100-200", from: db)
        }
        #expect(try row("m", in: store)?.threadId == own)
        try store.write { _ = try PubNubManagedMessageAction.remove(messageActionId: "u-100-300", from: $0) }
        #expect(try row("m", in: store)?.threadId == nil && store.message()?.threadId == nil)
    }

    @Test(
        "Reads the channel names of threads, and no others",
        arguments: [
            ("PUBNUB_INTERNAL_THREAD_c_100", "c", 100), ("PUBNUB_INTERNAL_THREAD_a_b_7", "a_b", 7),
            ("PUBNUB_INTERNAL_THREAD_it's 🎉_1", "it's 🎉", 1), ("PUBNUB_INTERNAL_THREAD_c_", nil, 0),
            ("PUBNUB_INTERNAL_THREAD_c_0", nil, 0), ("PUBNUB_INTERNAL_THREAD__5", nil, 0),
            ("PUBNUB_INTERNAL_THREAD_5", nil, 0), ("PUBNUB_INTERNAL_THREAD_", nil, 0), ("c", nil, 0), ("", nil, 0),
        ] as [(String, String?, Timetoken)]
    )
    func names(id: String, parent: String?, timetoken: Timetoken) {
        let thread = ChatThread(id: id)
        #expect(thread?.parentChannelId == parent && thread?.parentTimetoken ?? 0 == timetoken)
        if let thread { #expect(thread.id == id) }
    }

    @Test("A quote and mentions are published in the metadata, and stored and read again with other members")
    func metadata() async throws {
        try await withRig { _, rig in
            let first = try await rig.data.sendRemoteMessage(
                .init(message: message("first", text: "said", timetoken: 0, user: "me"))
            )
            try await rig.data.editMessage("first", text: "said better")
            let quoted = try #require(try row("first", in: rig.store))
            var answer = message("second", text: "@Ann and @Bob: yes", timetoken: 0, user: "me")
            answer.content.quote = ChatQuote(quoted)
            answer.content.mentions = [.init(userId: "ann", name: "Ann"), .init(userId: "bob", name: "")]
            try await rig.data.sendRemoteMessage(.init(message: answer))
            let path = try #require(rig.requests.all.last { $0.hasPrefix("/publish/") }?.removingPercentEncoding)
            let parts = path.components(separatedBy: "meta=")
            try #require(parts.count == 2)
            #expect(!parts[0].contains("quotedMessage") && !parts[0].contains("mentionedUsers"))
            #expect(parts[1].contains(#""timetoken":"\#(first.timetoken)""#))
            let other = try await Rig(rig.address)
            try await other.data.syncRemoteMessages(.init(channels: ["c"]))
            for store in [rig.store, other.store] {
                let message = try #require(try store.message("second"))
                #expect(message.content.mentions == answer.content.mentions)
                let quote = try #require(message.content.quote)
                #expect((quote.messageId, quote.text, quote.userId) == ("first", "said better", "me"))
                #expect(quote.timetoken == first.timetoken && quote.channelId == "c")
                let row = try #require(try row("second", in: store))
                #expect(row.quote == quote && row.mentions == answer.content.mentions)
                let mentioning = try await store.read { db in
                    try PubNubManagedMessage.newestMessagesBy(mentionedUserId: "ann", limit: 5).fetchAll(db).map(\.id)
                }
                #expect(mentioning == ["second"])
            }
            answer.content.quote = nil
            answer.content.mentions = []
            #expect(answer.content.extraJSON == nil)
        }
    }

    @Test("A subscriber receives the quote and the mentions in the metadata of a message")
    func subscriber() async throws {
        try await withRig { _, rig in
            let channel = "quotes-\(UUID().uuidString)"
            let scene = try await LiveScene.live(rig.address, as: "bob", on: [channel])
            var answer = message("yes", text: "yes", timetoken: 0, user: "me", channel: channel)
            answer.content.quote = ChatQuote(messageId: "", timetoken: 7, text: "Tea?", userId: "ann")
            answer.content.mentions = [.init(userId: "ann", name: "Ann")]
            try await rig.data.sendRemoteMessage(.init(message: answer, metadata: .object(["own": .integer(1)])))
            try await scene.wait(for: ["yes"], on: channel)
            let row = try #require(try row("yes", in: scene.store))
            #expect(row.quote == answer.content.quote && row.mentions == answer.content.mentions)
        }
    }

    @Test("A quote that has no place in the metadata of the app, or must be encrypted, is published in the payload")
    func places() async throws {
        var quoting = message("q", text: "yes", timetoken: 0, user: "me")
        quoting.content.quote = ChatQuote(messageId: "", timetoken: 7, text: "Tea?", userId: "ann")
        let plain = await ScriptedClient(as: "me") { _ in nil }
        let data = try plain.provider()
        let metadata: [(JSON?, isMoved: Bool)] = [
            (nil, true), (.null, true), (.object(["lang": .string("en")]), true), (.array([.integer(1)]), false),
            (.object(["quotedMessage": .string("mine")]), false),
        ]
        for (index, item) in metadata.enumerated() {
            try await data.sendRemoteMessage(.init(message: quoting, metadata: item.0))
            let parts = try #require(plain.published.last).components(separatedBy: "meta=")
            #expect(parts[0].contains("Tea?") != item.isMoved, "\(index)")
            #expect((parts.last ?? "").contains("Tea?") == (item.isMoved || parts.count == 1), "\(index)")
        }
        #expect(plain.published[2].contains(#""lang":"en""#) && plain.published[4].contains(#""quotedMessage":"mine""#))
        let encrypting = await ScriptedClient(as: "me", cipherKey: "key") { _ in nil }
        try await encrypting.provider().sendRemoteMessage(.init(message: quoting))
        let path = try #require(encrypting.published.last)
        #expect(!path.contains("meta=") && !path.contains("Tea?"))
    }

    @Test("A quote in the payload takes precedence over one in the metadata, and metadata of other types is ignored")
    func precedence() throws {
        func quote(_ payload: String, _ metadata: String) throws -> ChatQuote? {
            let arrival = LiveArrival(
                channel: "c",
                through: "c",
                timetoken: 9,
                event: .message(publisher: "u", payload: RawJSON(text: payload), metadata: RawJSON(text: metadata))
            )
            guard case .message(let message)? = try LiveTranslator<TestCustom>().changes(of: arrival).first else {
                return nil
            }
            return message.content.quote
        }
        let fields = #""id":"m","text":"t","createdAt":"2022-05-10T14:48:00.000Z""#
        let (ours, theirs) = (
            #""quotedMessage":{"timetoken":"5","text":"ours","userId":"u"}"#,
            #""quotedMessage":{"timetoken":"6","text":"theirs","userId":"u"}"#
        )
        #expect(try quote("{\(fields)}", "{\(theirs)}")?.text == "theirs")
        #expect(try quote("{\(fields),\(ours)}", "{\(theirs)}")?.text == "ours")
        for other in ["[]", #""text""#, "{", "", #"{"quotedMessage":7}"#] {
            #expect(try quote("{\(fields)}", other) == nil)
        }
    }

    @Test(
        "Members of other types are neither a quote nor mentions, and the message is stored",
        arguments: [
            #"{"quotedMessage":"x","mentionedUsers":"x"}"#, #"{"quotedMessage":{},"mentionedUsers":{}}"#,
            #"{"quotedMessage":[1],"mentionedUsers":[1,null,{"id":7},{"name":"n"},["a"]]}"#,
            #"{"quotedMessage":{"timetoken":-1,"text":"t","userId":"u"},"mentionedUsers":null}"#,
        ]
    )
    func otherTypes(extra: String) throws {
        let store = try storeWithBoth()
        var message = message()
        message.content.read(content: nil, custom: nil, extra: Data(extra.utf8))
        try store.write { [message] db in
            try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
        }
        let row = try #require(try row("m", in: store))
        #expect(row.quote == nil && row.mentions == [] && row.extra == Data(extra.utf8))
        #expect(try store.count("messageMention") == 0)
    }

    @Test("Mentions follow changes of a message, and its removal, and deleted messages are not listed")
    func mentions() throws {
        let store = try storeWithBoth()
        func put(_ users: [String]) throws {
            var message = message()
            message.content.mentions = users.map { ChatMention(userId: $0, name: $0) }
            try store.write { [message] db in
                try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
            }
        }
        func found(_ user: String) throws -> [String] {
            try store.read { db in
                try PubNubManagedMessage.newestMessagesBy(mentionedUserId: user, limit: 5).fetchAll(db).map(\.id)
            }
        }
        try put(["ann", "bob", "ann"])
        #expect(try found("ann") == ["m"] && found("bob") == ["m"])
        try put(["bob"])
        #expect(try found("ann") == [] && found("bob") == ["m"])
        var deletion = action(300, value: "deleted")
        deletion.sourceType = "deleted"
        try store.write { [deletion] in
            _ = try PubNubManagedMessageAction.insertOrUpdate(messageAction: deletion, into: $0)
        }
        #expect(try found("bob") == [])
        try store.write { _ = try PubNubManagedMessage.remove(messageId: "m", from: $0) }
        #expect(try store.count("messageMention") == 0)
    }
}
