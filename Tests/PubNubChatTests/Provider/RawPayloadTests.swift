import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import struct PubNubWire.RawJSON
import Testing

@testable import PubNubChat

@Suite("Stores the original JSON, and reads it field by field")
struct RawPayloadTests {
    private static let content =
        #"{"z":1.50,"a":[123456789012345678901234567890123456789012345678,1e400],"é":"\u00e9"}"#
    private static let custom = #"{"later":{"deep":[null,true]},"b":1,"a":2}"#
    private static let payload =
        #"{"text":"t","pinned":true,"id":"m","content":"# + content + #","custom":"# + custom
        + #","createdAt":"2022-05-10T14:48:00Z","rank":1e400}"#

    /// A client whose history responds with this body.
    private func client(_ body: String) async -> ScriptedClient {
        await ScriptedClient { path in path.hasPrefix("/publish/") ? nil : RecordedResponse.reply(body) }
    }

    private static func history(_ payload: String) -> String {
        #"{"status":200,"channels":{"c":[{"message":"# + payload + #","timetoken":"15000000000000001","uuid":"u"}]}}"#
    }

    private func row(_ store: ChatStore) throws -> PubNubManagedMessage {
        try #require(try store.read { try PubNubManagedMessage.fetchOne($0, id: "m") })
    }

    private func text(_ data: Data?) -> String? { data.map { String(decoding: $0, as: UTF8.self) } }

    @Test(
        "Stores content, custom and unknown members of history byte for byte, also without types of the app"
    )
    func history() async throws {
        let data = try await client(Self.history(Self.payload)).provider(VoidCustomData.self)
        try await data.syncRemoteMessages(.init(channels: ["c"]))
        let row = try row(data.store)
        #expect(text(row.content) == Self.content)
        #expect(text(row.custom) == Self.custom)
        #expect(text(row.extra) == #"{"pinned":true,"rank":1e400}"#)
    }

    @Test("Stores content and custom of a real-time message byte for byte")
    func live() throws {
        let store = try ChatStore(configuration: .inMemory)
        let writer = LiveWriter<VoidCustomData, PubNubManagedChatEntities> { _ in }
        let event = LiveEvent.message(publisher: "u", payload: RawJSON(text: Self.payload))
        let arrival = LiveArrival(channel: "c", through: "c", timetoken: 5, event: event)
        #expect(store.writer.writeWithoutTransaction { writer.store([.arrival(arrival)], in: $0) }.isEmpty)
        let row = try row(store)
        #expect(text(row.content) == Self.content && text(row.custom) == Self.custom && row.extra != nil)
    }

    @Test("A stored message that is sent again has all its members")
    func sentAgain() async throws {
        let client = await client(Self.history(Self.payload))
        let data = try client.provider(VoidCustomData.self)
        try await data.syncRemoteMessages(.init(channels: ["c"]))
        let stored: PubNubChatMessage = try await data.store.read { db in
            try #require(try PubNubManagedMessage.fetchOne(db, id: "m")).convert(from: db)
        }
        try await data.sendRemoteMessage(.init(message: stored))
        let sent = try #require(client.published.last)
        for part in [
            "123456789012345678901234567890123456789012345678", "1e400", #""pinned":true"#, #""later":"#, #""deep":"#,
        ] {
            #expect(sent.contains(part), "\(part)")
        }
        #expect(text(try row(data.store).content) == Self.content)
    }

