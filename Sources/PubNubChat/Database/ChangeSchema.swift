/// The columns that say which edits and deletions of messages count, and the triggers that decide it.
///
/// An edit or a deletion counts if its author is that of the message, or if the table `changePolicy` accepts that user.
/// The result depends only on the rows, so the order of their arrival does not matter.
enum ChangeSchema {
    /// The beginning of each encrypted edit: the header of AES-256-CBC in base64.
    static let sealedBeginning = "UE5FRAFBQ1JI"

    /// The types of the actions, in the form that SQLite matches with the condition of an index.
    private static let isChange = "(sourceType = 'edited' OR sourceType = 'deleted')"

    /// The verdict on the change of a user who may change the message: an edit that cannot be decrypted has no text.
    private static let accepted = "CASE encryption WHEN 2 THEN 2 ELSE 1 END"

    private static let author = """
        (SELECT message.pubnubUserId FROM message WHERE message.id = messageAction.pubnubParentId)
        """

    /// The verdict on an action; the numbers are those of ``ActionVerdict``. The user decides first: a value in the form of
    /// an encrypted edit does not make the change of a stranger count.
    private static let verdict = """
        CASE
            WHEN pubnubUserId <> '' AND pubnubUserId = \(author) OR EXISTS (
                SELECT 1 FROM changePolicy WHERE changePolicy.type = messageAction.sourceType AND (
                    kind = 'anyone'
                    OR kind = 'user' AND changePolicy.value = messageAction.pubnubUserId
                    OR kind = 'status' AND changePolicy.value = (
                        SELECT status FROM member WHERE channelId = messageAction.pubnubChannelId
                            AND userId = messageAction.pubnubUserId AND standing = 2
                    )
                )
            ) THEN \(accepted)
            ELSE 0
        END
        """

    /// Decides about actions again. Those of a user who was removed from the store keep their verdict.
    static func judge(_ condition: String) -> String {
        """
        UPDATE messageAction SET verdict = \(verdict)
                WHERE \(condition) AND \(isChange) AND pubnubUserId IS NOT NULL;
            UPDATE messageAction SET report = 1
                WHERE \(condition) AND \(isChange) AND verdict <> 1 AND report IS NULL
        """
    }

    /// The newest edit that counts wins; of several with the same timetoken, that with the greatest identifier.
    private static func derive(_ condition: String) -> String {
        """
        UPDATE message SET
                (editedText, editTimetoken) = (
                    SELECT value, published FROM messageAction
                        WHERE pubnubParentId = message.id AND sourceType = 'edited' AND verdict = 1
                        ORDER BY published DESC, messageAction.id DESC LIMIT 1
                ),
                isDeleted = EXISTS (
                    SELECT 1 FROM messageAction
                        WHERE pubnubParentId = message.id AND sourceType = 'deleted' AND verdict = 1
                ),
                hasUnreadableEdit = EXISTS (
                    SELECT 1 FROM messageAction
                        WHERE pubnubParentId = message.id AND sourceType = 'edited' AND verdict = 2
                ),
                ignoredChanges = (
                    SELECT COUNT(*) FROM messageAction
                        WHERE pubnubParentId = message.id AND \(isChange) AND verdict = 0
                )
                WHERE \(condition)
        """
    }

    /// The first action of the channel that its message derives wins; of several with the same timetoken, that with the
    /// smallest identifier. Another value would send the replies to a channel that somebody chose.
    private static func deriveThread(_ condition: String) -> String {
        """
        UPDATE message SET threadId = (
                SELECT value FROM messageAction WHERE pubnubParentId = message.id AND sourceType = 'threadRootId'
                    AND value = '\(ChatThread.prefix)' || messageAction.pubnubChannelId || '_' || pubnubParentTimetoken
                    ORDER BY published, messageAction.id LIMIT 1
            ) WHERE \(condition)
        """
    }

    private static let ofMember = """
        pubnubUserId IN (OLD.userId, NEW.userId) AND pubnubChannelId IN (OLD.channelId, NEW.channelId)
        """
    private static let hasRoles = "EXISTS (SELECT 1 FROM changePolicy WHERE kind = 'status')"

    private static func ofMember(_ row: String) -> String {
        "pubnubUserId = \(row).userId AND pubnubChannelId = \(row).channelId"
    }

    // Stores of earlier versions may contain encrypted edits: those that begin with the header of the format. Authors that
    // were removed from the store are unknown, so their messages keep what they showed.
    private static let existing = """
        UPDATE messageAction SET encryption = 2 WHERE sourceType = 'edited' AND value GLOB '\(sealedBeginning)*';
        UPDATE messageAction SET verdict = \(verdict) WHERE \(isChange);
        UPDATE messageAction SET verdict = \(accepted) WHERE \(isChange) AND verdict = 0 AND \(author) IS NULL;
        UPDATE messageAction SET report = 0 WHERE \(isChange) AND verdict <> 1;
        \(derive("id IN (SELECT pubnubParentId FROM messageAction WHERE \(isChange))"));
        \(deriveThread("threadId IS NOT NULL"));
        """

