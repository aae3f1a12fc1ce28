/// A page that was read and stored.
struct SyncedPage<Items: Sendable, Request: Sendable>: Sendable {
    /// What is stored.
    let items: Items
    /// How many items that is.
    let count: Int
    /// What was wrong with those that could not be read or stored.
    let failures: [any Error]
    /// How many there are in all, where the service tells.
    let total: Int?
    /// The request for the next page; nil after the last one.
    let next: Request?
}
