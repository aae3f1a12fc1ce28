import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

/// A service of one channel with many members and messages, which records the requests.
private final class CrowdedService: BackfillSource {
    private struct State {
        var users: [String]
        var asked: [String] = []
        var stored: [Int] = []
    }

    let posts: Int
    let hasReactions: Bool
    private let state: Locked<State>
    /// The number of stored members at each request for a page.
    let count: @Sendable () -> Int

    init(
        users: Int = 0,
        posts: Int = 0,
        hasReactions: Bool = true,
        count: @escaping @Sendable () -> Int = { 0 }
    ) {
        state = Locked(State(users: (0..<users).map { "u\($0)" }))
        self.posts = posts
        self.hasReactions = hasReactions
        self.count = count
    }

    var asked: [String] { state.withLock { $0.asked } }
    var stored: [Int] { state.withLock { $0.stored } }

    func remove(_ user: String) { state.withLock { state in state.users.removeAll { $0 == user } } }
    func forgetQuestions() { state.withLock { ($0.asked, $0.stored) = ([], []) } }

    func time() async throws -> Timetoken { 10_000 }

    func messages(
        on channel: String,
        in range: TimetokenRange,
        withReactions: Bool
    ) async throws -> BackfillPage<Message> {
        state.withLock { $0.asked.append(withReactions ? "25" : "100") }
        let times = (1...max(1, posts)).map { Timetoken($0) }.filter { $0 > range.after && $0 <= range.upTo }
        let page = times.suffix(withReactions ? 25 : 100)
        let items = page.map { message("m\($0)", timetoken: $0, channel: channel).withModels }
        return BackfillPage(items: items, oldest: times.count > page.count ? page.first : nil)
    }

    func reactions(on channel: String, in range: TimetokenRange) async throws -> BackfillPage<Action>? {
        hasReactions ? BackfillPage(items: []) : nil
    }

    func channel(_ id: String) async throws -> BackfillMetadata<Channel>? { nil }

    func membersMark(of channel: String) async throws -> String? {
        state.withLock { state in
            state.asked.append("mark")
            return "\(state.users.count)"
        }
    }

    func members(of channel: String, from start: String?) async throws -> BackfillList<Member>? {
        let first = start.flatMap { Int($0) } ?? 0
        let count = count()
        return state.withLock { state in
            state.asked.append("members \(first)")
            state.stored.append(count)
            let page = state.users[first..<min(first + 100, state.users.count)]
            let items = page.map { user in
                var member = Member(chatChannel: Channel(id: channel), chatUser: PubNubChatTests.user(user))
                member.updated = moment()
                member.eTag = "M"
                return member
            }
            let next = first + 100 < state.users.count ? "\(first + 100)" : nil
            return BackfillList(items: items, next: next, total: state.users.count)
        }
    }

    func presence(on channel: String) async throws -> ChannelPresence? { nil }
}

@Suite("Backfill stores pages in short transactions, respects its limits, and avoids repeated reads")
struct FillTests {
    private typealias TestBackfill = Backfill<TestCustom, PubNubManagedChatEntities>

    private func miss(_ kind: Ledger.Kind, _ store: ChatStore) async throws {
        try await store.write { db in
            try Ledger(db: db).change("c", kind) { $0.insert(TimetokenRange(after: 1, upTo: 2)) }
        }
    }

