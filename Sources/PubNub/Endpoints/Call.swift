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

/// How the body of a request travels.
enum BodyForm: Sendable, Equatable {
    /// Compressed with gzip.
    case compressed
    /// As it is; with an entity tag, only for what still has that tag.
    case plain(ifMatch: String? = nil)
}

/// One item of a request's query, or the place where the builder writes one that every request shares.
enum QueryItem: Sendable, Hashable {
    /// `name=value`, the value already escaped.
    case escaped(name: String, value: String)

    /// `uuid`, the client's identifier.
    case identifier

    /// `auth`, the authorization key; nothing is written when there is none.
    case authorization

    /// `pnsdk`, the name and version of this library.
    case library

    /// `signature` over all the other items, for a service operation of that name.
    case signature(operation: String)

    /// `name=value` with a strictly escaped value.
    static func text(_ name: String, _ value: String) -> QueryItem {
        .escaped(name: name, value: PercentEncoding.escape(value))
    }

    /// `name=value` with a decimal value.
    static func number(_ name: String, _ value: some BinaryInteger) -> QueryItem {
        // Its own description is faster than a text made of just any integer.
        .escaped(name: name, value: value.description)
    }

    /// `name=1` or `name=0`.
    static func flag(_ name: String, _ value: Bool) -> QueryItem {
        .escaped(name: name, value: value ? "1" : "0")
    }

    /// `name=true` or `name=false`.
    static func truth(_ name: String, _ value: Bool) -> QueryItem {
        .escaped(name: name, value: value ? "true" : "false")
    }

    /// `name=value` with a strictly escaped JSON text as value.
    static func json(_ name: String, _ value: JSONValue) -> QueryItem {
        .text(name, value.text)
    }
}

extension Validation {
    /// Checks the size of a message as it is sent, encrypted and compressed if it has to be.
    ///
    /// - Parameter call: The call that sends the message.
    /// - Throws: Error 114 if the service does not accept a message of this size.
    static func size(of call: Call<Timetoken>) throws(PNError) {
        let size = call.body?.count ?? call.arguments["message"]?.utf8.count ?? 0
        guard size <= ServiceLimits.maxMessageBytes else { throw PNError(code: kPNTooLongMessageError) }
    }
}
