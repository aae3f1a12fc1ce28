/// The order in which unpublished messages were stored, which is that in which they are sent and shown. No clock takes part.
enum SequenceSchema {
    static let sql = """
        ALTER TABLE message ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
        UPDATE message SET sequence = queued.number FROM (
            SELECT id, ROW_NUMBER() OVER (ORDER BY dateCreated, id) AS number FROM message WHERE timetoken = 0
        ) AS queued WHERE queued.id = message.id;
        DROP INDEX messageByPosition;
        ALTER TABLE message DROP COLUMN position;
        ALTER TABLE message ADD COLUMN position INTEGER GENERATED ALWAYS AS (
            CASE timetoken WHEN 0 THEN 4611686018427387904 + sequence ELSE MIN(timetoken, 2305843009213693952) END
        ) VIRTUAL;
        CREATE INDEX messageByPosition ON message (pubnubChannelId, position);
        CREATE INDEX messageBySequence ON message (sequence) WHERE sequence > 0;
        DROP INDEX messageUnsent;
        CREATE INDEX messageUnsent ON message (pubnubUserId, sequence) WHERE timetoken = 0;
        CREATE TRIGGER messageSequenced AFTER INSERT ON message WHEN NEW.timetoken = 0 BEGIN
            UPDATE message SET sequence = 1 + IFNULL((SELECT MAX(sequence) FROM message WHERE sequence > 0), 0)
                WHERE id = NEW.id;
        END;
        """

    /// The programs that send. A number is that of a locked byte, so the lock ends with the program.
    static let holders = """
        ALTER TABLE unsentMessage ADD COLUMN holder INTEGER;
        CREATE TABLE sendTurn (channelId TEXT PRIMARY KEY NOT NULL, holder INTEGER NOT NULL) WITHOUT ROWID;
        """
}
