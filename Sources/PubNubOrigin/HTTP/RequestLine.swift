/// The parts of the first line of a request.
enum RequestLine {
    /// Where the version begins, with the space before it; nil if the line does not end with one.
    static func version(of line: UnsafeRawBufferPointer) -> (start: Int, is10: Bool)? {
        let suffix: StaticString = " HTTP/1."
        let start = line.count - suffix.utf8CodeUnitCount - 1
        guard start > 0, let digit = line.last, digit == UInt8(ascii: "1") || digit == UInt8(ascii: "0") else {
            return nil
        }
        for index in 0..<suffix.utf8CodeUnitCount where line[start + index] != suffix.utf8Start[index] { return nil }
        return (start, digit == UInt8(ascii: "0"))
    }

    /// The methods of HTTP, without CONNECT, which is for proxies. Other words are refused.
    private static let methods: Set<String> = [
        "GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PURGE", "COPY", "LOCK", "MKCOL", "MOVE",
        "PROPFIND",
        "PROPPATCH", "UNLOCK", "SEARCH", "REPORT", "LINK", "UNLINK", "QUERY",
    ]

    static func method(_ bytes: UnsafeRawBufferPointer) -> String? {
        if bytes.count == 3, bytes[0] == UInt8(ascii: "G"), bytes[1] == UInt8(ascii: "E"), bytes[2] == UInt8(ascii: "T")
        {
            return "GET"
        }
        let name = String(decoding: bytes, as: UTF8.self)
        return methods.contains(name) ? name : nil
    }
}
