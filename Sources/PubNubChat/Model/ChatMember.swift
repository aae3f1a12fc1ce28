public import Foundation
import PubNubWire

/// A user in a channel, as the app and the service exchange it.
@dynamicMemberLookup
public struct ChatMember<Custom: ChatCustomData>: Identifiable, Hashable, Sendable {
    /// The channel.
    public var chatChannel: ChatChannel<Custom.Channel>
    /// The user.
    public var chatUser: ChatUser<Custom.User>
    /// The status of the membership.
    public var status: String?
    /// The time of the last change of the membership at the service.
    public var updated: Date?
    /// A tag that the service changes with each modification.
    public var eTag: String?
    /// The custom data of the app.
    public var custom: Custom.Member { didSet { customSource.isChanged = true } }
    /// The presence of the user; nil if unknown.
    public var presence: MembershipPresence?
    /// The JSON from which the custom data was read.
    var customSource = SourceJSON()
    /// The value as it was read, which a change at the service starts from.
    var base = ReadValue()

    /// Makes a member from a channel and a user.
    ///
    /// - Parameters:
    ///   - chatChannel: The channel.
    ///   - chatUser: The user.
    ///   - status: The status of the membership.
    ///   - updated: The time of its last change at the service.
    ///   - eTag: The service's tag.
    ///   - custom: The custom data of the app.
    ///   - presence: The presence of the user.
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

    /// Makes a member from identifiers.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - userId: The identifier of the user.
    ///   - status: The status of the membership.
    ///   - updated: The time of its last change at the service.
    ///   - eTag: The service's tag.
    ///   - custom: The custom data of the app.
    ///   - presence: The presence of the user.
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

    /// Whether the user is present; nil if unknown.
    public var isPresent: Bool? { presence?.isPresent }

    /// A field of the custom data.
    public subscript<Field>(dynamicMember path: WritableKeyPath<Custom.Member, Field>) -> Field {
        get { custom[keyPath: path] }
        set { custom[keyPath: path] = newValue }
    }

    /// Whether it has only presence, as in presence events.
    var isPresenceOnly: Bool {
        presence != nil && status == nil && updated == nil && eTag == nil && customSource.text == nil
            && custom == Custom.Member()
    }

    /// Applies a change that the service reported.
    ///
    /// - Parameter patcher: The change.
    /// - Returns: The changed membership; an equal one if the change is for another membership, already applied or
    ///   older.
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
    /// Returns the custom data as JSON: the original JSON unless the app changed it, including fields that the app's type
    /// lacks.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not a flat JSON object.
    public func customJSON() throws -> Data {
        try CustomCoder.text(of: custom, source: customSource, isFlat: true)
    }

    /// Reads custom data from stored JSON, for rows of an app's own. Fields that do not fit the app's type have their
    /// default values.
    ///
    /// - Parameter text: The value of ``customJSON()``.
    public mutating func read(custom text: Data) {
        let read = SourceJSON.read(Custom.Member.self, from: text, named: "custom")
        custom = read.value
        customSource = read.source
    }

    /// Reads custom data from a row. The empty object of a value without custom data is not retained.
    mutating func readStored(_ text: Data) {
        if text != CustomCoder.emptyObject { read(custom: text) }
    }

    /// Stores the JSON from which the custom data was read.
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
    /// Different memberships have different identifiers: a colon and a per cent sign in the identifier of a channel are
    /// escaped, so the first colon ends it.
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

/// The presence of a member, with the presence state.
public struct MembershipPresence: Hashable, Sendable {
    /// Whether the user is on the channel.
    public var isPresent: Bool
    /// The change of the presence state of the user on the channel.
    public var presenceState: OptionalChange<JSON> { didSet { stateSource = SourceJSON() } }
    /// The JSON from which the state was read.
    var stateSource = SourceJSON()

    /// Creates a presence.
    ///
    /// - Parameters:
    ///   - isPresent: Whether the user is on the channel.
    ///   - presenceState: The change of the presence state; `noChange` by default.
    public init(isPresent: Bool, presenceState: OptionalChange<JSON> = .noChange) {
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
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data does not fit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let members = try container.decodeIfPresent([String: JSON].self, forKey: .custom)
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
    /// - Parameter encoder: The encoder to write to.
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
