import Foundation
import GRDB
import PubNub
import PubNubSupport
import PubNubTestSupport
import struct PubNubWire.RawJSON
import TestRandom
import Testing

@testable import PubNubChat

/// A service that the test implements: messages with timetokens, and pages of history.
final class PlainService: BackfillSource {
    struct Fault: Error {}

    private struct State {
        var now: Timetoken = 1_000
        var posts: [(channel: String, time: Timetoken, id: String)] = []
        var failures = 0
    }

    let pageSize: Int
    private let state = Locked(State())

    init(pageSize: Int = 3) { self.pageSize = pageSize }

    /// Publishes a message. Identifiers are in the order of the timetokens.
    func publish(on channel: String) -> LiveArrival {
        state.withLock { state in
            state.now += 1
            let id = "\(channel) \(state.now)"
            state.posts.append((channel, state.now, id))
            return Self.arrival(channel, state.now, id)
        }
    }

    func fail(_ times: Int) { state.withLock { $0.failures = times } }

    func ids(on channel: String, after time: Timetoken) -> [String] {
        state.withLock { state in state.posts.filter { $0.channel == channel && $0.time > time }.map(\.id) }
    }

    var now: Timetoken { state.withLock { $0.now } }

    static func arrival(_ channel: String, _ time: Timetoken, _ id: String) -> LiveArrival {
        let payload = #"{"id":"\#(id)","text":"t","createdAt":"2022-05-10T14:48:00Z"}"#
        return LiveArrival(
            channel: channel,
            through: channel,
            timetoken: time,
            event: .message(publisher: "u", payload: RawJSON(text: payload))
        )
    }

    func time() async throws -> Timetoken { now }

    func messages(
        on channel: String,
        in range: TimetokenRange,
        withReactions: Bool
    ) async throws -> BackfillPage<ChatMessage<TestCustom>> {
        let found = try state.withLock { state in
            if state.failures > 0 {
                state.failures -= 1
                throw Fault()
            }
            return state.posts.filter { $0.channel == channel && $0.time > range.after && $0.time <= range.upTo }
        }
        let page = found.suffix(pageSize)
        let items = try page.map { post in
            let arrival = Self.arrival(channel, post.time, post.id)
            let changes = try LiveTranslator<TestCustom>().changes(of: arrival)
            guard case .message(let message) = changes.first else { throw Fault() }
            return message
        }
        return BackfillPage(items: items, oldest: found.count > pageSize ? page.first?.time : nil)
    }

    func reactions(
        on channel: String,
        in range: TimetokenRange
    ) async throws -> BackfillPage<ChatMessageAction<TestCustom>>? {
        nil
    }
    func channel(_ id: String) async throws -> BackfillMetadata<Channel>? { nil }
    func membersMark(of channel: String) async throws -> String? { nil }
    func members(of channel: String, from start: String?) async throws -> BackfillList<ChatMember<TestCustom>>? { nil }
    func presence(on channel: String) async throws -> ChannelPresence? { nil }
}

@Suite("The ledger always records what is missing")
struct LiveLedgerTests {
    private typealias Writer = LiveWriter<TestCustom, PubNubManagedChatEntities>

    private static func store(_ items: [LiveItem], _ writer: Writer, _ store: ChatStore) -> [LiveItem] {
        store.writer.writeWithoutTransaction { writer.store(items, in: $0) }
    }

