// Unchecked because it derives: it adds only constants of Sendable types.

/// The actions that were asked for.
public final class PNFetchMessageActionsResult: PNResult, @unchecked Sendable {
    /// What the service said.
    public let data: PNFetchMessageActionsData

    init(data: PNFetchMessageActionsData) {
        self.data = data
    }
}
