import PubNubWire

/// A page of stored messages of several channels.
struct StoredPage: Sendable {
    /// The settings of a request.
    struct Query: Sendable {
        var start: Timetoken?
        var end: Timetoken?
        var limit = ServiceLimits.historyPage
        var includesMetadata = false
        var includesKinds = false
        var includesPublishers = false
        var includesActions = false
    }

    /// One stored message, not decrypted yet.
    struct Item: Sendable {
        let message: RawJSON
        let timetoken: Timetoken
        let metadata: JSONValue?
        let kind: Int?
        let publisher: String?
        let customType: String?
        let actions: [PNMessageAction]
    }

    /// The messages by channel, oldest first.
    let channels: [String: [Item]]
    /// The start of the request for older messages, if the service reports that there are some.
    let next: Timetoken?
    /// Whether every message of the response could be read.
    var isComplete = true
}
