import Foundation
import PubNubChat

/// What is known of the room, and the entries made of it.
struct Transcript {
    /// The newest published messages, the newest first; nil until they are read.
    var messages: [PubNubManagedMessage]?
    /// Those written here that are not published yet, in order.
    var waiting: [PubNubManagedMessage] = []
    var reactions: [PubNubManagedMessageAction] = []
    var users: [PubNubManagedUser] = []
    var members: [PubNubManagedMember] = []
    var typing: [String] = []
    // A message keeps the number that it got when it was first seen, so that nobody reacts to another one than they read.
    private var numbers: [String: Int] = [:]

    /// All messages, the oldest first.
    mutating func entries() -> [Entry] {
        let given = Dictionary(grouping: reactions, by: \.pubnubParentId)
        let sent = Set((messages ?? []).map(\.id))
        return ((messages ?? []).reversed() + waiting.filter { !sent.contains($0.id) }).map { message in
            let number = numbers[message.id, default: numbers.count + 1]
            numbers[message.id] = number
            let isPending = message.timetoken == 0
            return Entry(
                id: message.id,
                label: "#\(number) \(isPending ? "pending" : Self.time(of: message.sortedDate))",
                author: name(of: message.pubnubUserId ?? "somebody"),
                text: message.text,
                reactions: Self.summary(of: given[message.id] ?? []),
                isPending: isPending
            )
        }
    }

    /// The published message that is shown with this number.
    func message(_ number: Int) -> PubNubManagedMessage? { messages?.first { numbers[$0.id] == number } }

    /// The newest reaction of a user, to the message with this number and of this value where they are told.
    func reaction(of user: String, to number: Int?, _ value: String?) -> PubNubChatMessageAction? {
        let found = reactions.last { reaction in
            reaction.pubnubUserId == user && (value ?? reaction.value) == reaction.value
                && (number == nil || numbers[reaction.pubnubParentId ?? ""] == number)
        }
        return found.map { reaction in
            PubNubChatMessageAction(
                actionTimetoken: reaction.published,
                parentTimetoken: reaction.pubnubParentTimetoken,
                sourceType: reaction.sourceType,
                value: reaction.value,
                pubnubUserId: user,
                pubnubChannelId: reaction.pubnubChannelId
            )
        }
    }

    func name(of id: String) -> String { (users.first { $0.id == id }?.name ?? id).printable }

    /// The names of the members that are here, or of those that are not.
    func names(present: Bool) -> String {
        members.filter { $0.isPresent == present }.compactMap(\.userId).map(name).sorted().joined(separator: ", ")
    }

    private static func time(of date: Date) -> String {
        let style = Date.ISO8601FormatStyle(timeZone: .current)
        let (day, today) = (style.year().month().day().format(date), style.year().month().day().format(.now))
        let time = style.time(includingFractionalSeconds: false).format(date).prefix(5)
        return day == today ? String(time) : "\(day) \(time)"
    }

    /// Every value and how often it was given.
    private static func summary(of reactions: [PubNubManagedMessageAction]) -> String {
        let counts = Dictionary(grouping: reactions, by: \.value.printable).mapValues(\.count)
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0) \($1)" }.joined(separator: "  ")
    }
}