    @Test("Stores members page by page, removes former members at the end, and retains the app's own rows")
    func members() async throws {
        let store = try storeWithBoth()
        let service = CrowdedService(users: 1_050) { (try? store.count("member")) ?? -1 }
        let events = IntegrationInbox<ChatSyncEvent>()
        let backfill = TestBackfill(store: store, source: service, journal: ChangeJournal()) { events.put($0) }
        try await store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member("c", "former"), forceWrite: true, into: db)
            let visitor = Member(channelId: "c", userId: "visitor", presence: .init(isPresent: true))
            try PubNubManagedMember.insertOrUpdate(member: visitor, forceWrite: true, into: db)
        }
        try await miss(.members, store)
        #expect(try await backfill.fill("c").isWhole)
        // Each page is stored before the next is requested. The first page is read twice, around the mark.
        #expect(service.stored == [2, 102] + (1...10).map { $0 * 100 + 2 })
        #expect(try store.member("c", "former") == nil && store.member("c", "visitor")?.isPresent == true)
        #expect(try store.count("member") == 1_051 && store.count("copyMemberNamed") == 0)
        #expect(events.all.contains(.fetching(channel: "c", part: .members, count: 1_050, total: 1_050)))
    }

    @Test("Reads the members of a long list again only if the service reports a change")
    func unchangedMembers() async throws {
        let store = try storeWithBoth()
        let service = CrowdedService(users: 250)
        let backfill = TestBackfill(store: store, source: service, journal: ChangeJournal()) { _ in }
        try await miss(.members, store)
        #expect(try await backfill.fill("c").isWhole)
        service.forgetQuestions()
        try await miss(.members, store)
        #expect(try await backfill.fill("c").isWhole)
        #expect(service.asked == ["mark"])
        service.remove("u7")
        try await miss(.members, store)
        #expect(try await backfill.fill("c").isWhole)
        #expect(try store.count("member") == 249 && store.member("c", "u7") == nil)
    }

    @Test("Stores a page of reactions with three look-ups instead of four for each")
    func reactions() throws {
        let store = try storeWithBoth()
        try store.write { db in
            for number in 0..<10 {
                try PubNubManagedMessage.insert(
                    message: message("m\(number)", timetoken: 100 + Timetoken(number)),
                    into: db
                )
            }
        }
        let page = (0..<100).map { number in
            var reaction = action(1_000 + Timetoken(number), parent: 100 + Timetoken(number % 11))
            reaction.userModel = User(id: reaction.pubnubUserId)
            return reaction
        }
        let selects = Locked(0)
        let rest = try store.write { db in
            db.trace { event in
                if "\(event)".hasPrefix("SELECT") { selects.withLock { $0 += 1 } }
            }
            defer { db.trace(nil) }
            return try PubNubManagedMessageAction.insertOrUpdate(messageActions: page, into: db)
        }
        #expect(selects.withLock { $0 } <= 3)
        #expect(
            try rest.map(\.parentTimetoken) == Array(repeating: 110, count: 9) && store.count("messageAction") == 91
        )
    }

    @Test(
        "Fetches the newest messages up to the limit; the rest is recorded as missing and fetched on request"
    )
    func limit() async throws {
        let store = try storeWithBoth()
        let service = CrowdedService(posts: 400)
        let policy = ChatBackfillPolicy(messageLimit: 60)
        let backfill = TestBackfill(store: store, source: service, journal: ChangeJournal(), policy: policy) { _ in }
        try await store.write {
            try Ledger(db: $0).change("c", .messages) { $0.insert(TimetokenRange(after: 0, upTo: 400)) }
        }
        #expect(try await backfill.fill("c").isWhole)
        #expect(try store.count("message") == 75)
        let older = try await store.read { try Ledger(db: $0).gaps(of: "c", .older) }
        #expect(older == TimetokenRanges([TimetokenRange(after: 0, upTo: 325)]))
        #expect(try await backfill.fillOlder(on: "c", count: 50) == 50)
        #expect(try store.count("message") == 125)
        #expect(try await backfill.fillOlder(on: "c", count: .max) == 275)
        #expect(try await store.read { try Ledger(db: $0).gaps(of: "c", .older) } == TimetokenRanges())
    }

    @Test("Leaves out messages beyond the maximum age of the policy")
    func age() async throws {
        let store = try storeWithBoth()
        let policy = ChatBackfillPolicy(messageLimit: nil, maximumAge: 10)
        try await store.write { db in
            let ledger = Ledger(db: db)
            try ledger.advance("c", through: "c", to: 1_000_000_000)
            try ledger.change("c", .messages) { $0.insert(TimetokenRange(after: 100, upTo: 950_000_000)) }
            try ChatStorage<TestCustom, PubNubManagedChatEntities>(db: db).setAside("c", policy)
            #expect(
                try ledger.gaps(of: "c", .messages)
                    == TimetokenRanges([TimetokenRange(after: 900_000_000, upTo: 950_000_000)])
            )
            #expect(
                try ledger.gaps(of: "c", .older) == TimetokenRanges([TimetokenRange(after: 100, upTo: 900_000_000)])
            )
        }
    }

    @Test("Requests pages of a hundred messages if the reactions add-on is off", arguments: [true, false])
    func pageSize(hasReactions: Bool) async throws {
        let store = try storeWithBoth()
        let service = CrowdedService(posts: 100, hasReactions: hasReactions)
        let backfill = TestBackfill(store: store, source: service, journal: ChangeJournal()) { _ in }
        try await store.write { try Ledger(db: $0).miss("c", TimetokenRange(after: 0, upTo: 100)) }
        _ = try await backfill.fill("c")
        let expected = hasReactions ? ["25", "25", "25", "25"] : ["100"]
        #expect(service.asked.filter { $0 != "members 0" } == expected)
        #expect(try store.count("message") == 100)
    }

    @Test("Ends its turn after some pages, so that another channel has its turn")
    func turns() async throws {
        let store = try storeWithBoth()
        let service = CrowdedService(posts: 100)
        let backfill = TestBackfill(store: store, source: service, journal: ChangeJournal()) { _ in }
        try await store.write {
            try Ledger(db: $0).change("c", .messages) { $0.insert(TimetokenRange(after: 0, upTo: 100)) }
        }
        #expect(try await !backfill.fill("c", pages: 2).isWhole)
        #expect(try store.count("message") == 50 && store.message("m100") != nil)
        #expect(try await backfill.fill("c", pages: 2).isWhole)
    }

    @Test("Fetches visible channels before channels that became outdated earlier")
    func visible() {
        var machine = BackfillMachine()
        _ = machine.connected()
        let names = ["a", "b", "c", "d", "e", "f"]
        machine.show(["f"])
        _ = machine.opened(names, round: 1)
        let fills: [BackfillMachine.Action] = [.fill("f"), .fill("a"), .fill("b"), .fill("c")]
        #expect(machine.closed(names, round: 1) == [.continueSubscribers(names)] + fills)
    }

    @Test(
        "Retries refused data after a change of rights, a new connection, or further loss, but not after a pause"
    )
    func refused() {
        var machine = BackfillMachine()
        _ = machine.connected()
        _ = machine.fellBehind(["a"])
        #expect(machine.fillFailed("a", "no", isRefused: true) == [.report(.incomplete(channels: ["a"], reason: "no"))])
        #expect(machine.timerFired().isEmpty)
        #expect(machine.rightsChanged() == [.fill("a")])
        _ = machine.fillFailed("a", "no", isRefused: true)
        _ = machine.disconnected("lost")
        #expect(machine.connected().last == .fill("a"))
        _ = machine.fillFailed("a", "no", isRefused: true)
        #expect(machine.fellBehind(["a"]) == [.fill("a")])
    }

    @Test(
        "Reports a refused or unreadable part, does not report upToDate, and fetches the part once it is readable",
        arguments: [
            (FaultFamily.messageActions, [ChatPart.reactions]), (.objects, [.channel, .members]),
            (.hereNow, [.presence]),
        ],
        [true, false]
    )
    func refusedParts(part: (family: FaultFamily, parts: [ChatPart]), isForbidden: Bool) async throws {
        try await withOrigin { server, address in
            let forbidden = #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"}"#
            let fault = isForbidden ? FaultAction.status(403, body: forbidden) : .status(200, body: "<html></html>")
            server.faults = FaultPlan(rules: [FaultRule(fault, family: part.family)])
            let scene = try LiveScene(address, as: "ann")
            try await scene.provider.connectPatiently()
            try await scene.provider.subscribe(to: ["room"])
            for expected in part.parts {
                let reason = try await scene.events.next("missing \(expected)") { events in
                    if case .missing("room", expected, let reason) = events { reason } else { nil }
                }
                switch reason {
                case .forbidden: #expect(isForbidden)
                case .unreadable: #expect(!isForbidden)
                default: #expect(Bool(false), "\(reason)")
                }
            }
            _ = try await scene.events.next("incomplete") {
                if case .incomplete(["room"], _) = $0 { true } else { nil }
            }
            let isWhole = scene.events.all.contains { $0 == .upToDate(channels: ["room"]) }
            #expect(!isWhole)
            server.faults = FaultPlan()
            scene.provider.retryMissing()
            try await scene.upToDate("room")
        }
    }

    @Test("A new authorization key retries refused data")
    func newKey() async throws {
        try await withOrigin { server, address in
            let forbidden = #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"}"#
            server.faults = FaultPlan(rules: [FaultRule(.status(403, body: forbidden), family: .objects)])
            let scene = try LiveScene(address, as: "ann")
            try await scene.provider.connectPatiently()
            try await scene.provider.subscribe(to: ["room"])
            _ = try await scene.events.next("incomplete") {
                if case .incomplete(["room"], _) = $0 { true } else { nil }
            }
            server.faults = FaultPlan()
            let configuration = scene.client.pubnub.configuration()
            configuration.authorizationKey = "granted"
            scene.client.pubnub.setConfiguration(configuration)
            try await scene.upToDate("room")
        }
    }

    @Test("A part whose add-on is off is not missing: the channel is up to date without it")
    func addOnOff() async throws {
        let off =
            #"{"status":403,"error":{"message":"App Context is not enabled for this subscribe key.","source":"objects"}}"#
        let faults = FaultPlan(rules: [FaultRule(.status(403, body: off), family: .objects)])
        try await withOrigin(OriginConfiguration(faults: faults)) { _, address in
            let scene = try await LiveScene.live(address, as: "ann", on: ["room"])
            let missing = scene.events.all.contains { if case .missing = $0 { true } else { false } }
            #expect(!missing)
        }
    }
}
