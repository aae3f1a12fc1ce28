import Foundation
import GRDB
import PubNub
import PubNubCore
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Users and channels that events and messages bring get their names")
struct NameTests {
    private typealias Completer = MetadataCompleter<TestCustom, PubNubManagedChatEntities>

    private func name(of user: String, is name: String, in store: ChatStore) async throws {
        try await store.wait("the name \(name)") {
            try PubNubManagedUser.fetchOne($0, id: user)?.name
        } until: {
            $0 == name
        }
    }

    @Test("A user who joins, writes or reacts while one is connected gets a name, without a reconnection")
    func newUsers() async throws {
        try await withOrigin { _, address in
            let admin = try await Rig(address, as: "admin")
            for id in ["zoe", "yan", "xia"] {
                try await admin.data.createRemoteUser(.init(user: User(id: id, name: "Name of \(id)")))
            }
            try await admin.data.createRemoteChannel(.init(channel: Channel(id: "kitchen", name: "Kitchen")))
            let ann = try await ChatDevice(address, as: "ann", on: ["room", "ann"])
            let zoe = try await ChatDevice(address, as: "zoe", on: ["room"])
            let time = try await zoe.say("m", on: "room")
            try await name(of: "zoe", is: "Name of zoe", in: ann.store)
            let yan = try await IntegrationClient.connected(address, as: "yan")
            _ = try await yan.react("👍", to: time, on: "room")
            try await name(of: "yan", is: "Name of yan", in: ann.store)
            try await admin.data.createRemoteMembers(
                .init(members: [Member(channelId: "room", userId: "xia")], modificationDirection: .modifyUsersByChannel)
            )
            try await name(of: "xia", is: "Name of xia", in: ann.store)
            // An invitation brings the name of its channel.
            try await admin.data.createRemoteMembers(
                .init(
                    members: [Member(channelId: "kitchen", userId: "ann")],
                    modificationDirection: .modifyUsersByChannel
                )
            )
            try await ann.store.wait("the name of the channel") {
                try PubNubManagedChannel.fetchOne($0, id: "kitchen")?.name
            } until: {
                $0 == "Kitchen"
            }
            for device in [ann, zoe] { try await device.close() }
        }
    }

    /// A completer whose service responds as the test says, and the paths of its requests.
    private struct Scene {
        let completer: Completer
        let store: ChatStore
        let client: ScriptedClient

        var paths: [String] {
            client.transport.requests.map(\.path).filter { $0.contains("/objects/") }.compactMap(
                \.removingPercentEncoding
            )
        }

        func settled() async throws {
            try await store.wait("nothing is wanted") {
                try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM user WHERE metadataState = 1") ?? 0
            } until: {
                $0 == 0
            }
        }
    }

    /// A clock that a test advances.
    private final class ManualClock: Sendable {
        private let seconds = Locked(Date().timeIntervalSince1970)

        var now: Double { seconds.withLock { $0 } }

        func advance(by time: Double) { seconds.withLock { $0 += time } }
    }

    private func scene(
        _ users: [String],
        pauses: IntegrationInbox<Int> = IntegrationInbox(),
        clock: ManualClock = ManualClock(),
        respond: @escaping @Sendable (String) -> TransportResponse?
    ) async throws -> Scene {
        let store = try ChatStore(configuration: .inMemory)
        try await store.write { db in for id in users { try PubNubManagedUser.insertPlaceholder(id, into: db) } }
        let client = await ScriptedClient(as: "me", respond: respond)
        let completer = Completer(store: store, journal: ChangeJournal()) {
            ChatService(pubnub: client.pubnub)
        } isConnected: {
            true
        } collect: {
        } pause: {
            pauses.put($0)
        } now: {
            clock.now
        }
        completer.begin()
        return Scene(completer: completer, store: store, client: client)
    }

    @Test("An app without a connected provider completes rows of which only the identifier is stored")
    func onDemand() async throws {
        try await withOrigin { _, address in
            let admin = try await Rig(address, as: "admin")
            try await admin.data.createRemoteUser(.init(user: User(id: "zoe", name: "Zoe")))
            try await admin.data.createRemoteChannel(.init(channel: Channel(id: "kitchen", name: "Kitchen")))
            let rig = try await Rig(address, as: "ann")
            try await rig.store.write { db in
                try PubNubManagedUser.insertPlaceholder("zoe", into: db)
                try PubNubManagedChannel.insertOrUpdate(channel: Channel(id: "kitchen"), into: db)
            }
            #expect(try rig.store.user("zoe")?.name == nil && rig.store.channel("kitchen")?.name == nil)
            try await rig.data.completeMetadata(ofUsers: ["zoe"])
            try await rig.data.completeMetadata(ofChannels: ["kitchen"])
            #expect(try rig.store.user("zoe")?.name == "Zoe" && rig.store.channel("kitchen")?.name == "Kitchen")
        }
    }

