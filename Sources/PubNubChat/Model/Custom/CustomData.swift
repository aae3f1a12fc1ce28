/// Data that an app adds to a chat object: a type with an empty value that can be encoded to JSON and decoded from it.
///
/// It is written as a JSON object. Its dates are ISO 8601 strings, regardless of the settings of the surrounding coder.
public protocol CustomData: Codable, Hashable, Sendable {
    /// Creates the value that means "no custom data".
    init()
}

/// Fields that an app adds to a user: a flat object, scalars only.
public protocol UserCustomData: CustomData {}

/// Fields that an app adds to a channel: a flat object, scalars only.
public protocol ChannelCustomData: CustomData {}

/// Fields that an app adds to a membership: a flat object, scalars only.
public protocol MemberCustomData: CustomData {}

/// Fields that an app adds to a message: any JSON object.
public protocol MessageCustomData: CustomData {}

/// The extra content of a message, such as the address of an image: any JSON object.
public protocol MessageContentData: CustomData {}

/// The custom data of all chat objects of an app. The default for each object is ``VoidCustomData``.
public protocol ChatCustomData: Sendable {
    /// Custom data of users.
    associatedtype User: UserCustomData = VoidCustomData
    /// Custom data of channels.
    associatedtype Channel: ChannelCustomData = VoidCustomData
    /// Custom data of memberships.
    associatedtype Member: MemberCustomData = VoidCustomData
    /// Custom data of messages.
    associatedtype Message: MessageCustomData = VoidCustomData
    /// Extra content of messages.
    associatedtype MessageContent: MessageContentData = VoidCustomData
}

/// No custom data: an empty object in JSON. Decoding ignores all members.
public struct VoidCustomData: UserCustomData, ChannelCustomData, MemberCustomData, MessageCustomData,
    MessageContentData, ChatCustomData
{
    private enum CodingKeys: CodingKey {}

    /// Makes the empty value.
    public init() {}

    /// Reads nothing.
    ///
    /// - Parameter decoder: The decoder, whose content is ignored.
    public init(from decoder: any Decoder) {}

    /// Writes an empty object.
    ///
    /// - Parameter encoder: The encoder to write to.
    public func encode(to encoder: any Encoder) {
        _ = encoder.container(keyedBy: CodingKeys.self)
    }
}
