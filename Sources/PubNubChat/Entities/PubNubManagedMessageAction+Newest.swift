public import GRDB

extension PubNubManagedMessageAction {
    /// A request for the reactions to the newest messages of a channel. An observer of it reads only when a reaction in the channel changes, or when
    /// other messages become the newest.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - messages: The maximum number of messages, as for `newestMessagesBy(pubnubChannelId:limit:)`.
    /// - Returns: The request, by age.
    public static func newestMessageActionsBy(
        pubnubChannelId: String,
        messages: Int
    ) -> QueryInterfaceRequest<Self> {
        let newest = PubNubManagedMessage.newestMessagesBy(pubnubChannelId: pubnubChannelId, limit: messages)
        // With the plus sign, SQLite searches by the message and does not read all reactions in the channel.
        return filter(sql: "+\"pubnubChannelId\" = ?", arguments: [pubnubChannelId])
            .filter(newest.select(Column("id")).contains(Column("pubnubParentId")))
            .order(Column("published"), Column("id"))
    }
}
