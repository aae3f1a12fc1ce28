import GRDB

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
        var (request, count, total): (Request, Int, Int?) = (first, 0, nil)
        while true {
            let page: SyncedPage<Items, Request>
            do {
                try Task.checkCancellation()
                page = try await sync(request)
            } catch {
                throw PaginationError(request: request, error: error)
            }
            count += page.count
            total = page.total ?? total
            pageHandler?(page.items, page.next, page.failures.first)
            progress?(ChatSyncProgress(count: count, total: total))
            guard let next = page.next else { return count }
            request = next
        }
    }

    /// Stores a page of a list of the service.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - request: The request for it.
    ///   - each: Stores one item.
    /// - Returns: What is stored, and the request for the next page.
    /// - Throws: What made all of it fail.
    func store<Item: Sendable, Request: ListRequest>(
        _ page: ServicePage<Item>,
        of request: Request,
        each: @escaping @Sendable (Database, Item) throws -> Void
    ) async throws -> SyncedPage<[Item], Request> {
        let (stored, failures) = try await writePage(page.items, each: each)
        return SyncedPage(
            items: stored,
            count: stored.count,
            failures: page.failures + failures,
            total: page.total,
            next: page.isEmpty ? nil : request.following(page.next)
        )
    }
}