    /// The triggers that decide about actions.
    private static let judging = """
        CREATE TRIGGER messageEditAdded AFTER INSERT ON messageAction
            WHEN NEW.sourceType IN ('edited', 'deleted') BEGIN
            \(judge("id = NEW.id"));
        END;
        CREATE TRIGGER messageEditJudged
            AFTER UPDATE OF sourceType, pubnubParentId, pubnubChannelId, pubnubUserId, encryption ON messageAction
            WHEN NEW.sourceType IN ('edited', 'deleted')
            AND (OLD.sourceType, OLD.pubnubParentId, OLD.pubnubChannelId, OLD.pubnubUserId, OLD.encryption)
                IS NOT (NEW.sourceType, NEW.pubnubParentId, NEW.pubnubChannelId, NEW.pubnubUserId, NEW.encryption) BEGIN
            \(judge("id = NEW.id"));
        END;
        CREATE TRIGGER messageEditsOfAuthor AFTER UPDATE OF pubnubUserId ON message
            WHEN NEW.pubnubUserId IS NOT NULL AND OLD.pubnubUserId IS NOT NEW.pubnubUserId BEGIN
            \(judge("pubnubParentId = NEW.id"));
        END;
        CREATE TRIGGER messageEditsOfNewMember AFTER INSERT ON member WHEN NEW.status IS NOT NULL AND \(hasRoles) BEGIN
            \(judge(ofMember("NEW")));
        END;
        CREATE TRIGGER messageEditsOfMember AFTER UPDATE OF status, standing, channelId, userId ON member
            WHEN (OLD.status, OLD.standing, OLD.channelId, OLD.userId)
                IS NOT (NEW.status, NEW.standing, NEW.channelId, NEW.userId) AND \(hasRoles) BEGIN
            \(judge(ofMember));
        END;
        CREATE TRIGGER messageEditsOfFormerMember AFTER DELETE ON member WHEN OLD.status IS NOT NULL AND \(hasRoles) BEGIN
            \(judge(ofMember("OLD")));
        END;
        """

    // The authors of some messages were removed from the store, so their edits keep the verdict.
    static let unreadableEdits = """
        DROP TRIGGER messageEditAdded;
        DROP TRIGGER messageEditJudged;
        DROP TRIGGER messageEditsOfAuthor;
        DROP TRIGGER messageEditsOfNewMember;
        DROP TRIGGER messageEditsOfMember;
        DROP TRIGGER messageEditsOfFormerMember;
        \(judging)
        \(judge("encryption = 2 AND \(author) IS NOT NULL"));
        """

    static let sql = """
        CREATE TABLE changePolicy (
            type TEXT NOT NULL,
            kind TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (type, kind, value)
        ) WITHOUT ROWID;
        ALTER TABLE messageAction ADD COLUMN encryption INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE messageAction ADD COLUMN verdict INTEGER;
        ALTER TABLE messageAction ADD COLUMN report INTEGER;
        ALTER TABLE message ADD COLUMN ignoredChanges INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE message ADD COLUMN hasUnreadableEdit INTEGER NOT NULL DEFAULT 0;
        DROP TRIGGER messageEditAdded;
        DROP TRIGGER messageEditChanged;
        DROP TRIGGER messageEditRemoved;
        DROP TRIGGER messageThreadAdded;
        DROP TRIGGER messageThreadChanged;
        DROP TRIGGER messageThreadRemoved;
        DROP INDEX messageEdit;
        CREATE INDEX messageEdit ON messageAction (pubnubParentId, sourceType, verdict, published, id) WHERE \(isChange);
        CREATE INDEX messageEditByUser ON messageAction (pubnubUserId, pubnubChannelId) WHERE \(isChange);
        CREATE INDEX messageEditReport ON messageAction (report) WHERE report = 1;
        CREATE INDEX messageEditIgnored ON messageAction (pubnubChannelId, published) WHERE verdict = 0;
        CREATE INDEX messageEditUnreadable ON messageAction (id) WHERE encryption = 2;
        \(existing)
        \(judging)
        CREATE TRIGGER messageEditChanged
            AFTER UPDATE OF sourceType, value, published, pubnubParentId, verdict ON messageAction
            WHEN (OLD.sourceType IN ('edited', 'deleted') OR NEW.sourceType IN ('edited', 'deleted'))
            AND (OLD.sourceType, OLD.value, OLD.published, OLD.pubnubParentId, OLD.verdict)
                IS NOT (NEW.sourceType, NEW.value, NEW.published, NEW.pubnubParentId, NEW.verdict) BEGIN
            \(derive("id IN (OLD.pubnubParentId, NEW.pubnubParentId)"));
        END;
        CREATE TRIGGER messageEditRemoved AFTER DELETE ON messageAction
            WHEN OLD.sourceType IN ('edited', 'deleted') BEGIN
            \(derive("id = OLD.pubnubParentId"));
        END;
        CREATE TRIGGER messageThreadAdded AFTER INSERT ON messageAction WHEN NEW.sourceType = 'threadRootId' BEGIN
            \(deriveThread("id = NEW.pubnubParentId"));
        END;
        CREATE TRIGGER messageThreadChanged AFTER UPDATE ON messageAction
            WHEN (OLD.sourceType = 'threadRootId' OR NEW.sourceType = 'threadRootId')
            AND (OLD.sourceType, OLD.value, OLD.published, OLD.pubnubParentId, OLD.pubnubParentTimetoken)
                IS NOT (NEW.sourceType, NEW.value, NEW.published, NEW.pubnubParentId, NEW.pubnubParentTimetoken) BEGIN
            \(deriveThread("id IN (OLD.pubnubParentId, NEW.pubnubParentId)"));
        END;
        CREATE TRIGGER messageThreadRemoved AFTER DELETE ON messageAction WHEN OLD.sourceType = 'threadRootId' BEGIN
            \(deriveThread("id = OLD.pubnubParentId"));
        END;
        """
}
