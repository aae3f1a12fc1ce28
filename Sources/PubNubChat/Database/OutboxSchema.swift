/// The table of the changes that the service does not have yet, in the order of the calls, and the columns and triggers by
/// which the rows of a store show them.
///
/// An entry that adds a message action has a row in `messageAction` with its sequence in `pending`, and a timetoken after
/// those of all others. An entry that removes message actions keeps them in `removed` while they are hidden.
enum OutboxSchema {
    /// The timetoken of an action that the service does not have is this plus the sequence of its entry.
    static let firstTimetoken: Int64 = 1 << 62

    static let columns = """
        ALTER TABLE message ADD COLUMN isPending INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE messageAction ADD COLUMN pending INTEGER;
        CREATE INDEX messageActionPending ON messageAction (pending) WHERE pending IS NOT NULL;
        ALTER TABLE member ADD COLUMN isPending INTEGER NOT NULL DEFAULT 0;
        """

    /// The message of the database if a message is inserted while the outbox is full.
    static let fullText = "the outbox is full"

    // AUTOINCREMENT, so that no sequence is used twice. The stages are those of `SendStage`. `openAttempts` counts the attempts
    // with an unknown outcome, and the one in flight.
    static let table = """
        CREATE TABLE outbox (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL DEFAULT 'message',
            userId TEXT,
            channelId TEXT,
            messageId TEXT,
            memberId TEXT,
            actionType TEXT,
            value TEXT,
            change BLOB,
            removed TEXT,
            storeInHistory INTEGER,
            shouldCompress INTEGER NOT NULL DEFAULT 0,
            ttl INTEGER,
            metadata BLOB,
            attempts INTEGER NOT NULL DEFAULT 0,
            errorCode INTEGER,
            error TEXT,
            failedAt REAL,
            stage INTEGER NOT NULL DEFAULT 0,
            holder INTEGER,
            openAttempts INTEGER NOT NULL DEFAULT 0
        );
        CREATE UNIQUE INDEX outboxByMessage ON outbox (messageId) WHERE kind = 'message';
        CREATE INDEX outboxByChangedMessage ON outbox (messageId, sequence) WHERE kind <> 'message';
        CREATE INDEX outboxByChannel ON outbox (channelId, sequence);
        CREATE INDEX outboxHiding ON outbox (sequence) WHERE removed IS NOT NULL;
        CREATE INDEX outboxByFailure ON outbox (failedAt) WHERE failedAt IS NOT NULL;
        """

    /// Takes over the queue of earlier versions, with messages that were stored without options.
    static let messages = """
        INSERT INTO outbox (userId, channelId, messageId, storeInHistory, shouldCompress, ttl, metadata, attempts, errorCode,
            error, failedAt, stage, holder, openAttempts)
            SELECT message.pubnubUserId, IFNULL(message.pubnubChannelId, message.formerChannelId), message.id, storeInHistory,
                IFNULL(shouldCompress, 0), ttl, metadata, IFNULL(attempts, 0), errorCode, error, failedAt, IFNULL(stage, 0),
                holder, IFNULL(stage = 1 OR attempts > 0, 0)
                FROM message LEFT JOIN unsentMessage ON unsentMessage.id = message.id
                WHERE message.timetoken = 0 ORDER BY message.sequence;
        """

    /// Takes over the queue of a store whose messages are in a table of the app.
    static let otherMessages = """
        INSERT INTO outbox (messageId, storeInHistory, shouldCompress, ttl, metadata, attempts, errorCode, error, failedAt,
            stage, holder, openAttempts)
            SELECT id, storeInHistory, shouldCompress, ttl, metadata, attempts, errorCode, error, failedAt, stage, holder,
                stage = 1 OR attempts > 0
                FROM unsentMessage ORDER BY rowid;
        """

    static let formerTriggers = [
        "sendStateAdded", "sendStateChanged", "sendStateRemoved", "unsentMessagePublished", "unsentMessageDiscarded",
    ]

    /// The entries that hide own message actions until the service has removed them.
    private static let isRemoval = "kind IN ('editRemoval', 'restoration', 'reactionRemoval')"

    /// Copies the state of a queued message to its row.
    private static func state(of row: String) -> String {
        """
        UPDATE message SET sendStage = \(row).stage, sendAttempts = \(row).attempts, sendErrorCode = \(row).errorCode,
                sendError = \(row).error WHERE id = \(row).messageId AND timetoken = 0
        """
    }

