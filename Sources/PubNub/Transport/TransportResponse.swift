/// A complete HTTP response, whatever its status.
package struct TransportResponse: Sendable, Equatable {
    package var status: Int

    /// The `Content-Type` header as sent; nil when there is none.
    package var contentType: String?

    /// The body, decompressed.
    package var body: [UInt8]

    package init(status: Int, contentType: String? = nil, body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }
}
