import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import TestRandom
import Testing

@testable import PubNubChat

@Suite("Only the author, and those whom the app accepts, change a message")
struct ForgedChangeTests {
    private typealias Storage = ChatStorage<TestCustom, PubNubManagedChatEntities>

    private func row(_ id: String = "m", in store: ChatStore) throws -> PubNubManagedMessage? {
        try store.read { try PubNubManagedMessage.fetchOne($0, id: id) }
    }

    private func change(_ type: String, _ value: String, by user: String, at timetoken: Timetoken) -> Action {
        var change = action(timetoken, value: value, user: user)
        change.sourceType = type
        change.userModel = User(id: user)
        return change
    }

    private func hits(_ text: String, in store: ChatStore) throws -> [String] {
        try store.read { try ChatSearchResult.fetchAll($0, ChatSearch(text)).map(\.id) }
    }

    @Test("A user whose identifier looks like that of another one is somebody else")
    func alikeIdentifiers() async throws {
        let (own, alike) = ("zo\u{EB}", "zoe\u{308}")
        let store = try ChatStore(
            configuration: .inMemory,
            owner: ChatStoreOwner(subscribeKey: "demo", userId: own)
        )
        try await store.write { db in
            let storage = Storage(db: db)
            for (index, id) in [own, alike].enumerated() {
                try PubNubManagedUser.insertOrUpdate(user: User(id: id, name: "User \(index)"), into: db)
                let written = message("m\(index)", timetoken: Timetoken(100 + index), user: id)
                _ = try storage.store(written.withPlaceholders, withActions: false)
            }
            var reaction = action(200, user: alike, parent: 100)
            reaction.sourceType = ReactionType.own
            try storage.store(reaction)
        }
        let rows = try await store.read { db in
            try MessageRowReader<TestCustom>(owner: own).rows(
                of: PubNubManagedMessage.messagesBy(pubnubChannelId: "c").order(Column("timetoken")).fetchAll(db),
                db
            )
        }
        #expect(rows.map(\.isOwn) == [true, false] && rows.map { $0.author?.name } == ["User 0", "User 1"])
        #expect(rows.first?.reactions.map(\.isMine) == [false])
        var forged = message("m0", timetoken: 100, user: own)
        forged.messageActions = [change("edited", "forged", by: alike, at: 300)]
        #expect(forged.currentText == forged.text && forged.ignoredChanges.count == 1)
    }

