import Foundation

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
