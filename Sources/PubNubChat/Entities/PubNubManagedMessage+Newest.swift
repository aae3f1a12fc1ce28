public import GRDB

extension PubNubManagedMessage {
    /// A request for the newest published messages of a channel, which takes the same time however many there are.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - limit: How many at most.
    /// - Returns: The request, the newest first.
    public static func newestMessagesBy(pubnubChannelId: String, limit: Int) -> QueryInterfaceRequest<Self> {
        messagesBy(pubnubChannelId: pubnubChannelId)
            .filter(Column("timetoken") > 0)
            .order(Column("timetoken").desc)
            .limit(max(0, limit))
    }
}
