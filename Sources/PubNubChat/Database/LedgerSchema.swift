import GRDB

/// The tables that record how complete a store is, in addition to those of its entities.
enum LedgerSchema {
    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("ledger 1") { try $0.execute(sql: tables) }
        migrator.registerMigration("ledger 2") { try $0.execute(sql: parkedByAge) }
        migrator.registerMigration("ledger 8") { try $0.execute(sql: membersAndSendings) }
        migrator.registerMigration("9 keyset and user") { try $0.execute(sql: owner) }
        migrator.registerMigration("ledger 10") { db in
            try db.execute(sql: sendStages)
            if try has(["id", "timetoken", "sendStage"], in: "message", db) {
                try db.execute(sql: sendStatesOfMessages)
            }
        }
        migrator.registerMigration("ledger 12") { db in
            try db.execute(sql: unreadCounts)
            guard try has(["pubnubUserId", "pubnubChannelId", "timetoken", "isDeleted"], in: "message", db),
                try has(["channelId", "userId", "custom"], in: "member", db)
            else { return }
            try db.execute(sql: UnreadTriggers.sql)
        }
        migrator.registerMigration("ledger 14") { try $0.execute(sql: drafts) }
        migrator.registerMigration("ledger 16") { try $0.execute(sql: localHistory) }
        migrator.registerMigration("ledger 18") { try $0.execute(sql: refusedPublications) }
        migrator.registerMigration("ledger 20") { db in
            try db.execute(sql: encryptedPending)
            try db.execute(sql: UnreadSchema.columns)
            guard try hasMembersWithMarkers(db) else { return }
            try db.execute(sql: UnreadSchema.triggers)
        }
        migrator.registerMigration("ledger 25") { try $0.execute(sql: SequenceSchema.holders) }
        migrator.registerMigration("ledger 28") { db in
            try db.execute(sql: OutboxSchema.table)
            let isDefault =
                try has(["timetoken", "sequence", "sendStage", "isPending", "formerChannelId"], in: "message", db)
                && has(["pending"], in: "messageAction", db)
            try db.execute(sql: isDefault ? OutboxSchema.messages : OutboxSchema.otherMessages)
            for trigger in OutboxSchema.formerTriggers { try db.execute(sql: "DROP TRIGGER IF EXISTS \(trigger)") }
            try db.execute(sql: "DROP TABLE unsentMessage")
            if isDefault { try db.execute(sql: OutboxSchema.triggers) }
            if try has(["standing", "isPending", "channelId", "userId"], in: "member", db) {
                try db.execute(sql: OutboxSchema.memberTriggers)
            }
        }
        migrator.registerMigration("ledger 30") { try $0.execute(sql: arrivals) }
        migrator.registerMigration("ledger 32") { db in
            try db.execute(sql: UnreadSchema.ownMarkers)
            guard try hasMembersWithMarkers(db) else { return }
            try db.execute(sql: UnreadSchema.triggersWithOwn)
        }
        migrator.registerMigration("ledger 33") { try $0.execute(sql: UnreadSchema.removedMessages) }
        migrator.registerMigration("ledger 34") { db in
            try db.execute(sql: RemovedReactionSchema.table)
            try db.execute(sql: RemovedReactionSchema.triggerOfPending)
            guard try has(["id", "pubnubChannelId", "published", "pending"], in: "messageAction", db) else { return }
            try db.execute(sql: RemovedReactionSchema.trigger)
        }
        migrator.registerMigration("ledger 35") { db in
            try db.execute(sql: "ALTER TABLE copyOwner ADD COLUMN keyDigest TEXT")
            guard try has(["standing", "isPending", "channelId", "userId"], in: "member", db) else { return }
            try db.execute(sql: OutboxSchema.memberTriggersWithJoins)
        }
    }

    /// Whether the tables have the columns by which unread messages are counted.
    private static func hasMembersWithMarkers(_ db: Database) throws -> Bool {
        try has(["pubnubUserId", "pubnubChannelId", "timetoken", "isDeleted"], in: "message", db)
            && has(["channelId", "userId", "custom", "lastUpdated", "standing"], in: "member", db)
    }

    /// Whether a table has these columns. The entities of an app may have other tables.
    private static func has(_ columns: Set<String>, in table: String, _ db: Database) throws -> Bool {
        guard try db.tableExists(table) else { return false }
        return try columns.isSubset(of: db.columns(in: table).map(\.name))
    }

    private static let tables = """
        CREATE TABLE copyProgress (
            channelId TEXT PRIMARY KEY NOT NULL,
            through TEXT NOT NULL,
            storedThrough INTEGER NOT NULL
        );
        CREATE INDEX copyProgressByFeed ON copyProgress (through);
        CREATE TABLE copyHole (
            channelId TEXT NOT NULL,
            kind TEXT NOT NULL,
            after INTEGER NOT NULL,
            upTo INTEGER NOT NULL,
            PRIMARY KEY (channelId, kind, after)
        );
        CREATE TABLE parkedReaction (
            id TEXT PRIMARY KEY NOT NULL,
            channelId TEXT NOT NULL,
            parentTimetoken INTEGER NOT NULL,
            actionTimetoken INTEGER NOT NULL,
            userId TEXT NOT NULL,
            sourceType TEXT NOT NULL,
            value TEXT NOT NULL
        );
        CREATE INDEX parkedReactionByParent ON parkedReaction (channelId, parentTimetoken);
        """

    private static let parkedByAge = """
        CREATE INDEX parkedReactionByAge ON parkedReaction (channelId, actionTimetoken);
        """

    // The table has at most one row.
    private static let owner = """
        CREATE TABLE copyOwner (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            subscribeKey TEXT NOT NULL,
            userId TEXT NOT NULL
        );
        """

    private static let membersAndSendings = """
        CREATE TABLE copyMembers (
            channelId TEXT PRIMARY KEY NOT NULL,
            mark TEXT NOT NULL,
            readAt REAL NOT NULL
        );
        CREATE TABLE copyMemberNamed (
            channelId TEXT NOT NULL,
            userId TEXT NOT NULL,
            PRIMARY KEY (channelId, userId)
        ) WITHOUT ROWID;
        CREATE TABLE unsentMessage (
            id TEXT PRIMARY KEY NOT NULL,
            storeInHistory INTEGER,
            shouldCompress INTEGER NOT NULL DEFAULT 0,
            ttl INTEGER,
            metadata BLOB,
            attempts INTEGER NOT NULL DEFAULT 0,
            errorCode INTEGER,
            error TEXT,
            failedAt REAL
        );
        CREATE INDEX unsentMessageByFailure ON unsentMessage (failedAt) WHERE failedAt IS NOT NULL;
        """

    // The stages are those of `SendStage`.
    private static let sendStages = """
        ALTER TABLE unsentMessage ADD COLUMN stage INTEGER NOT NULL DEFAULT 0;
        UPDATE unsentMessage SET stage = 2 WHERE failedAt IS NOT NULL;
        """

    // A message that is published or removed leaves the table of unsent messages.
    private static let sendStatesOfMessages = """
        CREATE TRIGGER sendStateAdded AFTER INSERT ON unsentMessage BEGIN
            UPDATE message SET sendStage = NEW.stage, sendAttempts = NEW.attempts, sendErrorCode = NEW.errorCode,
                sendError = NEW.error WHERE id = NEW.id AND timetoken = 0;
        END;
        CREATE TRIGGER sendStateChanged AFTER UPDATE OF stage, attempts, errorCode, error ON unsentMessage BEGIN
            UPDATE message SET sendStage = NEW.stage, sendAttempts = NEW.attempts, sendErrorCode = NEW.errorCode,
                sendError = NEW.error WHERE id = NEW.id AND timetoken = 0;
        END;
        CREATE TRIGGER sendStateRemoved AFTER DELETE ON unsentMessage BEGIN
            UPDATE message SET sendStage = 0, sendAttempts = 0, sendErrorCode = NULL, sendError = NULL
                WHERE id = OLD.id AND (sendStage > 0 OR sendAttempts > 0);
        END;
        CREATE TRIGGER unsentMessagePublished AFTER UPDATE OF timetoken ON message
            WHEN OLD.timetoken = 0 AND NEW.timetoken <> 0 BEGIN
            DELETE FROM unsentMessage WHERE id = NEW.id;
        END;
        CREATE TRIGGER unsentMessageDiscarded AFTER DELETE ON message WHEN OLD.timetoken = 0 BEGIN
            DELETE FROM unsentMessage WHERE id = OLD.id;
        END;
        DELETE FROM unsentMessage WHERE id IN (SELECT id FROM message WHERE timetoken <> 0);
        UPDATE message SET (sendStage, sendAttempts, sendErrorCode, sendError) =
            (SELECT stage, attempts, errorCode, error FROM unsentMessage WHERE unsentMessage.id = message.id)
            WHERE id IN (SELECT id FROM unsentMessage);
        """

    // `id` is the channel. `base` messages were counted by the service, up to `countedAfter`; `counted` messages after
    // that are stored.
    private static let unreadCounts = """
        CREATE TABLE unreadCount (
            id TEXT PRIMARY KEY NOT NULL,
            lastRead INTEGER NOT NULL,
            isPending INTEGER NOT NULL DEFAULT 0,
            base INTEGER NOT NULL DEFAULT 0,
            counted INTEGER NOT NULL DEFAULT 0,
            countedAfter INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX unreadCountPending ON unreadCount (id) WHERE isPending;
        """

    // `since` is the timetoken after which a channel was subscribed first. Earlier versions did not record it.
    private static let localHistory = """
        ALTER TABLE copyProgress ADD COLUMN since INTEGER;
        UPDATE copyProgress SET since = storedThrough;
        CREATE TABLE localHistory (
            channelId TEXT NOT NULL,
            after INTEGER NOT NULL,
            upTo INTEGER NOT NULL,
            PRIMARY KEY (channelId, after)
        ) WITHOUT ROWID;
        """

    private static let refusedPublications = """
        CREATE TABLE refusedPublication (
            channelId TEXT NOT NULL,
            timetoken INTEGER NOT NULL,
            messageId TEXT NOT NULL,
            userId TEXT NOT NULL,
            PRIMARY KEY (channelId, timetoken)
        ) WITHOUT ROWID;
        CREATE INDEX refusedPublicationByMessage ON refusedPublication (messageId);
        """

    private static let encryptedPending = """
        ALTER TABLE parkedReaction ADD COLUMN encryption INTEGER NOT NULL DEFAULT 0;
        """

    // Up to `floor`, everything was reported or is old. Messages after it were reported if they are in the second table, which has
    // rows only while messages between them may be missing.
    private static let arrivals = """
        CREATE TABLE arrivalPosition (channelId TEXT PRIMARY KEY NOT NULL, floor INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE arrivalReported (
            channelId TEXT NOT NULL,
            timetoken INTEGER NOT NULL,
            PRIMARY KEY (channelId, timetoken)
        ) WITHOUT ROWID;
        """

    private static let drafts = """
        CREATE TABLE draft (id TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL, replyTo TEXT, updated REAL NOT NULL);
        """
}
