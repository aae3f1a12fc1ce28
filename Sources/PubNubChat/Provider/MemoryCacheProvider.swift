import PubNub
import PubNubLocks

/// Keeps texts as long as it lives.
public final class MemoryCacheProvider: ChatCacheProvider {
    private let values = Locked([String: String]())

    /// Makes one that keeps nothing yet.
    public init() {}

    /// What is kept under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The text; nil when nothing is.
    public func string(forKey key: String) -> String? {
        values.withLock { $0[key] }
    }

    /// Keeps a text under a key.
    ///
    /// - Parameters:
    ///   - value: The text; nil removes what is there.
    ///   - key: The key.
    public func set(_ value: String?, forKey key: String) {
        values.withLock { $0[key] = value }
    }
}
