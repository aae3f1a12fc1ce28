public import GRDB

/// A row that stands for a user.
public protocol ManagedChatUser: ManagedChatEntity {
    /// The identifier that the service knows it by; it may differ from the primary key.
    var pubnubUserID: String { get }

    /// Makes the user that the row holds; custom data that does not fit the type is its default.
    func convert<Custom: UserCustomData>() -> ChatUser<Custom>

    /// Stores a user: every attribute is overwritten, nil included.
    @discardableResult
    static func insertOrUpdate<Custom: UserCustomData>(user: ChatUser<Custom>, into db: Database) throws -> Self

    /// Changes a stored user; a change that is known or older changes nothing.
    @discardableResult
    static func patch<Custom: UserCustomData>(
        usingPatch patcher: ChatUser<Custom>.Patcher,
        into db: Database
    ) throws -> Self

    /// Removes a user and returns what was stored; nil when there was none.
    @discardableResult
    static func remove(userId: String, from db: Database) throws -> Self?

    /// A request for the user with this primary key.
    static func userBy(userId: String) -> QueryInterfaceRequest<Self>

    /// A request for the user that the service knows by this identifier.
    static func userBy(pubnubId: String) -> QueryInterfaceRequest<Self>
}
