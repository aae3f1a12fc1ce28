/// A page of items in a range of timetokens. Successive pages go from newest to oldest.
struct BackfillPage<Item: Sendable>: Sendable {
    var items: [Item]
    /// The items that could not be read, which are left out.
    var faults: [UnreadableItem] = []
    /// The timetokens of the messages of the page, including those that could not be read; nil if the page does not
    /// list all messages.
    var timetokens: Set<Timetoken>?
    /// The page and the newer pages have everything from this timetoken on; nil if nothing older is in the range.
    var oldest: Timetoken?
}

/// A page of a list of the service.
struct BackfillList<Item: Sendable>: Sendable {
    var items: [Item]
    var faults: [UnreadableItem] = []
    /// The start of the next page; nil after the last one.
    var next: String?
    /// The total number of items; nil if unknown.
    var total: Int?
}

/// The metadata of an object at the service.
enum BackfillMetadata<Object: Sendable>: Sendable {
    case found(Object)
    /// The service has no metadata of the object, because it never existed or was deleted.
    case absent
}

/// The requests with which a local store fetches missing data.
///
/// A result is nil if the add-on is off. An error may be temporary.
protocol BackfillSource<Model>: Sendable {
    associatedtype Model: ChatCustomData

    /// The time of the service.
    func time() async throws -> Timetoken
    /// The newest messages of a range. With reactions, pages are smaller.
    func messages(
        on channel: String,
        in range: TimetokenRange,
        withReactions: Bool
    ) async throws -> BackfillPage<ChatMessage<Model>>
    /// The newest reactions that were added in a range, to messages of any age.
    func reactions(on channel: String, in range: TimetokenRange) async throws -> BackfillPage<ChatMessageAction<Model>>?
    /// The metadata of a channel.
    func channel(_ id: String) async throws -> BackfillMetadata<ChatChannel<Model.Channel>>?
    /// A value that changes whenever the members of a channel or the metadata of their users change; nil if unknown.
    func membersMark(of channel: String) async throws -> String?
    /// A page of the members of a channel.
    func members(of channel: String, from start: String?) async throws -> BackfillList<ChatMember<Model>>?
    /// The present users of a channel.
    func presence(on channel: String) async throws -> ChannelPresence?
}
