import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Removes messages from the store that were deleted at the service", .timeLimit(.minutes(5)))
struct DeletedHistoryTests {
    /// A service whose history the test sets.
    private struct Archive: BackfillSource {
        let pages: @Sendable (TimetokenRange) throws -> BackfillPage<Message>

        func time() async throws -> Timetoken { 1_000 }
        func messages(
            on channel: String,
            in range: TimetokenRange,
            withReactions: Bool
        ) async throws -> BackfillPage<Message> {
            try pages(range)
        }
        func reactions(on channel: String, in range: TimetokenRange) async throws -> BackfillPage<Action>? { nil }
        func channel(_ id: String) async throws -> BackfillMetadata<Channel>? { nil }
        func membersMark(of channel: String) async throws -> String? { nil }
        func members(of channel: String, from start: String?) async throws -> BackfillList<Member>? { nil }
        func presence(on channel: String) async throws -> ChannelPresence? { nil }
    }

    /// A store with the messages `10` to `50`, each with a reaction, one that is not published, and one of another channel.
    private func store() throws -> ChatStore {
        let store = try storeWithBoth()
        try store.write { db in
            try PubNubManagedChannel.insertOrUpdate(channel: channel("d"), into: db)
            for time in [10, 20, 30, 40, 50] as [Timetoken] {
                let reaction = action(time + 1, parent: time)
                try PubNubManagedMessage.insert(
                    message: message("\(time)", timetoken: time, actions: [reaction]),
                    into: db
                )
            }
            try PubNubManagedMessage.insert(message: message("unsent", timetoken: 0), into: db)
            try PubNubManagedMessage.insert(message: message("elsewhere", timetoken: 25, channel: "d"), into: db)
        }
        return store
    }

    private func ids(_ store: ChatStore, on channel: String = "c") throws -> [String] {
        try store.read { db in
            try PubNubManagedMessage.messagesBy(pubnubChannelId: channel).order(Column("timetoken")).fetchAll(db).map(
                \.id
            )
        }
    }

    private func fill(
        _ store: ChatStore,
        _ range: TimetokenRange,
        _ pages: @escaping @Sendable (TimetokenRange) throws -> BackfillPage<Message>
    ) async throws {
        try await store.write { try Ledger(db: $0).change("c", .messages) { $0.insert(range) } }
        let filler = Backfill<TestCustom, PubNubManagedChatEntities>(
            store: store,
            source: Archive(pages: pages),
            journal: ChangeJournal()
        ) { _ in }
        #expect(try await filler.fill("c").isWhole)
    }

