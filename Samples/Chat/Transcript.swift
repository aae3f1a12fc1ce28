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
    // A message keeps the number that it got when it was first seen, so that nobody reacts to another one than they read.
    private var numbers: [String: Int] = [:]
    mutating func entries() -> [Entry] {
        let given = Dictionary(grouping: reactions, by: \.pubnubParentId)
        return (messages ?? []).reversed().map { message in
            let number = numbers[message.id, default: numbers.count + 1]
            numbers[message.id] = number
            let (isPending, author) = (message.timetoken == 0, name(of: message.pubnubUserId ?? "somebody"))
            let label = "#\(number) \(isPending ? "pending" : Self.time(of: message.sortedDate))"
            var entry = Entry(id: message.id, label: label, author: author, text: message.text, isPending: isPending)
            let counts = Dictionary(grouping: given[message.id] ?? [], by: \.value.printable).mapValues(\.count)
            let order = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            entry.reactions = order.map { "\($0) \($1)" }.joined(separator: "  ")
            return entry
        }
    }

    /// The published message that is shown with this number.
    func message(_ number: Int) -> PubNubManagedMessage? {
        messages?.first { numbers[$0.id] == number && $0.timetoken > 0 }
    }

    func name(of id: String) -> String { (users.first { $0.id == id }?.name ?? id).printable }

    /// The names of the members that are here, or of those that are not.
    func names(present: Bool) -> String {
        members.filter { $0.isPresent == present }.compactMap(\.userId).map(name).sorted().joined(separator: ", ")
    }

    private static func time(of date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current).year().month().day()
        let text = style.time(includingFractionalSeconds: false).format(date)
        return String(text.dropLast(3).trimmingPrefix(style.format(.now) + " "))
    }
}
