import PubNubOrigin
import GRDB

/// The tables of the data file, by version.
enum ArchiveSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 messages and clock") { db in
            try db.execute(
                sql: """
                    CREATE TABLE message (
                        timetoken INTEGER PRIMARY KEY,
                        keyset TEXT NOT NULL,
                        channel TEXT NOT NULL,
                        payload BLOB NOT NULL,
                        publisher TEXT,
                        metadata BLOB,
                        kind INTEGER NOT NULL,
                        customType TEXT,
                        sequence INTEGER,
                        origination INTEGER,
                        expiry INTEGER,
                        isTransient INTEGER NOT NULL
                    );
                    CREATE INDEX messageByChannel ON message (keyset, channel, timetoken);
                    CREATE INDEX messageTransient ON message (timetoken) WHERE isTransient;
                    CREATE INDEX messageExpiring ON message (expiry) WHERE expiry IS NOT NULL;
                    CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), latest INTEGER NOT NULL);
                    INSERT INTO clock (id, latest) VALUES (1, 0);
                    """
            )
        }
        migrator.registerMigration("2 channel groups and push") { db in
            try db.execute(
                sql: """
                    CREATE TABLE groupChannel (
                        keyset TEXT NOT NULL,
                        name TEXT NOT NULL,
                        channel TEXT NOT NULL,
                        PRIMARY KEY (keyset, name, channel)
                    ) WITHOUT ROWID;
                    CREATE TABLE pushChannel (
                        keyset TEXT NOT NULL,
                        service TEXT NOT NULL,
                        token TEXT NOT NULL,
                        topic TEXT NOT NULL,
                        environment TEXT NOT NULL,
                        channel TEXT NOT NULL,
                        PRIMARY KEY (keyset, service, token, topic, environment, channel)
                    ) WITHOUT ROWID;
                    """
            )
        }
        migrator.registerMigration("3 access rights") { db in
            try db.execute(
                sql: """
                    CREATE TABLE accessGrant (
                        keyset TEXT NOT NULL,
                        kind INTEGER NOT NULL,
                        name TEXT NOT NULL,
                        key TEXT NOT NULL,
                        rights INTEGER NOT NULL,
                        expiry INTEGER,
                        PRIMARY KEY (keyset, kind, name, key)
                    ) WITHOUT ROWID;
                    """
            )
        }
        migrator.registerMigration("4 app context") { db in
            try db.execute(
                sql: """
                    CREATE TABLE metadata (
                        keyset TEXT NOT NULL,
                        kind INTEGER NOT NULL,
                        id TEXT NOT NULL,
                        name TEXT,
                        externalId TEXT,
                        profileUrl TEXT,
                        email TEXT,
                        description TEXT,
                        type TEXT,
                        status TEXT,
                        custom TEXT,
                        updated INTEGER NOT NULL,
                        eTag TEXT NOT NULL,
                        PRIMARY KEY (keyset, kind, id)
                    );
                    CREATE TABLE membership (
                        keyset TEXT NOT NULL,
                        user TEXT NOT NULL,
                        channel TEXT NOT NULL,
                        type TEXT,
                        status TEXT,
                        custom TEXT,
                        updated INTEGER NOT NULL,
                        PRIMARY KEY (keyset, user, channel)
                    );
                    """
            )
        }
        migrator.registerMigration("5 message actions") { db in
            try db.execute(
                sql: """
                    CREATE TABLE messageAction (
                        keyset TEXT NOT NULL,
                        channel TEXT NOT NULL,
                        timetoken INTEGER NOT NULL,
                        message INTEGER NOT NULL,
                        type TEXT NOT NULL,
                        value TEXT NOT NULL,
                        publisher TEXT NOT NULL,
                        PRIMARY KEY (keyset, channel, timetoken)
                    ) WITHOUT ROWID;
                    """
            )
        }
        migrator.registerMigration("6 log and presence") { db in
            // A message is named by keyset, channel and timetoken; the identifier is its place in the order of arrival.
            try db.execute(
                sql: """
                    CREATE TABLE newMessage (
                        id INTEGER PRIMARY KEY,
                        keyset TEXT NOT NULL,
                        channel TEXT NOT NULL,
                        timetoken INTEGER NOT NULL,
                        payload BLOB NOT NULL,
                        publisher TEXT,
                        metadata BLOB,
                        kind INTEGER NOT NULL,
                        customType TEXT,
                        sequence INTEGER,
                        origination INTEGER,
                        expiry INTEGER,
                        isTransient INTEGER NOT NULL,
                        isSilent INTEGER NOT NULL
                    );
                    INSERT INTO newMessage (keyset, channel, timetoken, payload, publisher, metadata, kind, customType,
                        sequence, origination, expiry, isTransient, isSilent)
                        SELECT keyset, channel, timetoken, payload, publisher, metadata, kind, customType,
                            sequence, origination, expiry, isTransient, 0 FROM message ORDER BY timetoken;
                    CREATE TABLE applied (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        position INTEGER NOT NULL,
                        timetoken INTEGER NOT NULL
                    );
                    INSERT INTO applied (id, position, timetoken)
                        SELECT 1, 0, COALESCE((SELECT MAX(timetoken) FROM message), 0);
                    DROP TABLE message;
                    ALTER TABLE newMessage RENAME TO message;
                    CREATE UNIQUE INDEX messageByChannel ON message (keyset, channel, timetoken);
                    CREATE INDEX messageTransient ON message (timetoken) WHERE isTransient;
                    CREATE INDEX messageExpiring ON message (expiry) WHERE expiry IS NOT NULL;
                    CREATE TABLE log (
                        position INTEGER PRIMARY KEY,
                        date INTEGER NOT NULL,
                        entries BLOB NOT NULL
                    );
                    CREATE TABLE presence (
                        keyset TEXT NOT NULL,
                        channel TEXT NOT NULL,
                        client TEXT NOT NULL,
                        place INTEGER NOT NULL,
                        state TEXT,
                        life INTEGER NOT NULL,
                        PRIMARY KEY (keyset, channel, client)
                    ) WITHOUT ROWID;
                    """
            )
        }
        migrator.registerMigration("7 interval events and settings") { db in
            try db.execute(
                sql: """
                    CREATE TABLE crowdNote (
                        id INTEGER PRIMARY KEY,
                        keyset TEXT NOT NULL,
                        channel TEXT NOT NULL,
                        kind INTEGER NOT NULL,
                        client TEXT NOT NULL
                    );
                    CREATE TABLE settings (id INTEGER PRIMARY KEY CHECK (id = 1), text TEXT NOT NULL);
                    """
            )
        }
        migrator.registerMigration("8 events by keyset") { db in
            try db.execute(
                sql: "CREATE INDEX messageTransientByKeyset ON message (keyset, timetoken) WHERE isTransient"
            )
        }
        migrator.registerMigration("9 revoked access tokens") { db in
            // The first half of the signature identifies a token.
            try db.execute(
                sql: """
                    CREATE TABLE revokedToken (
                        keyset TEXT NOT NULL,
                        id BLOB NOT NULL,
                        expiry INTEGER NOT NULL,
                        PRIMARY KEY (keyset, id)
                    ) WITHOUT ROWID;
                    CREATE INDEX revokedTokenExpiring ON revokedToken (expiry);
                    """
            )
        }
        migrator.registerMigration("10 deadlines of presence") { db in
            try db.execute(sql: "ALTER TABLE presence ADD COLUMN deadline INTEGER")
        }
        migrator.registerMigration("11 applied batches of a cluster") { db in
            try db.execute(
                sql: """
                    CREATE TABLE appliedBatch (
                        boot INTEGER PRIMARY KEY,
                        number INTEGER NOT NULL,
                        position INTEGER NOT NULL
                    );
                    """
            )
        }
        migrator.registerMigration("12 actions by message") { db in
            try db.execute(
                sql: "CREATE INDEX messageActionByMessage ON messageAction (keyset, channel, message)"
            )
        }
        migrator.registerMigration("13 presence events that wait") { db in
            try db.execute(
                sql: """
                    CREATE TABLE announcement (
                        id INTEGER PRIMARY KEY,
                        keyset TEXT NOT NULL,
                        channel TEXT NOT NULL,
                        payload BLOB NOT NULL,
                        due INTEGER
                    );
                    """
            )
        }
        migrator.registerMigration("14 files") { db in
            // The bytes are next to the data file. A removed record leaves the identifier until they are removed as well.
            try db.execute(
                sql: """
                    CREATE TABLE file (
                        keyset TEXT NOT NULL,
                        channel TEXT NOT NULL,
                        id TEXT NOT NULL,
                        name TEXT NOT NULL,
                        contentType TEXT NOT NULL,
                        size INTEGER NOT NULL,
                        tag TEXT NOT NULL,
                        created INTEGER NOT NULL,
                        PRIMARY KEY (keyset, channel, id)
                    ) WITHOUT ROWID;
                    CREATE UNIQUE INDEX fileByIdentifier ON file (id);
                    CREATE INDEX fileByCreation ON file (keyset, created);
                    CREATE TABLE fileCount (
                        keyset TEXT NOT NULL,
                        channel TEXT NOT NULL,
                        files INTEGER NOT NULL,
                        PRIMARY KEY (keyset, channel)
                    ) WITHOUT ROWID;
                    CREATE TABLE removedFile (id TEXT PRIMARY KEY) WITHOUT ROWID;
                    CREATE TABLE fileKey (id INTEGER PRIMARY KEY CHECK (id = 1), key BLOB NOT NULL);
                    CREATE TRIGGER fileAdded AFTER INSERT ON file BEGIN
                        INSERT INTO fileCount (keyset, channel, files) VALUES (NEW.keyset, NEW.channel, 1)
                            ON CONFLICT (keyset, channel) DO UPDATE SET files = files + 1;
                    END;
                    CREATE TRIGGER fileRemoved AFTER DELETE ON file BEGIN
                        UPDATE fileCount SET files = files - 1 WHERE keyset = OLD.keyset AND channel = OLD.channel;
                        DELETE FROM fileCount WHERE keyset = OLD.keyset AND channel = OLD.channel AND files <= 0;
                        INSERT OR IGNORE INTO removedFile (id) VALUES (OLD.id);
                    END;
                    """
            )
        }
        migrator.registerMigration("15 actions by age") { db in
            try db.execute(sql: "CREATE INDEX messageActionByAge ON messageAction (keyset, message)")
        }
        return migrator
    }
}
