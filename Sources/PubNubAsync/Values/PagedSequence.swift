/// A list of the service. The iteration requests it page by page.
public struct PagedSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// The error that ends an iteration.
    public typealias Failure = PubNubError

    struct Page {
        let items: [Element]
        /// Where the next page begins; `nil` at the end.
        let next: String?
    }

    let load: @Sendable (_ cursor: String?) async throws(PubNubError) -> Page

    init(load: @escaping @Sendable (_ cursor: String?) async throws(PubNubError) -> Page) {
        self.load = load
    }

    /// Begins an iteration, which sends its first request with its first step.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(load: load) }

    /// The iterator of a list in pages.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let load: @Sendable (_ cursor: String?) async throws(PubNubError) -> Page
        private var items: [Element] = []
        private var index = 0
        private var cursor: String?
        private var isAtEnd = false

        fileprivate init(load: @escaping @Sendable (_ cursor: String?) async throws(PubNubError) -> Page) {
            self.load = load
        }

        /// Waits for the next element.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The element; `nil` after the last one.
        /// - Throws: ``PubNubError``.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PubNubError) -> Element? {
            while index == items.count {
                guard !isAtEnd else { return nil }
                let page = try await load(cursor)
                // A service that repeats a cursor would never end.
                isAtEnd = page.items.isEmpty || page.next == nil || page.next == cursor
                items = page.items
                index = 0
                cursor = page.next
            }
            defer { index += 1 }
            return items[index]
        }
    }
}
