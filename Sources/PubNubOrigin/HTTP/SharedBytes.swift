import NIOCore

/// The bytes of the last response that several connections of an event loop get, so that they are written once and not for each.
struct SharedBytes {
    private struct Entry {
        let head: ResponseHead
        let bytes: ByteBuffer
    }

    private var last: Entry?

    /// The bytes of a shared response with its whole body.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - make: Writes the bytes, if they are not those of the last response.
    /// - Returns: The bytes.
    mutating func bytes(of head: ResponseHead, _ make: () -> ByteBuffer) -> ByteBuffer {
        if let last, last.head.isSame(as: head) { return last.bytes }
        let bytes = make()
        last = Entry(head: head, bytes: bytes)
        return bytes
    }

    /// Releases the bytes.
    mutating func clear() {
        last = nil
    }
}
