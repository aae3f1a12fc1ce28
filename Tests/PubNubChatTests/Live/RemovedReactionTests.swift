import Foundation
import GRDB
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

/// A service that has only reactions to one message, in pages of two.
private final class ReactionService: BackfillSource {
    struct Fault: Error {}

    let reactions: [Action]
    private let answers: Locked<Int>
    let asked = IntegrationInbox<TimetokenRange>()

    init(_ times: [Timetoken], answers: Int = .max) {
        reactions = times.map { action($0) }
        self.answers = Locked(answers)
    }

    func time() async throws -> Timetoken { 1_000 }

    func messages(
        on channel: String,
        in range: TimetokenRange,
        withReactions: Bool
    ) async throws -> BackfillPage<Message> { BackfillPage(items: []) }

    func reactions(on channel: String, in range: TimetokenRange) async throws -> BackfillPage<Action>? {
        asked.put(range)
        try answers.withLock { left in
            guard left > 0 else { throw Fault() }
            left -= 1
        }
        let found = reactions.filter { $0.actionTimetoken > range.after && $0.actionTimetoken <= range.upTo }
        let page = Array(found.suffix(2))
        return BackfillPage(items: page, oldest: found.count > 2 ? page.first?.actionTimetoken : nil)
    }

    func channel(_ id: String) async throws -> BackfillMetadata<Channel>? { nil }
    func membersMark(of channel: String) async throws -> String? { nil }
    func members(of channel: String, from start: String?) async throws -> BackfillList<Member>? { nil }
    func presence(on channel: String) async throws -> ChannelPresence? { nil }
}

@Suite("Removes reactions from the store that were removed during an absence", .timeLimit(.minutes(5)))
struct RemovedReactionTests {
    /// A store with a message, reactions at these times, and a gap from 500 to 600.
    private func store(_ times: [Timetoken]) throws -> ChatStore {
        let store = try storeWithBoth()
        try store.write { db in
            let actions = times.map { action($0) }
            try PubNubManagedMessage.insert(message: message(actions: actions), into: db)
            try Ledger(db: db).change("c", .details) { $0.insert(TimetokenRange(after: 500, upTo: 600)) }
        }
        return store
    }

    private func fill(_ store: ChatStore, _ service: some BackfillSource<TestCustom>) async throws {
        let filler = Backfill<TestCustom, PubNubManagedChatEntities>(
            store: store,
            source: service,
            journal: ChangeJournal()
        ) { _ in }
        #expect(try await filler.fill("c").isWhole)
    }

    private func times(_ store: ChatStore) throws -> [Timetoken] {
        try store.message()?.messageActions.map(\.actionTimetoken) ?? []
    }

    @Test("Retains the reactions of the service, however old, and no others; those after the gap stay")
    func exact() async throws {
        let store = try store([200, 210, 220, 300, 700])
        let service = ReactionService([210, 300, 510, 520, 530])
        try await fill(store, service)
        #expect(try times(store) == [210, 300, 510, 520, 530, 700])
        #expect(service.asked.all.first == TimetokenRange(after: 199, upTo: 600))
    }

    @Test("Compares the newest 500; older ones stay")
    func limit() async throws {
        let store = try store((1...495).map { Timetoken($0) } + (501...510).map { Timetoken($0) })
        try await store.write { db in
            try Ledger(db: db).change("c", .details) { $0 = TimetokenRanges([TimetokenRange(after: 510, upTo: 600)]) }
        }
        try await fill(store, ReactionService([]))
        #expect(try times(store) == [1, 2, 3, 4, 5])
    }

    @Test("Repeats an interrupted comparison")
    func cutShort() async throws {
        let store = try store([200, 210, 220])
        await #expect(throws: ReactionService.Fault.self) {
            try await fill(store, ReactionService([210, 510, 520], answers: 1))
        }
        #expect(try times(store) == [200, 210, 220, 510, 520])
        try await fill(store, ReactionService([210, 510, 520]))
        #expect(try times(store) == [210, 510, 520])
    }

    /// A page of reactions without a next one, as the service sends it if the limit of the call ended it.
    private func page(_ times: [Timetoken]) -> String {
        let items = times.map { time in
            #"{"type":"reaction","value":"👍","uuid":"u","messageTimetoken":"100","actionTimetoken":"\#(time)"}"#
        }
        return #"{"status":200,"data":[\#(items.joined(separator: ","))]}"#
    }

    @Test("The reactions before a full page are requested and compared, although the service reports none")
    func fullPage() async throws {
        let store = try store([200, 250, 350])
        let newest = page(Array(301...400))
        let older = page([200])
        let client = await ScriptedClient { path in
            guard path.hasPrefix("/v1/message-actions/") else { return nil }
            return RecordedResponse.reply(path.contains("start=601&") ? newest : older)
        }
        try await fill(store, ServiceSource<TestCustom>(service: ChatService(pubnub: client.pubnub)))
        let expected: [Timetoken] = [200] + Array(301...400)
        #expect(try times(store) == expected)
        let requests = client.transport.requests.map(\.path).filter { $0.hasPrefix("/v1/message-actions/") }
        #expect(requests.count == 2)
        #expect(requests.first?.contains("/channel/c?limit=100&start=601&end=200&") == true)
        #expect(requests.last?.contains("/channel/c?limit=100&start=301&end=200&") == true)
    }

    @Test("A reaction that was removed while the provider was closed is removed before upToDate")
    func restart() async throws {
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let file = DatastoreConfiguration(storageDirectlyURL: directory)
                let bob = try await IntegrationClient.connected(address, as: "bob")
                let ann = try await LiveScene.live(address, as: "ann", on: ["room"], file: file)
                let time = try await bob.say("hello", on: "room")
                let added = try #require(try await bob.react("smile", to: time, on: "room"))
                try await bob.react("heart", to: time, on: "room")
                try await ann.store.wait("two") {
                    try PubNubManagedMessageAction.fetchCount($0)
                } until: {
                    $0 == 2
                }
                try await ann.provider.close()
                ann.client.pubnub.disconnect()
                let removal = PNRemoveMessageActionRequest(channel: "room", messageTimetoken: NSNumber(value: time))
                removal.actionTimetoken = added.actionTimetoken
                let ended: any PNAcknowledgmentStatus = try await bob.change("remove") {
                    bob.pubnub.removeMessageAction(with: removal, completion: $0)
                }
                #expect(!ended.isError)
                let again = try await LiveScene.live(address, as: "ann", on: ["room"], file: file)
                #expect(try again.store.message("hello")?.messageActions.map(\.value) == ["heart"])
            }
        }
    }
}
