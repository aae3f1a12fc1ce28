import PubNubWire

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