    @Test("Sixty users take three requests, and those without metadata are not asked again")
    func batches() async throws {
        let users = (0..<60).map { "u\($0)" }
        let scene = try await scene(users) { path in
            guard path.contains("/objects/"), let text = path.removingPercentEncoding else { return nil }
            let found = users.filter { $0 != "u7" && text.contains("\"\($0)\"") }.map { id in
                #"{"id":"\#(id)","name":"N \#(id)","eTag":"A","updated":"2024-01-01T00:00:00Z"}"#
            }
            return RecordedResponse.reply(#"{"status":200,"data":[\#(found.joined(separator: ","))]}"#)
        }
        scene.completer.note()
        try await scene.settled()
        await scene.completer.end()
        #expect(scene.paths.count == 3)
        let rows = try await scene.store.read { try PubNubManagedUser.fetchAll($0) }
        #expect(rows.filter { $0.metadata == .absent }.map(\.id) == ["u7"])
        #expect(rows.count { $0.metadata == .known && $0.name == "N \($0.id)" } == 59)
        scene.completer.begin()
        scene.completer.connected()
        scene.completer.note()
        await scene.completer.end()
        #expect(scene.paths.count == 3, "absent metadata is asked for again after a day")
    }

    @Test("A known name is read again after a day, if the user wrote a recent message")
    func outdatedNames() async throws {
        let scene = try await scene([]) { path in
            guard path.contains("/objects/"), let text = path.removingPercentEncoding else { return nil }
            let found = ["bob", "eve", "zoe"].filter { text.contains("\"\($0)\"") }.map { id in
                #"{"id":"\#(id)","name":"New \#(id)","eTag":"B","updated":"2024-01-01T00:00:00Z"}"#
            }
            return RecordedResponse.reply(#"{"status":200,"data":[\#(found.joined(separator: ","))]}"#)
        }
        try await scene.store.write { db in
            for id in ["bob", "eve", "zoe"] { try PubNubManagedUser.insertOrUpdate(user: user(id), into: db) }
            for id in ["bob", "eve"] {
                let post = message(id, timetoken: 100, user: id).withPlaceholders
                _ = try ChatStorage<TestCustom, PubNubManagedChatEntities>(db: db).store(post, withActions: false)
            }
        }
        // The age of what the store knows is not recorded, so it begins with the first connection.
        scene.completer.connected()
        try await scene.store.wait("the first connection") {
            try Int.fetchOne($0, sql: "SELECT COUNT(metadataAsked) FROM user") ?? 0
        } until: {
            $0 == 2
        }
        await scene.completer.end()
        #expect(!scene.paths.contains { $0.contains("/uuids") })
        let time = Date().timeIntervalSince1970 - 1_000
        try await scene.store.write { db in
            try db.execute(sql: "UPDATE user SET metadataAsked = metadataAsked - 90000 WHERE id <> 'eve'")
        }
        scene.completer.begin()
        scene.completer.connected()
        try await scene.store.wait("the time of reading") { db in
            try Bool.fetchOne(db, sql: "SELECT metadataAsked > ? FROM user WHERE id = 'bob'", arguments: [time])
        } until: {
            $0 == true
        }
        await scene.completer.end()
        let paths = scene.paths.filter { $0.contains("/uuids") }
        #expect(paths.count == 1 && paths.allSatisfy { $0.contains("bob") && !$0.contains("eve") }, "\(paths)")
        let names = try await scene.store.read { try PubNubManagedUser.order(Column("id")).fetchAll($0).map(\.name) }
        #expect(names == ["New bob", "Name", "Name"])
    }

    @Test("R4.4: a client that stays connected asks again after a day for what was absent")
    func longConnection() async throws {
        let clock = ManualClock()
        let requests = Locked(0)
        let scene = try await scene(["zoe"], clock: clock) { path in
            guard path.contains("/objects/") else { return nil }
            let isFirst = requests.withLock { count in
                count += 1
                return count == 1
            }
            let zoe = #"{"id":"zoe","name":"Zoe","eTag":"A","updated":"2024-01-01T00:00:00Z"}"#
            return RecordedResponse.reply(#"{"status":200,"data":[\#(isFirst ? "" : zoe)]}"#)
        }
        scene.completer.connected()
        try await scene.settled()
        #expect(try await scene.store.read { try PubNubManagedUser.fetchOne($0, id: "zoe")?.metadata } == .absent)
        try await scene.store.write { db in
            try db.execute(sql: "UPDATE user SET metadataAsked = metadataAsked - 90000")
        }
        clock.advance(by: 4_000)
        scene.completer.note()
        try await name(of: "zoe", is: "Zoe", in: scene.store)
        await scene.completer.end()
        #expect(scene.paths.count == 2)
    }

    @Test("R4.4: a client that stays connected does not ask again for what was refused")
    func longRefusal() async throws {
        let clock = ManualClock()
        let scene = try await scene(["zoe"], clock: clock) { path in
            guard path.contains("/objects/") else { return nil }
            return RecordedResponse.reply(#"{"status":403,"error":{"message":"Forbidden"}}"#, status: 403)
        }
        scene.completer.connected()
        try await scene.settled()
        let count = scene.paths.count
        clock.advance(by: 90_000)
        try await scene.store.write { try PubNubManagedUser.insertPlaceholder("yan", into: $0) }
        scene.completer.note()
        try await scene.settled()
        await scene.completer.end()
        #expect(scene.paths.dropFirst(count).allSatisfy { !$0.contains("zoe") && $0.contains("yan") })
    }

    @Test("If lists are refused, single objects are requested, and a refused one waits for other rights")
    func singly() async throws {
        let scene = try await scene(["a", "b", "c"]) { path in
            guard path.contains("/objects/") else { return nil }
            let refusal = RecordedResponse.reply(#"{"status":403,"error":{"message":"Forbidden"}}"#, status: 403)
            if path.contains("/uuids/a") {
                return RecordedResponse.reply(#"{"status":200,"data":{"id":"a","name":"A","eTag":"A"}}"#)
            }
            if path.contains("/uuids/b") {
                return RecordedResponse.reply(#"{"status":404,"error":{"message":"Not found"}}"#, status: 404)
            }
            return refusal
        }
        scene.completer.note()
        try await scene.settled()
        await scene.completer.end()
        let rows = try await scene.store.read { try PubNubManagedUser.order(Column("id")).fetchAll($0) }
        #expect(rows.map(\.metadata) == [.known, .absent, .forbidden] && rows.first?.name == "A")
    }

    @Test("A temporary failure is repeated after growing pauses")
    func repeated() async throws {
        let pauses = IntegrationInbox<Int>()
        let scene = try await scene(["a"], pauses: pauses) { path in
            guard path.contains("/objects/") else { return nil }
            let fails = pauses.all.count < 2
            let found = #"{"status":200,"data":[{"id":"a","name":"A","eTag":"A"}]}"#
            return fails ? RecordedResponse.reply("{}", status: 503) : RecordedResponse.reply(found)
        }
        scene.completer.note()
        try await name(of: "a", is: "A", in: scene.store)
        await scene.completer.end()
        #expect(pauses.all == [0, 1])
    }

    @Test("An event during the request wins over its older response")
    func newerEvent() async throws {
        let store = try ChatStore(configuration: .inMemory)
        try await store.write { try PubNubManagedUser.insertPlaceholder("zoe", into: $0) }
        let journal = ChangeJournal<TestCustom, PubNubManagedChatEntities>()
        let client = await ScriptedClient(as: "me") { path in
            guard path.contains("/objects/") else { return nil }
            let event = User.Patcher(id: "zoe", eTag: "B", updated: moment(60), name: .some("Zoe"))
            try? store.write { db in
                journal.record(.user(event))
                _ = try ChatStorage<TestCustom, PubNubManagedChatEntities>(db: db).apply(.user(event))
            }
            return RecordedResponse.reply(
                #"{"status":200,"data":[{"id":"zoe","name":"Zo","eTag":"A","updated":"2020-09-13T12:26:40Z"}]}"#
            )
        }
        let completer = Completer(store: store, journal: journal) {
            ChatService(pubnub: client.pubnub)
        } isConnected: {
            true
        }
        try await completer.complete(users: ["zoe"])
        #expect(try store.user("zoe")?.name == "Zoe")
    }

    @Test("R4.4: after the page of a proxy, the names are fetched again after a pause")
    func proxyPage() async throws {
        let pauses = IntegrationInbox<Int>()
        let responses = Locked(0)
        let scene = try await scene(["zoe"], pauses: pauses) { path in
            guard path.contains("/objects/") else { return nil }
            let isFirst = responses.withLock { count in
                count += 1
                return count <= 4
            }
            guard !isFirst else { return RecordedResponse.reply("<html></html>") }
            let zoe = #"{"id":"zoe","name":"Zoe","eTag":"A","updated":"2024-01-01T00:00:00Z"}"#
            return RecordedResponse.reply(#"{"status":200,"data":[\#(zoe)]}"#)
        }
        scene.completer.note()
        try await name(of: "zoe", is: "Zoe", in: scene.store)
        await scene.completer.end()
        #expect(!pauses.all.isEmpty)
    }

    @Test("R4.3: identifiers that the service does not accept do not keep others without a name")
    func refusedIdentifiers() async throws {
        let pauses = IntegrationInbox<Int>()
        let scene = try await scene(["zoe", "..", "yan"], pauses: pauses) { path in
            guard path.contains("/objects/"), let text = path.removingPercentEncoding else { return nil }
            guard text.contains("/uuids/") else { return RecordedResponse.reply("{}", status: 400) }
            let id = text.contains("/zoe") ? "zoe" : "yan"
            let data = #"{"id":"\#(id)","name":"N \#(id)","eTag":"A","updated":"2024-01-01T00:00:00Z"}"#
            return RecordedResponse.reply(#"{"status":200,"data":\#(data)}"#)
        }
        scene.completer.note()
        try await scene.settled()
        await scene.completer.end()
        let rows = try await scene.store.read { try PubNubManagedUser.order(Column("id")).fetchAll($0) }
        #expect(rows.map(\.name) == [nil, "N yan", "N zoe"] && rows.first?.metadata == .absent)
        #expect(pauses.all.isEmpty)
    }
}
