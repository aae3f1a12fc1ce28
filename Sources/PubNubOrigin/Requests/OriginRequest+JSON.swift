import PubNubCodec
import PubNubWire

/// Why the body of a request has no JSON object.
enum BodyFault: Error {
    /// A form of several parts, or an encoding that the server does not know.
    case type
    /// The content is something else.
    case content
}

extension OriginRequest {
    /// The encodings of HTTP that a body may have. The server recognises the format by its first bytes.
    private static let encodings: Set<String> = ["", "identity", "gzip", "x-gzip", "deflate"]

    /// Reads the JSON object in the body.
    ///
    /// The media type says nothing: a browser's `fetch` names a string `text/plain` if its caller gives no type, and some libraries name a form.
    ///
    /// - Parameter limit: The most bytes of the object in a compressed body.
    /// - Returns: The members of the object.
    /// - Throws: ``BodyFault``.
    func jsonObject(limit: Int) throws(BodyFault) -> [String: JSON] {
        let type = (contentType ?? "").lowercased().filter { !$0.isWhitespace }
        let encoding = (contentEncoding ?? "").lowercased().filter { !$0.isWhitespace }
        guard !type.hasPrefix("multipart/"), Self.encodings.contains(encoding) else { throw .type }
        var json = body
        if !encoding.isEmpty, encoding != "identity" { json = (try? Gzip.decompress(body, limit: limit)) ?? [] }
        guard let members = (try? JSON(parsing: json))?.object else { throw .content }
        return members
    }
}
