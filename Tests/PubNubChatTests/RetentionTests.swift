import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Retention and wiping of a store")
struct RetentionTests {
    private func fill(_ store: ChatStore, _ count: Int, on channel: String = "c") throws {
        try store.write { db in
            for number in 0..<count {
                let timetoken = Timetoken(number + 1) * 10_000_000
                let message = message("\(channel) \(number)", timetoken: timetoken, channel: channel).withModels
                try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
            }
        }
    }

    private func ids(_ store: ChatStore) throws -> [String] {
        try store.read { try String.fetchAll($0, sql: "SELECT id FROM message ORDER BY pubnubChannelId, timetoken") }
    }

    @Test("Retains the newest messages of each channel, and those that are not published")
    func count() async throws {
        let store = try ChatStore(configuration: .inMemory)
        try fill(store, 5)
        try fill(store, 2, on: "d")
        try await store.write { db in
            let waiting = message("waiting", timetoken: 0, user: "me").withModels
            try PubNubManagedMessage.insertOrUpdate(message: waiting, processMessageActions: false, into: db)
        }
        #expect(try await store.removeMessages(beyond: ChatRetentionPolicy(messageLimit: 3)) == 2)
        #expect(try ids(store) == ["waiting", "c 2", "c 3", "c 4", "d 0", "d 1"])
        #expect(try await store.removeMessages(beyond: ChatRetentionPolicy()) == 0)
    }

    @Test("Removes messages by age with their reactions, and the range counts as missing")
    func age() async throws {
        let store = try ChatStore(configuration: .inMemory)
        try fill(store, 1_200)
        try await store.write { db in
            let reaction = action(99_000_000, parent: 10_000_000)
            _ = try PubNubManagedMessageAction.insertOrUpdate(messageAction: reaction, into: db)
        }
        let policy = ChatRetentionPolicy(maximumAge: 100)
        let removed = try await store.removeMessages(beyond: policy, now: Date(timeIntervalSince1970: 1_200))
        #expect(removed == 1_100)
        #expect(try store.count("message") == 100 && store.count("messageAction") == 0)
        let gaps = try await store.read { try Ledger(db: $0).gaps(of: "c", .older) }
        #expect(gaps.ranges.first?.after == 9_999_999 && gaps.ranges.last?.upTo == 11_000_000_000)
    }

    @Test("R9.1: a message with a change that waits stays, and only what was removed around it is missing")
    func waitingChange() async throws {
        let store = try ChatStore(configuration: .inMemory)
        try fill(store, 5)
        try await store.write { db in
            let change = OutboxChange(
                kind: .reaction,
                channelId: "c",
                messageId: "c 1",
                actionType: ReactionType.own,
                value: "👍"
            )
            _ = try Ledger(db: db).add(change, by: "me")
        }
        #expect(try await store.removeMessages(beyond: ChatRetentionPolicy(messageLimit: 2)) == 2)
        #expect(try ids(store) == ["c 1", "c 3", "c 4"])
        let gaps = try await store.read { try Ledger(db: $0).gaps(of: "c", .older) }
        #expect(gaps.ranges.map(\.after) == [9_999_999, 20_000_000])
        #expect(gaps.ranges.map(\.upTo) == [19_999_999, 30_000_000])
    }

    @Test("R9.1: a deletion that waits while old messages are removed reaches the other devices")
    func waitingDeletion() async throws {
        try await withRig { _, rig in
            let policy = ChatRetentionPolicy(messageLimit: 0)
            try await rig.say("old")
            try await rig.offline {
                try await rig.data.deleteMessage("old")
                #expect(try await rig.store.removeMessages(beyond: policy) == 0)
                #expect(try rig.row("old")?.isDeleted == true)
            }
            let report = try await rig.data.sendOutbox()
            #expect(report.sent == 1 && report.failures.isEmpty)
            #expect(try await rig.other().row("old")?.isDeleted == true)
            #expect(try await rig.store.removeMessages(beyond: policy) == 1, "nothing waits any more")
        }
    }

