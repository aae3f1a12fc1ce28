package import PubNubWire

/// A page of stored messages of several channels.
package struct StoredPage: Sendable {
    /// The settings of a request.
    package struct Query: Sendable {
        package var start: Timetoken?
        package var end: Timetoken?
        package var limit = ServiceLimits.historyPage
        package var includesMetadata = false
        package var includesKinds = false
        package var includesPublishers = false
        package var includesActions = false

        package init(
            start: Timetoken? = nil,
            end: Timetoken? = nil,
            limit: Int = ServiceLimits.historyPage,
            includesMetadata: Bool = false,
            includesKinds: Bool = false,
            includesPublishers: Bool = false,
            includesActions: Bool = false
        ) {
            self.start = start
            self.end = end
            self.limit = limit
            self.includesMetadata = includesMetadata
            self.includesKinds = includesKinds
            self.includesPublishers = includesPublishers
            self.includesActions = includesActions
        }
    }

    /// One stored message, not decrypted yet.
    package struct Item: Sendable {
        package let message: RawJSON
        package let timetoken: Timetoken
        package let metadata: JSON?
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
