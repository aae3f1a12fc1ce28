import Foundation
import PubNub
import PubNubLocks

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

/// Keeps texts in the defaults of the user.
public struct UserDefaultsCacheProvider: ChatCacheProvider {
    private let suiteName: String?

    /// Makes one over a suite of defaults.
    ///
    /// - Parameter suiteName: The name of the suite; nil, the default, for the app's own.
    public init(suiteName: String? = nil) {
        self.suiteName = suiteName
    }

    /// What is kept under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The text; nil when nothing is.
    public func string(forKey key: String) -> String? {
        defaults.string(forKey: key)
    }

    /// Keeps a text under a key.
    ///
    /// - Parameters:
    ///   - value: The text; nil removes what is there.
    ///   - key: The key.
    public func set(_ value: String?, forKey key: String) {
        guard let value else { return defaults.removeObject(forKey: key) }
        defaults.set(value, forKey: key)
    }

    private var defaults: UserDefaults { suiteName.flatMap { UserDefaults(suiteName: $0) } ?? .standard }
}
