import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import TestRandom
import Testing

@testable import PubNubChat

@Suite("Edits and deletions of messages, as message actions")
struct EditTests {
    private typealias Storage = ChatStorage<TestCustom, PubNubManagedChatEntities>

    private func row(_ id: String, in store: ChatStore) throws -> PubNubManagedMessage? {
        try store.read { try PubNubManagedMessage.fetchOne($0, id: id) }
    }

    private func published(_ id: String, _ rig: Rig) async throws {
        try await rig.data.sendRemoteMessage(.init(message: message(id, text: "first", timetoken: 0, user: "me")))
    }

    @Test("The row shows the newest edit and keeps the published text, and an undo shows the text before")
    func editing() async throws {
        try await withRig { _, rig in
            try await published("m", rig)
            try await rig.data.editMessage("m", text: "second")
            try await rig.data.editMessage("m", text: "third")
            var row = try #require(try row("m", in: rig.store))
            #expect((row.text, row.currentText, row.editedText) == ("first", "third", "third"))
            let message = try #require(try rig.store.message("m"))
            #expect(message.currentText == "third" && message.edits.map(\.value) == ["second", "third"])
            #expect(row.editTimetoken == message.edits.last?.actionTimetoken)
            try await rig.data.undoEdit(ofMessage: "m")
            row = try #require(try self.row("m", in: rig.store))
            #expect(row.currentText == "second")
            try await rig.data.undoEdit(ofMessage: "m")
            row = try #require(try self.row("m", in: rig.store))
            #expect(row.currentText == "first" && row.editedText == nil && row.editTimetoken == nil)
            await #expect(throws: ChatError.self) { try await rig.data.undoEdit(ofMessage: "m") }
        }
    }

    @Test("A message that is fetched again keeps its edit")
    func fetchedAgain() async throws {
        try await withRig { _, rig in
            try await published("m", rig)
            try await rig.data.editMessage("m", text: "second")
            try await rig.data.syncRemoteMessages(.init(channels: ["c"]))
            #expect(try row("m", in: rig.store)?.currentText == "second")
            let other = try await Rig(rig.address)
            try await other.data.syncRemoteMessages(.init(channels: ["c"]))
            #expect(try row("m", in: other.store)?.currentText == "second")
        }
    }

    @Test("Deletes a message softly and restores it")
    func softDeletion() async throws {
        try await withRig { _, rig in
            try await published("m", rig)
            try await rig.data.deleteMessage("m")
            #expect(try row("m", in: rig.store)?.isDeleted == true && rig.store.message("m")?.isDeleted == true)
            let actions = rig.requests.all.count { $0.contains("/message-actions/") }
            try await rig.data.deleteMessage("m")
            #expect(rig.requests.all.count { $0.contains("/message-actions/") } == actions)
            try await rig.data.restoreMessage("m")
            #expect(try row("m", in: rig.store)?.isDeleted == false && rig.store.message("m")?.text == "first")
            await #expect(throws: ChatError.self) { try await rig.data.restoreMessage("m") }
        }
    }

    @Test("Deletes a message permanently with all its publications")
    func hardDeletion() async throws {
        try await withRig { _, rig in
            try await published("m", rig)
            try await published("m", rig)
            try await published("other", rig)
            try await rig.data.deleteMessage("m", .hard)
            #expect(try row("m", in: rig.store) == nil)
            let page = try await rig.data.syncRemoteMessages(.init(channels: ["c"]))
            #expect(page.messageByChannelId["c"]?.map(\.id) == ["other"])
        }
    }

    @Test("A message that is not published is changed or removed in the store")
    func unsent() async throws {
        try await withRig { _, rig in
            let waiting = message("m", text: "draft", timetoken: 0, user: "me")
            try await rig.data.queueMessage(.init(message: waiting, ttl: 3))
            try await rig.data.editMessage("m", text: "final")
            #expect(try row("m", in: rig.store)?.text == "final")
            #expect(try await rig.store.read { try ChatOutboxEntry.unsentBy(messageId: "m").fetchOne($0) }?.ttl == 3)
            try await rig.store.write { _ = try Ledger(db: $0).claim(unsent: "m") }
            #expect(try await rig.data.discardMessages(["m"]).isEmpty, "it is being sent")
            try await rig.store.write { db in
                let entry = try #require(try Ledger(db: db).unsent("m"))
                try Ledger(db: db).release(entry.sequence, isFailure: true, isOpen: false)
            }
            try await rig.data.deleteMessage("m")
            #expect(try rig.store.count("message") == 0 && rig.store.count("outbox") == 0)
        }
    }

