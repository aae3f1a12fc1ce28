public import GRDB

extension PubNubManagedMessage {
    /// A request for what a screen shows of a channel: the messages that are not published yet, then the newest published ones. It takes the same time
    /// however many there are.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - limit: How many published ones at most.
    /// - Returns: The request, the newest first.
    public static func newestMessagesBy(pubnubChannelId: String, limit: Int) -> QueryInterfaceRequest<Self> {
        // By identifier: with an OR, SQLite would read all messages of the channel.
        let found = """
            id IN (SELECT id FROM message WHERE pubnubChannelId = :channel AND timetoken = 0 UNION ALL SELECT id FROM (
                SELECT id FROM message WHERE pubnubChannelId = :channel AND timetoken > 0 ORDER BY timetoken DESC LIMIT :limit
            ))
            """
        return filter(sql: found, arguments: ["channel": pubnubChannelId, "limit": max(0, limit)])
            .order((Column("timetoken") == 0).desc, Column("timetoken").desc, Column("dateCreated").desc)
    }

    static func newestPublished(_ pubnubChannelId: String, limit: Int) -> QueryInterfaceRequest<Self> {
        messagesBy(pubnubChannelId: pubnubChannelId)
            .filter(Column("timetoken") > 0)
            .order(Column("timetoken").desc)
            .limit(max(0, limit))
    }
}
