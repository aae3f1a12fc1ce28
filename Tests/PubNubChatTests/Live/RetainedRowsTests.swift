import Foundation
import GRDB
import PubNub
import PubNubTestSupport
import struct PubNubWire.RawJSON
import Testing

@testable import PubNubChat

/// A service that lists members and present users.
private struct Directory: BackfillSource {
    var listed: [Member] = []
    var present: [String] = []
    var metadata: BackfillMetadata<Channel>?

    func time() async throws -> Timetoken { 1_000 }
    func messages(
        on channel: String,
        in range: TimetokenRange,
        withReactions: Bool
    ) async throws -> BackfillPage<Message> {
        BackfillPage(items: [])
    }
    func reactions(on channel: String, in range: TimetokenRange) async throws -> BackfillPage<Action>? { nil }
    func channel(_ id: String) async throws -> BackfillMetadata<Channel>? { metadata }
    func membersMark(of channel: String) async throws -> String? { nil }
    func members(of channel: String, from start: String?) async throws -> BackfillList<Member>? {
        BackfillList(items: listed)
    }
    func presence(on channel: String) async throws -> ChannelPresence? {
        ChannelPresence(
            channelId: channel,
            states: Dictionary(uniqueKeysWithValues: present.map { ($0, [:]) }),
            isComplete: true
        )
    }
}

@Suite("Rows that data from the service must not remove")
struct RetainedRowsTests {
    private typealias Writer = LiveWriter<TestCustom, PubNubManagedChatEntities>

    private func fill(_ store: ChatStore, _ service: Directory) async throws {
        try await store.write { db in
            for kind in [Ledger.Kind.channel, .details, .members, .presence] {
                try Ledger(db: db).change("c", kind) { $0.insert(TimetokenRange(after: 5, upTo: 6)) }
            }
        }
        let filler = Backfill<TestCustom, PubNubManagedChatEntities>(
            store: store,
            source: service,
            journal: ChangeJournal()
        ) { _ in }
        #expect(try await filler.fill("c").isWhole)
    }

    private func tell(_ event: LiveEvent, at seconds: Double, in store: ChatStore) {
        let timetoken = Timetoken(1_600_000_000 + seconds) * 10_000_000
        let arrival = LiveArrival(channel: "c", through: "c", timetoken: timetoken, event: event)
        let writer = Writer { _ in }
        let left = store.writer.writeWithoutTransaction { writer.store([.arrival(arrival)], in: $0) }
        #expect(left.isEmpty)
    }

    private func object(_ type: String, _ json: String, isDelete: Bool = false) -> LiveEvent {
        .object(.init(type: type, isDelete: isDelete, data: RawJSON(text: json)))
    }

    /// Stores members as an application does before it creates them at the service, or as the service lists them.
    private func load(_ members: [Member], in store: ChatStore) async throws {
        let failures = try await LoadTests.provider(store).load(members: members)
        #expect(failures.isEmpty)
    }

    private func users(_ store: ChatStore) throws -> [String] {
        try store.read { db in
            try PubNubManagedMember.peopleBy(channelID: "c").order(Column("userId")).fetchAll(db).compactMap(\.userId)
        }
    }

    @Test("A backfill removes memberships that came from the service, and retains those that only the app stored")
    func forced() async throws {
        let store = try storeWithBoth()
        let forced = Member(channelId: "c", userId: "forced")
        let invited = Member(channelId: "c", userId: "invited", status: "invited", custom: .init(role: "guest"))
        try await load([member("c", "gone"), member("c", "listed"), forced, invited], in: store)
        try await fill(store, Directory(listed: [member("c", "listed")]))
        #expect(try users(store) == ["forced", "invited", "listed"])
        #expect(try store.member("c", "invited")?.custom.role == "guest")
        // After the service listed it once, a list without it removes it.
        try await fill(store, Directory(listed: [member("c", "invited"), member("c", "listed")]))
        try await fill(store, Directory(listed: [member("c", "listed")]))
        #expect(try users(store) == ["forced", "listed"])
    }

