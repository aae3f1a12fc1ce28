import Foundation
import PubNubWire

import typealias PubNubTime.Timetoken

/// The payloads of PubNub's Chat SDK, which shares rooms with this layer.
enum ChatSDKPayload {
    /// The member by which the Chat SDK tells payloads apart.
    static let typeKey = "type"
    /// The type of messages with text.
    static let messageType = "text"
    /// The types of payloads that are not messages. They are in the history of the channels that they are published to.
    private static let events: Set<String> = [
        "custom", "invite", "mention", "moderation", "receipt", "report", "typing",
    ]

    /// Whether a published payload is an event in place of a message.
    static func isEvent(_ payload: RawJSON) -> Bool {
        guard payload.first("id") == nil, let type = payload.first(typeKey)?.value().string else { return false }
        return events.contains(type)
    }

    /// The message text of a payload of the Chat SDK, which is an object without identifier; nil for other payloads. A string is
    /// none: it may be the encrypted message of another key.
    static func text(of payload: RawJSON) -> String? {
        guard payload.first("id") == nil, payload.first(typeKey)?.value().string == messageType else { return nil }
        return payload.first("text")?.value().string
    }

    /// The identifier of a message that has none in its payload: no other message of the channel has its timetoken.
    static func id(on channel: String, at timetoken: Timetoken) -> String { "\(channel):\(timetoken)" }
}

extension ChatMessage.MessagePayload {
    /// Reads a published payload of this layer or of PubNub's Chat SDK. A message of the Chat SDK has no identifier: it gets one
    /// of its channel and timetoken, and was created when it was published.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - channel: Its channel.
    ///   - timetoken: The timetoken of its publication.
    /// - Throws: ``ChatError`` if the payload is not a message.
    init(published payload: RawJSON, on channel: String, at timetoken: Timetoken) throws(ChatError) {
        guard timetoken > 0, let text = ChatSDKPayload.text(of: payload) else {
            try self.init(wire: payload)
            readLinkedMentions()
            return
        }
        self.init(
            id: ChatSDKPayload.id(on: channel, at: timetoken),
            text: text,
            createdAt: Date(timetoken: timetoken)
        )
        if let members = payload.members() { readExtra(from: members) }
        readLinkedMentions()
    }

    /// Adds the users to whom the text has links to the mentions.
    private mutating func readLinkedMentions() {
        let linked = ChatLink.links(in: text).compactMap { link -> ChatMention? in
            guard case .user(let id) = link.target else { return nil }
            return ChatMention(userId: id, name: link.name)
        }
        let known = Set(linked.isEmpty ? [] : mentions.map(\.userId))
        let added = linked.filter { !known.contains($0.userId) }
        if !added.isEmpty { mentions += added }
    }
}

/// A link in a message of PubNub's Chat SDK: `[name](pn-user://id)` or `[name](pn-channel://id)`. A backslash escapes the next
/// character in both parts.
struct ChatLink: Equatable {
    enum Target: Equatable {
        case user(String)
        case channel(String)
    }

    let name: String
    let target: Target
    /// Its place in the text.
    let range: Range<String.Index>

    private static let prefixes: [(String, @Sendable (String) -> Target)] = [
        ("pn-user://", { .user($0) }), ("pn-channel://", { .channel($0) }),
    ]

    /// The links of a message text, in their order.
    static func links(in text: String) -> [ChatLink] {
        guard text.contains("](pn-") else { return [] }
        var found: [ChatLink] = []
        var index = text.startIndex
        while let start = text[index...].firstIndex(of: "[") {
            guard let link = link(in: text, at: start) else {
                index = text.index(after: start)
                continue
            }
            found.append(link)
            index = link.range.upperBound
        }
        return found
    }

    /// The text with the names in place of the links.
    static func plain(_ text: String) -> String {
        var (plain, index) = ("", text.startIndex)
        for link in links(in: text) {
            plain += text[index..<link.range.lowerBound] + link.name
            index = link.range.upperBound
        }
        return plain + text[index...]
    }

    private static func link(in text: String, at start: String.Index) -> ChatLink? {
        guard let name = part(of: text, after: start, until: "]") else { return nil }
        guard name.end < text.endIndex, text[name.end] == "(",
            let address = part(of: text, after: name.end, until: ")")
        else { return nil }
        for (prefix, target) in prefixes where address.text.hasPrefix(prefix) {
            let id = String(address.text.dropFirst(prefix.count))
            guard !id.isEmpty else { return nil }
            return ChatLink(name: name.text, target: target(id), range: start..<address.end)
        }
        return nil
    }

    /// The text between an opening character and the next closing one, without escapes, and the place after that.
    private static func part(
        of text: String,
        after start: String.Index,
        until end: Character
    ) -> (text: String, end: String.Index)? {
        var (part, index) = ("", text.index(after: start))
        while index < text.endIndex {
            let character = text[index]
            index = text.index(after: index)
            if character == end { return (part, index) }
            guard character == "\\" else {
                part.append(character)
                continue
            }
            guard index < text.endIndex else { return nil }
            part.append(text[index])
            index = text.index(after: index)
        }
        return nil
    }
}

extension ChatMessage {
    /// The text to show without links: PubNub's Chat SDK writes mentions as `[name](pn-user://id)` into the text, which are
    /// their names here. ``MessagePayload/mentions`` has their users.
    public var plainText: String { ChatLink.plain(currentText) }
}
