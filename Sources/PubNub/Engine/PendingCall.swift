import PubNubMachines

/// A call of the application that has not ended: how to send it, and whom to tell when it fails.
struct PendingCall: Sendable {
    let start: @Sendable (RequestID, RequestBuilder) -> Void
    let fail: @Sendable (PNError) -> Void
    /// The keys that were in force when the call was made, with which it is sent.
    var keys: Keyset?
}
