package import PubNubMachines
package import PubNubWire

/// One request to the service as a value: its route, its content, and the decoder of its reply.
///
/// A call contains no keys, origins or sockets. `RequestBuilder` adds those, so that the same value can be sent again
/// after a change of configuration.
package struct Call<Value: Sendable>: Sendable {
    /// The row of the route table.
    let route: Route

    /// The values of the route's placeholders, escaped. The builder adds the keys and the callback.
    let arguments: CallArguments

    /// The query, in the order in which it is written.
    let query: [QueryItem]

    /// The body of a POST or PATCH before compression; `nil` for a request without a body.
    let body: [UInt8]?

    /// The form in which the body is sent.
    let bodyForm: BodyForm

    /// Whether it may be sent again if its outcome is unknown.
    let isRepeatable: Bool

    /// Reads the reply: the operation's result, or the documented error.
    let decode: @Sendable (TransportResponse) -> Result<Value, Failure>

    package init(
        route: Route,
        arguments: CallArguments = [:],
        query: [QueryItem],
        body: [UInt8]? = nil,
        bodyForm: BodyForm = .compressed,
        isRepeatable: Bool = true,
        decode: @escaping @Sendable (TransportResponse) -> Result<Value, Failure>
    ) {
        self.route = route
        self.arguments = arguments
        self.query = query
        self.body = body
        self.bodyForm = bodyForm
        self.isRepeatable = isRepeatable
        self.decode = decode
    }

    /// The same request with another value of its result.
    package func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> Call<Other> {
        Call<Other>(
            route: route,
            arguments: arguments,
            query: query,
            body: body,
            bodyForm: bodyForm,
            isRepeatable: isRepeatable
        ) { [decode] response in decode(response).map(transform) }
    }
}

/// The values of a route's placeholders. There are few, so a list is faster than a dictionary.
package struct CallArguments: Sendable, ExpressibleByDictionaryLiteral {
    private var items: [(String, String)]

    package init(dictionaryLiteral items: (String, String)...) {
        self.items = items
    }

    subscript(name: String) -> String? {
        for index in items.indices where items[index].0 == name { return items[index].1 }
        return nil
    }

    mutating func append(_ name: String, _ value: String) {
        items.append((name, value))
    }

    /// The number of bytes of all values in UTF-8.
    var byteCount: Int {
        items.reduce(0) { $0 + $1.1.utf8.count }
    }
}

/// The form in which the body of a request is sent.
package enum BodyForm: Sendable, Equatable {
    /// Compressed with gzip.
    case compressed
    /// Uncompressed; with an entity tag, only for an object that still has that tag.
    case plain(ifMatch: String? = nil)
}

/// One item of a request's query, or the place of an item that the builder adds.
package enum QueryItem: Sendable, Hashable {
    /// `name=value`, the value already escaped.
    case escaped(name: String, value: String)

    /// `uuid`, the client's identifier.
    case identifier

    /// `auth`, the authorization key; omitted without a key.
    case authorization

    /// `pnsdk`, the name and version of this library.
    case library

    /// `signature` over all the other items, for a service operation of that name.
    case signature(operation: String)

    /// `timestamp` and a `signature` of version 2 over the whole request, as the last item. Nothing is written without a
    /// secret key. The builder also signs calls without this item if the settings want it.
    case signatureOfRequest

    /// `name=value` with a strictly escaped value.
    package static func text(_ name: String, _ value: String) -> QueryItem {
        .escaped(name: name, value: PercentEncoding.escape(value))
    }

    /// `name=value` with a decimal value.
    package static func number(_ name: String, _ value: some BinaryInteger) -> QueryItem {
        // Its own description is faster than that of a generic integer.
        .escaped(name: name, value: value.description)
    }

    /// `name=1` or `name=0`.
    package static func flag(_ name: String, _ value: Bool) -> QueryItem {
        .escaped(name: name, value: value ? "1" : "0")
    }

    /// `name=true` or `name=false`.
    static func truth(_ name: String, _ value: Bool) -> QueryItem {
        .escaped(name: name, value: value ? "true" : "false")
    }

    /// `name=value` with strictly escaped JSON as value.
    static func json(_ name: String, _ value: JSON) -> QueryItem {
        .text(name, value.text)
    }
}

extension Validation {
    /// Checks the size of a signal.
    ///
    /// - Parameter payload: The JSON.
    /// - Throws: Error 114 if the service does not accept a signal of this size.
    package static func check(signal payload: [UInt8]) throws(Failure) {
        let limit = ServiceLimits.maxSignalBytes
        guard payload.count <= limit else {
            throw Failure(input: "The signal has more than \(limit) bytes as JSON.", code: ErrorCode.messageTooLong)
        }
    }

    /// Checks the size of a message in the form in which it is sent.
    ///
    /// - Parameter call: The call that sends the message.
    /// - Throws: Error 114 if the service does not accept a message of this size.
    static func size(of call: Call<Timetoken>) throws(Failure) {
        let size = call.body?.count ?? call.arguments["message"]?.utf8.count ?? 0
        guard size <= ServiceLimits.maxMessageBytes else { throw Failure(unsent: ErrorCode.messageTooLong) }
    }
}
