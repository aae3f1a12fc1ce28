import Foundation

/// A quoted message.
public struct ChatQuote: Hashable, Sendable {
    /// The identifier in the payload of the quoted message; empty if the sender did not name it.
    public var messageId: String
    /// The timetoken of the quoted message.
    public var timetoken: Timetoken
    /// The quoted text, as it was shown to the sender.
    public var text: String
    /// The author of the quoted message.
    public var userId: String
    /// The channel of the quoted message; nil for that of the message with the quote.
    public var channelId: String?

    /// Creates a quote.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in the payload of the quoted message.
    ///   - timetoken: The timetoken of the quoted message.
    ///   - text: The quoted text.
    ///   - userId: The author of the quoted message.
    ///   - channelId: The channel of the quoted message; nil, the default, for that of the message with the quote.
    public init(messageId: String, timetoken: Timetoken, text: String, userId: String, channelId: String? = nil) {
        self.messageId = messageId
        self.timetoken = timetoken
        self.text = text
        self.userId = userId
        self.channelId = channelId
    }
}

/// A user who is mentioned in a message.
public struct ChatMention: Hashable, Sendable {
    /// The identifier of the user.
    public var userId: String
    /// The name in the text; empty if the sender did not name it.
    public var name: String

    /// Creates a mention.
    ///
    /// - Parameters:
    ///   - userId: The identifier of the user.
    ///   - name: The name in the text.
    public init(userId: String, name: String) {
        self.userId = userId
        self.name = name
    }
}

extension ChatMessage.MessagePayload {
    /// The quoted message: the member `quotedMessage` of the metadata or of the payload. nil if none exists, or if it is
    /// not readable.
    ///
    /// It is published in the metadata, as PubNub's Chat SDK does. A client with a cipher key publishes it in the
    /// payload, because metadata is not encrypted.
    public var quote: ChatQuote? {
        get { PayloadExtra(extraSource.text).quote }
        set { change { $0.quote = newValue } }
    }

    /// The mentioned users: the member `mentionedUsers` of the metadata or of the payload, at most 100. Empty if none
    /// exists. They are published like ``quote``.
    public var mentions: [ChatMention] {
        get { PayloadExtra(extraSource.text).mentions }
        set { change { $0.mentions = newValue } }
    }

    /// Adds members that the schema lacks, except those that exist.
    mutating func addMissing(_ members: [String: JSON]) {
        change { $0.addMissing(members) }
    }

    private mutating func change(_ body: (inout PayloadExtra) -> Void) {
        var extra = PayloadExtra(extraSource.text)
        body(&extra)
        extraSource.text = extra.data
    }
}

/// The members of a payload that the schema of messages lacks, with the quote and the mentions. Their names are those
/// that PubNub's Chat SDK uses in the metadata of messages.
struct PayloadExtra {
    /// The members that are published in the metadata. They contain parts of the text, or refer to them; their names are those
    /// of PubNub's Chat SDK.
    static let annotations: Set<String> = [quoteKey, mentionsKey, "referencedChannels", "textLinks"]
    private static let quoteKey = "quotedMessage"
    private static let mentionsKey = "mentionedUsers"
    private static let maximumMentions = 100

    private var members: [String: JSON]

    /// Reads a JSON object; nil or another value has no members.
    init(_ data: Data?) {
        members = data.flatMap { try? JSONDecoder().decode([String: JSON].self, from: $0) } ?? [:]
    }

    /// The JSON object; nil without members.
    var data: Data? { members.isEmpty ? nil : try? CustomCoder.encoder.encode(members) }

    mutating func addMissing(_ other: [String: JSON]) {
        members.merge(other) { own, _ in own }
    }

    /// The members to publish in the metadata.
    var metadata: [String: JSON] { members.filter { Self.annotations.contains($0.key) } }

    var quote: ChatQuote? {
        get {
            guard case .object(let quote)? = members[Self.quoteKey], let timetoken = quote["timetoken"]?.timetoken,
                case .string(let text)? = quote["text"], case .string(let userId)? = quote["userId"]
            else { return nil }
            return ChatQuote(
                messageId: quote["id"]?.string ?? "",
                timetoken: timetoken,
                text: text,
                userId: userId,
                channelId: quote["channelId"]?.string
            )
        }
        set {
            guard let newValue else {
                members[Self.quoteKey] = nil
                return
            }
            var quote: [String: JSON] = [
                "id": .string(newValue.messageId),
                "timetoken": .string("\(newValue.timetoken)"),
                "text": .string(newValue.text),
                "userId": .string(newValue.userId),
            ]
            quote["channelId"] = newValue.channelId.map { .string($0) }
            members[Self.quoteKey] = .object(quote)
        }
    }

    /// The member is an object with the positions of the mentions as keys. An array is also read.
    var mentions: [ChatMention] {
        get {
            var items: [JSON] = []
            switch members[Self.mentionsKey] {
            case .array(let array): items = array
            case .object(let object):
                items = object.sorted { (Int($0.key) ?? .max, $0.key) < (Int($1.key) ?? .max, $1.key) }.map(\.value)
            default: break
            }
            return items.prefix(Self.maximumMentions).compactMap { item in
                guard case .object(let mention) = item, let userId = mention["id"]?.string else { return nil }
                return ChatMention(userId: userId, name: mention["name"]?.string ?? "")
            }
        }
        set {
            guard !newValue.isEmpty else {
                members[Self.mentionsKey] = nil
                return
            }
            var object: [String: JSON] = [:]
            for (position, mention) in newValue.prefix(Self.maximumMentions).enumerated() {
                object["\(position)"] = .object(["id": .string(mention.userId), "name": .string(mention.name)])
            }
            members[Self.mentionsKey] = .object(object)
        }
    }
}

extension JSON {
    /// A timetoken as a string or a number.
    fileprivate var timetoken: Timetoken? {
        switch self {
        case .string(let text): Timetoken(text)
        case .integer(let number): Timetoken(exactly: number)
        default: nil
        }
    }
}
