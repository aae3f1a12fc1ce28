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
    }

    // A deleted row leaves the rows that refer to it, without the reference. X'7B7D' is an empty JSON object.
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

    /// Where a message stands in its channel: by timetoken when it is published (up to the year 9277), and behind all of these, at 2^62 and microseconds since
    /// 2001, by creation when it is not.
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

    // Until this version the service's memberships were those with a tag and a date. No row is taken for a visitor's: it might be the app's.
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

    /// Gives reactions the timetoken of the publication that they were added to, which their identifiers still have. The first publication that is known
    /// that way becomes that of the message, and the others its copies.
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
}