    @Test("A refused edit or deletion is an error and changes nothing")
    func refused() async throws {
        let client = await ScriptedClient(as: "me") { path in
            path.contains("/message-actions/") || path.contains("/history/")
                ? RecordedResponse.reply(#"{"status":403,"error":true,"message":"Forbidden"}"#, status: 403) : nil
        }
        let data = try client.provider()
        _ = try await data.load(messages: [message("m", user: "me").withModels], processMessageActions: false)
        let before = try row("m", in: data.store)
        await #expect(throws: PNError.self) { try await data.editMessage("m", text: "new") }
        await #expect(throws: PNError.self) { try await data.deleteMessage("m") }
        await #expect(throws: PNError.self) { try await data.deleteMessage("m", .hard) }
        await #expect(throws: ChatError.self) { try await data.editMessage("absent", text: "new") }
        #expect(try row("m", in: data.store) == before)
    }

    @Test("The result does not depend on the order of arrival of message, edits and deletions", arguments: 0..<20)
    func anyOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try storeWithBoth()
        func edit(_ timetoken: Timetoken, _ type: String, _ value: String) -> Action {
            Action(
                actionTimetoken: timetoken,
                parentTimetoken: 100,
                sourceType: type,
                value: value,
                pubnubUserId: "u",
                userModel: User(id: "u"),
                pubnubChannelId: "c"
            )
        }
        let edits = [edit(201, "edited", "a"), edit(203, "edited", "b"), edit(202, "deleted", "deleted")]
        var steps: [(Database) throws -> Void] = edits.map { edit in { try Storage(db: $0).store(edit) } }
        steps.append { _ = try Storage(db: $0).store(message(timetoken: 100), withActions: false) }
        for step in steps.shuffled(using: &random) { try store.write(step) }
        #expect(try row("m", in: store)?.currentText == "b" && row("m", in: store)?.isDeleted == true)
        let removals = [edits[1], edits[2]].shuffled(using: &random)
        for removed in removals { try store.write { try Storage(db: $0).remove(removed) } }
        #expect(try row("m", in: store)?.currentText == "a" && row("m", in: store)?.isDeleted == false)
        try store.write { db in
            try PubNubManagedMessage.insertOrUpdate(message: message(), processMessageActions: true, into: db)
        }
        #expect(try row("m", in: store)?.editedText == nil)
    }

    @Test("Storing a message returns its row with the edits that came with it")
    func returnedRow() throws {
        let store = try storeWithBoth()
        var edit = action(value: "new")
        edit.sourceType = "edited"
        try store.write { db in
            let row = try PubNubManagedMessage.insertOrUpdate(
                message: message(actions: [edit]),
                processMessageActions: true,
                into: db
            )
            #expect(row.currentText == "new")
            #expect(try row == PubNubManagedMessage.fetchOne(db, id: "m"))
        }
    }

    @Test("An observer of messages receives an edit")
    func observed() async throws {
        let store = try storeWithBoth()
        try await store.write { _ = try Storage(db: $0).store(message(), withActions: false) }
        let request = PubNubManagedMessage.newestMessagesBy(pubnubChannelId: "c", limit: 10)
        var changes = store.changes(of: request).makeAsyncIterator()
        #expect(try await changes.next()?.entities.map(\.currentText) == ["Hello"])
        var edit = action(value: "new")
        edit.sourceType = "edited"
        try await store.write { [edit] in try Storage(db: $0).store(edit) }
        #expect(try await changes.next()?.entities.map(\.currentText) == ["new"])
    }

    @Test("A store of an earlier version shows the edits that it has")
    func migration() throws {
        let queue = try DatabaseQueue()
        var migrator = DatabaseMigrator()
        StoreSchema.register(in: &migrator)
        try migrator.migrate(queue, upTo: "10 send states")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO message (id, timetoken, dateCreated, text) VALUES ('m', 1, 0, 'old'), ('n', 2, 0, 'old');
                    INSERT INTO messageAction
                        (id, published, sourceType, value, pubnubChannelId, pubnubParentTimetoken, pubnubParentId) VALUES
                        ('1', 5, 'edited', 'five', 'c', 1, 'm'), ('2', 4, 'edited', 'four', 'c', 1, 'm'),
                        ('3', 6, 'reaction', 'six', 'c', 1, 'm'), ('4', 7, 'deleted', 'deleted', 'c', 2, 'n')
                    """
            )
        }
        try migrator.migrate(queue)
        let rows = try queue.read { try PubNubManagedMessage.order(Column("id")).fetchAll($0) }
        #expect(rows.map(\.currentText) == ["five", "old"] && rows.map(\.isDeleted) == [false, true])
    }
}
