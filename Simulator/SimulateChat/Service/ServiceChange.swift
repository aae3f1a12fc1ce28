/// A change at the simulated service.
enum ServiceChange: Equatable, Sendable {
    /// A user publishes a message. The number is its identifier and determines its channel, so the same number again is
    /// a republication.
    case publish(message: Int, author: Int, form: PayloadForm)
    /// A user publishes a payload that is not a chat message.
    case publishJunk(channel: Int)
    /// A user adds a reaction to the first publication of a message, or to the latest one.
    case react(message: Int, toLatest: Bool, user: Int, value: Int)
    /// An existing reaction is removed.
    case unreact(Int)
    /// All publications of a message are deleted.
    case delete(message: Int)
    case setUser(Int, name: Int)
    case removeUser(Int)
    case setChannel(Int, name: Int)
    /// A channel becomes a direct chat, or an ordinary one, without another change.
    case setType(channel: Int, isDirect: Bool)
    case removeChannel(Int)
    case setMember(channel: Int, user: Int, status: Int)
    case removeMember(channel: Int, user: Int)
    /// A member reads all messages on another device.
    case read(channel: Int, user: Int)
    case join(channel: Int, user: Int)
    case leave(channel: Int, user: Int)
    case state(channel: Int, user: Int, value: Int)
    /// The list of present users becomes too long to be sent.
    case outdatePresence(channel: Int)
}

/// The form of the payload of a message.
enum PayloadForm: String, CaseIterable, Sendable {
    case plain
    /// Fields that the schema lacks, a mention, and content.
    case unknownFields
    /// `contentType` is a number.
    case numericType
    /// `content` is a string.
    case textContent
    /// `custom` is an array.
    case arrayCustom

    static let mismatching: [Self] = [.numericType, .textContent, .arrayCustom]

    /// The JSON after the required fields.
    var fields: String {
        switch self {
        case .plain: ""
        case .unknownFields:
            #","later":{"a":[1,null]},"contentType":"imageUrl","content":{"url":"i.png","depth":{"n":2}},"#
                + #""mentionedUsers":{"0":{"id":"u1","name":"n"},"1":7}"#
        case .numericType: #","contentType":7"#
        case .textContent: #","content":"text""#
        case .arrayCustom: #","custom":[1,2]"#
        }
    }

    /// The mentioned users.
    var mentions: [String] { self == .unknownFields ? ["u1"] : [] }

    /// The member `content` if it is an object.
    var content: String? { self == .unknownFields ? #"{"url":"i.png","depth":{"n":2}}"# : nil }
}

extension ServiceChange: CustomStringConvertible {
    var description: String {
        switch self {
        case .publish(let message, let author, let form):
            "u\(author) publishes m\(message) to \(Names.channel(ofMessage: message)) (\(form.rawValue))"
        case .publishJunk(let channel): "somebody publishes something else to c\(channel)"
        case .react(let message, let toLatest, let user, let value):
            "u\(user) reacts v\(value) to the \(toLatest ? "latest" : "first") publication of m\(message)"
        case .unreact(let pick): "reaction \(pick) is removed"
        case .delete(let message): "m\(message) is deleted"
        case .setUser(let user, let name): "the metadata of u\(user) is set to n\(name)"
        case .removeUser(let user): "the metadata of u\(user) is removed"
        case .setChannel(let channel, let name): "the metadata of c\(channel) is set to n\(name)"
        case .removeChannel(let channel): "the metadata of c\(channel) is removed"
        case .setMember(let channel, let user, let status): "u\(user) is member s\(status) of c\(channel)"
        case .setType(let channel, let isDirect):
            "c\(channel) becomes \(isDirect ? "a direct chat" : "an ordinary channel")"
        case .read(let channel, let user): "u\(user) reads c\(channel) on another device"
        case .removeMember(let channel, let user): "u\(user) is no member of c\(channel) any more"
        case .join(let channel, let user): "u\(user) joins c\(channel)"
        case .leave(let channel, let user): "u\(user) leaves c\(channel)"
        case .state(let channel, let user, let value): "u\(user) has state \(value) on c\(channel)"
        case .outdatePresence(let channel): "who is present on c\(channel) has to be asked"
        }
    }
}

/// The names of channels, users and so on.
enum Names {
    static let channels = ["c0", "c1"]
    /// The last two have no membership at the service until the application of a store forces one.
    static let users = 5
    static let visitors = 3
    /// The user whose deletions count for everyone's messages.
    static let moderator = "u1"
    /// The status of members whose edits, or whose deletions, count for everyone's messages.
    static let editors = "s1"
    static let deleters = "s2"

    static func channel(ofMessage number: Int) -> String { channels[number % channels.count] }
    static func message(_ number: Int) -> String { "m\(number)" }
    /// The number of the message of a channel that was published before all others.
    static func history(of channel: Int) -> Int { 8 + channel }
    static func user(_ number: Int) -> String { "u\(number)" }
}
