/// Whose data a store holds: a keyset and a user. The data of several would be one mixture in one store.
public struct ChatStoreOwner: Hashable, Sendable {
    /// The key that subscribes, which names the keyset.
    public var subscribeKey: String
    /// The identifier of the user of the app.
    public var userId: String

    /// Makes an owner.
    ///
    /// - Parameters:
    ///   - subscribeKey: The key that subscribes.
    ///   - userId: The identifier of the user of the app.
    public init(subscribeKey: String, userId: String) {
        self.subscribeKey = subscribeKey
        self.userId = userId
    }
}
