public import Foundation

/// What happened to a damaged file: it was moved, and the store began with an empty one.
public struct StoreRecovery: Hashable, Sendable {
    /// Where the damaged file is now.
    public let movedTo: URL
    /// What was wrong with it.
    public let problem: String
}
