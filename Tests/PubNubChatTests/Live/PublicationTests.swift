import Foundation
import GRDB
import PubNub
import PubNubTestSupport
import struct PubNubWire.RawJSON
import TestRandom
import Testing

@testable import PubNubChat

/// A service whose history has one publication of a message, and whose list of reactions has others.
private struct OneMessage: BackfillSource {
    let message: Message
    let reactions: [Action]

    func time() async throws -> Timetoken { 1_000 }

    func messages(
        on channel: String,
        in range: TimetokenRange,
        withReactions: Bool
    ) async throws -> BackfillPage<Message> {
        BackfillPage(items: [message], timetokens: [message.timetoken])
    }

    func reactions(on channel: String, in range: TimetokenRange) async throws -> BackfillPage<Action>? {
        BackfillPage(items: reactions.filter { $0.actionTimetoken > range.after && $0.actionTimetoken <= range.upTo })
    }

    func channel(_ id: String) async throws -> BackfillMetadata<Channel>? { nil }
    func membersMark(of channel: String) async throws -> String? { nil }
    func members(of channel: String, from start: String?) async throws -> BackfillList<Member>? { nil }
    func presence(on channel: String) async throws -> ChannelPresence? { nil }
}

/// The path by which a publication reaches the store.
enum Delivery: String, CaseIterable, Sendable {
    case live, fill, sync, load
}

@Suite("A message that was published more than once")
struct PublicationTests {
    private typealias Writer = LiveWriter<TestCustom, PubNubManagedChatEntities>
    private typealias Storage = ChatStorage<TestCustom, PubNubManagedChatEntities>

    private static let first = publication(100, "first")
    private static let second = publication(150, "second")

    /// A publication of the message `m` with a reaction 10 ticks later.
    private static func publication(_ timetoken: Timetoken, _ text: String, by user: String = "u") -> Message {
        message(text: text, timetoken: timetoken, user: user, actions: [action(timetoken + 10, parent: timetoken)])
            .withModels
    }

    private func tell(_ event: LiveEvent, at timetoken: Timetoken, in store: ChatStore) {
        let writer = Writer { _ in }
        let arrival = LiveArrival(channel: "c", through: "c", timetoken: timetoken, event: event)
        let left = store.writer.writeWithoutTransaction { writer.store([.arrival(arrival)], in: $0) }
        #expect(left.isEmpty)
    }

    private func event(_ action: Action, isRemoved: Bool = false) -> LiveEvent {
        .reaction(
            .init(
                isRemoved: isRemoved,
                actionTimetoken: action.actionTimetoken,
                parentTimetoken: action.parentTimetoken,
                type: action.sourceType,
                value: action.value,
                userId: action.pubnubUserId
            )
        )
    }

    private func payload(_ message: Message) throws -> String {
        String(decoding: try JSONEncoder().encode(message.content), as: UTF8.self)
    }

    /// A publication as history returns it.
    private func history(_ message: Message) throws -> String {
        let actions = message.messageActions.map {
            #"{"uuid":"\#($0.pubnubUserId)","actionTimetoken":"\#($0.actionTimetoken)"}"#
        }
        let list = actions.isEmpty ? "" : #","actions":{"reaction":{"👍":[\#(actions.joined(separator: ","))]}}"#
        return """
            {"message":\(try payload(message)),"timetoken":"\(message.timetoken)","uuid":"\(message.pubnubUserId)"\(list)}
            """
    }

    /// A provider whose history and publish requests have these responses.
    private func provider(
        _ store: ChatStore,
        history body: String,
        published: String = "[]"
    ) async throws -> TestProvider {
        try await ScriptedClient(as: "u") { path in
            RecordedResponse.reply(path.hasPrefix("/publish/") ? published : body)
        }
        .provider(store: store)
    }

    private func bring(_ message: Message, by delivery: Delivery, to store: ChatStore) async throws {
        switch delivery {
        case .live:
            let event = LiveEvent.message(publisher: message.pubnubUserId, payload: RawJSON(text: try payload(message)))
            tell(event, at: message.timetoken, in: store)
            for action in message.messageActions { tell(self.event(action), at: action.actionTimetoken, in: store) }
        case .fill:
            let range = TimetokenRange(after: message.timetoken - 1, upTo: message.timetoken)
            try await store.write { try Ledger(db: $0).change("c", .messages) { $0.insert(range) } }
            let filler = Backfill<TestCustom, PubNubManagedChatEntities>(
                store: store,
                source: OneMessage(message: message, reactions: Self.first.messageActions + Self.second.messageActions),
                journal: ChangeJournal()
            ) { _ in }
            #expect(try await filler.fill("c").isWhole)
        case .sync:
            let page = #"{"status":200,"channels":{"c":[\#(try history(message))]}}"#
            let data = try await provider(store, history: page)
            let request = MessageHistoryRequest(
                channels: ["c"],
                start: message.timetoken + 1,
                end: message.timetoken
            )
            try await data.syncRemoteMessages(request)
        case .load:
            let failures = try await LoadTests.provider(store).load(messages: [message], processMessageActions: true)
            #expect(failures.isEmpty)
        }
    }

