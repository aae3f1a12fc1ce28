import PubNubWire

/// Stored messages of several channels.
struct StoredPage: Sendable {
    /// What is asked for.
    struct Query: Sendable {
        var start: Timetoken?
        var end: Timetoken?
        var limit = ServiceLimits.historyPage
        var includesMetadata = false
        var includesKinds = false
        var includesPublishers = false
        var includesActions = false
    }

    /// One stored message, still encrypted where it was.
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
    /// Where older messages begin, where the service says that there are some.
    let next: Timetoken?
    /// Whether every message of the response could be read.
    var isComplete = true
}
