// Unchecked because it derives: it adds only constants of Sendable types.

/// The stored messages that were asked for.
public final class PNHistoryFetchResult: PNResult, @unchecked Sendable {
    /// What the service said.
    public let data: PNHistoryFetchData

    init(data: PNHistoryFetchData) {
        self.data = data
    }
}
