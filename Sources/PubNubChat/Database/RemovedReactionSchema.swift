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

    static let triggerOfPending = ignoring("parkedReactionIgnored", "parkedReaction", "channelId", "actionTimetoken")

    static let trigger = ignoring(
        "messageActionIgnored",
        "messageAction",
        "pubnubChannelId",
        "published",
        unless: "(NEW.pending IS NOT NULL)"
    )

    /// Makes a table ignore removed reactions.
    private static func ignoring(
        _ trigger: String,
        _ table: String,
        _ channel: String,
        _ timetoken: String,
        unless exception: String = "FALSE"
    ) -> String {
        """
        CREATE TRIGGER \(trigger) BEFORE INSERT ON \(table)
            WHEN NOT \(exception) AND EXISTS (
                SELECT 1 FROM removedReaction
                    WHERE channelId = NEW.\(channel) AND actionTimetoken = NEW.\(timetoken) AND id = NEW.id
            ) BEGIN
            SELECT RAISE(IGNORE);
        END;
        """
    }
}
