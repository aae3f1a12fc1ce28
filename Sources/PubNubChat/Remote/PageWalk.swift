/// Reads lists of the service to their end.
enum PageWalk {
    /// Reads pages until there is none.
    ///
    /// - Parameters:
    ///   - first: The request for the first page.
    ///   - read: Reads one page, and returns the request for the next one; nil after the last one.
    /// - Throws: The request that failed.
    static func run<Request: Sendable>(
        from first: Request,
        _ read: (Request) async throws -> Request?
    ) async throws(PaginationError<Request>) {
        var next: Request? = first
        while let request = next {
            do {
                try Task.checkCancellation()
                next = try await read(request)
            } catch {
                throw PaginationError(request: request, error: error)
            }
        }
    }
}
