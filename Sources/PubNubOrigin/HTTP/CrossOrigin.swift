import PubNubWire

/// The headers that browsers need before a page of another origin may use the server.
enum CrossOrigin {
    /// The methods of all routes, and the one that asks for them.
    static let methods = (Verb.allCases.map(\.rawValue) + ["OPTIONS"]).joined(separator: ", ")
    /// Headers of responses that a page may read only if the response says so.
    private static let exposableHeaders = ["Content-Disposition", "Content-Range", "ETag", "Retry-After"]
    /// Headers of requests that routes use and browsers do not send unasked.
    private static let allowedHeaders = ["content-type", "content-encoding", "if-match", "range"]
    /// How many seconds a browser may go by the response: as long as any browser does.
    private static let maximumAge = 86_400

    /// The header that lets pages read the other headers of a response; nil if it has none that it must be said of.
    static func exposing(_ headers: [HeaderField]) -> HeaderField? {
        let names = exposableHeaders.filter { name in headers.contains { $0.name == name } }
        guard !names.isEmpty else { return nil }
        return HeaderField(name: "Access-Control-Expose-Headers", value: names.joined(separator: ", "))
    }

    /// The response to a request with the method `OPTIONS`, the same for all paths.
    ///
    /// - Parameter requested: The values of `Access-Control-Request-Headers`. Of these, the response names the ones that may be sent;
    ///   without any it names all that may be sent.
    /// - Returns: The response.
    static func preflight(requested: [String]) -> OriginResponse {
        let names = requested.flatMap { $0.lowercased().split(separator: ",") }
            .map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
        let allowed = names.isEmpty ? allowedHeaders : allowedHeaders.filter { names.contains($0) }
        var response = OriginResponse(status: 204, body: [])
        response.headers = [
            HeaderField(name: "Allow", value: methods),
            HeaderField(name: "Access-Control-Max-Age", value: "\(maximumAge)"),
        ]
        if !allowed.isEmpty {
            let value = allowed.joined(separator: ", ")
            response.headers.append(HeaderField(name: "Access-Control-Allow-Headers", value: value))
        }
        return response
    }
}
