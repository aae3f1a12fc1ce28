package import PubNubWire

/// A page of stored messages of several channels.
package struct StoredPage: Sendable {
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
    package struct Item: Sendable {
        package let message: RawJSON
        package let timetoken: Timetoken
        package let metadata: JSONValue?
        package let kind: Int?
        package let publisher: String?
        package let customType: String?
        package let actions: [ActionRecord]
    }

    /// The messages by channel, oldest first.
    package let channels: [NameKey: [Item]]
    /// The start of the request for older messages, if the service reports that there are some.
    package let next: Timetoken?
    /// Whether every message of the response could be read.
    package var isComplete = true
}
