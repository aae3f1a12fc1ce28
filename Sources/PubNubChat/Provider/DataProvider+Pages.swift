/// Reads and stores pages of lists.
extension DataProvider {
    /// Reads and stores all pages.
    ///
    /// - Parameters:
    ///   - first: The request for the first page.
    ///   - pageHandler: Receives each page after it was stored.
    ///   - progress: Receives the progress after each page.
    ///   - sync: Reads and stores one page.
    /// - Returns: The number of stored items.
    /// - Throws: ``PaginationError`` with the request that failed. The pages before it are stored.
    func readAllPages<Items: Sendable, Request: Sendable>(
        from first: Request,
        _ pageHandler: PageHandler<Items, Request>?,
        _ progress: (@Sendable (ChatSyncProgress) -> Void)?,
        _ sync: (Request) async throws -> SyncedPage<Items, Request>
    ) async throws(PaginationError<Request>) -> Int {
        var (count, total): (Int, Int?) = (0, nil)
        try await PageReader.run(from: first) { request in
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
    ///   - channels: The channels of the request; empty for requests about users only, nil for all channels.
    ///   - read: Reads it.
    ///   - each: Stores one item.
    /// - Returns: The stored items, and the request for the next page.
    /// - Throws: The error if the whole page failed.
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

    /// Sends a request to the service and stores the response, followed by the changes that occurred in the meantime;
    /// see ``ChangeJournal``.
    func ask<Answer: Sendable, Value: Sendable>(
        about channels: [String]?,
        _ question: () async throws -> Answer,
        storing: @escaping @Sendable (Answer, ChatStorage<ModelData, ManagedEntities>) throws -> Value
    ) async throws -> Value {
        let value = try await journal.ask(about: channels, in: store, question, storing: storing)
        metadata.note()
        return value
    }
}

/// A page that was read and stored.
struct SyncedPage<Items: Sendable, Request: Sendable>: Sendable {
    /// The stored items.
    let items: Items
    /// The number of stored items.
    let count: Int
    /// The errors of items that could not be read or stored.
    let failures: [any Error]
    /// The total number of items, if the service reports it.
    let total: Int?
    /// The request for the next page; nil after the last one.
    let next: Request?
}
