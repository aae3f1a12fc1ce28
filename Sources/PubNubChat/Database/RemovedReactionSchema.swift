/// The reactions that the service removed last.
///
/// The event by which a reaction was added can arrive after the client knows that it is removed: the client removed it itself,
/// or a page of history that was requested before arrives later. The service uses no identifier twice, so such a reaction is
/// ignored.
enum RemovedReactionSchema {
    static let table = """
        CREATE TABLE removedReaction (
            channelId TEXT NOT NULL,
            actionTimetoken INTEGER NOT NULL,
            id TEXT NOT NULL,
            PRIMARY KEY (channelId, actionTimetoken, id)
        ) WITHOUT ROWID;
        """

    static let trigger = """
        CREATE TRIGGER messageActionIgnored BEFORE INSERT ON messageAction
            WHEN NEW.pending IS NULL AND EXISTS (
                SELECT 1 FROM removedReaction
                    WHERE channelId = NEW.pubnubChannelId AND actionTimetoken = NEW.published AND id = NEW.id
            ) BEGIN
            SELECT RAISE(IGNORE);
        END;
        """
}
