import PubNubWire

/// One request to the service as a value: where it goes, what it carries, and how its reply is read.
///
/// A call knows nothing of keys, origins or sockets. `RequestBuilder` adds those, so that the same value can be sent
/// again after a change of configuration.
struct Call<Value: Sendable>: Sendable {
    /// The row of the route table the call belongs to.
    let route: Route

    /// What fills the route's template, each value already escaped. The keys and the callback are the builder's.
    let arguments: [String: String]

    /// The query, in the order in which it is written.
    let query: [QueryItem]

    /// What a POST or PATCH carries, before compression; nil when the request has no body.
    let body: [UInt8]?

    /// How the body travels.
    let bodyForm: BodyForm

    /// Whether it may be sent again when nobody knows whether the service acted on it.
    let isRepeatable: Bool

    /// Reads the reply: the operation's result, or the documented error.
    let decode: @Sendable (TransportResponse) -> Result<Value, PNError>

    /// A call of `route`.
    init(
        route: Route,
        arguments: [String: String] = [:],
        query: [QueryItem],
        body: [UInt8]? = nil,
        bodyForm: BodyForm = .compressed,
        isRepeatable: Bool = true,
        decode: @escaping @Sendable (TransportResponse) -> Result<Value, PNError>
    ) {
        self.route = route
        self.arguments = arguments
        self.query = query
        self.body = body
        self.bodyForm = bodyForm
        self.isRepeatable = isRepeatable
        self.decode = decode
    }
}
