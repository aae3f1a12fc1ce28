import ArgumentParser
import Foundation

/// How `subscribe` prints an event without `--json`.
enum EventFormat: Sendable {
    /// Time, kind, channel and content, in words.
    case words
    /// The content only.
    case raw
    /// A template with placeholders, such as `{{message}}`.
    case template(String)

    /// The placeholders of a template.
    static let placeholders = ["event", "channel", "group", "message", "timetoken", "publisher", "time"]

    /// An event as a format prints it.
    struct Event {
        let kind: String
        let channel: String
        let group: String?
        let content: String
        let timetoken: String?
        let publisher: String?
        let time: String
    }

    /// Checks a template.
    ///
    /// - Parameter template: The value of `--format`.
    /// - Throws: A `ValidationError` that names a placeholder that does not exist or has no end.
    static func check(_ template: String) throws {
        if template.replacing(#/\{\{(.*?)\}\}/#, with: "").contains("{{") {
            throw ValidationError("--format: a placeholder that begins with '{{' ends with '}}'.")
        }
        for match in template.matches(of: #/\{\{(.*?)\}\}/#) where !placeholders.contains(String(match.1)) {
            let known = placeholders.map { "{{\($0)}}" }.joined(separator: ", ")
            throw ValidationError("--format: there is no {{\(match.1)}}. There are: \(known).")
        }
    }

    /// The template with the values of an event, without control characters. `\n` and `\t` of the template become a line
    /// break and a tab.
    static func line(_ template: String, _ event: Event) -> String {
        let values = [
            "event": event.kind, "channel": event.channel, "group": event.group ?? "", "message": event.content,
            "timetoken": event.timetoken ?? "", "publisher": event.publisher ?? "", "time": event.time,
        ]
        return template.replacing("\\n", with: "\n").replacing("\\t", with: "\t")
            .replacing(#/\{\{(.*?)\}\}/#) { match in values[String(match.1), default: ""].printable }
    }
}
