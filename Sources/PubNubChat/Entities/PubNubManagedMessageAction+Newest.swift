public import GRDB

extension PubNubManagedMessageAction {
    /// A request for the reactions to the newest published messages of a channel.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - messages: How many messages at most, as for `newestMessagesBy(pubnubChannelId:limit:)`.
    /// - Returns: The request, by age.
    public static func newestMessageActionsBy(
        pubnubChannelId: String,
        messages: Int
    ) -> QueryInterfaceRequest<Self> {
        let newest = PubNubManagedMessage.newestPublished(pubnubChannelId, limit: messages)
        return filter(newest.select(Column("id")).contains(Column("pubnubParentId")))
            .order(Column("published"), Column("id"))
    }
}
