public import GRDB

/// A row that represents a user.
public protocol ManagedChatUser: ManagedChatEntity {
    /// The rows for memberships.
    associatedtype ManagedMember: ManagedChatMember = PubNubManagedMember
    /// The rows for messages.
    associatedtype ManagedMessage: ManagedChatMessage = PubNubManagedMessage

    /// Its identifier at the service, which may differ from the primary key.
    var pubnubUserID: String { get }

    /// A request for its memberships, in no order. The default implementation uses `membershipsBy(userId:)` with
    /// ``pubnubUserID``.
    var managedMemberships: QueryInterfaceRequest<ManagedMember> { get }

    /// A request for its messages, in no order. The default implementation uses `messagesBy(pubnubUserId:)` with
    /// ``pubnubUserID``.
    var managedMessages: QueryInterfaceRequest<ManagedMessage> { get }

    /// The primary keys of its memberships, in no order. The default implementation uses ``managedMemberships``.
    func membershipIds(from db: Database) throws -> [ManagedMember.ID]

    /// Makes the user that the row holds; custom data that does not fit the type has its default value.
    func convert<Custom: UserCustomData>() -> ChatUser<Custom>

    /// Stores a user. Every attribute is overwritten, also by nil.
    @discardableResult
    static func insertOrUpdate<Custom: UserCustomData>(user: ChatUser<Custom>, into db: Database) throws -> Self

    /// Changes a stored user; a change that is already applied or older is ignored.
    @discardableResult
    static func patch<Custom: UserCustomData>(
        usingPatch patcher: ChatUser<Custom>.Patcher,
        into db: Database
    ) throws -> Self

    /// Removes a user and returns it; nil if none exists.
    @discardableResult
    static func remove(userId: String, from db: Database) throws -> Self?

    /// A request for the user with this primary key.
    static func userBy(userId: String) -> QueryInterfaceRequest<Self>

    /// A request for the user with this identifier at the service.
    static func userBy(pubnubId: String) -> QueryInterfaceRequest<Self>
}

extension ManagedChatUser {
    /// A request for the memberships of the user, in no order.
    public var managedMemberships: QueryInterfaceRequest<ManagedMember> {
        ManagedMember.membershipsBy(userId: pubnubUserID)
    }

    /// A request for the messages of the user, in no order.
    public var managedMessages: QueryInterfaceRequest<ManagedMessage> {
        ManagedMessage.messagesBy(pubnubUserId: pubnubUserID)
    }

    /// Returns the primary keys of the memberships of the user.
    ///
    /// - Parameter db: The database.
    /// - Returns: The keys, in no order.
    /// - Throws: A `DatabaseError` if the rows cannot be read.
    public func membershipIds(from db: Database) throws -> [ManagedMember.ID] {
        try managedMemberships.fetchAll(db).map(\.id)
    }
}
