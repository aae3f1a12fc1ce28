import NIOCore

/// The last response that several connections of an event loop get, so that it is written, and counted, once and not for each.
struct SharedBytes {
    /// What all of them are sent.
    struct Content {
        let bytes: ByteBuffer
        /// The room of long bytes among those that clients have yet to read, for as long as one of the connections sends them.
        let room: ResponseBudget.SharedRoom?
    }

    private struct Entry {
        let head: ResponseHead
        let content: Content
    }

    private var last: Entry?

    /// The content of a shared response with its whole body, for each of its connections.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - make: Writes the bytes and takes room for them, if they are not those of the last response.
    /// - Returns: The content; nil if `make` found no room.
    mutating func content(of head: ResponseHead, _ make: () -> Content?) -> Content? {
        if let last, last.head.isSame(as: head) { return last.content }
        guard let content = make() else { return nil }
        last = Entry(head: head, content: content)
        return content
    }

    /// Releases the content.
    mutating func clear() {
        last = nil
    }
}
