public import Foundation
import PubNubWire

/// A user in a channel, as it travels between the app and the service.
@dynamicMemberLookup
public struct ChatMember<Custom: ChatCustomData>: Identifiable, Hashable, Sendable {
    /// The channel.
    public var chatChannel: ChatChannel<Custom.Channel>
    /// The user.
    public var chatUser: ChatUser<Custom.User>
    /// The status of the membership.
    public var status: String?
    /// When the service changed the membership last.
    public var updated: Date?
    /// What differs after each change at the service.
    public var eTag: String?
    /// What the app adds.
    public var custom: Custom.Member { didSet { customSource.isChanged = true } }
    /// Whether the user is there; nil when this is not known.
    public var presence: MembershipPresence?
    /// The text that the custom data was read from.
    var customSource = SourceJSON()

    /// Makes a member of a channel and a user.
    ///
    /// - Parameters:
    ///   - chatChannel: The channel.
    ///   - chatUser: The user.
    ///   - status: The status of the membership.
    ///   - updated: When the service changed it last.
    ///   - eTag: The service's tag.
    ///   - custom: What the app adds.
    ///   - presence: Whether the user is there.
    public init(
        chatChannel: ChatChannel<Custom.Channel>,
        chatUser: ChatUser<Custom.User>,
        status: String? = nil,
        updated: Date? = nil,
        eTag: String? = nil,
        custom: Custom.Member = Custom.Member(),
        presence: MembershipPresence? = nil
    ) {
        self.chatChannel = chatChannel
        self.chatUser = chatUser
        self.status = status
        self.updated = updated
        self.eTag = eTag
        self.custom = custom
        self.presence = presence
    }

    /// Makes a member of identifiers alone.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - userId: The identifier of the user.
    ///   - status: The status of the membership.
    ///   - updated: When the service changed it last.
    ///   - eTag: The service's tag.
    ///   - custom: What the app adds.
    ///   - presence: Whether the user is there.
    public init(
        channelId: String,
        userId: String,
        status: String? = nil,
        updated: Date? = nil,
        eTag: String? = nil,
        custom: Custom.Member = Custom.Member(),
        presence: MembershipPresence? = nil
    ) {
        self.init(
            chatChannel: ChatChannel(id: channelId),
            chatUser: ChatUser(id: userId),
            status: status,
            updated: updated,
            eTag: eTag,
            custom: custom,
            presence: presence
        )
    }

    /// The identifiers of channel and user, joined.
    public var id: String { MemberID.text(channelId: chatChannel.id, userId: chatUser.id) }

    /// Whether the user is there; nil when this is not known.
    public var isPresent: Bool? { presence?.isPresent }

    /// A field of the custom data.
    public subscript<Field>(dynamicMember path: WritableKeyPath<Custom.Member, Field>) -> Field {
        get { custom[keyPath: path] }
        set { custom[keyPath: path] = newValue }
    }

    /// Whether it tells nothing of the membership but presence, as events of presence do.
    var isPresenceOnly: Bool {
        presence != nil && status == nil && updated == nil && eTag == nil && customSource.text == nil
            && custom == Custom.Member()
    }

    /// The membership after a change that the service told.
    ///
    /// - Parameter patcher: The change.
    /// - Returns: The changed membership; an equal one when the change is for another one, known or older.
    public func patch(_ patcher: Patcher) -> Self {
        guard
            patcher.applies(channelId: chatChannel.id, userId: chatUser.id, eTag: eTag, updated: updated)
        else { return self }
        var patched = self
        patched.status = patcher.status.applied(to: status)
        if case .noChange = patcher.custom {
        } else {
            patched.custom = patcher.custom.applied(to: custom) ?? Custom.Member()
            patched.customSource = patcher.customSource
        }
        patched.updated = patcher.updated
        patched.eTag = patcher.eTag
        return patched
    }
}

extension ChatMember {
    /// The custom data as JSON: as it came while the app has not changed it, with the fields that the app's type does not have.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is no flat JSON object.
    public func customJSON() throws -> Data {
        try CustomCoder.text(of: custom, source: customSource, isFlat: true)
    }

