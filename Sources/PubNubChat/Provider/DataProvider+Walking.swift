/// Reading pages to their end.
extension DataProvider {
    /// Reads and stores pages until there is none.
    ///
    /// - Parameters:
    ///   - first: The request for the first page.
    ///   - pageHandler: Gets each page after it was stored.
    ///   - progress: Gets how far this has come, after each page.
    ///   - sync: Reads and stores one page.
    /// - Returns: How many items are stored.
    /// - Throws: The request that failed; what the requests before it gave is stored.
    func walk<Items: Sendable, Request: Sendable>(
        from first: Request,
        _ pageHandler: PageHandler<Items, Request>?,
        _ progress: (@Sendable (ChatSyncProgress) -> Void)?,
        _ sync: (Request) async throws -> SyncedPage<Items, Request>
    ) async throws(PaginationError<Request>) -> Int {
        var (count, total): (Int, Int?) = (0, nil)
        try await PageWalk.run(from: first) { request in
            let page = try await sync(request)
            count += page.count
            total = page.total ?? total
            pageHandler?(page.items, page.next, page.failures.first)
            progress?(ChatSyncProgress(count: count, total: total))
            return page.next
        }
        return count
    }

    /// Reads and stores a page of a list of the service.
    ///
    /// - Parameters:
    ///   - request: The request for it.
    ///   - channels: The channels that it is about; empty for users alone, nil for any.
    ///   - read: Reads it.
    ///   - each: Stores one item.
    /// - Returns: What is stored, and the request for the next page.
    /// - Throws: What made all of it fail.
    func sync<Item: Sendable, Request: ListRequest>(
        _ request: Request,
        about channels: [String]?,
        read: () async throws -> ServicePage<Item>,
        each: @escaping @Sendable (ChatStorage<ModelData, ManagedEntities>, Item) throws -> Void
    ) async throws -> SyncedPage<[Item], Request> {
        try await ask(about: channels, read) { page, storage in
            let (stored, failures) = try storage.storePage(page.items) { try each(storage, $0) }
            return SyncedPage(
                items: stored,
                count: stored.count,
                failures: page.failures + failures,
                total: page.total,
                next: page.next(after: request)
            )
        }
    }

    /// Asks the service for something and stores it, followed by what happened in the meantime; see ``ChangeJournal``.
    func ask<Answer: Sendable, Value: Sendable>(
        about channels: [String]?,
        _ question: () async throws -> Answer,
        storing: @escaping @Sendable (Answer, ChatStorage<ModelData, ManagedEntities>) throws -> Value
    ) async throws -> Value {
        try await journal.ask(about: channels, in: store, question, storing: storing)
    }
}

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
