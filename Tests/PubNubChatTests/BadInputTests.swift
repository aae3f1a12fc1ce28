import Foundation
import GRDB
import PubNubChat
import Testing

@Suite("Large, unusual or invalid input")
struct BadInputTests {
    @Test(
        "Stores and finds identifiers and texts of any characters",
        arguments: [
            "it's", #"say "x""#, "'; DROP TABLE channel; --", "👩‍👩‍👧‍👦🇺🇦", "%_\\*", "", " ", "a:b", "a\nb", "é", "\u{FEFF}x",
            String(repeating: "long", count: 10_000),
        ]
    )
    func identifiers(id: String) throws {
        let store = try storeWithBoth()
        var original = message(id, text: id, user: id, channel: id, actions: [action(200, value: id, user: id)])
        original.channelModel = channel(id, name: id)
        original.userModel = user(id, name: id)
        original.messageActions[0].pubnubChannelId = id
        try store.write { [original] db in
            try PubNubManagedMessage.insert(message: original, into: db)
            try PubNubManagedMember.insertOrUpdate(member: member(id, id), forceWrite: false, into: db)
        }
        #expect(try store.channel(id)?.id == id && store.member(id, id)?.chatUser.id == id)
        let stored = try #require(try store.message(id))
        #expect(stored.content == original.content && stored.messageActions.map(\.value) == [id])
        #expect(try store.read { try PubNubManagedMessage.messagesBy(pubnubChannelId: id).fetchCount($0) } == 1)
    }

    @Test("Stores a text of a megabyte, and one with NUL, completely")
    func texts() throws {
        let store = try storeWithBoth()
        for text in [String(repeating: "🙂", count: 262_144), "before\0after", "\0"] {
            try store.write {
                try PubNubManagedMessage.insertOrUpdate(
                    message: message(text: text),
                    processMessageActions: false,
                    into: $0
                )
            }
            #expect(try store.message()?.text == text)
        }
    }

    @Test("Refuses an identifier or name with NUL, at which SQLite would cut it")
    func nul() throws {
        let store = try storeWithBoth()
        #expect(throws: ChatError.wrongContentType("a field with a NUL character")) {
            try store.write { try PubNubManagedChannel.insertOrUpdate(channel: channel("c\0d"), into: $0) }
        }
        #expect(throws: ChatError.wrongContentType("a field with a NUL character")) {
            try store.write { try PubNubManagedUser.insertOrUpdate(user: user(name: "\0"), into: $0) }
        }
        #expect(throws: ChatError.wrongContentType("a field with a NUL character")) {
            try store.write { try PubNubManagedMessage.insert(message: message("\0"), into: $0) }
        }
    }

    @Test("Refuses a timetoken beyond 63 bits, and stores the largest one below")
    func timetokens() throws {
        let store = try storeWithBoth()
        #expect(throws: ChatError.wrongContentType("timetoken \(UInt64.max)")) {
            try store.write { try PubNubManagedMessage.insert(message: message(timetoken: .max), into: $0) }
        }
        try store.write { try PubNubManagedMessage.insert(message: message(timetoken: UInt64(Int64.max)), into: $0) }
        #expect(try store.message()?.timetoken == UInt64(Int64.max))
        #expect(throws: ChatError.wrongContentType("timetoken \(UInt64.max)")) {
            try store.write { db in
                var reaction = action(.max, parent: UInt64(Int64.max))
                reaction.messageModel = message(timetoken: UInt64(Int64.max))
                try PubNubManagedMessageAction.insertOrUpdate(messageAction: reaction, into: db)
            }
        }
    }

    @Test("Refuses a date that is not finite", arguments: [Double.nan, .infinity, -.infinity])
    func dates(seconds: Double) throws {
        let store = try storeWithBoth()
        var broken = message()
        broken.content.createdAt = Date(timeIntervalSince1970: seconds)
        #expect(throws: ChatError.wrongContentType("a date that is not finite")) {
            try store.write { [broken] in try PubNubManagedMessage.insert(message: broken, into: $0) }
        }
        #expect(throws: ChatError.wrongContentType("a date that is not finite")) {
            try store.write { try PubNubManagedChannel.insertOrUpdate(channel: channel(at: seconds), into: $0) }
        }
    }

    @Test("Dates retain every digit")
    func precision() throws {
        let store = try storeWithBoth()
        let json = #"{"id":"c","updated":"2020-09-23T09:23:34.598494123Z"}"#
        let original = try ChatPayload.decode(Channel.self, from: Data(json.utf8))
        try store.write { try PubNubManagedChannel.insertOrUpdate(channel: original, into: $0) }
        #expect(try store.channel()?.updated == original.updated)
    }

    @Test("Of two items with the same identifier, stores the last one with all its content")
    func duplicates() async throws {
        let store = try storeWithBoth()
        let failures = try await store.write([message(text: "1"), message(text: "2", timetoken: 7)]) { db, item in
            try PubNubManagedMessage.insertOrUpdate(message: item, processMessageActions: true, into: db)
        }
        #expect(failures.isEmpty)
        #expect(try store.message()?.text == "2" && store.message()?.timetoken == 7 && store.count("message") == 1)
    }

    @Test("Accepts an empty list, and a batch size of zero", arguments: [-1, 0, 1])
    func emptyBatches(size: Int) async throws {
        let store = try storeWithBoth()
        #expect(try await store.write([Message](), batchSize: size) { _, _ in }.isEmpty)
        let failures = try await store.write([channel("a"), channel("b")], batchSize: size) { db, item in
            try PubNubManagedChannel.insertOrUpdate(channel: item, into: db)
        }
        #expect(try failures.isEmpty && store.count("channel") == 3)
    }

    @Test("Deeply nested JSON is an error, not a crash")
    func depth() {
        let json = #"{"id":"c","custom":"# + String(repeating: "[", count: 100_000)
        #expect(throws: ChatError.self) { try ChatPayload.decode(Channel.self, from: Data(json.utf8)) }
    }
}
