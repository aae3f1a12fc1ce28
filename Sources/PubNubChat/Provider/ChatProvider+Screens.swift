/// What screens show, in one live query each.
extension ChatProvider
where
    ManagedEntities.Message == PubNubManagedMessage,
    ManagedEntities.MessageAction == PubNubManagedMessageAction,
    ManagedEntities.Member == PubNubManagedMember,
    ManagedEntities.User == PubNubManagedUser
{
    /// Observes the newest messages of a channel with everything that belongs to them: author, reactions, read state, thread,
    /// progress and pending changes.
    ///
    /// The observation reads the store only when one of these changes in this channel: messages in other channels, and users
    /// who wrote none of these messages, cause no read.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel, or of a thread.
    ///   - limit: The maximum number of messages, published or not; 50 by default, 0 if negative. To show more, observe again
    ///     with a greater limit.
    /// - Returns: A sequence of changes, the newest message first. The first change has the current rows. It ends with a
    ///   `DatabaseError` if the store cannot be read.
    public func messageRows(on channelId: String, limit: Int = 50) -> ChatQueryChanges<ChatMessageRow<ModelData>> {
        let reader = MessageRowReader<ModelData>(owner: currentUserId)
        return store.changes(
            of: LiveQuery { db in
                let rows = try reader.newest(on: channelId, limit: limit, db)
                return LiveResult(elements: rows, rows: MessageRowReader.watched(by: rows, on: [channelId]))
            }
        )
    }

    /// Observes a list of channels with what a list shows: title, last message, unread messages, members and draft.
    ///
    /// - Parameters:
    ///   - list: The channels; those that the current user is a member of by default.
    ///   - limit: The maximum number of channels; 200 by default, 0 if negative.
    ///   - key: A key of the custom data of memberships. Channels whose membership of the current user has it, with a value
    ///     other than false and null, come first. nil, the default, for none.
    /// - Returns: A sequence of changes, the channel with the latest activity first. The first change has the current rows. It
    ///   ends with a `DatabaseError` if the store cannot be read.
    public func channelRows(
        _ list: ChatChannelList = .joined,
        limit: Int = 200,
        pinnedBy key: String? = nil
    ) -> ChatQueryChanges<ChatChannelRow<ModelData>> {
        let reader = ChannelRowReader<ModelData>(owner: currentUserId, list: list, limit: limit, pin: key)
        return store.changes(
            of: LiveQuery { db in
                let rows = try reader.read(db)
                return LiveResult(elements: rows, rows: try reader.watched(by: rows, db))
            }
        )
    }

    /// Returns messages of other users that are new, for sounds and notifications: each once, in the order of its channel.
    ///
    /// These are messages that were published while the client was connected, and after an absence those since the last one
    /// that was reported, also after a restart of the app. Messages that the user has read, and earlier history that is
    /// fetched later, are not among them. The store records what was reported before the stream has it, so a message is never
    /// reported twice. The exception is a message that the app has removed from the store, for example with
    /// ``ChatStore/removeMessages(beyond:now:)``: if its author publishes it again later, it is new to the store and reported
    /// again, because identifiers of removed messages are not retained.
    ///
    /// The record belongs to the store: of several providers that have one store open, also in other programs, the first one
    /// that looks has a message, and the others do not. Let one of them, for example the app and not its extension, use this.
    ///
    /// - Parameter channels: The identifiers of the channels; nil, the default, for all. Each message is reported to the streams
    ///   that exist when it is stored. Without any, it waits for the next one.
    /// - Returns: The arrivals. The stream ends with the provider. A consumer that is more than 1,024 arrivals late loses the
    ///   oldest.
    public func arrivals(on channels: [String]? = nil) -> AsyncStream<ChatArrival<ModelData>> {
        arrivalFeed.stream(on: channels)
    }
}
