import Foundation
public import PubNub

/// A request about one user: to fetch, create, change or remove it.
public struct ChatUserRequest<Custom: UserCustomData>: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The user; its identifier is enough to fetch or remove it.
    public var user: ChatUser<Custom>
    /// Whether the answer has custom data; stored custom data stays as it is otherwise.
    public var includeCustom: Bool

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - includeCustom: Whether the answer has custom data.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(user: ChatUser<Custom>, includeCustom: Bool = true, config: PNConfiguration? = nil) {
        self.user = user
        self.includeCustom = includeCustom
        self.config = config
    }
}
