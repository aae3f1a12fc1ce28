/// A page of what the service has, as chat data.
struct ServicePage<Item: Sendable>: Sendable {
    /// What could be read, in the order of the page.
    let items: [Item]
    /// Why the others could not be.
    let failures: [any Error]
    /// Where the next page begins; nil after the last one, as far as the service says.
    let next: String?
    /// How many there are in all; nil when the service was not asked.
    let total: Int?

    /// The request for the page after this one; nil after the last one. The service names a next page even then, which is empty.
    func next<Request: ListRequest>(after request: Request) -> Request? {
        items.isEmpty && failures.isEmpty ? nil : request.following(next)
    }

    /// Reads a page; what cannot be read is left out, with a line in the log.
    ///
    /// - Parameters:
    ///   - objects: What the service gave.
    ///   - next: Where the next page begins.
    ///   - total: How many there are in all.
    ///   - read: Reads one of them.
    init<Object>(
        _ objects: [Object],
        next: String? = nil,
        total: Int? = nil,
        read: (Object) throws -> Item
    ) {
        var (items, failures): ([Item], [any Error]) = ([], [])
        for object in objects {
            do {
                items.append(try read(object))
            } catch {
                failures.append(error)
                ChatLog.leftOut(error)
            }
        }
        self.items = items
        self.failures = failures
        self.next = next
        self.total = total
    }

    /// Reads a page of a list.
    ///
    /// - Parameters:
    ///   - objects: What the service gave.
    ///   - request: What was asked for.
    ///   - next: Where the next page begins.
    ///   - count: How many there are in all, if that was asked for.
    ///   - read: Reads one of them.
    init<Object>(
        _ objects: [Object],
        of request: some ListRequest,
        next: String?,
        count: some BinaryInteger,
        read: (Object) throws -> Item
    ) {
        self.init(objects, next: next, total: request.includeTotalCount ? Int(clamping: count) : nil, read: read)
    }
}