    @Test(
        "After losses, gaps, restarts and failures in 60 random schedules, every message is stored exactly once",
        arguments: 1...60
    )
    func schedules(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let service = PlainService()
        let store = try ChatStore(configuration: .inMemory)
        let channels = ["a", "b"]
        var writer = Writer { _ in }
        var isSubscribed = false
        var reported: [LiveItem] = []
        var begin: [String: Timetoken] = [:]

        func subscribe() async throws {
            reported = []
            _ = Self.store([.subscribed(channels: channels, groups: [])], writer, store)
            isSubscribed = true
            // Messages that are published before the time is known may also arrive.
            if Bool.random(using: &random) { publish() }
            let now = service.now
            try await store.write { db in for name in channels { try Ledger(db: db).close(name, at: now) } }
            for name in channels where begin[name] == nil { begin[name] = now }
        }
        func publish() {
            let arrival = service.publish(on: channels.randomElement(using: &random) ?? "a")
            if isSubscribed { reported.append(.arrival(arrival)) }
        }
        func fill(_ name: String) async throws {
            let filler = Backfill(store: store, source: service, journal: writer.journal) { _ in }
            _ = try await filler.fill(name)
        }
        for _ in 0..<120 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0 where !isSubscribed: try await subscribe()
            case 1..<6: publish()
            // The service dropped undelivered messages, and the client reports a gap.
            case 6 where isSubscribed:
                let lost = reported.compactMap(\.timetoken)
                guard let first = lost.min(), let last = lost.max() else { continue }
                let range = TimetokenRange(after: first - 1, upTo: last)
                reported.removeAll { $0.timetoken != nil }
                reported.append(.gap(range, channels: []))
            case 7, 8:
                #expect(Self.store(reported, writer, store).isEmpty)
                reported = []
            case 9:
                // The process ends, and loses everything that is not stored.
                isSubscribed = false
                reported = []
                writer = Writer { _ in }
            case 10:
                service.fail(1)
                await #expect(throws: (any Error).self) {
                    try await fill("a")
                    try await fill("b")
                    throw PlainService.Fault()
                }
                service.fail(0)
            default: for name in channels { try await fill(name) }
            }
        }
        #expect(Self.store(reported, writer, store).isEmpty)
        if !isSubscribed { try await subscribe() }
        #expect(Self.store(reported, writer, store).isEmpty)
        for name in channels {
            try await fill(name)
            let ids = try await store.read { db in
                try PubNubManagedMessage.messagesBy(pubnubChannelId: name).order(Column("timetoken")).fetchAll(db).map(
                    \.id
                )
            }
            let expected = service.ids(on: name, after: begin[name] ?? 0)
            #expect(ids.suffix(expected.count) == expected[...], "seed \(seed)")
            #expect(Set(ids).count == ids.count)
            let isWhole = try await store.read { try Ledger(db: $0).isWhole(name) }
            #expect(isWhole)
        }
    }

    @Test("Events that cannot be stored become a gap, and other items are retained")
    func fullDisk() throws {
        let store = try ChatStore(configuration: .inMemory)
        let service = PlainService()
        let writer = Writer { _ in }
        _ = Self.store([.subscribed(channels: ["a"], groups: [])], writer, store)
        try store.write { try Ledger(db: $0).close("a", at: 1_000) }
        try store.write {
            try $0.execute(
                sql: "CREATE TRIGGER full BEFORE INSERT ON message BEGIN SELECT RAISE(ROLLBACK, 'full'); END"
            )
        }
        let items: [LiveItem] = [
            .arrival(service.publish(on: "a")), .connected, .arrival(service.publish(on: "a")),
        ]
        let left = Self.store(items, writer, store)
        guard left.count == 2, case .connected = left[0], case .gap(let range, ["a"]) = left[1] else {
            return #expect(Bool(false), "\(left)")
        }
        #expect(range == TimetokenRange(after: 1_000, upTo: 1_002))
        try store.write { try $0.execute(sql: "DROP TRIGGER full") }
        #expect(Self.store(left + [.arrival(service.publish(on: "a"))], writer, store).isEmpty)
        let (gaps, progress) = try store.read { db in
            let ledger = Ledger(db: db)
            return (try ledger.gaps(of: "a", .messages), try ledger.progress(of: "a"))
        }
        #expect(gaps == TimetokenRanges([range]) && progress == 1_003)
    }

    @Test("A reaction before its message is pending, also after a restart; at most 1,000 of a channel are pending")
    func parking() async throws {
        let store = try ChatStore(configuration: .inMemory)
        let writer = Writer { _ in }
        func reaction(_ time: Timetoken, to parent: Timetoken, isRemoved: Bool = false) -> LiveItem {
            let event = LiveEvent.Reaction(
                isRemoved: isRemoved,
                actionTimetoken: time,
                parentTimetoken: parent,
                type: "reaction",
                value: "\(time)",
                userId: "u"
            )
            return .arrival(LiveArrival(channel: "a", through: "a", timetoken: time, event: .reaction(event)))
        }
        _ = Self.store(
            [reaction(11, to: 10), reaction(12, to: 10), reaction(12, to: 10, isRemoved: true)],
            writer,
            store
        )
        #expect(try store.count("messageAction") == 0)
        _ = Self.store([.arrival(PlainService.arrival("a", 10, "m"))], Writer { _ in }, store)
        #expect(try store.message("m")?.messageActions.map(\.value) == ["11"])
        #expect(try store.count("parkedReaction") == 0)
        _ = Self.store((0..<1_100).map { reaction(100 + $0, to: 99) }, writer, store)
        #expect(try store.count("parkedReaction") == 1_000)
        _ = Self.store([.arrival(PlainService.arrival("a", 99, "n"))], writer, store)
        let values = try store.message("n")?.messageActions.map(\.value)
        #expect(values?.count == 1_000 && values?.first == "200")
    }

    @Test("Finds the oldest surplus reactions with an index")
    func parkingPlan() throws {
        let store = try ChatStore(configuration: .inMemory)
        let steps = try store.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + Ledger.pendingBound, arguments: ["a"]).map {
                $0["detail"] as String
            }
        }
        #expect(steps.contains { $0.contains("parkedReactionByAge") })
        #expect(!steps.contains { $0.contains("ORDER BY") }, "\(steps)")
    }

    @Test("A message without a publisher retains its author; one with the identifier of an unsent message is refused")
    func authors() throws {
        let store = try ChatStore(configuration: .inMemory)
        let writer = Writer { _ in }
        var unsent = message("own", timetoken: 0, user: "me", channel: "a")
        unsent.userModel = User(id: "me")
        unsent.channelModel = Channel(id: "a")
        try store.write { [unsent] in
            _ = try PubNubManagedMessage.insertOrUpdate(message: unsent, processMessageActions: false, into: $0)
        }
        for publisher in ["u", nil] {
            let text = publisher ?? "nobody"
            let payload = RawJSON(text: #"{"id":"m","text":"\#(text)","createdAt":"2022-05-10T14:48:00Z"}"#)
            let event = LiveEvent.message(publisher: publisher, payload: payload)
            let arrival = LiveArrival(channel: "a", through: "a", timetoken: 10, event: event)
            _ = Self.store([.arrival(arrival)], writer, store)
        }
        #expect(try store.message("m")?.pubnubUserId == "u" && store.message("m")?.text == "nobody")
        _ = Self.store([.arrival(PlainService.arrival("a", 20, "own"))], writer, store)
        #expect(try store.message("own")?.pubnubUserId == "me" && store.message("own")?.timetoken == 0)
    }

    @Test(
        "A repeated message changes nothing in either order; a republication on another channel is refused"
    )
    func copies() throws {
        for times in [[10, 20], [20, 10]] as [[Timetoken]] {
            let store = try ChatStore(configuration: .inMemory)
            let outcomes = IntegrationInbox<LiveOutcome>()
            let writer = Writer { for outcome in $0 { outcomes.put(outcome) } }
            for time in times { _ = Self.store([.arrival(PlainService.arrival("a", time, "m"))], writer, store) }
            _ = Self.store([.arrival(PlainService.arrival("b", 30, "m"))], writer, store)
            #expect(try store.message("m")?.timetoken == 10)
            #expect(try store.message("m")?.pubnubChannelId == "a")
            let faults = outcomes.all.compactMap { if case .skipped(_, let error, _) = $0 { error } else { nil } }
            #expect(faults == [.entityCreationError("another message m is stored")])
        }
    }
}