    @Test(
        "The first publication wins in every order and on every path; both retain their reactions",
        arguments: Delivery.allCases,
        Delivery.allCases
    )
    func firstWins(one: Delivery, other: Delivery) async throws {
        for messages in [[Self.first, Self.second], [Self.second, Self.first]] {
            let store = try storeWithBoth()
            try await bring(messages[0], by: one, to: store)
            try await bring(messages[1], by: other, to: store)
            // The same page is read twice.
            try await bring(messages[0], by: other, to: store)
            let stored = try #require(try store.message())
            #expect(stored.timetoken == 100 && stored.text == "first")
            #expect(stored.messageActions.map(\.id) == ["u-100-110", "u-150-160"])
            #expect(try store.count("message") == 1 && store.count("parkedReaction") == 0)
            // Each is removed by its own identifier.
            tell(event(action(160, parent: 150), isRemoved: true), at: 170, in: store)
            #expect(try store.message()?.messageActions.map(\.id) == ["u-100-110"])
            tell(event(action(110, parent: 100), isRemoved: true), at: 171, in: store)
            #expect(try store.message()?.messageActions == [])
        }
    }

    @Test(
        "A page that has a publication with fewer reactions removes only those of this publication",
        arguments: [Delivery.fill, .sync, .load]
    )
    func fewerReactions(delivery: Delivery) async throws {
        let store = try storeWithBoth()
        for message in [Self.first, Self.second] { try await bring(message, by: .live, to: store) }
        var page = Self.second
        page.messageActions = []
        try await bring(page, by: delivery, to: store)
        #expect(try store.message()?.messageActions.map(\.id) == ["u-100-110"])
        try await bring(Self.second, by: delivery, to: store)
        page = Self.first
        page.messageActions = []
        try await bring(page, by: delivery, to: store)
        #expect(try store.message()?.messageActions.map(\.id) == ["u-150-160"])
    }

    @Test("Stores the earliest 100 republications of a message, regardless of the order of arrival")
    func manyCopies() async throws {
        var random = SeededGenerator(seed: 5)
        let inOrder = (101...220).map { Self.publication(Timetoken($0) * 100, "\($0)") }
        for messages in [inOrder, inOrder.reversed(), inOrder.shuffled(using: &random)] {
            let store = try storeWithBoth()
            for message in messages { try await bring(message, by: .live, to: store) }
            let stored = try #require(try store.message())
            #expect(stored.text == "101" && stored.timetoken == 10_100)
            let copies = try await store.read { db in
                try Int.fetchAll(db, sql: "SELECT timetoken FROM messageCopy ORDER BY timetoken")
            }
            #expect(copies == (102...201).map { $0 * 100 })
            #expect(stored.messageActions.map(\.parentTimetoken) == (101...201).map { $0 * 100 })
        }
    }

