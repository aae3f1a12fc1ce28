/// A page of what the service has in a range of times, newest first from page to page.
struct CopyPage<Item: Sendable>: Sendable {
    var items: [Item]
    /// What could not be read, and is left out.
    var faults: [ChatError] = []
    /// When the messages of the page were published, also those that could not be read; nil if the page does not tell which messages there are.
    var timetokens: Set<Timetoken>?
    /// Everything from this time on is in this page or a younger one; nil when nothing older is in the range.
    var oldest: Timetoken?
}

/// What a copy reads from the service to become whole.
///
/// Lists that the service does not have, or does not give to this client, are nil; an error is something that may pass, except for ``messages(on:in:)``.
protocol CopySource<Model>: Sendable {
    associatedtype Model: ChatCustomData

    /// The time of the service.
    func time() async throws -> Timetoken
    /// The newest messages of a range, with their reactions.
    func messages(on channel: String, in range: CopyRange) async throws -> CopyPage<ChatMessage<Model>>
    /// The newest reactions that were added in a range, to whatever messages.
    func reactions(on channel: String, in range: CopyRange) async throws -> CopyPage<ChatMessageAction<Model>>?
    /// The metadata of a channel.
    func channel(_ id: String) async throws -> ChatChannel<Model.Channel>?
    /// All members of a channel.
    func members(of channel: String) async throws -> [ChatMember<Model>]?
    /// Who is on a channel.
    func presence(on channel: String) async throws -> ChannelPresence?
}
