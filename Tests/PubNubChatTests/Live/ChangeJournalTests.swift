import Foundation
import GRDB
import PubNub
import PubNubTestSupport
import struct PubNubWire.RawJSON
import Testing

@testable import PubNubChat

/// A service whose responses are older than the changes that occur while they are in flight.
private struct LateService: BackfillSource {
    let meanwhile: @Sendable (String) -> Void

    func time() async throws -> Timetoken { 100 }

    func messages(
        on channel: String,
        in range: TimetokenRange,
        withReactions: Bool
    ) async throws -> BackfillPage<ChatMessage<TestCustom>> {
        meanwhile("messages")
        var post = message("m", timetoken: 10, channel: channel, actions: [action(11, value: "old", parent: 10)])
        post.userModel = User(id: "u")
        post.channelModel = Channel(id: channel)
        return BackfillPage(items: [post])
    }

    func reactions(
        on channel: String,
        in range: TimetokenRange
    ) async throws -> BackfillPage<ChatMessageAction<TestCustom>>? {
        nil
    }

    func channel(_ id: String) async throws -> BackfillMetadata<Channel>? {
        meanwhile("channel")
        return .found(PubNubChatTests.channel(id, name: "old", eTag: "A", at: 0))
    }

    func membersMark(of channel: String) async throws -> String? { nil }

    func members(of channel: String, from start: String?) async throws -> BackfillList<ChatMember<TestCustom>>? {
        meanwhile("members")
        let gone = Member(chatChannel: Channel(id: channel), chatUser: User(id: "gone"), updated: moment(), eTag: "A")
        return BackfillList(items: [gone])
    }

    func presence(on channel: String) async throws -> ChannelPresence? {
        meanwhile("presence")
        return ChannelPresence(channelId: channel, states: ["left": [:]], isComplete: true)
    }
}

@Suite("A response does not undo changes that occurred while it was in flight")
struct ChangeJournalTests {
    private typealias Writer = LiveWriter<TestCustom, PubNubManagedChatEntities>

    private func fill(_ store: ChatStore, _ service: LateService, _ writer: Writer) async throws {
        let filler = Backfill(store: store, source: service, journal: writer.journal) { _ in }
        #expect(try await filler.fill("c").isWhole)
    }