    @Test(
        "A member of another type affects only itself",
        arguments: [
            (#""contentType":7"#, "contentType"), (#""custom":7"#, "custom"), (#""content":"x""#, "content"),
            (#""content":{"size":"big","image":"i.png"}"#, "content.size"),
            (#""content":{"size":{"width":"9"},"image":"i.png"}"#, "content.size"),
            (#""custom":{"tags":["a",1]}"#, "custom.tags"),
        ]
    )
    func lenient(member: String, field: String) async throws {
        let payload = #"{"id":"m","text":"t","createdAt":"2022-05-10T14:48:00Z","# + member + "}"
        let data = try await client(Self.history(payload)).provider()
        let page: ChatHistoryPage<TestCustom> = try await data.service.history(.init(channels: ["c"]))
        #expect(page.failures.isEmpty && page.messages["c"]?.first?.content.defaultedFields == [field])
        try await data.syncRemoteMessages(.init(channels: ["c"]))
        let stored = try #require(try data.store.message("m"))
        #expect(stored.text == "t" && stored.custom.tags == nil)
        if member.contains("image") { #expect(stored.content.content.image == "i.png") }
        let row = try row(data.store)
        let kept = [row.content, row.custom, row.extra].compactMap { text($0) }.joined()
        let value = try #require(member.split(separator: ":", maxSplits: 1).last)
        #expect(kept.contains(value))
    }

    @Test(
        "Reports a mismatch with timetoken and field name, and skips a payload that is not a message"
    )
    func syncEvents() throws {
        let store = try ChatStore(configuration: .inMemory)
        let outcomes = IntegrationInbox<LiveOutcome>()
        let writer = LiveWriter<TestCustom, PubNubManagedChatEntities> { for outcome in $0 { outcomes.put(outcome) } }
        for (time, payload) in [
            (5, #"{"id":"m","text":"t","createdAt":"2022-05-10T14:48:00Z","custom":{"tags":1}}"#), (6, #"{"id":"n"}"#),
        ] {
            let event = LiveEvent.message(publisher: "u", payload: RawJSON(text: payload))
            let arrival = LiveArrival(channel: "c", through: "c", timetoken: Timetoken(time), event: event)
            #expect(store.writer.writeWithoutTransaction { writer.store([.arrival(arrival)], in: $0) }.isEmpty)
        }
        let mismatches = outcomes.all.compactMap { outcome -> [String]? in
            if case .mismatched("c", .messages, let fields, 5) = outcome { fields } else { nil }
        }
        #expect(mismatches == [["custom.tags"]])
        let skipped = outcomes.all.compactMap { outcome -> ChatError? in
            if case .skipped("c", let error, 6) = outcome { error } else { nil }
        }
        #expect(skipped == [.missingRequiredData("text")])
        #expect(try store.message("m")?.text == "t" && store.message("n") == nil)
    }

    @Test(
        "Custom data from lists and events retains fields that the app's types lack"
    )
    func objects() async throws {
        let object =
            #""custom":{"b":1,"new":"x","long":123456789012345678901234567890123456789012345},"eTag":"A","updated":"2020-09-23T09:23:34Z""#
        let data = try await client(#"{"status":200,"data":[{"id":"o","# + object + "}]}").provider()
        try await data.syncRemoteUsers(.init())
        try await data.syncRemoteChannels(.init())
        let member = #"{"status":200,"data":[{"uuid":{"id":"o","# + object + "}," + object + "}]}"
        let members = try await client(member).provider()
        try await members.syncRemoteUserMembers(.init(channelId: "o"))
        let rows = try await data.store.read { db in
            [
                try PubNubManagedUser.fetchOne(db, id: "o")?.custom,
                try PubNubManagedChannel.fetchOne(db, id: "o")?.custom,
            ]
        }
        let others = try await members.store.read { db in
            [try PubNubManagedMember.fetchOne(db)?.custom, try PubNubManagedUser.fetchOne(db, id: "o")?.custom]
        }
        for custom in rows + others {
            #expect(text(custom)?.contains("123456789012345678901234567890123456789012345") == true)
            #expect(text(custom)?.contains(#""new":"x""#) == true)
        }
    }

    @Test(
        "Stores custom data of an event byte for byte; a field of another type does not affect the others"
    )
    func events() throws {
        let store = try storeWithBoth()
        let writer = LiveWriter<TestCustom, PubNubManagedChatEntities> { _ in }
        let custom = #"{"title":7,"new":[1.0],"joined":null}"#
        let json =
            #"{"id":"u","name":8,"email":"e","eTag":"B","updated":"2030-01-01T00:00:00Z","custom":"# + custom + "}"
        let event = LiveEvent.object(.init(type: "uuid", isDelete: false, data: RawJSON(text: json)))
        let arrival = LiveArrival(channel: "c", through: "c", timetoken: 5, event: event)
        #expect(store.writer.writeWithoutTransaction { writer.store([.arrival(arrival)], in: $0) }.isEmpty)
        let row = try #require(try store.read { try PubNubManagedUser.fetchOne($0, id: "u") })
        #expect(text(row.custom) == custom && row.email == "e" && row.name == "Name" && row.eTag == "B")
    }

    @Test("Writes a changed field anew, and retains fields that its type lacks")
    func changed() async throws {
        let custom = #"{"z":1.50,"tags":["a"],"y":2}"#
        let payload = #"{"id":"m","text":"t","createdAt":"2022-05-10T14:48:00Z","custom":"# + custom + "}"
        let data = try await client(Self.history(payload)).provider()
        try await data.syncRemoteMessages(.init(channels: ["c"]))
        var stored = try #require(try data.store.message("m"))
        stored.tags = ["b"]
        _ = try await data.load(messages: [stored], processMessageActions: false)
        #expect(text(try row(data.store).custom) == #"{"z":1.50,"tags":["b"],"y":2}"#)
        stored.tags = nil
        _ = try await data.load(messages: [stored], processMessageActions: false)
        #expect(text(try row(data.store).custom) == #"{"z":1.50,"y":2}"#)
    }

    @Test("Stores the presence state of a user unchanged")
    func presenceState() throws {
        let store = try storeWithBoth()
        let writer = LiveWriter<TestCustom, PubNubManagedChatEntities> { _ in }
        let state = #"{"z":1.50,"a":123456789012345678901234567890123456789012345}"#
        let arrival = LiveArrival(
            channel: "c",
            through: "c",
            timetoken: 5,
            event: .presence(.state("u", RawJSON(text: state)))
        )
        #expect(store.writer.writeWithoutTransaction { writer.store([.arrival(arrival)], in: $0) }.isEmpty)
        #expect(text(try store.read { try PubNubManagedMember.fetchOne($0)?.presenceState }) == state)
    }
}
