import Foundation
import PubNubChat

/// What is known of the room, and the entries made of it.
struct Transcript {
    /// The newest messages, the newest first, those that are not published yet before all others; nil until they are read.
    var messages: [PubNubManagedMessage]?
    var reactions: [PubNubManagedMessageAction] = []
    var users: [PubNubManagedUser] = []
    var members: [PubNubManagedMember] = []
    var typing: [String] = []
    /// A message keeps the number that it got when it was first seen, so that nobody reacts to another one than they read.
    private var numbers: [String: Int] = [:]

    /// The messages as the screen shows them, the oldest first.
    mutating func entries() -> [Entry] {
        let given = Dictionary(grouping: reactions, by: \.pubnubParentId)
        return (messages ?? []).reversed().map { message in
            let number = numbers[message.id, default: numbers.count + 1]
            numbers[message.id] = number
            let isPending = message.timetoken == 0
            let time = isPending ? "pending" : Self.time(of: message.sortedDate)
            return Entry(
                id: message.id,
                label: "#\(number) \(time)",
                author: name(of: message.pubnubUserId ?? "somebody"),
                text: message.text,
                reactions: Self.summary(of: given[message.id] ?? []),
                isPending: isPending
            )
        }
    }

    /// Each value and how often it was given, the most frequent first.
    private static func summary(of reactions: [PubNubManagedMessageAction]) -> String {
        let counts = Dictionary(grouping: reactions, by: \.value.printable).mapValues(\.count)
        let ordered = counts.sorted { first, second in
            first.value == second.value ? first.key < second.key : first.value > second.value
        }
        return ordered.map { value, count in "\(value) \(count)" }.joined(separator: "  ")
    }

    /// The published message that is shown with this number.
    func message(_ number: Int) -> PubNubManagedMessage? {
        messages?.first { numbers[$0.id] == number && $0.timetoken > 0 }
    }

    /// The oldest published message.
    var oldest: PubNubManagedMessage? {
        messages?.last { $0.timetoken > 0 }
    }

    func name(of id: String) -> String {
        let user = users.first { $0.id == id }
        return (user?.name ?? id).printable
    }

    /// The names of the members that are here, or of those that are not.
    func names(present: Bool) -> String {
        members.filter { $0.isPresent == present }
            .compactMap(\.userId)
            .map(name)
            .sorted()
            .joined(separator: ", ")
    }

    private static func time(of date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current).year().month().day()
        let text = style.time(includingFractionalSeconds: false).format(date)
        return String(text.dropLast(3).trimmingPrefix(style.format(.now) + " "))
    }
}