    /// Marks a message that shows a change of the outbox.
    private static func mark(_ row: String) -> String {
        """
        UPDATE message SET isPending = EXISTS (
                SELECT 1 FROM outbox WHERE messageId = message.id AND kind <> 'message' AND stage < 2
            ) WHERE id = \(row).messageId
        """
    }

    /// Marks a membership that shows a change of the outbox.
    private static func markMember(_ row: String) -> String {
        """
        UPDATE member SET isPending = EXISTS (
                SELECT 1 FROM outbox WHERE channelId = \(row).channelId AND memberId = \(row).memberId
                    AND kind IN ('join', 'leave', 'membership') AND stage < 2
            ) WHERE channelId = \(row).channelId AND userId = \(row).memberId
        """
    }

    private static func isOfMember(_ row: String) -> String { "\(row).kind IN ('join', 'leave', 'membership')" }

    static let triggers = """
        CREATE TRIGGER outboxMessageAdded AFTER INSERT ON message WHEN NEW.timetoken = 0 BEGIN
            SELECT RAISE(ABORT, '\(fullText)') WHERE (SELECT COUNT(*) FROM outbox) >= \(ChatOutboxEntry.maxEntries);
            INSERT INTO outbox (userId, channelId, messageId) VALUES (NEW.pubnubUserId, NEW.pubnubChannelId, NEW.id)
                ON CONFLICT (messageId) WHERE kind = 'message' DO NOTHING;
        END;
        CREATE TRIGGER outboxMessagePlaced AFTER UPDATE OF pubnubUserId, pubnubChannelId ON message
            WHEN NEW.timetoken = 0 AND NEW.pubnubUserId IS NOT NULL AND NEW.pubnubChannelId IS NOT NULL
            AND (OLD.pubnubUserId, OLD.pubnubChannelId) IS NOT (NEW.pubnubUserId, NEW.pubnubChannelId) BEGIN
            UPDATE outbox SET userId = NEW.pubnubUserId, channelId = NEW.pubnubChannelId
                WHERE messageId = NEW.id AND kind = 'message';
        END;
        CREATE TRIGGER outboxMessagePublished AFTER UPDATE OF timetoken ON message
            WHEN OLD.timetoken = 0 AND NEW.timetoken <> 0 BEGIN
            DELETE FROM outbox WHERE messageId = NEW.id AND kind = 'message';
            UPDATE messageAction SET pubnubParentTimetoken = NEW.timetoken,
                id = pubnubUserId || '-' || NEW.timetoken || '-' || published
                WHERE pubnubParentId = NEW.id AND pending IS NOT NULL;
        END;
        CREATE TRIGGER outboxMessageDiscarded AFTER DELETE ON message WHEN OLD.timetoken = 0 BEGIN
            DELETE FROM outbox WHERE messageId = OLD.id;
        END;
        CREATE TRIGGER outboxEntryAdded AFTER INSERT ON outbox WHEN NEW.kind = 'message' BEGIN
            \(state(of: "NEW"));
        END;
        CREATE TRIGGER outboxEntryChanged AFTER UPDATE OF stage, attempts, errorCode, error ON outbox
            WHEN NEW.kind = 'message' BEGIN
            \(state(of: "NEW"));
        END;
        CREATE TRIGGER outboxEntryRemoved AFTER DELETE ON outbox WHEN OLD.kind = 'message' BEGIN
            UPDATE message SET sendStage = 0, sendAttempts = 0, sendErrorCode = NULL, sendError = NULL
                WHERE id = OLD.messageId AND (sendStage > 0 OR sendAttempts > 0);
        END;
        CREATE TRIGGER outboxMessageRefused AFTER UPDATE OF stage ON outbox
            WHEN NEW.kind = 'message' AND NEW.stage = 2 AND OLD.stage < 2 BEGIN
            DELETE FROM outbox WHERE messageId = NEW.messageId AND kind <> 'message';
        END;
        CREATE TRIGGER outboxChangeAdded AFTER INSERT ON outbox WHEN NEW.kind <> 'message' BEGIN
            \(mark("NEW"));
        END;
        CREATE TRIGGER outboxChangeChanged AFTER UPDATE OF stage ON outbox
            WHEN NEW.kind <> 'message' AND (OLD.stage < 2) <> (NEW.stage < 2) BEGIN
            \(mark("NEW"));
        END;
        CREATE TRIGGER outboxChangeRefused AFTER UPDATE OF stage ON outbox WHEN NEW.kind <> 'message' AND NEW.stage = 2 BEGIN
            DELETE FROM messageAction WHERE pending = NEW.sequence;
        END;
        CREATE TRIGGER outboxChangeRemoved AFTER DELETE ON outbox WHEN OLD.kind <> 'message' BEGIN
            DELETE FROM messageAction WHERE pending = OLD.sequence;
            \(mark("OLD"));
        END;
        CREATE TRIGGER outboxMemberAdded AFTER INSERT ON outbox WHEN \(isOfMember("NEW")) BEGIN
            \(markMember("NEW"));
        END;
        CREATE TRIGGER outboxMemberChanged AFTER UPDATE OF stage ON outbox WHEN \(isOfMember("NEW")) BEGIN
            \(markMember("NEW"));
        END;
        CREATE TRIGGER outboxMemberRemoved AFTER DELETE ON outbox WHEN \(isOfMember("OLD")) BEGIN
            \(markMember("OLD"));
        END;
        CREATE TRIGGER messageActionHidden BEFORE INSERT ON messageAction
            WHEN NEW.pending IS NULL AND EXISTS (
                SELECT 1 FROM outbox WHERE messageId = NEW.pubnubParentId AND kind <> 'message' AND \(isRemoval) AND stage < 2
                    AND actionType = NEW.sourceType AND IFNULL(value, NEW.value) = NEW.value AND userId = NEW.pubnubUserId
            ) BEGIN
            UPDATE outbox SET removed = json_insert(
                    IFNULL(removed, '[]'), '$[#]',
                    json_array(NEW.published, NEW.pubnubParentTimetoken, NEW.value, NEW.encryption, NEW.id)
                )
                WHERE sequence = (
                    SELECT sequence FROM outbox WHERE messageId = NEW.pubnubParentId AND kind <> 'message' AND \(isRemoval)
                        AND stage < 2 AND actionType = NEW.sourceType AND IFNULL(value, NEW.value) = NEW.value
                        AND userId = NEW.pubnubUserId ORDER BY sequence LIMIT 1
                ) AND NOT EXISTS (
                    SELECT 1 FROM json_each(IFNULL(outbox.removed, '[]')) WHERE json_extract(json_each.value, '$[4]') = NEW.id
                );
            SELECT RAISE(IGNORE);
        END;
        CREATE TRIGGER messageActionArrived AFTER INSERT ON messageAction
            WHEN NEW.pending IS NULL AND EXISTS (SELECT 1 FROM messageAction WHERE pending IS NOT NULL) BEGIN
            DELETE FROM messageAction WHERE pending IS NOT NULL AND pubnubParentId = NEW.pubnubParentId
                AND pubnubUserId = NEW.pubnubUserId AND sourceType = NEW.sourceType AND value = NEW.value;
        END;
        """

