/// An item that could not be stored, and why.
public struct ChatWriteFailure<Item: Sendable>: Sendable {
    /// What was to be stored.
    public let item: Item
    /// Why it was not.
    public let error: any Error
}
