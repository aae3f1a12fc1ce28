// Unchecked because it derives: it adds only constants of Sendable types.

/// How an operation ended.
public class PNStatus: PNResult, @unchecked Sendable {
    let content: StatusContent

    /// What kind of end it was.
    public let category: PNStatusCategory

    init(_ content: StatusContent) {
        self.content = content
        category = content.category
    }

    /// ``category`` in words.
    public var stringifiedCategory: String { category.text }

    /// Makes the same call again, with what its request held when it was made. Its end is told to the closure of the call,
    /// as often as this is called.
    ///
    /// Does nothing when the operation did not fail, or when the client is gone.
    public func retry() {
        if content.error != nil { content.again() }
    }
}
