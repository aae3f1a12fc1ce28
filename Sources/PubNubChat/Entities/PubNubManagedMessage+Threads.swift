public import GRDB

extension PubNubManagedMessage {
    /// The quoted message; nil if none exists, or if it is not readable.
    public var quote: ChatQuote? { PayloadExtra(extra).quote }

    /// The mentioned users, at most 100.
    public var mentions: [ChatMention] { PayloadExtra(extra).mentions }

    /// Returns a request for the published messages that mention a user, without those that were deleted softly.
    ///
    /// - Parameters:
    ///   - userId: The identifier of the user.
    ///   - limit: The maximum number of messages; 0 if negative.
    /// - Returns: The request, the newest first.
    public static func newestMessagesBy(mentionedUserId userId: String, limit: Int) -> QueryInterfaceRequest<Self> {
        filter(sql: "id IN (SELECT messageId FROM messageMention WHERE userId = ?)", arguments: [userId])
            .filter(Columns.timetoken > 0 && !Columns.isDeleted)
            .order(Columns.timetoken.desc, Column.rowID.desc)
            .limit(max(0, limit))
    }

    /// Returns a request for the message of a thread.
    ///
    /// - Parameter thread: The thread.
    /// - Returns: The request, which finds nothing if the message is not stored.
    public static func parentBy(thread: ChatThread) -> QueryInterfaceRequest<Self> {
        messageBy(pubnubTimetoken: thread.parentTimetoken, channelId: thread.parentChannelId)
    }
}

extension ChatQuote {
    /// Creates a quote of a message with the text that is shown.
    ///
    /// - Parameter message: The message, which is published.
    public init(_ message: PubNubManagedMessage) {
        self.init(
            messageId: message.id,
            timetoken: message.timetoken,
            text: message.currentText,
            userId: message.pubnubUserId ?? "",
            channelId: message.pubnubChannelId
        )
    }
}