    @Test(
        "A backfill clears metadata that was deleted at the service, and retains what only the app stored"
    )
    func deletedMetadata() async throws {
        let store = try storeWithBoth()
        try await store.write { try PubNubManagedMessage.insert(message: message(), into: $0) }
        let bare = Member(channelId: "c", userId: "u", updated: moment(1), eTag: "B")
        // While the add-on is off, the deletion is unknown.
        try await fill(store, Directory())
        #expect(try store.channel()?.name == "Name")
        try await fill(store, Directory(listed: [bare], metadata: .absent))
        #expect(try store.channel() == Channel(id: "c") && store.user() == User(id: "u"))
        #expect(try store.message()?.pubnubChannelId == "c" && store.message()?.pubnubUserId == "u")
        #expect(try store.member()?.eTag == "B")
        // Metadata that is set again is stored regardless of its date.
        try await fill(store, Directory(listed: [member()], metadata: .found(channel())))
        #expect(try store.channel()?.name == "Name" && store.user()?.name == "Name")
        try await store.write { db in
            try PubNubManagedChannel.insertOrUpdate(channel: channel(name: "Draft", eTag: nil), into: db)
            try PubNubManagedUser.insertOrUpdate(user: user(name: "Draft", eTag: nil), into: db)
        }
        try await fill(store, Directory(listed: [bare], metadata: .absent))
        #expect(try store.channel()?.name == "Draft" && store.user()?.name == "Draft")
    }

    @Test("A backfill removes a membership that this client created at the service")
    func created() async throws {
        try await withRig { _, rig in
            let members = [Member(channelId: "c", userId: "u", status: "active")]
            try await rig.data.createRemoteMembers(
                .init(members: members, modificationDirection: .modifyUsersByChannel)
            )
            try await fill(rig.store, Directory())
            #expect(try rig.store.count("member") == 0)
        }
    }

