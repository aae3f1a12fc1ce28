import Foundation
import GRDB
import Testing

@testable import PubNubChat

@Suite("A store opens the file of every released version")
struct MigrationTests {
    private func opened(
        _ schema: ReleasedSchema,
        _ body: (ChatStore, DatabaseQueue) throws -> Void
    ) async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory, storageUniqueFilename: "chat")
            try schema.copy(to: configuration, in: directory)
            var readonly = Configuration()
            readonly.readonly = true
            let released = try DatabaseQueue(path: schema.file.path, configuration: readonly)
            let store = try ChatStore(configuration: configuration)
            #expect(store.recovery == nil)
            try body(store, released)
            try store.close()
            try released.close()
        }
    }

    /// Creates a file with the first migrations of the current code.
    private func make(_ schema: ReleasedSchema, at file: URL) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: file.path)
        var entities = DatabaseMigrator()
        var ledger = DatabaseMigrator()
        StoreSchema.register(in: &entities)
        try entities.migrate(queue, upTo: ReleasedSchema.entityMigrations[schema.entities - 1])
        LedgerSchema.register(in: &ledger)
        if schema.ledger > 0 { try ledger.migrate(queue, upTo: ReleasedSchema.ledgerMigrations[schema.ledger - 1]) }
        try queue.write { try schema.fill($0) }
        return queue
    }

    private func tables(_ queue: DatabaseQueue) throws -> [String] {
        try queue.read { db in
            try String.fetchAll(db, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        }
    }

    @Test("The released migrations create the tables of the released files", arguments: ReleasedSchema.all)
    func unchanged(_ schema: ReleasedSchema) async throws {
        try await withDirectory { directory in
            let isWriting = ProcessInfo.processInfo.environment["PUBNUB_WRITE_SCHEMAS"] != nil
            if isWriting, !FileManager.default.fileExists(atPath: schema.file.path) {
                try make(schema, at: schema.file).close()
            }
            let queue = try make(schema, at: directory.appending(path: "made"))
            let released = try DatabaseQueue(path: schema.file.path)
            #expect(try tables(queue) == tables(released))
            let applied = try await released.read { db in
                try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
            }
            #expect(applied == schema.migrations)
            try released.close()
        }
    }

    @Test("Every row is retained with all its values", arguments: ReleasedSchema.all)
    func rows(_ schema: ReleasedSchema) async throws {
        try await opened(schema) { store, released in
            let names = try released.read { db in
                let sql = """
                    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND name NOT IN ('grdb_migrations', 'copyHole') AND name NOT GLOB 'messageSearch_*'
                    """
                return try String.fetchAll(db, sql: sql)
            }
            #expect(names.count == schema.tableCount)
            for name in names {
                let before = try released.read { try schema.rows(name, $0) }
                #expect(!before.isEmpty)
                let columns = Array(before[0].columnNames)
                // Queued messages are entries of the outbox.
                let table = name == "unsentMessage" ? "(SELECT messageId AS id, * FROM outbox)" : name
                let after = try store.read { db in
                    try Row.fetchAll(
                        db,
                        sql:
                            "SELECT \(columns.joined(separator: ", ")) FROM \(table) ORDER BY \(ReleasedSchema.order(columns))"
                    )
                }
                #expect(after == before, "\(name)")
            }
            let integrity = try store.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
            #expect(integrity == ["ok"])
            let broken = try store.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check") }
            #expect(broken.isEmpty)
            try store.write {
                try $0.execute(sql: "INSERT INTO messageSearch (messageSearch) VALUES ('integrity-check')")
            }
        }
    }

    @Test("Counts members, and no member is present after opening", arguments: ReleasedSchema.all)
    func counts(_ schema: ReleasedSchema) async throws {
        try await opened(schema) { store, _ in
            let channel = try store.read { try PubNubManagedChannel.channelBy(pubnubId: "c1").fetchOne($0) }
            #expect(channel?.memberCount == 2)
            #expect(channel?.presentMemberCount == 0)
            let member = try #require(try store.member("c1", "u1"))
            #expect(member.isPresent == false)
            #expect((member.status, member.eTag, member.custom.role) == ("host", "C", "h"))
            try store.write { db in
                _ = try PubNubManagedMember.remove(channelId: "c1", userId: "u2", from: db)
            }
            let fewer = try store.read { try PubNubManagedChannel.channelBy(pubnubId: "c1").fetchOne($0) }
            #expect(fewer?.memberCount == 1, "counting goes on")
        }
    }

    @Test(
        "Messages have their reactions, content and authors, and unsent messages are found",
        arguments: ReleasedSchema.all
    )
    func messages(_ schema: ReleasedSchema) async throws {
        try await opened(schema) { store, _ in
            let message = try #require(try store.message("m1"))
            #expect(
                (message.text, message.timetoken, message.contentType) == ("Hello", 16_500_000_000_000_001, "imageUrl")
            )
            #expect((message.userModel?.name, message.channelModel?.name) == ("Ann Lée", "Club"))
            let content = try store.read { db in
                try Data.fetchOne(db, sql: "SELECT content FROM message WHERE id = 'm1'")
            }
            #expect(content == Data(#"{"url":"i.png"}"#.utf8))
            let reactions = message.messageActions.map { "\($0.pubnubUserId) \($0.sourceType) \($0.value)" }
            #expect(reactions == (schema.entities > 1 ? ["u1 reaction 👍", "u2 receipt read"] : []))
            let unsent = try store.read { db in
                try PubNubManagedMessage.unsentMessagesBy(pubnubUserId: "u1").fetchAll(db).map(\.id)
            }
            #expect(unsent == ["m3"])
        }
    }

    @Test(
        "A message that was refused has failed, and others that are not published are queued",
        arguments: ReleasedSchema.all
    )
    func sendStates(_ schema: ReleasedSchema) async throws {
        try await opened(schema) { store, _ in
            let states = try store.read { db in
                try PubNubManagedMessage.order(Column("id")).fetchAll(db).map(\.sendState)
            }
            let unsent: ChatSendState =
                schema.ledger >= 3 ? .failed(reason: "Access is forbidden", code: 122, attempts: 2) : .queued
            #expect(states == [.sent, .sent, unsent, .sent])
        }
    }

    @Test(
        "The attempts of a queued message stay, and a published message leaves the queue",
        arguments: ReleasedSchema.all.filter { 3...4 ~= $0.ledger }
    )
    func sendQueue(_ schema: ReleasedSchema) async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory, storageUniqueFilename: "chat")
            try schema.copy(to: configuration, in: directory)
            let queue = try DatabaseQueue(path: directory.appending(path: "chat").path)
            try await queue.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO message (id, dateCreated, text, pubnubUserId, pubnubChannelId)
                            VALUES ('m5', 650000007, 'tried', 'u1', 'c1');
                        INSERT INTO unsentMessage (id, attempts, ttl) VALUES ('m5', 3, 6), ('m1', 1, NULL);
                        """
                )
            }
            try queue.close()
            let store = try ChatStore(configuration: configuration)
            let rows = try await store.read { try ChatOutboxEntry.order(Column("sequence")).fetchAll($0) }
            #expect(rows.map(\.messageId) == ["m3", "m5"])
            #expect(rows.map(\.attempts) == [2, 3] && rows.map(\.ttl) == [24, 6])
            #expect(rows.last?.state == .queued)
            let message = try await store.read { try PubNubManagedMessage.fetchOne($0, id: "m5") }
            #expect(message?.sendState == .queued)
            try await store.write { try Ledger(db: $0).requeue(failed: nil) }
            let retried = try await store.read { try PubNubManagedMessage.fetchOne($0, id: "m3") }
            #expect(retried?.sendState == .queued, "the triggers of the new version follow old rows")
            try store.close()
        }
    }

    @Test("Finds old messages by their text", arguments: ReleasedSchema.all)
    func search(_ schema: ReleasedSchema) async throws {
        try await opened(schema) { store, _ in
            let exact = try store.read { try ChatSearchResult.fetchAll($0, ChatSearch("gruße")).map(\.id) }
            #expect(exact == ["m2"])
            let beginning = try store.read { try ChatSearchResult.fetchAll($0, ChatSearch("grus")).map(\.id) }
            #expect(beginning == ["m2"], "ß is ss, as in the index of a new store")
            let folded = try store.read { try ChatSearchResult.fetchAll($0, ChatSearch("Gruß")).map(\.id) }
            #expect(folded == ["m2"])
        }
    }

    @Test("Adds a reaction to an old message and removes one from it", arguments: ReleasedSchema.all)
    func reactions(_ schema: ReleasedSchema) async throws {
        try await opened(schema) { store, _ in
            let reaction = Action(
                actionTimetoken: 16_500_000_000_000_020,
                parentTimetoken: 16_500_000_000_000_001,
                sourceType: "reaction",
                value: "new",
                pubnubUserId: "u2",
                pubnubChannelId: "c1"
            )
            typealias Storage = ChatStorage<TestCustom, PubNubManagedChatEntities>
            try store.write { try Storage(db: $0).store(reaction) }
            #expect(try store.message("m1")?.messageActions.last?.value == "new")
            try store.write { try Storage(db: $0).remove(reaction) }
            #expect(try store.message("m1")?.messageActions.contains { $0.value == "new" } == false)
        }
    }

    @Test("The ledger retains the missing ranges", arguments: ReleasedSchema.all.filter { $0.ledger > 0 })
    func ledger(_ schema: ReleasedSchema) async throws {
        try await opened(schema) { store, _ in
            let progress = try store.read { try Ledger(db: $0).progress(of: "c1") }
            #expect(progress == 16_500_000_000_000_002)
            let channels = try store.read { try Ledger(db: $0).channels(through: ["group"]) }
            #expect(channels == ["it's 🎉"])
            let gaps = TimetokenRanges([
                TimetokenRange(after: 16_300_000_000_000_000, upTo: 16_300_000_000_000_005),
                TimetokenRange(after: 16_500_000_000_000_002, upTo: TimetokenRange.open),
            ])
            let (messages, details) = try store.read { db in
                (try Ledger(db: db).gaps(of: "c1", .messages), try Ledger(db: db).gaps(of: "c1", .details))
            }
            #expect(messages == gaps)
            #expect(details == gaps)
            let isWhole = try store.read { try Ledger(db: $0).isWhole("c1") }
            #expect(!isWhole)
            let pending = try store.write { db in
                try Ledger(db: db).takePending(TestCustom.self, channel: "c1", parent: 16_300_000_000_000_003)
            }
            #expect(pending.map(\.value) == ["🎈"])
        }
    }

    @Test(
        "An application's own migrations, and files that already have them, work with every version",
        arguments: ReleasedSchema.all
    )
    func custom(_ schema: ReleasedSchema) async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory, storageUniqueFilename: "chat")
            try schema.copy(to: configuration, in: directory)
            let queue = try DatabaseQueue(path: directory.appending(path: "chat").path)
            var migrator = DatabaseMigrator()
            RoomEntities.registerMigrations(in: &migrator)
            let room = "1 rooms"
            try await queue.write { db in
                try db.execute(sql: RoomEntities.rooms)
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [room])
                try db.execute(sql: "INSERT INTO room (channel, title) VALUES ('c1', 'Club')")
            }
            try queue.close()
            let store = try ChatStore(configuration: configuration, entities: RoomEntities.self)
            #expect(try store.count("room") == 1)
            #expect(try store.count("message") == 4)
            let applied = try await store.read { db in
                try String.fetchSet(db, sql: "SELECT identifier FROM grdb_migrations")
            }
            #expect(applied.isSuperset(of: migrator.migrations))
            try store.close()
        }
    }

    @Test("Refuses the file of a later build, and leaves it unchanged", arguments: ReleasedSchema.all)
    func later(_ schema: ReleasedSchema) async throws {
        try await withDirectory { directory in
            let configuration = DatastoreConfiguration(storageDirectlyURL: directory, storageUniqueFilename: "chat")
            try schema.copy(to: configuration, in: directory)
            let file = directory.appending(path: "chat")
            let queue = try DatabaseQueue(path: file.path)
            try await queue.write { db in
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('1000 of a later build')")
            }
            try queue.close()
            #expect {
                _ = try ChatStore(configuration: configuration)
            } throws: { error in
                if case ChatError.cannotOpenStore(let text) = error { text.contains("later version") } else { false }
            }
            let after = try DatabaseQueue(path: file.path)
            let applied = try await after.read { db in
                try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
            }
            #expect(applied == schema.migrations + ["1000 of a later build"])
            #expect(try await after.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM message") } == 4)
            try after.close()
        }
    }
}
