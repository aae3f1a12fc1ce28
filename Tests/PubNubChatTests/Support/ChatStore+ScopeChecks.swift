@testable import PubNubChat

extension ChatStore {
    /// Keeps observations of the store from checking their scopes, which reads: for tests that count reads.
    ///
    /// - Returns: What to hold for as long as none is to be checked.
    func withoutScopeChecks() -> [any Sendable] {
        #if DEBUG
        (0..<ScopeCheckSlots.limit).compactMap { _ in watch.checks.take() }
        #else
        []
        #endif
    }
}