    @Test("A backfill removes messages that its pages lack, page by page, and none outside their ranges")
    func filled() async throws {
        let store = try store()
        try await fill(store, TimetokenRange(after: 10, upTo: 45)) { range in
            // The newest page has 40 only; the older one is empty.
            range.upTo > 40
                ? BackfillPage(items: [message("40", timetoken: 40).withModels], timetokens: [40], oldest: 40)
                : BackfillPage(items: [], timetokens: [])
        }
        #expect(try ids(store) == ["unsent", "10", "40", "50"] && ids(store, on: "d") == ["elsewhere"])
        #expect(
            try store.count("messageAction") == 2,
            "the page has no reaction to 40, and those of removed messages are gone"
        )
    }

    @Test("A page without timetokens removes nothing; an unreadable message counts as existing")
    func unreadable() async throws {
        let store = try store()
        try await fill(store, TimetokenRange(after: 0, upTo: 60)) { _ in BackfillPage(items: []) }
        #expect(try ids(store).count == 6)
        try await fill(store, TimetokenRange(after: 0, upTo: 60)) { _ in
            BackfillPage(
                items: [],
                faults: [UnreadableItem(error: .wrongContentType("text"))],
                timetokens: [10, 20, 30]
            )
        }
        #expect(try ids(store) == ["unsent", "10", "20", "30"])
    }

    @Test("A message whose first publication was deleted continues with the next one, and ends with the last")
    func publications() async throws {
        let store = try storeWithBoth()
        @Sendable func publication(_ time: Timetoken) -> Message {
            message(timetoken: time, actions: [action(time + 1, parent: time)]).withModels
        }
        try await store.write { db in
            for time in [10, 20, 30] as [Timetoken] {
                try PubNubManagedMessage.insertOrUpdate(
                    message: publication(time),
                    processMessageActions: true,
                    into: db
                )
            }
        }
        try await fill(store, TimetokenRange(after: 5, upTo: 15)) { _ in BackfillPage(items: [], timetokens: []) }
        #expect(try store.message()?.timetoken == 20)
        #expect(try store.message()?.messageActions.map(\.parentTimetoken) == [20, 30])
        try await fill(store, TimetokenRange(after: 25, upTo: 35)) { _ in BackfillPage(items: [], timetokens: []) }
        #expect(try store.message()?.messageActions.map(\.parentTimetoken) == [20])
        try await fill(store, TimetokenRange(after: 15, upTo: 35)) { _ in BackfillPage(items: [], timetokens: []) }
        #expect(try store.message() == nil && store.count("messageAction") == 0 && store.count("messageCopy") == 0)
    }

    @Test(
        "A page covers its oldest message up to the newest one that was stored before the request",
        arguments: [
            (nil, nil, [], 90, TimetokenRange(after: 0, upTo: 90)),
            (nil, nil, [40, 60], 90, TimetokenRange(after: 39, upTo: 90)),
            (70, nil, [40, 60], 90, TimetokenRange(after: 39, upTo: 69)),
            (70, 50, [60], 90, TimetokenRange(after: 59, upTo: 69)),
            (70, 50, [], 90, TimetokenRange(after: 49, upTo: 69)),
            (70, nil, [], 20, TimetokenRange(after: 0, upTo: 20)),
            (nil, nil, [95], 90, nil), (nil, nil, [], nil, nil), (20, 70, [], 90, nil),
        ] as [(Timetoken?, Timetoken?, [Timetoken], Timetoken?, TimetokenRange?)]
    )
    func covered(start: Timetoken?, end: Timetoken?, found: [Timetoken], newest: Timetoken?, range: TimetokenRange?) {
        for isComplete in [true, false] {
            let page = ChatHistoryPage<TestCustom>(
                messages: [:],
                failures: [],
                timetokens: found.isEmpty ? [:] : ["c": found],
                isComplete: isComplete,
                next: nil
            )
            let request = MessageHistoryRequest(channels: ["c"], start: start, end: end)
            #expect(page.covered("c", by: request, upTo: newest) == (isComplete ? range : nil))
        }
    }

    @Test(
        "A sync removes what another client deleted: one message, a range, all; unpublished messages stay",
        arguments: [true, false]
    )
    func synced(withActions: Bool) async throws {
        try await withOrigin { _, address in
            let rig = try await Rig(address)
            var times: [Timetoken] = []
            for number in 0..<6 { times.append(try await rig.client.say("\(number)", on: "c")) }
            try await rig.data.syncAllRemoteMessages(.init(channels: ["c"], actionsInResponse: withActions))
            _ = try await rig.data.load(
                messages: [message("unsent", timetoken: 0).withModels],
                processMessageActions: true
            )
            #expect(try ids(rig.store) == ["unsent"] + (0..<6).map { "\($0)" })

            try await address.deleteMessages(on: "c", after: times[1] - 1, upTo: times[1])
            // A page that ends before the deleted message removes nothing.
            let newest = MessageHistoryRequest(channels: ["c"], actionsInResponse: withActions, limit: 2)
            try await rig.data.syncRemoteMessages(newest)
            #expect(try ids(rig.store).contains("1"))
            let request = MessageHistoryRequest(channels: ["c"], actionsInResponse: withActions, limit: 3)
            try await rig.data.syncAllRemoteMessages(request)
            #expect(try ids(rig.store) == ["unsent", "0", "2", "3", "4", "5"])

            // This range includes the newest message.
            try await address.deleteMessages(on: "c", after: times[3], upTo: times[5])
            try await rig.data.syncRemoteMessages(.init(channels: ["c", "none"], actionsInResponse: withActions))
            #expect(try ids(rig.store) == ["unsent", "0", "2", "3"])
            try await address.deleteMessages(on: "c")
            try await rig.data.syncRemoteMessages(.init(channels: ["c"], actionsInResponse: withActions))
            #expect(try ids(rig.store) == ["unsent"])
        }
    }

    @Test("A message that is stored while a page is in flight stays, although the page lacks it")
    func published() async throws {
        try await withOrigin { _, address in
            let rig = try await Rig(address)
            let time = try await rig.client.say("old", on: "c")
            try await rig.data.syncRemoteMessages(.init(channels: ["c"]))
            try await address.deleteMessages(on: "c")
            let callbacks = rig.client.pubnub.configuration().callbackQueue
            callbacks.suspend()
            let data = rig.data
            let task = Task { try await data.syncRemoteMessages(.init(channels: ["c"])) }
            _ = try await rig.requests.next(2, "history") { $0.contains("/v3/history") ? true : nil }
            try await rig.store.write { db in
                let new = message("new", timetoken: time + 1).withModels
                let refusal = try ChatStorage<TestCustom, PubNubManagedChatEntities>(db: db).store(
                    new,
                    withActions: false
                )
                #expect(refusal == nil)
            }
            callbacks.resume()
            _ = try await task.value
            #expect(try ids(rig.store) == ["new"])
        }
    }

    @Test("A backfill removes messages that were deleted in a missing range")
    func filledFromService() async throws {
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let file = DatastoreConfiguration(storageDirectlyURL: directory)
                let bob = try await IntegrationClient.connected(address, as: "bob")
                let ann = try await LiveScene.live(address, as: "ann", on: ["room"], file: file)
                try await ann.provider.close()
                ann.client.pubnub.disconnect()
                var times: [Timetoken] = []
                for text in ["1", "2", "3"] { times.append(try await bob.say(text, on: "room")) }
                let again = try LiveScene(address, as: "ann", file: file)
                // The stored rows are available before the subscription.
                try await again.provider.connectPatiently()
                try await again.provider.dataProvider.syncRemoteMessages(.init(channels: ["room"]))
                #expect(try again.texts(on: "room") == ["1", "2", "3"])
                try await address.deleteMessages(on: "room", after: times[0], upTo: times[1])
                try await again.provider.subscribe(to: ["room"])
                try await again.upToDate("room")
                #expect(try again.texts(on: "room") == ["1", "3"])
            }
        }
    }
}
