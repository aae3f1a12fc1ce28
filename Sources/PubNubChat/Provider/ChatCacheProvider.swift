/// Keeps small texts between runs of an app, such as the identifier of its user.
public protocol ChatCacheProvider: Sendable {
    /// What is kept under a key; nil when nothing is.
    func string(forKey key: String) -> String?

    /// Keeps a text under a key in the place of what is there; nil removes it.
    func set(_ value: String?, forKey key: String)
}

/// The keys under which a provider keeps something.
enum ChatCacheKey {
    /// The identifier of the current user.
    static let senderId = "com.pubnub.senderId"
}