    @Test("Reactions, metadata, members and presence that changed during the request stay changed")
    func meanwhile() async throws {
        let store = try ChatStore(configuration: .inMemory)
        let writer = Writer { _ in }
        @Sendable func tell(_ event: LiveEvent, _ time: Timetoken = 1_600_000_100 * 10_000_000) {
            let arrival = LiveArrival(channel: "c", through: "c", timetoken: time, event: event)
            let left = store.writer.writeWithoutTransaction { writer.store([.arrival(arrival)], in: $0) }
            #expect(left.isEmpty)
        }
        @Sendable func object(_ type: String, _ json: String, isDelete: Bool = false) -> LiveEvent {
            .object(.init(type: type, isDelete: isDelete, data: RawJSON(text: json)))
        }
        @Sendable func reaction(_ time: Timetoken, isRemoved: Bool) -> LiveEvent {
            .reaction(
                .init(
                    isRemoved: isRemoved,
                    actionTimetoken: time,
                    parentTimetoken: 10,
                    type: "reaction",
                    value: "new",
                    userId: "u"
                )
            )
        }
        let service = LateService { question in
            switch question {
            case "messages":
                tell(reaction(12, isRemoved: false))
                tell(reaction(11, isRemoved: true))
            case "channel":
                tell(object("channel", #"{"id":"c","name":"new","eTag":"B","updated":"2020-09-13T12:27:00Z"}"#))
            case "members":
                tell(object("membership", #"{"channel":{"id":"c"},"uuid":{"id":"gone"}}"#, isDelete: true))
                let new = #"{"channel":{"id":"c"},"uuid":{"id":"new"},"eTag":"B","updated":"2020-09-13T12:27:00Z"}"#
                tell(object("membership", new))
            default:
                tell(.presence(.join("left")))
                tell(.presence(.leave("left")))
                tell(.presence(.join("came")))
            }
        }
        try await store.write { db in
            try Ledger(db: db).miss("c", TimetokenRange(after: 1, upTo: 20))
        }
        try await fill(store, service, writer)
        #expect(try store.message("m")?.messageActions.map(\.id) == ["u-10-12"])
        #expect(try store.channel("c")?.name == "new")
        #expect(try store.member("c", "gone") == nil && store.member("c", "new")?.eTag == "B")
        #expect(try store.member("c", "left") == nil && store.member("c", "came")?.isPresent == true)
    }

    @Test("A change during the request that cannot be stored does not affect others")
    func fault() async throws {
        let store = try ChatStore(configuration: .inMemory)
        let outcomes = IntegrationInbox<LiveOutcome>()
        let writer = Writer { for outcome in $0 { outcomes.put(outcome) } }
        let service = LateService { question in
            guard question == "messages" else { return }
            for name in [#"ba\u0000d"#, "good"] {
                let json = #"{"id":"\#(name)","name":"\#(name)","eTag":"A","updated":"2020-09-13T12:27:00Z"}"#
                let event = LiveEvent.object(.init(type: "uuid", isDelete: false, data: RawJSON(text: json)))
                let arrival = LiveArrival(channel: "c", through: "c", timetoken: 1, event: event)
                let left = store.writer.writeWithoutTransaction { writer.store([.arrival(arrival)], in: $0) }
                #expect(left.isEmpty)
            }
        }
        try await store.write {
            try Ledger(db: $0).change("c", .messages) { $0.insert(TimetokenRange(after: 1, upTo: 20)) }
        }
        try await fill(store, service, writer)
        #expect(try store.message("m") != nil && store.user("good")?.name == "good")
        let skipped = outcomes.all.count { if case .skipped = $0 { true } else { false } }
        #expect(skipped == 1)
    }

    @Test("A presence response makes unlisted members absent, retains their memberships, and changes only presence")
    func presence() async throws {
        let store = try storeWithBoth()
        let writer = Writer { _ in }
        var here = member("c", "u")
        here.presence = MembershipPresence(isPresent: true)
        try await store.write { [here] db in
            try PubNubManagedMember.insertOrUpdate(member: here, forceWrite: true, into: db)
            try Ledger(db: db).change("c", .presence) { $0.insert(TimetokenRange(after: 4, upTo: 5)) }
        }
        let service = LateService { #expect($0 == "presence") }
        try await fill(store, service, writer)
        let member = try store.member("c", "u")
        #expect(member?.isPresent == false && member?.status == "active" && member?.eTag == "M")
        #expect(try store.member("c", "left")?.isPresent == true)
    }

    /// Begins a membership of the user, and returns a page with it that has not been stored.
    private func memberPage(_ rig: Rig, isStored: Bool) async throws -> ServicePage<Member> {
        try await rig.data.join(["c"])
        let page: ServicePage<Member> = try await rig.data.service.members(UserMemberFetchRequest(channelId: "c"))
        #expect(page.items.map(\.chatUser.id) == ["me"])
        guard !isStored else { return page }
        try await rig.store.write { db in
            _ = try PubNubManagedMember.remove(channelId: "c", userId: "me", from: db)
        }
        return page
    }

    @Test(
        "A page in flight does not bring a membership back that this client ended, whether it was stored or not",
        arguments: [true, false],
        [true, false]
    )
    func ownEndOfMembership(isLeft: Bool, isStored: Bool) async throws {
        try await withRig { _, rig in
            let page = try await memberPage(rig, isStored: isStored)
            let data = rig.data
            let request = MembersModifyRequest<TestCustom>(
                members: [Member(channelId: "c", userId: "me")],
                modificationDirection: .modifyChannelsByUser
            )
            try await data.ask(about: ["c"]) {
                if isLeft {
                    try await data.leave(["c"])
                } else {
                    try await data.removeRemoteMemberships(request)
                }
            } storing: { _, storage in
                for member in page.items { try storage.store(fetched: member) }
            }
            #expect(try rig.store.member("c", "me") == nil)
            #expect(try rig.store.count("member") == 0)
        }
    }

    @Test("A page in flight does not end a membership that this client began again", arguments: [true, false])
    func ownNextMembership(isStored: Bool) async throws {
        try await withRig { _, rig in
            let page = try await memberPage(rig, isStored: isStored)
            let data = rig.data
            try await data.ask(about: ["c"]) {
                try await data.leave(["c"])
                try await data.join(["c"])
            } storing: { _, storage in
                for member in page.items { try storage.store(fetched: member) }
            }
            let member = try #require(try rig.store.member("c", "me"))
            let former = try #require(page.items.first)
            #expect(member.eTag != former.eTag && member.updated != former.updated)
            let rows = try await rig.store.read { try PubNubManagedMember.syncedMembersBy(channelID: "c").fetchAll($0) }
            #expect(rows.map(\.userId) == ["me"])
        }
    }
}