    @Test("R9.1: a deletion from history whose response was lost continues after old messages are removed")
    func interruptedDeletion() async throws {
        try await withRig { server, rig in
            try await rig.say("old")
            server.faults = FaultPlan(rules: [FaultRule(.dropResponse, family: .messageActions)])
            try await rig.data.deleteMessage("old", .hard)
            #expect(try rig.kinds() == [.deletion])
            #expect(try await rig.store.removeMessages(beyond: ChatRetentionPolicy(messageLimit: 0)) == 0)
            #expect(try rig.row("old")?.isPending == true)
            server.faults = FaultPlan()
            #expect(try await rig.data.sendOutbox().failures.isEmpty)
            #expect(try rig.kinds().isEmpty && rig.row("old") == nil)
            #expect(try await rig.other().row("old") == nil)
        }
    }

    @Test("Ages beyond those of all messages remove nothing", arguments: [Int.max, 1_000_000_000_000, Int.max / 2])
    func largeAges(_ age: Int) async throws {
        let store = try ChatStore(configuration: .inMemory)
        try fill(store, 3)
        #expect(try await store.removeMessages(beyond: ChatRetentionPolicy(maximumAge: age)) == 0)
        #expect(try store.count("message") == 3)
    }

    @Test("After the last wipe of a store, a call that was in flight stores nothing")
    func lastWipe() async throws {
        let store = try ChatStore(configuration: .inMemory)
        try fill(store, 3)
        try await store.wipe()
        try fill(store, 1)
        try await store.wipe(isFinal: true)
        let data = LoadTests.provider(store)
        await #expect(throws: (any Error).self) {
            try await data.load(messages: [message("m")], processMessageActions: true)
        }
        #expect(throws: DatabaseError.self) { try fill(store, 1) }
        #expect(try store.count("message") == 0 && store.count("user") == 0)
    }

    @Test("Unread messages that are removed still count, as an estimate")
    func unread() async throws {
        let owner = ChatStoreOwner(subscribeKey: "demo", userId: "me")
        let store = try ChatStore(configuration: .inMemory, owner: owner)
        try await store.write { db in
            var member = Member(channelId: "c", userId: "me")
            member.read(custom: Data(#"{"lastReadMessageTimetoken":"15000000"}"#.utf8))
            try PubNubManagedMember.insertOrUpdate(member: member, forceWrite: true, into: db)
        }
        try fill(store, 6)
        try await store.write { db in
            var deletion = action(99_000_000, parent: 20_000_000)
            deletion.sourceType = "deleted"
            _ = try PubNubManagedMessageAction.insertOrUpdate(messageAction: deletion, into: db)
        }
        func row() throws -> ChatUnreadCount? { try store.read { try ChatUnreadCount.fetchOne($0, id: "c") } }
        #expect(try row()?.count == 4 && row()?.isExact == true)
        #expect(try await store.removeMessages(beyond: ChatRetentionPolicy(messageLimit: 2)) == 4)
        #expect(try row()?.count == 4 && row()?.isExact == false)
        #expect(try await store.removeMessages(beyond: ChatRetentionPolicy(messageLimit: 2)) == 0)
        #expect(try row()?.count == 4)
    }

    @Test("R6.4: the estimate for removed messages ends with their range, also if the service deleted some of them")
    func deletedAfterRemoval() async throws {
        let owner = ChatStoreOwner(subscribeKey: "demo", userId: "me")
        let store = try ChatStore(configuration: .inMemory, owner: owner)
        try await store.write { db in
            var member = Member(channelId: "c", userId: "me")
            member.read(custom: Data(#"{"lastReadMessageTimetoken":"5000000"}"#.utf8))
            try PubNubManagedMember.insertOrUpdate(member: member, forceWrite: true, into: db)
            // What lies between the marker and the stored messages is unknown.
            try Ledger(db: db).addHistory(TimetokenRange(after: 9_000_000, upTo: 60_000_000), of: "c")
        }
        try fill(store, 6)
        func count() throws -> Int? { try store.read { try ChatUnreadCount.fetchOne($0, id: "c")?.count } }
        func fetch(_ found: [Timetoken], after: Timetoken, upTo: Timetoken) async throws {
            let range = TimetokenRange(after: after, upTo: upTo)
            try await store.write { db in
                try Ledger(db: db).takeFromEstimate(found, of: "c", range)
                try Ledger(db: db).close([range], of: "c", .older)
            }
        }
        #expect(try await store.removeMessages(beyond: ChatRetentionPolicy(messageLimit: 4)) == 2)
        #expect(try await store.removeMessages(beyond: ChatRetentionPolicy(messageLimit: 2)) == 2)
        #expect(try count() == 6)
        // The service has deleted the last one.
        try await fetch([30_000_000], after: 29_999_999, upTo: 40_000_000)
        #expect(try count() == 5)
        try await fetch([10_000_000, 20_000_000], after: 9_999_999, upTo: 20_000_000)
        #expect(try count() == 2)
    }

    @Test("The reactions to a republication of a removed message are missing, and not lost")
    func republication() async throws {
        let store = try ChatStore(configuration: .inMemory)
        try fill(store, 5)
        try await store.write { db in
            let again = message("c 0", timetoken: 35_000_000, channel: "c").withModels
            try PubNubManagedMessage.insertOrUpdate(message: again, processMessageActions: false, into: db)
        }
        #expect(try await store.removeMessages(beyond: ChatRetentionPolicy(messageLimit: 3)) == 2)
        let gaps = try await store.read { try Ledger(db: $0).gaps(of: "c", .older) }
        #expect(gaps.ranges.map(\.after) == [9_999_999, 34_999_999])
        #expect(gaps.ranges.map(\.upTo) == [20_000_000, 35_000_000])
    }

    /// Checks that no file in a directory contains one of the words, in any case.
    private func check(_ directory: URL, lacks words: [String]) throws {
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            // Only the letters matter.
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self).lowercased()
            for word in words { #expect(!text.contains(word), "\(file.lastPathComponent) contains \(word)") }
        }
    }

    @Test(
        "A wiped store has no rows and no content in its files, and another owner can use it",
        arguments: [0, 300, 5_000]
    )
    func wipe(count: Int) async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let owner = ChatStoreOwner(subscribeKey: "demo", userId: "me")
            let store = try ChatStore(configuration: configuration, owner: owner)
            try fill(store, count)
            try await store.write { db in
                let secret = message("s", text: "xyzzysecret", timetoken: 5, user: "xyzzyauthor").withModels
                try PubNubManagedMessage.insertOrUpdate(message: secret, processMessageActions: false, into: db)
                // The edit and the deletion leave traces of former words in the index.
                for (timetoken, type) in [(6, "edited"), (7, "deleted")] as [(Timetoken, String)] {
                    var change = action(timetoken, value: "xyzzyedit", user: "xyzzyauthor", parent: 5)
                    change.sourceType = type
                    try PubNubManagedMessageAction.insertOrUpdate(messageAction: change, into: db)
                }
                let removed = message("r", text: "xyzzyremoved", timetoken: 8).withModels
                try PubNubManagedMessage.insertOrUpdate(message: removed, processMessageActions: false, into: db)
            }
            try await store.write { _ = try PubNubManagedMessage.remove(messageId: "r", from: $0) }
            try await store.setDraft("xyzzydraft", on: "c")
            let damaged = directory.appending(path: "default.damaged")
            try Data("xyzzydamaged".utf8).write(to: damaged)
            try Data("xyzzydamaged".utf8).write(to: directory.appending(path: "default.damaged-wal"))
            try await store.wipe()
            for table in ["message", "user", "channel", "searchedMessage", "messageSearch", "draft", "copyOwner"] {
                #expect(try store.count(table) == 0, "\(table)")
            }
            // Prefixes of words are part of the index, and identifiers are in it in hexadecimal digits.
            let words = [
                "xyzzy", "7a7961757468", "zysecret", "zyauthor", "zyedit", "zyremoved", "zydraft", "zydamaged", "hello",
            ]
            try check(directory, lacks: words)
            try fill(store, 3)
            let hits = try await store.search(ChatSearch("hello"))
            #expect(hits.count == 3)
            try store.close()
            let other = ChatStoreOwner(subscribeKey: "demo", userId: "other")
            try ChatStore(configuration: configuration, owner: other).close()
        }
    }

    @Test("Wiping also clears the full-text tables of an app, with and without content")
    func wipeIndexes() async throws {
        try await withDirectory { directory in
            let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
            try await store.write { db in
                try db.execute(
                    sql: """
                        CREATE VIRTUAL TABLE notes USING fts5(text);
                        INSERT INTO notes (rowid, text) VALUES (1, 'xyzzynote');
                        CREATE VIRTUAL TABLE words USING fts5(text, content='');
                        INSERT INTO words (rowid, text) VALUES (1, 'xyzzyword');
                        CREATE TABLE page (id INTEGER PRIMARY KEY, text TEXT);
                        CREATE VIRTUAL TABLE pages USING fts5(text, content='page', content_rowid='id');
                        CREATE TRIGGER pageAdded AFTER INSERT ON page BEGIN
                            INSERT INTO pages (rowid, text) VALUES (NEW.id, NEW.text);
                        END;
                        CREATE TRIGGER pageRemoved AFTER DELETE ON page BEGIN
                            INSERT INTO pages (pages, rowid, text) VALUES ('delete', OLD.id, OLD.text);
                        END;
                        INSERT INTO page (id, text) VALUES (1, 'xyzzypage');
                        """
                )
            }
            try await store.wipe()
            #expect(try store.count("notes") == 0 && store.count("page") == 0)
            for table in ["notes", "words", "pages"] {
                let found = try await store.read { db in
                    try Int.fetchAll(db, sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH 'xyzzy*'")
                }
                #expect(found.isEmpty, "\(table)")
            }
            try check(directory, lacks: ["zynote", "zyword", "zypage"])
            try store.close()
        }
    }

    @Test("Signing out wipes the store of a provider and forgets its user")
    func signOut() async throws {
        try await withDirectory { directory in
            let cache = MemoryCacheProvider()
            let provider = try PubNubChatProvider(
                service: ChatServiceAddress(publishKey: "demo", subscribeKey: "demo", origin: "127.0.0.1:1"),
                userId: "me",
                datastoreConfiguration: DatastoreConfiguration(storageDirectlyURL: directory),
                cacheProvider: cache,
                callbackQueue: DispatchQueue(label: "test")
            )
            try fill(provider.store, 3)
            try await provider.wipe()
            #expect(cache.string(forKey: ChatCacheKey.senderId) == nil)
            #expect(throws: (any Error).self) { try provider.store.count("message") }
            let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
            #expect(try store.count("message") == 0)
            try store.close()
        }
    }

    @Test("A draft is stored for each channel, observed, and restored by the next program")
    func drafts() async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory)
            let store = try ChatStore(configuration: configuration)
            var changes = store.changes(of: ChatDraft.draftBy(channelId: "c")).makeAsyncIterator()
            #expect(try await changes.next()?.entities.isEmpty == true)
            try await store.setDraft("other", on: "d")
            try await store.setDraft("hel\u{0}lo", on: "c", replyTo: "m")
            #expect(try await changes.next()?.entities.map(\.text) == ["hel\u{0}lo"])
            try store.close()
            let again = try ChatStore(configuration: configuration)
            let draft = try await again.draft(on: "c")
            #expect(draft?.text == "hel\u{0}lo" && draft?.replyTo == "m")
            try await again.setDraft("", on: "c")
            #expect(try await again.draft(on: "c") == nil)
            await #expect(throws: ChatError.self) { try await again.setDraft("x", on: "a\u{0}b") }
            try again.close()
        }
    }
}

