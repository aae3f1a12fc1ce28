import GRDB

/// The tables of the default entities, by version.
enum StoreSchema {
    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("1 channels, users, members and messages") { try $0.execute(sql: entities) }
        migrator.registerMigration("2 message actions") { try $0.execute(sql: actions) }
        migrator.registerMigration("3 member counts") { try $0.execute(sql: counts) }
        migrator.registerMigration("4 unsent messages") { try $0.execute(sql: unsent) }
        migrator.registerMigration("5 reactions by age") { try $0.execute(sql: reactionsByAge) }
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

    private static let payloadMembers = """
        ALTER TABLE message ADD COLUMN extra BLOB;
        """
}