    /// Reads custom data from JSON that was stored, for rows of an app's own. Fields that do not fit the app's type have their defaults.
    ///
    /// - Parameter text: What ``customJSON()`` gave.
    public mutating func read(custom text: Data) {
        let read = SourceJSON.read(Custom.Member.self, from: text, named: "custom")
        custom = read.value
        customSource = read.source
    }

    /// Reads custom data from a row; the empty object of a value without custom data is no text to keep.
    mutating func readStored(_ text: Data) {
        if text != CustomCoder.emptyObject { read(custom: text) }
    }

    /// Keeps the text that the custom data was read from.
    mutating func attach(_ text: RawJSON) {
        if let custom = text.first(CodingKeys.custom.stringValue) { customSource.text = Data(custom.bytes) }
        if let channel = text.first(CodingKeys.chatChannel.stringValue) { chatChannel.attach(channel) }
        if let user = text.first(CodingKeys.chatUser.stringValue) { chatUser.attach(user) }
    }
}

/// A member without custom data.
public typealias PubNubChatMember = ChatMember<VoidCustomData>

/// The identifier of a membership.
enum MemberID {
    /// The identifiers of channel and user, joined by a colon.
    ///
    /// Two memberships never have the same: in the identifier of a channel, a colon and a per cent sign are escaped, so the first colon ends it.
    static func text(channelId: String, userId: String) -> String {
        let channel = channelId.replacing("%", with: "%25").replacing(":", with: "%3A")
        return "\(channel):\(userId)"
    }

    /// The identifiers of channel and user in the identifier of a membership.
    static func parts(of id: String) -> (channelId: String, userId: String) {
        let parts = id.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let channel = parts[0].replacing("%3A", with: ":").replacing("%25", with: "%")
        return (String(channel), parts.count > 1 ? String(parts[1]) : "")
    }
}

/// Whether a member is there, and with which state.
public struct MembershipPresence: Hashable, Sendable {
    /// Whether the user is on the channel.
    public var isPresent: Bool
    /// The state of the user on the channel: kept, cleared or replaced.
    public var presenceState: OptionalChange<ChatJSON> { didSet { stateSource = SourceJSON() } }
    /// The text that the state was read from.
    var stateSource = SourceJSON()

    /// Makes a presence.
    ///
    /// - Parameters:
    ///   - isPresent: Whether the user is on the channel.
    ///   - presenceState: The state of the user on the channel; kept by default.
    public init(isPresent: Bool, presenceState: OptionalChange<ChatJSON> = .noChange) {
        self.isPresent = isPresent
        self.presenceState = presenceState
    }
}

extension ChatMember: Codable {
    enum CodingKeys: String, CodingKey {
        case status, custom, updated, eTag
        case chatUser = "uuid"
        case chatChannel = "channel"
    }

    /// Reads a member with its user and channel; presence is not part of it.
    ///
    /// - Parameter decoder: where it is read from.
    /// - Throws: `DecodingError` for what does not fit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let members = try container.decodeIfPresent([String: ChatJSON].self, forKey: .custom)
        self.init(
            chatChannel: try container.decode(ChatChannel<Custom.Channel>.self, forKey: .chatChannel),
            chatUser: try container.decode(ChatUser<Custom.User>.self, forKey: .chatUser),
            status: try container.decodeIfPresent(String.self, forKey: .status),
            updated: try container.isoDateIfPresent(.updated),
            eTag: try container.decodeIfPresent(String.self, forKey: .eTag),
            custom: try CustomCoder.custom(Custom.Member.self, from: members)
        )
        customSource.text = try CustomCoder.source(of: members)
    }

    /// Writes a member with its user and channel; presence is not part of it.
    ///
    /// - Parameter encoder: where it is written.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is not flat.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(chatUser, forKey: .chatUser)
        try container.encode(chatChannel, forKey: .chatChannel)
        try container.encodeIfPresent(status, forKey: .status)
        try container.encode(CustomCoder.members(of: custom, source: customSource, isFlat: true), forKey: .custom)
        try container.encodeISODateIfPresent(updated, .updated)
        try container.encodeIfPresent(eTag, forKey: .eTag)
    }
}
