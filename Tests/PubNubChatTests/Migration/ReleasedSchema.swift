import Foundation
import GRDB
import PubNubChat
import Testing

/// The tables of a released version, and the file of a store with them.
///
/// A released version never changes. The files are checked in. `PUBNUB_WRITE_SCHEMAS=1` makes ``MigrationTests`` write
/// missing ones.
struct ReleasedSchema: Sendable, CustomTestStringConvertible {
    /// The number of migrations of the default entities.
    let entities: Int
    /// The number of migrations of the ledger.
    let ledger: Int

    static let all = [
        Self(entities: 1, ledger: 0), Self(entities: 2, ledger: 0), Self(entities: 3, ledger: 0),
        Self(entities: 4, ledger: 0), Self(entities: 4, ledger: 1), Self(entities: 5, ledger: 2),
        Self(entities: 8, ledger: 4), Self(entities: 12, ledger: 8),
    ]

    var name: String { "schema-\(entities)-ledger-\(ledger).sqlite" }
    var testDescription: String { name }

    /// The file that is checked in.
    var file: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Files").appending(path: name)
    }

    /// The migrations in the order in which they were released.
    static let entityMigrations = [
        "1 channels, users, members and messages", "2 message actions", "3 member counts", "4 unsent messages",
        "5 reactions by age", "6 positions of messages", "7 publications and standings", "8 members of payloads",
        "10 send states", "11 edits and deletions", "13 search", "15 threads and mentions",
    ]
    static let ledgerMigrations = [
        "ledger 1", "ledger 2", "ledger 8", "9 keyset and user", "ledger 10", "ledger 12", "ledger 14", "ledger 16",
    ]

    /// The number of tables with rows.
    var tableCount: Int {
        let entityTables = 4 + (entities >= 2 ? 1 : 0) + (entities >= 7 ? 1 : 0) + (entities >= 12 ? 3 : 0)
        let ledgerTables = (ledger >= 1 ? 2 : 0) + (ledger >= 3 ? 3 : 0) + (ledger >= 4 ? 1 : 0)
        return entityTables + ledgerTables + (ledger >= 8 ? 3 : 0)
    }

    /// The order of rows with these columns.
    static func order(_ columns: [String]) -> String { columns.prefix(3).joined(separator: ", ") }

    var migrations: [String] { Array(Self.entityMigrations.prefix(entities) + Self.ledgerMigrations.prefix(ledger)) }

    /// Copies the file to the path of a store.
    func copy(to configuration: DatastoreConfiguration, in directory: URL) throws {
        let target = directory.appending(path: configuration.storageUniqueFilename)
        try FileManager.default.copyItem(at: file, to: target)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target.path)
    }

    /// The rows of a table of the file, without the columns that opening a store resets.
    func rows(_ table: String, _ db: Database) throws -> [Row] {
        let columns = try Row.fetchAll(db, sql: "PRAGMA table_info(\(table))").map { $0["name"] as String }
            .filter { !["isPresent", "presenceState", "presentMemberCount"].contains($0) }
        return try Row.fetchAll(
            db,
            sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table) ORDER BY \(Self.order(columns))"
        )
    }

    /// Fills a database that has the tables of this version.
    func fill(_ db: Database) throws {
        try db.execute(sql: Self.objects)
        if entities >= 2 { try db.execute(sql: Self.reactions) }
        if entities >= 7 { try db.execute(sql: Self.republications) }
        if ledger >= 1 { try db.execute(sql: Self.progress) }
        if ledger >= 3 { try db.execute(sql: Self.sendings) }
        if ledger >= 4 { try db.execute(sql: Self.owner) }
        if entities >= 12 { try db.execute(sql: Self.features) }
        if ledger >= 8 { try db.execute(sql: Self.states) }
    }

    private static let objects = """
        INSERT INTO channel (id, name, type, status, details, avatarURL, custom, lastUpdated, eTag) VALUES
            ('c1', 'Club', 'group', 'open', 'A club', 'https://example.org/c.png', X'7B22746F706963223A2254227D', 650000000.5, 'A'),
            ('it''s 🎉', NULL, 'default', NULL, NULL, NULL, X'7B7D', NULL, NULL);
        INSERT INTO user (id, name, type, status, externalId, avatarURL, email, custom, lastUpdated, eTag) VALUES
            ('u1', 'Ann Lée', 'admin', 'here', '42', 'https://example.org/u.png', 'ann@example.org', X'7B227469746C65223A224D73227D',
                650000001.25, 'B'),
            ('u2', NULL, 'default', NULL, NULL, NULL, NULL, X'7B7D', NULL, NULL);
        INSERT INTO member (id, channelId, userId, status, custom, lastUpdated, eTag, isPresent, presenceState) VALUES
            ('c1:u1', 'c1', 'u1', 'host', X'7B22726F6C65223A2268227D', 650000002, 'C', 1, X'7B2273223A317D'),
            ('c1:u2', 'c1', 'u2', NULL, X'7B7D', NULL, NULL, 0, NULL),
            ('gone:u2', NULL, 'u2', NULL, X'7B7D', NULL, NULL, 1, NULL);
        INSERT INTO message (id, timetoken, dateCreated, text, contentType, content, custom, pubnubUserId, pubnubChannelId) VALUES
            ('m1', 16500000000000001, 650000003.125, 'Hello', 'imageUrl', X'7B2275726C223A22692E706E67227D', X'7B2274223A5B315D7D', 'u1', 'c1'),
            ('m2', 16500000000000002, 650000004, 'Grüße 🌍', '', X'7B7D', X'7B7D', 'u2', 'c1'),
            ('m3', 0, 650000005, 'unsent', '', X'7B7D', X'7B7D', 'u1', 'it''s 🎉'),
            ('m4', 16500000000000004, 650000006, 'orphan', '', X'7B7D', X'7B7D', NULL, NULL);
        """

    private static let reactions = """
        INSERT INTO messageAction
            (id, published, sourceType, value, pubnubChannelId, pubnubParentTimetoken, pubnubParentId, pubnubUserId) VALUES
            ('u1-16500000000000001-16500000000000011', 16500000000000011, 'reaction', '👍', 'c1', 16500000000000001, 'm1', 'u1'),
            ('u2-16500000000000001-16500000000000012', 16500000000000012, 'receipt', 'read', 'c1', 16500000000000001, 'm1', 'u2'),
            ('u2-16500000000000009-16500000000000013', 16500000000000013, 'reaction', 'x', 'c1', 16500000000000009, NULL, 'u2');
        """

    private static let progress = """
        INSERT INTO copyProgress (channelId, through, storedThrough) VALUES
            ('c1', 'c1', 16500000000000002), ('it''s 🎉', 'group', 16400000000000000);
        INSERT INTO copyHole (channelId, kind, after, upTo) VALUES
            ('c1', 'messages', 16300000000000000, 16300000000000005), ('c1', 'details', 16300000000000000, 16300000000000005),
            ('c1', 'messages', 16500000000000002, 9223372036854775807), ('c1', 'details', 16500000000000002, 9223372036854775807);
        INSERT INTO parkedReaction (id, channelId, parentTimetoken, actionTimetoken, userId, sourceType, value) VALUES
            ('u1-16300000000000003-16500000000000014', 'c1', 16300000000000003, 16500000000000014, 'u1', 'reaction', '🎈');
        """

    private static let republications = """
        INSERT INTO messageCopy (messageId, timetoken) VALUES ('m1', 16500000000000007);
        """

    private static let sendings = """
        INSERT INTO copyMembers (channelId, mark, readAt) VALUES ('c1', 'mark', 1600000000.5);
        INSERT INTO copyMemberNamed (channelId, userId) VALUES ('c1', 'u1'), ('c1', 'u2');
        INSERT INTO unsentMessage
            (id, storeInHistory, shouldCompress, ttl, metadata, attempts, errorCode, error, failedAt) VALUES
            ('m3', 0, 1, 24, X'7B226C616E67223A22656E227D', 2, 122, 'Access is forbidden', 1600000001.5);
        """

    private static let owner = """
        INSERT INTO copyOwner (id, subscribeKey, userId) VALUES (1, 'demo', 'u1');
        """

    // X'7B22…' is {"mentionedUsers":{"0":{"id":"u1","name":"Ann"}}}.
    private static let features = """
        UPDATE message SET extra = X'7B226D656E74696F6E65645573657273223A7B2230223A7B226964223A227531222C226E616D65223A22416E6E227D7D7D'
            WHERE id = 'm2';
        INSERT INTO messageAction
            (id, published, sourceType, value, pubnubChannelId, pubnubParentTimetoken, pubnubParentId, pubnubUserId) VALUES
            ('u1-16500000000000004-16500000000000021', 16500000000000021, 'edited', 'edited', 'c1', 16500000000000004, 'm4', 'u1');
        """

    private static let states = """
        UPDATE unsentMessage SET stage = 2 WHERE id = 'm3';
        INSERT INTO unreadCount (id, lastRead) VALUES ('c1', 16500000000000001);
        INSERT INTO draft (id, text, replyTo, updated) VALUES ('c1', 'begun', 'm1', 1600000002.5);
        INSERT INTO localHistory (channelId, after, upTo) VALUES ('c1', 16400000000000000, 16400000000000005);
        """
}
