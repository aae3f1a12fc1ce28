/// A complete HTTP response with any status.
package struct TransportResponse: Sendable, Equatable {
    package var status: Int

    /// The `Content-Type` header as sent; `nil` without one.
    package var contentType: String?

    /// The body, decompressed.
    package var body: [UInt8]

    /// The wait that the server asks for (`Retry-After` of HTTP 429 and 503), 5 minutes at most; `nil` if it does not
    /// ask.
    package var retryAfter: Duration?

    /// The status line and the header lines as sent, at most 64 KiB of them; nil unless the request asked for them.
    package var head: String?

    package init(
        status: Int,
        contentType: String? = nil,
        body: [UInt8],
        retryAfter: Duration? = nil,
        head: String? = nil
    ) {
        self.head = head
        self.status = status
        self.contentType = contentType
        self.body = body
        self.retryAfter = retryAfter
    }
}
