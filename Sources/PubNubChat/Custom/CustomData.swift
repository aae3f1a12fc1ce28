/// What an app may add to a chat object: a value that can be made empty, written to JSON and read from it.
///
/// It is written as a JSON object. Its dates are ISO 8601 strings, whatever the coder around it is set to.
public protocol CustomData: Codable, Hashable, Sendable {
    /// Makes the value that stands for "no custom data".
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
