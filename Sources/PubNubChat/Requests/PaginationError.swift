/// Why pages could not be read to their end.
public struct PaginationError<Request: Sendable>: Error {
    /// The request for the page that failed; what came before it is stored, and it can be made again.
    public let request: Request
    /// What went wrong.
    public let error: any Error

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - request: The request for the page that failed.
    ///   - error: What went wrong.
    public init(request: Request, error: any Error) {
        self.request = request
        self.error = error
    }
}
