import Foundation

/// A message as rows of the screen.
struct Entry {
    let id: String
    let label: String
    let author: String
    let text: String
    var reactions = ""
    var delivery = Delivery.published

    /// Whether the service has the message.
    enum Delivery {
        case published
        case pending
        case failed
    }

    /// The rows of the message, followed by its reactions.
    func rows(width: Int) -> [String] {
        let heading = "\(label) \(author): "
        let below = reactions.isEmpty ? "" : "\n\(reactions)"
        let lines = (heading + text + below).wrapped(to: max(1, width - 2))
        let rows = lines.prefix(1) + lines.dropFirst().map { "  \($0)" }
        switch delivery {
        case .published: break
        case .pending: return rows.map { "\u{1B}[2m\($0)" }
        case .failed: return rows.map { "\u{1B}[31m\($0)" }
        }
        // A heading that is wider than the screen has no colour.
        guard let first = rows.first, first.hasPrefix(heading) else { return Array(rows) }
        let coloured = "\u{1B}[\(colour)m\(heading)\u{1B}[0m\(first.dropFirst(heading.count))"
        return [coloured] + rows.dropFirst()
    }

    /// A colour that depends only on the author.
    private var colour: Int {
        31 + author.utf8.reduce(0) { $0 + Int($1) } % 6
    }
}

extension Entry {
    /// The entry of a message of a room.
    init(_ message: RoomMessage) {
        let (time, delivery): (String, Delivery) =
            switch message.delivery {
            case .published(let date): (Self.time(of: date), .published)
            case .pending: ("pending", .pending)
            case .failed: ("failed", .failed)
            }
        self.init(
            id: message.id,
            label: "#\(message.number) \(time)",
            author: message.author.printable,
            text: message.text,
            reactions: message.reactions.map { "\($0.value.printable) \($0.count)" }.joined(separator: "  "),
            delivery: delivery
        )
    }

    /// The local time, with the date unless it is today.
    private static func time(of date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current).year().month().day()
        let text = style.time(includingFractionalSeconds: false).format(date)
        return String(text.dropLast(3).trimmingPrefix(style.format(.now) + " "))
    }
}
