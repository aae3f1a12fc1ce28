/// One published message.
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
    /// The publisher's own count of its messages; nil when it gave none.
    var sequence: Int?
    /// The timetoken the publisher says the message originated at; nil when it gave none.
    var origination: UInt64?
    /// The timetoken from which it is gone; nil when it stays.
    var expiry: UInt64?
    /// Whether it is only for subscribers that catch up, and not part of history.
    var isTransient = false
}
