import GRDB

/// The tables in which a copy keeps how far it goes, beside those of its entities.
enum LedgerSchema {
    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("ledger 1") { try $0.execute(sql: tables) }
        migrator.registerMigration("ledger 2") { try $0.execute(sql: parkedByAge) }
        migrator.registerMigration("ledger 8") { try $0.execute(sql: membersAndSendings) }
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
}
