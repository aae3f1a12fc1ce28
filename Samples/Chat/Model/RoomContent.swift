import PubNubChat

/// The stored rows of a room, which the queries of ``ChatRoom`` deliver, and the messages made of them.
struct RoomContent {
    /// A message with its author, its reactions and its progress.
    typealias Row = ChatMessageRow<VoidCustomData>

    /// The newest messages, the newest first, before them the unpublished ones; nil until they are read.
    var messages: [Row]?
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
        (messages ?? []).reversed().map { row in
            let number = numbers[row.id, default: numbers.count + 1]
            numbers[row.id] = number
            return RoomMessage(
                id: row.id,
                number: number,
                author: Self.author(of: row),
                text: Self.text(of: row),
                reactions: row.reactions.map { RoomMessage.Reaction(value: $0.value, count: $0.count) },
                delivery: Self.delivery(of: row)
            )
        }
    }

    /// The name of an author; the identifier if the user has no name.
    static func author(of row: Row) -> String {
        row.author?.name ?? row.author?.id ?? "unknown"
    }

    private static func text(of row: Row) -> String {
        if row.message.isDeleted { return "(deleted)" }
        let text = row.message.edits.isEmpty ? row.text : "\(row.text) (edited)"
        return row.thread == nil ? text : "\(text) (thread)"
    }

    private static func delivery(of row: Row) -> RoomMessage.Delivery {
        switch row.sendState {
        case .sent: .published(row.date)
        case .queued, .sending: .pending
        case .failed: .failed
        }
    }

    /// A result of a search in one line, with the number of the message if it has one.
    func line(of result: ChatSearchResult) -> String {
        let number = numbers[result.message.id].map { "#\($0) " } ?? ""
        return "\(number)\(name(of: result.message.pubnubUserId ?? "unknown")): \(result.snippet)"
    }

    /// The published message with a number.
    func message(_ number: Int) -> Row? {
        messages?.first { numbers[$0.id] == number && $0.sendState == .sent }
    }

    /// The oldest published message.
    var oldest: Row? {
        messages?.last { $0.sendState == .sent }
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
