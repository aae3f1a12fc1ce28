public import GRDB

extension PubNubManagedMessage {
    /// A request for what a screen shows of a channel: the messages that are not published yet, then the published ones. It takes the same time however
    /// many messages there are, and an observer of it reads only when a message of the channel changes.
    ///
    /// The column `position` of the table has the order: the timetoken of a published message; messages that are not published yet follow, by creation.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - limit: The maximum number of messages, published or not; 0 if negative.
    /// - Returns: The request, the newest first.
    public static func newestMessagesBy(pubnubChannelId: String, limit: Int) -> QueryInterfaceRequest<Self> {
        messagesBy(pubnubChannelId: pubnubChannelId)
            .order(Column("position").desc, Column.rowID.desc)
            .limit(max(0, limit))
    }
}
