/// The column of messages for their threads, and the table of the users that messages mention.
enum ThreadSchema {
    /// Sets the threads of messages. The first action wins; of several with the same timetoken, that with the smallest
    /// identifier.
    private static func deriveThread(of condition: String) -> String {
        """
        UPDATE message SET threadId = (
            SELECT value FROM messageAction WHERE pubnubParentId = message.id AND sourceType = 'threadRootId'
                ORDER BY published, messageAction.id LIMIT 1
        ) WHERE \(condition)
        """
    }

    /// Adds the mentions of a message. Payloads come from the network: a member may have any type.
    private static func addMentions(of row: String, from: String = "") -> String {
        let text = "CAST(\(row).extra AS TEXT)"
        return """
                INSERT OR IGNORE INTO messageMention (userId, messageId)
                SELECT json_extract(item.value, '$.id'), \(row).id FROM \(from)json_each(
                    CASE WHEN json_valid(\(text)) AND json_type(\(text), '$.mentionedUsers') IN ('array', 'object')
                    THEN json_extract(\(text), '$.mentionedUsers') ELSE '[]' END
                ) AS item
                WHERE CASE item.type WHEN 'object' THEN json_type(item.value, '$.id') = 'text' ELSE FALSE END
            """
    }

    static let sql = """
        ALTER TABLE message ADD COLUMN threadId TEXT;
        CREATE INDEX messageThread ON messageAction (pubnubParentId, published, id) WHERE sourceType = 'threadRootId';
        CREATE TRIGGER messageThreadAdded AFTER INSERT ON messageAction WHEN NEW.sourceType = 'threadRootId' BEGIN
            \(deriveThread(of: "id = NEW.pubnubParentId"));
        END;
        CREATE TRIGGER messageThreadChanged AFTER UPDATE ON messageAction
            WHEN (OLD.sourceType = 'threadRootId' OR NEW.sourceType = 'threadRootId')
            AND (OLD.sourceType, OLD.value, OLD.published, OLD.pubnubParentId)
                IS NOT (NEW.sourceType, NEW.value, NEW.published, NEW.pubnubParentId) BEGIN
            \(deriveThread(of: "id IN (OLD.pubnubParentId, NEW.pubnubParentId)"));
        END;
        CREATE TRIGGER messageThreadRemoved AFTER DELETE ON messageAction WHEN OLD.sourceType = 'threadRootId' BEGIN
            \(deriveThread(of: "id = OLD.pubnubParentId"));
        END;
        \(deriveThread(of: "id IN (SELECT pubnubParentId FROM messageAction WHERE sourceType = 'threadRootId')"));
        CREATE TABLE messageMention (
            userId TEXT NOT NULL,
            messageId TEXT NOT NULL REFERENCES message(id) ON DELETE CASCADE,
            PRIMARY KEY (userId, messageId)
        ) WITHOUT ROWID;
        CREATE INDEX messageMentionByMessage ON messageMention (messageId);
        CREATE TRIGGER messageMentionAdded AFTER INSERT ON message WHEN NEW.extra IS NOT NULL BEGIN
            \(addMentions(of: "NEW"));
        END;
        CREATE TRIGGER messageMentionChanged AFTER UPDATE OF extra ON message WHEN OLD.extra IS NOT NEW.extra BEGIN
            DELETE FROM messageMention WHERE messageId = NEW.id;
            \(addMentions(of: "NEW"));
        END;
        \(addMentions(of: "message", from: "message, "));
        """
}