    @Test("A message that is sent twice retains its first publication; a reaction to the later one belongs to it")
    func sentTwice() async throws {
        let store = try storeWithBoth()
        for (timetoken, text) in [(200, "sent"), (250, "again"), (150, "once more")] {
            let data = try await provider(store, history: "{}", published: #"[1,"Sent","\#(timetoken)"]"#)
            try await data.sendRemoteMessage(.init(message: message(text: text, timetoken: 0)))
        }
        #expect(try store.message()?.timetoken == 150 && store.message()?.text == "once more")
        for parent in [150, 200, 250] as [Timetoken] {
            tell(event(action(300 + parent, parent: parent)), at: 300 + parent, in: store)
        }
        #expect(try store.message()?.messageActions.map(\.parentTimetoken) == [150, 200, 250])
    }

    @Test(
        "Across authors, the older publication wins; the other's reactions return if its message does",
        arguments: [false, true]
    )
    func otherAuthors(isLive: Bool) async throws {
        let own = Self.publication(150, "own")
        let others = Self.publication(100, "other's", by: "v")
        for messages in [[own, others], [others, own]] {
            let store = try storeWithBoth()
            for message in messages { try await bring(message, by: isLive ? .live : .fill, to: store) }
            let stored = try #require(try store.message())
            #expect(stored.pubnubUserId == "v" && stored.text == "other's" && stored.timetoken == 100)
            #expect(stored.messageActions.map(\.parentTimetoken) == [100])
            #expect(try store.count("messageAction") == 1)
        }
    }

    @Test(
        "Three publications by two authors have the same result in every order, with the reactions of the first author",
        arguments: [Delivery.live, .fill, .sync],
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    )
    func threePublications(delivery: Delivery, order: [Int]) async throws {
        let messages = [Self.first, Self.publication(130, "other's", by: "v"), Self.second]
        let store = try storeWithBoth()
        for index in order { try await bring(messages[index], by: delivery, to: store) }
        let stored = try #require(try store.message())
        #expect(stored.pubnubUserId == "u" && stored.text == "first" && stored.timetoken == 100)
        #expect(stored.messageActions.map(\.parentTimetoken) == [100, 150])
        #expect(try store.count("refusedPublication") == 1, "the other author's is still refused")
        // A later edit of the republication changes the message.
        var edit = action(200, value: "edited", parent: 150)
        edit.sourceType = "edited"
        tell(event(edit), at: 200, in: store)
        #expect(try store.message()?.currentText == "edited")
    }

    @Test("Reactions to a refused publication that were removed during an absence do not return with it")
    func removedMeanwhile() async throws {
        let store = try storeWithBoth()
        try await bring(Self.publication(130, "other's", by: "v"), by: .live, to: store)
        try await bring(Self.second, by: .live, to: store)
        #expect(try store.count("parkedReaction") == 1)
        try await store.write { try Ledger(db: $0).miss("c", TimetokenRange(after: 300, upTo: 400)) }
        let source = OneMessage(message: message("n", timetoken: 350).withModels, reactions: [])
        let filler = Backfill<TestCustom, PubNubManagedChatEntities>(
            store: store,
            source: source,
            journal: ChangeJournal()
        ) { _ in }
        #expect(try await filler.fill("c").missing == [:])
        #expect(try store.count("parkedReaction") == 0)
        try await bring(Self.first, by: .live, to: store)
        #expect(try store.message()?.messageActions.map(\.parentTimetoken) == [100])
    }

    @Test("What was refused for a message that the service deleted is missing")
    func deletedFirst() async throws {
        let store = try storeWithBoth()
        try await bring(Self.first, by: .live, to: store)
        try await bring(Self.publication(130, "other's", by: "v"), by: .live, to: store)
        try await bring(Self.publication(140, "a third", by: "w"), by: .live, to: store)
        try await bring(Self.second, by: .live, to: store)
        func remove(_ range: TimetokenRange) async throws -> [TimetokenRange] {
            try await store.write { db in
                try Storage(db: db).removeMessages(on: "c", in: range, except: [])
                return try Ledger(db: db).gaps(of: "c", .older).ranges
            }
        }
        // The message continues with its republication, before which the others published theirs.
        let gaps = try await remove(TimetokenRange(after: 90, upTo: 130))
        #expect(try store.message()?.timetoken == 150)
        #expect(gaps == [TimetokenRange(after: 139, upTo: 140)], "that at 130 was deleted too")
        #expect(try store.count("refusedPublication") == 0)
        try await bring(Self.publication(160, "late", by: "w"), by: .live, to: store)
        let later = try await remove(TimetokenRange(after: 145, upTo: 155))
        #expect(try store.message() == nil)
        #expect(later == [TimetokenRange(after: 139, upTo: 140), TimetokenRange(after: 159, upTo: 160)])
    }

    @Test("Another author's publication that was refused for an unpublished message is missing if it was the first")
    func refusedForUnpublished() async throws {
        let store = try storeWithBoth()
        _ = try await LoadTests.provider(store).load(messages: [message(timetoken: 0)], processMessageActions: false)
        try await bring(Self.publication(130, "other's", by: "v"), by: .live, to: store)
        let gaps = try await store.write { db in
            let refusal = try Storage(db: db).store(message(timetoken: 150).withModels, withActions: false)
            #expect(refusal == nil)
            return try Ledger(db: db).gaps(of: "c", .older).ranges
        }
        #expect(gaps == [TimetokenRange(after: 129, upTo: 130)])
    }

    @Test("A channel has at most 1,000 refused publications, the newest")
    func manyRefused() async throws {
        let store = try storeWithBoth()
        try await bring(Self.first, by: .live, to: store)
        try await store.write { db in
            for timetoken in 201...1_300 as ClosedRange<Timetoken> {
                let other = message(timetoken: timetoken, user: "v").withModels
                let refusal = try Storage(db: db).store(other, withActions: false)
                #expect(refusal != nil)
            }
        }
        let timetokens = try await store.read { try Int.fetchAll($0, sql: "SELECT timetoken FROM refusedPublication") }
        #expect(timetokens.count == 1_000 && timetokens.min() == 301)
    }

    @Test("Loading a republication by another author throws")
    func refused() async throws {
        let store = try storeWithBoth()
        try await bring(Self.first, by: .load, to: store)
        let data = LoadTests.provider(store)
        let failures = try await data.load(messages: [Self.publication(150, "x", by: "v")], processMessageActions: true)
        #expect(failures.first?.error as? ChatError == .entityCreationError("another message m is stored"))
        #expect(try store.message()?.text == "first")
    }

    @Test("A published message never becomes unpublished; a message without an author gets the one of the service")
    func completed() async throws {
        let store = try storeWithBoth()
        try await bring(Self.first, by: .live, to: store)
        _ = try await LoadTests.provider(store).load(
            messages: [message(text: "Edited", timetoken: 0)],
            processMessageActions: false
        )
        #expect(try store.message()?.timetoken == 100 && store.message()?.text == "Edited")
        var unknown = message("n", timetoken: 300, user: "").withModels
        try await store.write { [unknown] in _ = try Storage(db: $0).store(unknown, withActions: true) }
        #expect(try store.message("n")?.pubnubUserId == "")
        unknown = message("n", timetoken: 300, user: "v").withModels
        try await store.write { [unknown] in _ = try Storage(db: $0).store(unknown, withActions: true) }
        #expect(try store.message("n")?.pubnubUserId == "v")
    }

    @Test("A page in flight does not undo reactions that this client added or removed")
    func ownReactions() async throws {
        try await withRig { _, rig in
            let new = message(timetoken: 0, user: "me")
            let parent = try await rig.data.sendRemoteMessage(.init(message: new))
            let old = try await rig.data.sendRemoteMessageAction(
                .init(parent: parent, actionType: "reaction", actionValue: "old")
            )
            let page = try await rig.data.service.history(.init(channels: ["c"])) as ChatHistoryPage<TestCustom>
            let data = rig.data
            try await data.ask(about: ["c"]) {
                try await data.removeRemoteMessageAction(.init(messageAction: old))
                try await data.sendRemoteMessageAction(
                    .init(parent: parent, actionType: "reaction", actionValue: "new")
                )
            } storing: { _, storage in
                for message in page.messages["c"] ?? [] { _ = try storage.store(message, withActions: true) }
            }
            #expect(try rig.store.message()?.messageActions.map(\.value) == ["new"])
        }
    }

    @Test(
        "Migration restores the publication of each reaction, and the first publication of each message"
    )
    func migrated() async throws {
        try await withDirectory { directory in
            let old = try DatabaseQueue(path: directory.appendingPathComponent("default").path)
            var migrator = DatabaseMigrator()
            StoreSchema.register(in: &migrator)
            try migrator.migrate(old, upTo: "6 positions of messages")
            try await old.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO channel (id, name) VALUES ('c', 'Name');
                        INSERT INTO user (id) VALUES ('it-s'), ('new');
                        INSERT INTO member (id, channelId, userId, status, lastUpdated, eTag) VALUES
                            ('c:it-s', 'c', 'it-s', NULL, 0, 'A'), ('c:new', 'c', 'new', 'invited', NULL, NULL);
                        INSERT INTO message (id, timetoken, dateCreated, text, pubnubUserId, pubnubChannelId) VALUES
                            ('m', 100, 0, 'Hello', 'it-s', 'c'), ('n', 100, 0, 'Hello', 'it-s', 'c');
                        INSERT INTO messageAction (id, published, sourceType, value, pubnubChannelId,
                            pubnubParentTimetoken, pubnubParentId, pubnubUserId)
                            VALUES ('it-s-100-200', 200, 'reaction', 'smile', 'c', 100, 'm', 'it-s');
                        UPDATE message SET timetoken = 150 WHERE id = 'm';
                        """
                )
                #expect(try Int.fetchOne(db, sql: "SELECT pubnubParentTimetoken FROM messageAction") == 150)
            }
            try old.close()
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let store = try ChatStore(configuration: configuration)
            #expect(try store.message("m")?.timetoken == 100 && store.message("n")?.timetoken == 100)
            #expect(try store.message("m")?.messageActions.map(\.id) == ["it-s-100-200"])
            // The publication that the row had is now recorded as a republication.
            tell(event(action(300, user: "it-s", parent: 150)), at: 300, in: store)
            #expect(try store.message("m")?.messageActions.map(\.id) == ["it-s-100-200", "it-s-150-300"])
            // The service has the membership with tag and date; only the application may have stored the other.
            let synced = try await store.read { try PubNubManagedMember.syncedMembersBy(channelID: "c").fetchAll($0) }
            #expect(synced.map(\.userId) == ["it-s"])
            #expect(try store.member("c", "new")?.status == "invited")
        }
    }
}