@Suite("Requests of an app that joins the default rows")
struct MessageInfoTests {
    @Test("Rows are the same whatever the order of their columns")
    func columnOrder() throws {
        let store = try storeWithBoth()
        try store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member(), forceWrite: true, into: db)
            try PubNubManagedMessage.insertOrUpdate(
                message: message(actions: [action()]),
                processMessageActions: true,
                into: db
            )
            try Self.compare(PubNubManagedMessage.self, db)
            try Self.compare(PubNubManagedMessageAction.self, db)
            try Self.compare(PubNubManagedMember.self, db)
            try Self.compare(PubNubManagedUser.self, db)
            try Self.compare(PubNubManagedChannel.self, db)
        }
    }

    private static func compare<Entity: ManagedChatEntity & OrderedRow>(_: Entity.Type, _ db: Database) throws {
        let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_xinfo('\(Entity.databaseTableName)')")
        #expect(columns == Entity.columnOrder)
        let rows = try Entity.fetchAll(db)
        #expect(!rows.isEmpty)
        for selection in [columns.reversed().joined(separator: ", "), "1 AS one, *", "*"] {
            let statement = try db.makeStatement(sql: "SELECT \(selection) FROM \(Entity.databaseTableName)")
            #expect(try Entity.fetchAll(statement) == rows)
            #expect(try Entity.fetchPrepared(statement, arguments: []) == rows)
        }
    }

    @Test("One request reads messages with authors, reactions and the read state, and can be observed")
    func joined() async throws {
        let owner = ChatStoreOwner(subscribeKey: "demo", userId: "me")
        let store = try ChatStore(configuration: .inMemory, owner: owner)
        try await store.write { db in
            try PubNubManagedUser.insertOrUpdate(user: user("u", name: "Ann"), into: db)
            var member = Member(channelId: "c", userId: "me")
            member.read(custom: Data(#"{"lastReadMessageTimetoken":"100"}"#.utf8))
            try PubNubManagedMember.insertOrUpdate(member: member, forceWrite: true, into: db)
            for timetoken in [100, 200] as [Timetoken] {
                let reactions = [
                    action(timetoken + 2, parent: timetoken), action(timetoken + 1, value: "x", parent: timetoken),
                ]
                let message = message("\(timetoken)", timetoken: timetoken, actions: reactions).withModels
                try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: true, into: db)
            }
            try db.execute(sql: "UPDATE message SET pubnubUserId = NULL WHERE id = '200'")
        }
        let request = ChatMessageInfo.newestBy(pubnubChannelId: "c", limit: 10)
        let inbox = IntegrationInbox<[ChatMessageInfo]>()
        let observation = ValueObservation.tracking { try request.fetchAll($0) }
        let watch = observation.start(in: store.reader, scheduling: .async(onQueue: DispatchQueue(label: "test"))) {
            _ in
        } onChange: { infos in
            inbox.put(infos)
        }
        defer { watch.cancel() }
        let infos = try await inbox.next { $0 }
        #expect(infos.map(\.id) == ["200", "100"] && infos.map(\.isRead) == [false, true])
        #expect(infos.map { $0.author?.name } == [nil, "Ann"])
        #expect(infos.map { $0.actions.map(\.value) } == [["x", "👍"], ["x", "👍"]])
        try await store.write { try Ledger(db: $0).mark("c", readUpTo: 200) }
        _ = try await inbox.next { $0.allSatisfy(\.isRead) ? true : nil }
        // The columns of a message may come in any order, and after others.
        var columns: [any SQLSelectable] = PubNubManagedMessage.columnOrder.reversed().map { Column($0) }
        columns.insert(Column("text").forKey("first"), at: 0)
        let reordered = PubNubManagedMessage.select(columns)
            .order(Column("timetoken").desc)
        let same = try await store.read { try ChatMessageInfo.request(reordered).fetchAll($0) }
        #expect(same.map(\.message) == infos.map(\.message) && same.map(\.author) == infos.map(\.author))
        let named = PubNubManagedMessage.filter(PubNubManagedMessage.Columns.timetoken > 100)
        #expect(try await store.read { try ChatMessageInfo.request(named).fetchAll($0).map(\.id) } == ["200"])
    }
}
