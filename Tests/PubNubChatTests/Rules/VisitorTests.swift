import Foundation
import GRDB
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Visitors are not members")
struct VisitorTests {
    private typealias Storage = ChatStorage<TestCustom, PubNubManagedChatEntities>
    private typealias Row = PubNubManagedMember

    private func see(_ user: String, isPresent: Bool, in store: ChatStore) throws {
        try store.write { db in
            try Storage(db: db).store(MembershipPresence(isPresent: isPresent), of: user, on: "c")
        }
    }

    private func ids(_ request: QueryInterfaceRequest<Row>, in store: ChatStore) throws -> [String] {
        try store.read { try request.fetchAll($0).compactMap(\.userId).sorted() }
    }

    @Test("Queries and counts tell members and visitors apart, and a visitor who left is gone")
    func apart() throws {
        let store = try storeWithBoth()
        try store.write { _ = try PubNubManagedMember.insertOrUpdate(member: member(), forceWrite: true, into: $0) }
        for user in ["u", "visitor"] { try see(user, isPresent: true, in: store) }
        #expect(try ids(Row.membersBy(channelID: "c"), in: store) == ["u"])
        #expect(try ids(Row.visitorsBy(channelID: "c"), in: store) == ["visitor"])
        #expect(try ids(Row.peopleBy(channelID: "c"), in: store) == ["u", "visitor"])
        #expect(try ids(Row.membershipsBy(userId: "visitor"), in: store) == [])
        #expect(try store.read { try PubNubManagedUser.usersBy(channelID: "c").fetchAll($0).map(\.id) } == ["u"])
        var channel = try #require(try store.read { try PubNubManagedChannel.fetchOne($0, id: "c") })
        #expect((channel.memberCount, channel.presentMemberCount, channel.presentCount) == (1, 1, 2))
        #expect(try store.read { try channel.managedMembers.fetchAll($0).map(\.isMember) } == [true])
        try see("visitor", isPresent: false, in: store)
        try see("u", isPresent: false, in: store)
        channel = try #require(try store.read { try PubNubManagedChannel.fetchOne($0, id: "c") })
        #expect((channel.memberCount, channel.presentMemberCount, channel.presentCount) == (1, 0, 0))
        #expect(try ids(Row.peopleBy(channelID: "c"), in: store) == ["u"])
        #expect(try store.count("member") == 1)
    }

    @Test("A visitor who joins becomes a member in place, and a member who ends the membership and stays is a visitor")
    func changes() throws {
        let store = try storeWithBoth()
        try see("u", isPresent: true, in: store)
        try store.write { try Storage(db: $0).store(fetched: member()) }
        var row = try #require(try store.read { try Row.fetchOne($0) })
        #expect(row.isMember && row.isPresent)
        try store.write { try Storage(db: $0).removeMember("u", of: "c") }
        row = try #require(try store.read { try Row.fetchOne($0) })
        #expect(!row.isMember && row.isPresent)
        let channel = try store.read { try PubNubManagedChannel.fetchOne($0, id: "c") }
        #expect(channel?.memberCount == 0 && channel?.presentCount == 1)
    }

    @Test("Rows whose user or channel was removed are in no query")
    func removed() throws {
        let store = try storeWithBoth()
        try store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member(), forceWrite: true, into: db)
            _ = try PubNubManagedUser.remove(userId: "u", from: db)
        }
        #expect(
            try ids(Row.membersBy(channelID: "c"), in: store) == []
                && ids(Row.peopleBy(channelID: "c"), in: store) == []
        )
        #expect(try store.read { try PubNubManagedChannel.fetchOne($0, id: "c")?.memberCount } == 0)
    }

    @Test("Two devices and a stranger: the stranger who only subscribes is a visitor for both, until leaving")
    func everybody() async throws {
        try await withOrigin { _, address in
            let one = try await ChatDevice(address, as: "ann", on: ["room"])
            let two = try await ChatDevice(address, as: "ann", on: ["room"])
            let stranger = try await ChatDevice(address, as: "stranger", on: ["room"])
            for device in [one, two] {
                try await device.store.wait("the visitor") {
                    try Row.visitorsBy(channelID: "room").fetchAll($0).compactMap(\.userId).contains("stranger")
                } until: {
                    $0
                }
                #expect(try ids(Row.membersBy(channelID: "room"), in: device.store) == [])
            }
            try await stranger.provider.unsubscribe(from: ["room"])
            for device in [one, two] {
                try await device.store.wait("the visitor left") {
                    try Row.memberBy(pubnubChannelId: "room", pubnubUserId: "stranger").fetchCount($0)
                } until: {
                    $0 == 0
                }
            }
            for device in [one, two, stranger] { try await device.close() }
        }
    }

    @Test("R5.1: a visitor has no membership to change, of the current user or of another one")
    func changed() async throws {
        let store = try storeWithBoth()
        for user in ["u", "visitor"] { try see(user, isPresent: true, in: store) }
        let client = await ScriptedClient(as: "u") { _ in nil }
        let data = try client.provider(store: store)
        for user in ["u", "visitor"] {
            await #expect(throws: ChatError.missingRequiredData("membership of \(user) in c")) {
                try await data.changeMembership(in: "c", of: user) { $0.status = "away" }
            }
        }
        #expect(try data.outbox().isEmpty)
        let statuses = try await store.read { try Row.fetchAll($0).map(\.status) }
        #expect(statuses == [nil, nil])
    }

    @Test("R5.5: a member whom an administrator removes while present is a visitor")
    func removedWhilePresent() async throws {
        try await withOrigin { _, address in
            let admin = try await ChatDevice(address, as: "admin", on: ["c"])
            let bob = try await ChatDevice(address, as: "bob", on: ["c"])
            let change = MembersModifyRequest<TestCustom>(
                members: [Member(channelId: "c", userId: "bob")],
                modificationDirection: .modifyUsersByChannel
            )
            try await admin.data.createRemoteMembers(change)
            try await admin.store.wait("bob is a member and present") {
                try Row.membersBy(channelID: "c").filter(Column("userId") == "bob").fetchOne($0)?.isPresent
            } until: {
                $0 == true
            }
            try await admin.data.removeRemoteMemberships(change)
            #expect(try ids(Row.membersBy(channelID: "c"), in: admin.store) == [])
            #expect(try ids(Row.visitorsBy(channelID: "c"), in: admin.store).contains("bob"))
            for device in [admin, bob] { try await device.close() }
        }
    }
}
