import Foundation
import PubNub
import PubNubSupport

/// Stores small strings between runs of an app, such as the identifier of its user.
public protocol ChatCacheProvider: Sendable {
    /// The string under a key; nil if none exists.
    func string(forKey key: String) -> String?

    /// Stores a string under a key and replaces the previous one; nil removes it.
    func set(_ value: String?, forKey key: String)
}

/// The keys under which a provider stores strings.
enum ChatCacheKey {
    /// The identifier of the current user.
    static let senderId = "com.pubnub.senderId"
}

/// Stores strings in memory, until it is released.
public final class MemoryCacheProvider: ChatCacheProvider {
    private let values = Locked([String: String]())

    /// Creates an empty provider.
    public init() {}

    /// Returns the string under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The string; nil if none exists.
    public func string(forKey key: String) -> String? {
        values.withLock { $0[key] }
    }

    /// Stores a string under a key.
    ///
    /// - Parameters:
    ///   - value: The string; nil removes the previous one.
    ///   - key: The key.
    public func set(_ value: String?, forKey key: String) {
        values.withLock { $0[key] = value }
    }
}

/// Stores strings in `UserDefaults`.
public struct UserDefaultsCacheProvider: ChatCacheProvider {
    private let suiteName: String?

    /// Creates a provider for a suite of defaults.
    ///
    /// - Parameter suiteName: The name of the suite; nil, the default, for the app's own defaults.
    public init(suiteName: String? = nil) {
        self.suiteName = suiteName
    }

    /// Returns the string under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The string; nil if none exists.
    public func string(forKey key: String) -> String? {
        defaults.string(forKey: key)
    }

    /// Stores a string under a key.
    ///
    /// - Parameters:
    ///   - value: The string; nil removes the previous one.
    ///   - key: The key.
    public func set(_ value: String?, forKey key: String) {
        guard let value else { return defaults.removeObject(forKey: key) }
        defaults.set(value, forKey: key)
    }

    private var defaults: UserDefaults { suiteName.flatMap { UserDefaults(suiteName: $0) } ?? .standard }
}
