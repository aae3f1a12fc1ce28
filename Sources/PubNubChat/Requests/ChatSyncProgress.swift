/// How far an action that reads pages has come.
public struct ChatSyncProgress: Hashable, Sendable {
    /// How many items are stored so far.
    public let count: Int
    /// How many there are in all; nil where the service was not asked or does not say.
    public let total: Int?

    /// Makes a progress.
    ///
    /// - Parameters:
    ///   - count: How many items are stored so far.
    ///   - total: How many there are in all.
    public init(count: Int, total: Int?) {
        self.count = count
        self.total = total
    }
}