    @Test("Another user's edit and deletion change neither the text, nor the search, the unread count or the previews")
    func ignored() throws {
        let store = try ChatStore(
            configuration: .inMemory,
            owner: ChatStoreOwner(subscribeKey: "demo", userId: "me")
        )
        try store.write { db in
            var member = Member(channelId: "c", userId: "me")
            member.read(custom: Data(#"{"lastReadMessageTimetoken":"1"}"#.utf8))
            try PubNubManagedMember.insertOrUpdate(member: member, forceWrite: true, into: db)
            _ = try Storage(db: db).store(message(text: "5 dollars").withPlaceholders, withActions: false)
            try Storage(db: db).store(change("edited", "5000 dollars", by: "mallory", at: 200))
            try Storage(db: db).store(change("deleted", "deleted", by: "mallory", at: 201))
        }
        let row = try #require(try row(in: store))
        #expect(row.currentText == "5 dollars" && !row.isDeleted && row.editTimetoken == nil && row.ignoredChanges == 2)
        let stored = try #require(try store.message())
        #expect(stored.currentText == "5 dollars" && !stored.isDeleted && stored.edits.isEmpty)
        #expect(
            stored.ignoredChanges.map(\.value) == ["5000 dollars", "deleted"] && stored.messageActions.count == 2
        )
        #expect(try hits("5000", in: store) == [] && hits("dollars", in: store) == ["m"])
        #expect(try store.read { try ChatUnreadCount.fetchOne($0, id: "c")?.count } == 1)
        #expect(ChatQuote(row).text == "5 dollars")
        let found = try store.read { db in
            try PubNubManagedMessageAction.ignoredChangesBy(pubnubChannelId: "c").fetchAll(db)
        }
        #expect(found.map(\.pubnubUserId) == ["mallory", "mallory"] && found.allSatisfy(\.isIgnored))
        let info = try store.read { try ChatMessageInfo.newestBy(pubnubChannelId: "c", limit: 1).fetchOne($0) }
        #expect(info?.message.currentText == "5 dollars" && info?.actions.count == 2)
    }

    @Test("An encrypted edit that nobody can read is ignored if its author may not change the message")
    func forgedSeal() throws {
        let store = try storeWithBoth()
        func sealed(_ user: String, _ timetoken: Timetoken) -> Action {
            var edit = change("edited", ChangeSchema.sealedBeginning + "AAAA", by: user, at: timetoken)
            edit.encryption = .unreadable
            return edit
        }
        try store.write { db in
            _ = try Storage(db: db).store(message(), withActions: false)
            try Storage(db: db).store(sealed("mallory", 200))
        }
        #expect(try row(in: store)?.hasUnreadableEdit == false && row(in: store)?.ignoredChanges == 1)
        #expect(try store.message()?.ignoredChanges.map(\.pubnubUserId) == ["mallory"])
        let ignored = try store.read { db in
            try PubNubManagedMessageAction.ignoredChangesBy(pubnubChannelId: "c").fetchAll(db)
        }
        #expect(ignored.map(\.pubnubUserId) == ["mallory"])
        #expect(try store.write { try MessageChanges.takeReports($0) }.map(\.isUnreadable) == [false])
        try store.write { try Storage(db: $0).store(sealed("u", 201)) }
        #expect(try row(in: store)?.hasUnreadableEdit == true && row(in: store)?.ignoredChanges == 1)
        #expect(try store.write { try MessageChanges.takeReports($0) }.map(\.isUnreadable) == [true])
        try store.write { try MessageChanges.apply(ChatChangePolicy(edits: .users(["mallory"])), $0) }
        #expect(try row(in: store)?.ignoredChanges == 0 && row(in: store)?.currentText == "Hello")
    }

    @Test("A store of an earlier version judges the edits again that it could not read")
    func sealedOfEarlierVersion() throws {
        let queue = try DatabaseQueue()
        var (entities, ledger) = (DatabaseMigrator(), DatabaseMigrator())
        StoreSchema.register(in: &entities)
        LedgerSchema.register(in: &ledger)
        try queue.write { $0.add(tokenizer: SearchTokenizer.self) }
        try entities.migrate(queue, upTo: "29 read markers of members")
        try ledger.migrate(queue, upTo: "ledger 30")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO channel (id) VALUES ('c');
                    INSERT INTO user (id) VALUES ('u'), ('mallory');
                    INSERT INTO message (id, timetoken, dateCreated, text, pubnubUserId, pubnubChannelId) VALUES
                        ('m', 100, 1, 'Hello', 'u', 'c'), ('n', 101, 1, 'Hello', 'u', 'c'), ('o', 102, 1, 'Hello', NULL, 'c');
                    INSERT INTO messageAction (id, published, sourceType, value, pubnubChannelId, pubnubParentTimetoken,
                        pubnubParentId, pubnubUserId, encryption) VALUES
                        ('a', 200, 'edited', 'x', 'c', 100, 'm', 'mallory', 2),
                        ('b', 201, 'edited', 'x', 'c', 101, 'n', 'u', 2),
                        ('d', 202, 'edited', 'x', 'c', 102, 'o', 'mallory', 2);
                    UPDATE messageAction SET verdict = 2, report = 0;
                    """
            )
        }
        try entities.migrate(queue)
        try ledger.migrate(queue)
        try queue.write { db in
            let rows = try PubNubManagedMessage.order(Column("id")).fetchAll(db)
            #expect(rows.map(\.hasUnreadableEdit) == [false, true, true] && rows.map(\.ignoredChanges) == [1, 0, 0])
            // The app learned of them.
            #expect(try MessageChanges.takeReports(db).isEmpty)
        }
    }

    @Test("The row is the same for every order of message, changes, memberships and policy", arguments: 0..<40)
    func anyOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try storeWithBoth()
        let policy = ChatChangePolicy(
            edits: .users(["editor"]),
            deletions: .members(withStatus: ["moderator"]).union(.users(["janitor"]))
        )
        var moderator = member("c", "mod")
        moderator.status = "moderator"
        let changes = [
            change("edited", "mine", by: "u", at: 201), change("edited", "edited", by: "editor", at: 202),
            change("edited", "forged", by: "mallory", at: 203), change("edited", "no", by: "mod", at: 204),
            change("deleted", "deleted", by: "mallory", at: 205),
        ]
        let deletion = change("deleted", "deleted", by: Bool.random(using: &random) ? "mod" : "janitor", at: 206)
        var steps: [(Database) throws -> Void] = (changes + [deletion]).map { change in
            { try Storage(db: $0).store(change) }
        }
        steps.append { _ = try Storage(db: $0).store(message(), withActions: false) }
        steps.append { [moderator] db in
            try PubNubManagedMember.insertOrUpdate(member: moderator, forceWrite: true, into: db)
        }
        steps.append { try MessageChanges.apply(policy, $0) }
        for step in steps.shuffled(using: &random) { try store.write(step) }
        var row = try #require(try self.row(in: store))
        #expect(row.currentText == "edited" && row.isDeleted && row.ignoredChanges == 3)
        try store.write { [deletion] in try Storage(db: $0).remove(deletion) }
        row = try #require(try self.row(in: store))
        #expect(row.currentText == "edited" && !row.isDeleted && row.ignoredChanges == 3)
        try store.write { try MessageChanges.apply(ChatChangePolicy(), $0) }
        #expect(try self.row(in: store)?.currentText == "mine" && self.row(in: store)?.ignoredChanges == 4)
        try store.write { try MessageChanges.apply(ChatChangePolicy(edits: .anyone), $0) }
        #expect(try self.row(in: store)?.currentText == "no" && self.row(in: store)?.ignoredChanges == 1)
    }

    @Test("A member's changes count as long as the service has the status, and from then on")
    func role() throws {
        let store = try storeWithBoth()
        try store.write { db in
            try MessageChanges.apply(ChatChangePolicy(deletions: .members(withStatus: ["moderator"])), db)
            _ = try Storage(db: db).store(message(), withActions: false)
            try Storage(db: db).store(change("deleted", "deleted", by: "mod", at: 200))
        }
        func set(_ status: String?, _ date: Double) throws {
            var member = member("c", "mod")
            member.status = status
            member.updated = moment(date)
            try store.write { [member] db in try Storage(db: db).store(fetched: member) }
        }
        #expect(try row(in: store)?.isDeleted == false)
        // The app stores a membership that the service does not have.
        try store.write { db in
            let own = Member(channelId: "c", userId: "mod", status: "moderator")
            try PubNubManagedMember.insertOrUpdate(member: own, forceWrite: true, into: db)
        }
        #expect(try row(in: store)?.isDeleted == false)
        try set("moderator", 1)
        #expect(try row(in: store)?.isDeleted == true)
        try set("guest", 2)
        #expect(try row(in: store)?.isDeleted == false)
        try set("moderator", 3)
        try store.write { try Storage(db: $0).removeMember("mod", of: "c") }
        #expect(try row(in: store)?.isDeleted == false && self.row(in: store)?.ignoredChanges == 1)
    }

    @Test("A message by another author that was published first takes its edits over")
    func earlierAuthor() throws {
        let store = try storeWithBoth()
        try store.write { db in
            _ = try Storage(db: db).store(message(timetoken: 100).withPlaceholders, withActions: false)
            try Storage(db: db).store(change("edited", "new", by: "u", at: 200))
        }
        #expect(try row(in: store)?.currentText == "new")
        try store.write { _ = try PubNubManagedUser.remove(userId: "u", from: $0) }
        #expect(try row(in: store)?.currentText == "new", "the author is unknown now, and the edit was the author's")
    }

    @Test("R3.1, R7.5: a user who publishes a message again whose author was removed does not become its author")
    func removedAuthor() throws {
        let store = try storeWithBoth()
        let own = message(text: "5 dollars", user: "ann").withPlaceholders
        let again = message(text: "5000 dollars", timetoken: 150, user: "mallory").withPlaceholders
        var edit = change("edited", "5000 dollars", by: "mallory", at: 200)
        edit.parentTimetoken = again.timetoken
        try store.write { [edit] db in
            let storage = Storage(db: db)
            _ = try storage.store(own, withActions: false)
            _ = try PubNubManagedUser.remove(userId: "ann", from: db)
            _ = try storage.store(again, withActions: false)
            try storage.store(edit)
        }
        var row = try #require(try self.row(in: store))
        #expect(row.pubnubUserId == nil && row.currentText == "5 dollars" && row.ignoredChanges == 1)
        try store.write { _ = try Storage(db: $0).store(own, withActions: false) }
        row = try #require(try self.row(in: store))
        #expect(row.pubnubUserId == "ann" && row.currentText == "5 dollars" && row.ignoredChanges == 1)
    }

    @Test("A forger, an author with two devices and a moderator see the same, and the app learns of each forgery once")
    func everybody() async throws {
        try await withOrigin { _, address in
            let policy = ChatChangePolicy(deletions: .users(["admin"]))
            let ann = try await ChatDevice(address, as: "ann", on: ["c"], policy: policy)
            let ann2 = try await ChatDevice(address, as: "ann", on: ["c"], policy: policy)
            let admin = try await ChatDevice(address, as: "admin", on: ["c"], policy: policy)
            let mallory = try await IntegrationClient.connected(address, as: "mallory")
            let timetoken = try await ann.say("m", "5 dollars", on: "c")
            for device in [ann, ann2, admin] { try await device.wait(for: "5 dollars", "m") }
            _ = try await mallory.add("edited", "5000 dollars", to: timetoken, on: "c")
            for device in [ann, ann2, admin] {
                let event = try await device.events.next("ignored") { event in
                    if case .ignored = event { event } else { nil }
                }
                #expect(event == .ignored(channel: "c", messageId: "m", userId: "mallory", type: "edited"))
            }
            await #expect(throws: ChatError.self) { try await admin.data.editMessage("m", text: "no") }
            try await ann2.data.editMessage("m", text: "6 dollars")
            for device in [ann, ann2, admin] { try await device.wait(for: "6 dollars", "m") }
            try await admin.data.deleteMessage("m")
            for device in [ann, ann2, admin] {
                try await device.store.wait("the deletion") {
                    try PubNubManagedMessage.fetchOne($0, id: "m")?.isDeleted
                } until: {
                    $0 == true
                }
            }
            await #expect(throws: ChatError.self) { try await ann.data.restoreMessage("m") }
            try await admin.data.restoreMessage("m")
            for device in [ann, ann2, admin] { #expect(device.events.all.count { $0.isIgnored } == 1) }
            for device in [ann, ann2, admin] { try await device.close() }
        }
    }

    @Test("An author puts the own text back after a moderator's edit, and deletes a message that a moderator deleted")
    func afterModerator() async throws {
        try await withOrigin { _, address in
            let policy = ChatChangePolicy(edits: .users(["admin"]), deletions: .users(["admin"]))
            let ann = try await ChatDevice(address, as: "ann", on: ["c"], policy: policy)
            let admin = try await ChatDevice(address, as: "admin", on: ["c"], policy: policy)
            try await ann.say("m", "first", on: "c")
            try await admin.wait(for: "first", "m")
            try await ann.data.editMessage("m", text: "second")
            try await admin.wait(for: "second", "m")
            try await admin.data.editMessage("m", text: "third")
            try await ann.wait(for: "third", "m")
            try await ann.data.editMessage("m", text: "second")
            for device in [ann, admin] { try await device.wait(for: "second", "m") }
            func isDeleted(_ device: ChatDevice, _ isDeleted: Bool, by users: [String]) async throws {
                try await device.store.wait("deleted by \(users)") { db in
                    try PubNubManagedMessageAction.messageActionsBy(messageId: "m").fetchAll(db)
                        .filter { $0.sourceType == "deleted" }.compactMap(\.pubnubUserId).sorted()
                } until: {
                    $0 == users
                }
                #expect(try row(in: device.store)?.isDeleted == isDeleted)
            }
            try await admin.data.deleteMessage("m")
            try await isDeleted(ann, true, by: ["admin"])
            try await ann.data.deleteMessage("m")
            try await isDeleted(admin, true, by: ["admin", "ann"])
            try await admin.data.restoreMessage("m")
            for device in [ann, admin] { try await isDeleted(device, true, by: ["ann"]) }
            for device in [ann, admin] { try await device.close() }
        }
    }

    @Test("A change that would not count is refused without a request")
    func refused() async throws {
        let client = await ScriptedClient(as: "me") { _ in nil }
        let data = try client.provider()
        try await data.store.write { _ = try Storage(db: $0).store(message().withPlaceholders, withActions: false) }
        let requests = client.transport.requests.count
        func isNotPermitted(_ body: () async throws -> Void) async -> Bool {
            do {
                try await body()
                return false
            } catch ChatError.notPermitted {
                return true
            } catch {
                return false
            }
        }
        #expect(await isNotPermitted { try await data.editMessage("m", text: "no") })
        #expect(await isNotPermitted { try await data.deleteMessage("m") })
        #expect(await isNotPermitted { try await data.deleteMessage("m", .hard) })
        try await data.store.write { db in
            try Storage(db: db).store(change("edited", "new", by: "u", at: 200))
            try Storage(db: db).store(change("deleted", "deleted", by: "u", at: 201))
        }
        #expect(await isNotPermitted { try await data.undoEdit(ofMessage: "m") })
        #expect(await isNotPermitted { try await data.restoreMessage("m") })
        #expect(client.transport.requests.count == requests)
    }
}

extension ChatSyncEvent {
    var isIgnored: Bool {
        if case .ignored = self { true } else { false }
    }
}
