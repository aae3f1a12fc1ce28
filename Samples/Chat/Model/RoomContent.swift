import PubNubChat

/// The stored rows of a room, which the queries of ``ChatRoom`` deliver, and the messages made of them.
struct RoomContent {
    /// The newest messages, the newest first, before them the unpublished ones; nil until they are read.
    var messages: [PubNubManagedMessage]?
    var reactions: [PubNubManagedMessageAction] = []
    var users: [PubNubManagedUser] = []
    var members: [PubNubManagedMember] = []
    /// The number of unread messages; nil if this user never read the room.
    var unread: ChatUnreadCount?
    /// The identifiers of the users who are typing.
    var typing: [String] = []
    /// A message retains the number that it had when it was first shown, so that a reaction reaches the right message.
    private var numbers: [String: Int] = [:]

    /// The messages of the room, the oldest first.
    mutating func roomMessages() -> [RoomMessage] {
        let reactions = Dictionary(grouping: reactions, by: \.pubnubParentId)
        return (messages ?? []).reversed().map { message in
            let number = numbers[message.id, default: numbers.count + 1]
            numbers[message.id] = number
            return RoomMessage(
                id: message.id,
                number: number,
                author: name(of: message.pubnubUserId ?? "unknown"),
                text: Self.text(of: message),
                reactions: Self.counts(of: reactions[message.id] ?? []),
                delivery: Self.delivery(of: message)
            )
        }
    }

    private static func text(of message: PubNubManagedMessage) -> String {
        if message.isDeleted { return "(deleted)" }
        let text = message.editedText.map { "\($0) (edited)" } ?? message.text
        return message.threadId == nil ? text : "\(text) (thread)"
    }

    private static func delivery(of message: PubNubManagedMessage) -> RoomMessage.Delivery {
        switch message.sendState {
        case .sent: .published(message.sortedDate)
        case .queued, .sending: .pending
        case .failed: .failed
        }
    }

    /// A result of a search in one line, with the number of the message if it has one.
    func line(of result: ChatSearchResult) -> String {
        let number = numbers[result.message.id].map { "#\($0) " } ?? ""
        return "\(number)\(name(of: result.message.pubnubUserId ?? "unknown")): \(result.snippet)"
    }

    /// Counts equal values, the most frequent first.
    private static func counts(of reactions: [PubNubManagedMessageAction]) -> [RoomMessage.Reaction] {
        Dictionary(grouping: reactions.filter { $0.sourceType == "reaction" }, by: \.value)
            .map { value, reactions in RoomMessage.Reaction(value: value, count: reactions.count) }
            .sorted { first, second in
                first.count == second.count ? first.value < second.value : first.count > second.count
            }
    }

    /// The published message with a number.
    func message(_ number: Int) -> PubNubManagedMessage? {
        messages?.first { numbers[$0.id] == number && $0.timetoken > 0 }
    }

    /// The messages of the room that the service refused permanently.
    var failedMessages: [PubNubManagedMessage] {
        (messages ?? []).filter { message in
            if case .failed = message.sendState { true } else { false }
        }
    }

    /// The oldest published message.
    var oldest: PubNubManagedMessage? {
        messages?.last { $0.timetoken > 0 }
    }

    /// The name of a user; the identifier if the user has no name.
    func name(of id: String) -> String {
        users.first { $0.id == id }?.name ?? id
    }

    /// The names of the members who are present or absent, in alphabetical order.
    func names(present: Bool) -> [String] {
        members.filter { $0.isPresent == present }
            .compactMap(\.userId)
            .map(name)
            .sorted()
    }
}