    // An ended membership stays ended while the service still has it.
    static let memberTriggers = memberTriggers(
        hiding: """
            EXISTS (
                    SELECT 1 FROM outbox WHERE channelId = NEW.channelId AND memberId = NEW.userId AND kind = 'leave' AND stage < 2
                )
            """
    )

    // A user who leaves and joins again is a member.
    static let memberTriggersWithJoins = """
        DROP TRIGGER IF EXISTS memberLeftAdded;
        DROP TRIGGER IF EXISTS memberLeftChanged;
        \(memberTriggers(
            hiding: """
                'leave' = (
                        SELECT kind FROM outbox WHERE channelId = NEW.channelId AND memberId = NEW.userId
                            AND kind IN ('join', 'leave') AND stage < 2 ORDER BY sequence DESC LIMIT 1
                    )
                """
        ))
        """

    /// The triggers that hide a membership while a condition about its row holds.
    private static func memberTriggers(hiding condition: String) -> String {
        """
        CREATE TRIGGER memberLeftAdded AFTER INSERT ON member WHEN NEW.standing > 0 AND \(condition) BEGIN
            UPDATE member SET standing = 0, isPending = 1 WHERE id = NEW.id;
        END;
        CREATE TRIGGER memberLeftChanged AFTER UPDATE OF standing ON member
            WHEN NEW.standing > 0 AND OLD.standing = 0 AND \(condition) BEGIN
            UPDATE member SET standing = 0, isPending = 1 WHERE id = NEW.id;
        END;
        """
    }
}
