import GRDB

/// The tables of the default entities, by version.
enum StoreSchema {
    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("1 channels, users, members and messages") { try $0.execute(sql: entities) }
        migrator.registerMigration("2 message actions") { try $0.execute(sql: actions) }
        migrator.registerMigration("3 member counts") { try $0.execute(sql: counts) }
        migrator.registerMigration("4 unsent messages") { try $0.execute(sql: unsent) }
        migrator.registerMigration("5 reactions by age") { try $0.execute(sql: reactionsByAge) }
        migrator.registerMigration("6 positions of messages") { try $0.execute(sql: positions) }
        migrator.registerMigration("7 publications and standings") { db in
            try db.execute(sql: publications)
            try restoreParents(db)
        }
        migrator.registerMigration("8 members of payloads") { try $0.execute(sql: payloadMembers) }
        migrator.registerMigration("10 send states") { try $0.execute(sql: sendStates) }
        migrator.registerMigration("11 edits and deletions") { try $0.execute(sql: edits) }
        migrator.registerMigration("13 search") { try $0.execute(sql: SearchSchema.sql) }
        migrator.registerMigration("15 threads and mentions") { try $0.execute(sql: ThreadSchema.sql) }
        migrator.registerMigration("17 words and queue of the search") { db in
            try db.execute(sql: SearchSchema.wordsAndQueue)
        }
        migrator.registerMigration("19 changes of other users") { try $0.execute(sql: ChangeSchema.sql) }
        migrator.registerMigration("21 members and visitors") { try $0.execute(sql: MemberSchema.visitors) }
        migrator.registerMigration("22 links to removed channels") { try $0.execute(sql: MemberSchema.links) }
        migrator.registerMigration("23 metadata of placeholders") { try $0.execute(sql: MetadataSchema.sql) }
        migrator.registerMigration("24 sequence of messages") { try $0.execute(sql: SequenceSchema.sql) }
        migrator.registerMigration("26 tokens of the search") { db in
            // The connection of a tool may be without it.
            db.add(tokenizer: SearchTokenizer.self)
            try db.execute(sql: SearchSchema.ownTokens)
        }
        migrator.registerMigration("27 changes that are not sent") { try $0.execute(sql: OutboxSchema.columns) }
        migrator.registerMigration("29 read markers of members") { try $0.execute(sql: MemberSchema.markers) }
        migrator.registerMigration("31 unreadable edits of other users") { db in
            try db.execute(sql: ChangeSchema.unreadableEdits)
        }
    }

    // Deleting a row sets the references to it to NULL. X'7B7D' is an empty JSON object.
    private static let entities = """
        CREATE TABLE channel (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT,
            type TEXT NOT NULL DEFAULT 'default',
            status TEXT,
            details TEXT,
            avatarURL TEXT,
            custom BLOB NOT NULL DEFAULT X'7B7D',
            lastUpdated REAL,
            eTag TEXT
        );
        CREATE TABLE user (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT,
            type TEXT NOT NULL DEFAULT 'default',
            status TEXT,
            externalId TEXT,
            avatarURL TEXT,
            email TEXT,
            custom BLOB NOT NULL DEFAULT X'7B7D',
            lastUpdated REAL,
            eTag TEXT
        );
        CREATE TABLE member (
            id TEXT PRIMARY KEY NOT NULL,
            channelId TEXT REFERENCES channel(id) ON DELETE SET NULL,
            userId TEXT REFERENCES user(id) ON DELETE SET NULL,
            status TEXT,
            custom BLOB NOT NULL DEFAULT X'7B7D',
            lastUpdated REAL,
            eTag TEXT,
            isPresent INTEGER NOT NULL DEFAULT 0,
            presenceState BLOB,
            UNIQUE (channelId, userId)
        );
        CREATE INDEX memberByUser ON member (userId);
        CREATE TABLE message (
            id TEXT PRIMARY KEY NOT NULL,
            timetoken INTEGER NOT NULL DEFAULT 0,
            dateCreated REAL NOT NULL,
            text TEXT NOT NULL,
            contentType TEXT NOT NULL DEFAULT '',
            content BLOB NOT NULL DEFAULT X'7B7D',
            custom BLOB NOT NULL DEFAULT X'7B7D',
            pubnubUserId TEXT REFERENCES user(id) ON DELETE SET NULL,
            pubnubChannelId TEXT REFERENCES channel(id) ON DELETE SET NULL
        );
        CREATE INDEX messageByChannel ON message (pubnubChannelId, timetoken);
        CREATE INDEX messageByUser ON message (pubnubUserId);
        """

    private static let actions = """
        CREATE TABLE messageAction (
            id TEXT PRIMARY KEY NOT NULL,
            published INTEGER NOT NULL,
            sourceType TEXT NOT NULL,
            value TEXT NOT NULL,
            pubnubChannelId TEXT NOT NULL,
            pubnubParentTimetoken INTEGER NOT NULL,
            pubnubParentId TEXT REFERENCES message(id) ON DELETE SET NULL,
            pubnubUserId TEXT REFERENCES user(id) ON DELETE SET NULL
        );
        CREATE INDEX messageActionByParent ON messageAction (pubnubParentId);
        CREATE INDEX messageActionByTimetoken ON messageAction (pubnubChannelId, pubnubParentTimetoken);
        CREATE INDEX messageActionByUser ON messageAction (pubnubUserId);
        CREATE TRIGGER messageActionFollowsParent AFTER UPDATE OF timetoken ON message
            WHEN OLD.timetoken <> NEW.timetoken BEGIN
            UPDATE messageAction SET pubnubParentTimetoken = NEW.timetoken WHERE pubnubParentId = NEW.id;
        END;
        """

    private static let counts = """
        ALTER TABLE channel ADD COLUMN memberCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE channel ADD COLUMN presentMemberCount INTEGER NOT NULL DEFAULT 0;
        UPDATE channel SET
            memberCount = (SELECT COUNT(*) FROM member WHERE channelId = channel.id),
            presentMemberCount = (SELECT COUNT(*) FROM member WHERE channelId = channel.id AND isPresent);
        CREATE TRIGGER memberCountedIn AFTER INSERT ON member BEGIN
            UPDATE channel SET memberCount = memberCount + 1, presentMemberCount = presentMemberCount + NEW.isPresent
                WHERE id = NEW.channelId;
        END;
        CREATE TRIGGER memberCountedOut AFTER DELETE ON member BEGIN
            UPDATE channel SET memberCount = memberCount - 1, presentMemberCount = presentMemberCount - OLD.isPresent
                WHERE id = OLD.channelId;
        END;
        CREATE TRIGGER memberCountedAgain AFTER UPDATE OF channelId, isPresent ON member
            WHEN OLD.channelId IS NOT NEW.channelId OR OLD.isPresent <> NEW.isPresent BEGIN
            UPDATE channel SET memberCount = memberCount - 1, presentMemberCount = presentMemberCount - OLD.isPresent
                WHERE id = OLD.channelId;
            UPDATE channel SET memberCount = memberCount + 1, presentMemberCount = presentMemberCount + NEW.isPresent
                WHERE id = NEW.channelId;
        END;
        """

    private static let unsent = """
        CREATE INDEX messageUnsent ON message (pubnubUserId, dateCreated) WHERE timetoken = 0;
        """

    private static let reactionsByAge = """
        CREATE INDEX messageActionByAge ON messageAction (pubnubChannelId, published);
        """

    /// The position of a message in its channel: its timetoken if it is published (up to the year 9277). Unpublished
    /// messages follow at 2^62 plus the microseconds since 2001 of their creation.
    private static let positions = """
        ALTER TABLE message ADD COLUMN position INTEGER GENERATED ALWAYS AS (
            CASE timetoken
            WHEN 0 THEN 4611686018427387904
                + MAX(-1152921504606846976, MIN(1152921504606846976, CAST(dateCreated * 1000000 AS INTEGER)))
            ELSE MIN(timetoken, 2305843009213693952)
            END
        ) VIRTUAL;
        CREATE INDEX messageByPosition ON message (pubnubChannelId, position);
        """

    // Earlier versions identified the service's memberships by tag and date. No row becomes a visitor's, because it
    // might be the app's.
    private static let publications = """
        DROP TRIGGER messageActionFollowsParent;
        CREATE TABLE messageCopy (
            messageId TEXT NOT NULL REFERENCES message(id) ON DELETE CASCADE,
            timetoken INTEGER NOT NULL,
            PRIMARY KEY (messageId, timetoken)
        ) WITHOUT ROWID;
        CREATE INDEX messageCopyByTimetoken ON messageCopy (timetoken);
        ALTER TABLE member ADD COLUMN standing INTEGER NOT NULL DEFAULT 1;
        UPDATE member SET standing = 2 WHERE eTag IS NOT NULL AND lastUpdated IS NOT NULL;
        """

    /// Sets each reaction's timetoken to that of the publication that it was added to, which its identifier contains.
    /// The first publication that is found this way becomes that of the message, and the others its republications.
    private static func restoreParents(_ db: Database) throws {
        let changed = """
            SELECT id, published, pubnubParentTimetoken, pubnubParentId FROM messageAction
                WHERE id NOT LIKE '%-' || pubnubParentTimetoken || '-' || published
            """
        for row in try Row.fetchAll(db, sql: changed) {
            let id: String = row["id"]
            let end = "-\(row["published"] as Int64)"
            guard id.hasSuffix(end),
                let timetoken = id.dropLast(end.count).split(separator: "-").last.flatMap({ Int64($0) })
            else { continue }
            try db.execute(
                sql: "UPDATE messageAction SET pubnubParentTimetoken = ? WHERE id = ?",
                arguments: [timetoken, id]
            )
            guard timetoken > 0, let message = row["pubnubParentId"] as String?,
                let published = try Int64.fetchOne(
                    db,
                    sql: "SELECT timetoken FROM message WHERE id = ? AND timetoken > 0",
                    arguments: [message]
                ), published != timetoken
            else { continue }
            try db.execute(
                sql: "INSERT OR IGNORE INTO messageCopy (messageId, timetoken) VALUES (?, ?)",
                arguments: [message, max(timetoken, published)]
            )
            guard timetoken < published else { continue }
            try db.execute(sql: "UPDATE message SET timetoken = ? WHERE id = ?", arguments: [timetoken, message])
        }
    }

    private static let payloadMembers = """
        ALTER TABLE message ADD COLUMN extra BLOB;
        """

    // Triggers of the table of unsent messages set these columns. A message without a row there is queued, or published.
    private static let sendStates = """
        ALTER TABLE message ADD COLUMN sendStage INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE message ADD COLUMN sendAttempts INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE message ADD COLUMN sendErrorCode INTEGER;
        ALTER TABLE message ADD COLUMN sendError TEXT;
        """

    // Triggers derive the columns from the actions of the message, so that the order of arrival does not matter. The
    // index bounds the work for a message with many edits; its condition has the form that SQLite can match with a
    // comparison of the type.
    private static let edits = """
        ALTER TABLE message ADD COLUMN editedText TEXT;
        ALTER TABLE message ADD COLUMN editTimetoken INTEGER;
        ALTER TABLE message ADD COLUMN isDeleted INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX messageEdit ON messageAction (pubnubParentId, sourceType, published, id)
            WHERE sourceType = 'edited' OR sourceType = 'deleted';
        CREATE TRIGGER messageEditAdded AFTER INSERT ON messageAction
            WHEN NEW.sourceType IN ('edited', 'deleted') BEGIN
            \(deriveEdits(of: "id = NEW.pubnubParentId"));
        END;
        CREATE TRIGGER messageEditChanged AFTER UPDATE ON messageAction
            WHEN (OLD.sourceType IN ('edited', 'deleted') OR NEW.sourceType IN ('edited', 'deleted'))
            AND (OLD.sourceType, OLD.value, OLD.published, OLD.pubnubParentId)
                IS NOT (NEW.sourceType, NEW.value, NEW.published, NEW.pubnubParentId) BEGIN
            \(deriveEdits(of: "id IN (OLD.pubnubParentId, NEW.pubnubParentId)"));
        END;
        CREATE TRIGGER messageEditRemoved AFTER DELETE ON messageAction
            WHEN OLD.sourceType IN ('edited', 'deleted') BEGIN
            \(deriveEdits(of: "id = OLD.pubnubParentId"));
        END;
        \(deriveEdits(of: "id IN (SELECT pubnubParentId FROM messageAction WHERE sourceType = 'edited' OR sourceType = 'deleted')"));
        """

    /// The newest edit wins; of several with the same timetoken, that with the greatest identifier.
    private static func deriveEdits(of condition: String) -> String {
        let newest = """
            FROM messageAction WHERE pubnubParentId = message.id AND sourceType = 'edited'
                ORDER BY published DESC, messageAction.id DESC LIMIT 1
            """
        return """
            UPDATE message SET
                editedText = (SELECT value \(newest)),
                editTimetoken = (SELECT published \(newest)),
                isDeleted = EXISTS (
                    SELECT 1 FROM messageAction WHERE pubnubParentId = message.id AND sourceType = 'deleted'
                )
                WHERE \(condition)
            """
    }
}
