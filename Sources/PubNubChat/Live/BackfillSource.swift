/// A page of what the service has in a range of times, newest first from page to page.
struct BackfillPage<Item: Sendable>: Sendable {
    var items: [Item]
    /// What could not be read, and is left out.
    var faults: [BackfillFault] = []
    /// When the messages of the page were published, also those that could not be read; nil if the page does not tell which messages there are.
    var timetokens: Set<Timetoken>?
    /// Everything from this time on is in this page or a younger one; nil when nothing older is in the range.
    var oldest: Timetoken?
}

/// A part of a page that is left out.
struct BackfillFault: Hashable, Sendable {
    let error: ChatError
    /// When it was published; nil for what has no time.
    var timetoken: Timetoken?
}

/// A page of a list of the service.
struct BackfillList<Item: Sendable>: Sendable {
    var items: [Item]
    var faults: [BackfillFault] = []
    /// Where the next page begins; nil after the last one.
    var next: String?
    /// How many there are in all; nil where that is not known.
    var total: Int?
}

/// The metadata of an object at the service.
enum BackfillMetadata<Object: Sendable>: Sendable {
    case found(Object)
    /// The service never had metadata of the object, or deleted it.
    case absent
}

/// What a local store reads from the service to become whole.
///
/// What the service does not have because the add-on is off is nil. An error is something that may pass.
protocol BackfillSource<Model>: Sendable {
    associatedtype Model: ChatCustomData

    /// The time of the service.
    func time() async throws -> Timetoken
    /// The newest messages of a range; with their reactions if asked, in smaller pages then.
    func messages(
        on channel: String,
        in range: TimetokenRange,
        withReactions: Bool
    ) async throws -> BackfillPage<ChatMessage<Model>>
    /// The newest reactions that were added in a range, to whatever messages.
    func reactions(on channel: String, in range: TimetokenRange) async throws -> BackfillPage<ChatMessageAction<Model>>?
    /// The metadata of a channel.
    func channel(_ id: String) async throws -> BackfillMetadata<ChatChannel<Model.Channel>>?
    /// What differs whenever the members of a channel, or the metadata of their users, differ; nil where that is not known.
    func membersMark(of channel: String) async throws -> String?
    /// A page of the members of a channel.
    func members(of channel: String, from start: String?) async throws -> BackfillList<ChatMember<Model>>?
    /// Who is on a channel.
    func presence(on channel: String) async throws -> ChannelPresence?
}
