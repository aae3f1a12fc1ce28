/// One message of history.
struct StoredMessage: Sendable, Equatable {
    let timetoken: UInt64
    /// The JSON text as published.
    let payload: [UInt8]
    /// The identifier of the client that published it; nil when it gave none.
    var publisher: String?
    /// The JSON text given as `meta`; nil when there was none.
    var metadata: [UInt8]?
    /// 0 for a plain message; other kinds as in the `e` member of an envelope.
    var kind = 0
    /// The publisher's own name for the kind of message; nil when it gave none.
    var customType: String?
    /// The timetoken from which it is gone; nil when it stays.
    var expiry: UInt64?
}
