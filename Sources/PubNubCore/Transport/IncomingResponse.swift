/// The response to one request, as far as it has arrived, within its limits.
struct IncomingResponse {
    private static let maxHeadBytes = 64 * 1024

    var body: [UInt8] = []
    /// The bytes of the head so far; `nil` unless the request needs it.
    private(set) var head: [UInt8]?
    /// Set if the response may ask the client to wait.
    private(set) var retryAfter: RetryAfter?
    private(set) var isHeadComplete = false
    private(set) var isHeadTooLarge = false
    /// Whether the body exceeds its limit.
    private(set) var isTooLarge = false
    private let maxBodyBytes: Int
    private var headBytes = 0
    private var encodings: [ResponseEncoding] = []

    /// - Parameters:
    ///   - maxBodyBytes: The limit of the body, before and after decoding.
    ///   - keepsHead: Whether the bytes of the head are stored.
    init(maxBodyBytes: Int = 0, keepsHead: Bool = false) {
        self.maxBodyBytes = maxBodyBytes
        head = keepsHead ? [] : nil
    }

    /// The body without the encodings that the head names.
    func decodedBody() throws(TransportFailure) -> [UInt8] {
        try ResponseEncoding.undo(encodings, of: body, limit: maxBodyBytes)
    }

    /// Takes a header line, also a trailer or a line of an interim response.
    ///
    /// - Returns: False if the head exceeds its limits.
    mutating func receive(header line: UnsafeRawBufferPointer) -> Bool {
        headBytes += line.count
        isHeadTooLarge = line.count > TransportLimits.headerLineBytes || headBytes > TransportLimits.headBytes
        guard !isHeadTooLarge else { return false }
        if line.first == UInt8(ascii: "H"), line.starts(with: "HTTP/".utf8) {
            receive(statusLine: line)
        } else if line.count <= 2 {
            isHeadComplete = true
        } else if !isHeadComplete {
            encodings += ResponseEncoding.named(in: line)
            retryAfter?.read(line)
            guard let length = head?.count, length + line.count <= Self.maxHeadBytes else { return true }
            head?.append(contentsOf: line)
        }
        return true
    }

    /// Another status line follows an interim response such as 100.
    private mutating func receive(statusLine line: UnsafeRawBufferPointer) {
        isHeadComplete = false
        encodings = []
        retryAfter = RetryAfter(statusLine: line)
        if head != nil { head = Array(line) }
    }

    /// Takes bytes of the body.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - announced: The length of the whole body that the head announces; evaluated for the first bytes.
    /// - Returns: False if the body exceeds its limit.
    mutating func receive(_ bytes: UnsafeRawBufferPointer, announced: @autoclosure () -> Int) -> Bool {
        guard bytes.count <= maxBodyBytes - body.count else {
            isTooLarge = true
            return false
        }
        if body.isEmpty {
            body.reserveCapacity(min(max(announced(), bytes.count), maxBodyBytes))
        }
        body.append(contentsOf: bytes)
        return true
    }
}