    @Test(
        "A backfill neither removes nor writes rows of present visitors; it removes those who left"
    )
    func visitors() async throws {
        let store = try storeWithBoth()
        for name in ["ann", "bob", "cat", "dan"] { tell(.presence(.join(name)), at: 1, in: store) }
        tell(.presence(.leave("dan")), at: 2, in: store)
        var present = member("c", "eve")
        present.presence = MembershipPresence(isPresent: true)
        try await load([present], in: store)
        try await store.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE touched (id TEXT NOT NULL);
                    CREATE TRIGGER memberRemoved AFTER DELETE ON member BEGIN INSERT INTO touched VALUES (OLD.id); END;
                    CREATE TRIGGER memberAway AFTER UPDATE OF isPresent ON member WHEN NOT NEW.isPresent BEGIN
                        INSERT INTO touched VALUES (NEW.id);
                    END;
                    """
            )
        }
        // Eve's membership ended, but she is present.
        try await fill(store, Directory(present: ["ann", "bob", "eve"]))
        #expect(try users(store) == ["ann", "bob", "eve"])
        let eve = try store.member("c", "eve")
        #expect(eve?.isPresent == true && eve?.status == nil && eve?.eTag == nil && eve?.custom == .init())
        let touched = try await store.read { try String.fetchSet($0, sql: "SELECT id FROM touched") }
        #expect(touched == ["c:cat"], "the row of Dan was removed when he left")
    }

    @Test("A user who is present when their membership ends stays as a visitor, with the state")
    func ended() async throws {
        let store = try storeWithBoth()
        var present = member("c", "u")
        present.presence = MembershipPresence(isPresent: true, presenceState: .some(.string("busy")))
        try await load([present, member("c", "away")], in: store)
        for user in ["u", "away"] {
            tell(
                object("membership", #"{"channel":{"id":"c"},"uuid":{"id":"\#(user)"}}"#, isDelete: true),
                at: 60,
                in: store
            )
        }
        let left = try store.member("c", "u")
        #expect(left?.presence == present.presence && left?.status == nil && left?.eTag == nil)
        #expect(try store.member("c", "away") == nil)
    }

    @Test("Metadata that is deleted at the service leaves placeholders: messages, members and reactions stay readable")
    func metadata() async throws {
        let store = try storeWithBoth()
        try await load([member()], in: store)
        try await store.write { try PubNubManagedMessage.insert(message: message(actions: [action()]), into: $0) }
        tell(object("uuid", #"{"id":"u"}"#, isDelete: true), at: 60, in: store)
        tell(object("channel", #"{"id":"c"}"#, isDelete: true), at: 60, in: store)
        let user = User(id: "u", updated: moment(60))
        let channel = Channel(id: "c", updated: moment(60))
        #expect(try store.user() == user && store.channel() == channel)
        let post = try #require(try store.message())
        #expect(post.userModel == user && post.channelModel == channel && post.text == "Hello")
        #expect(post.messageActions.map(\.id) == [action().id] && post.messageActions[0].userModel == user)
        #expect(try store.member()?.status == "active" && store.member()?.chatUser == user)
        #expect(try await store.read { try PubNubManagedMessage.messagesBy(pubnubUserId: "u").fetchCount($0) } == 1)
        #expect(try await store.read { try PubNubManagedChannel.fetchOne($0, id: "c")?.memberCount } == 1)
    }

    @Test("After a deletion, older metadata is ignored, from events and responses, and newer metadata is stored")
    func afterDeletion() async throws {
        let store = try storeWithBoth()
        typealias Storage = ChatStorage<TestCustom, PubNubManagedChatEntities>
        for type in ["uuid", "channel"] {
            let id = type == "uuid" ? "u" : "c"
            func name() throws -> String? { try type == "uuid" ? store.user()?.name : store.channel()?.name }
            func set(_ name: String, _ time: String, at seconds: Double) {
                tell(
                    object(type, #"{"id":"\#(id)","name":"\#(name)","eTag":"\#(name)","updated":"\#(time)"}"#),
                    at: seconds,
                    in: store
                )
            }
            // A deletion that is older than the row changes nothing.
            tell(object(type, #"{"id":"\#(id)"}"#, isDelete: true), at: -60, in: store)
            #expect(try name() == "Name")
            tell(object(type, #"{"id":"\#(id)"}"#, isDelete: true), at: 60, in: store)
            set("Late", "2020-09-13T12:27:10Z", at: 61)
            #expect(try name() == nil)
            try await store.write { db in
                if type == "uuid" {
                    try Storage(db: db).store(fetched: user("u", name: "Stale", at: 59))
                } else {
                    try Storage(db: db).store(fetched: channel("c", name: "Stale", at: 59))
                }
            }
            #expect(try name() == nil)
            set("New", "2020-09-13T12:28:10Z", at: 90)
            #expect(try name() == "New")
        }
    }

    @Test("A response that is older than a deletion by this client restores nothing")
    func ownDeletion() async throws {
        try await withRig { _, rig in
            let data = rig.data
            try await data.createRemoteUser(.init(user: User(id: "u", name: "Name")))
            try await data.createRemoteChannel(.init(channel: Channel(id: "c", name: "Name")))
            let user = try rig.store.user()
            let channel = try rig.store.channel()
            try await data.ask(about: ["c"]) {
                try await data.removeRemoteUser(.init(user: User(id: "u")))
                try await data.removeRemoteChannel(.init(channel: Channel(id: "c")))
            } storing: { _, storage in
                if let user { try storage.store(fetched: user) }
                if let channel { try storage.store(fetched: channel) }
            }
            #expect(try rig.store.user() == User(id: "u", updated: user?.updated))
            #expect(try rig.store.channel() == Channel(id: "c", updated: channel?.updated))
        }
    }
}
