package import PubNubWire

/// Stored messages, oldest first.
package struct HistoryPage: Sendable, Hashable {
    /// One stored message.
    package struct Item: Sendable, Hashable {
        /// The message as it was published, encrypted or not.
        package let message: RawJSON

        /// The time of publishing; `nil` if the request did not ask for it.
        package let timetoken: Timetoken?

        /// The metadata for filters; `nil` if the sender attached none, or it was not requested.
        package var metadata: RawJSON?
    }

    /// The messages, oldest first.
    package let items: [Item]

    /// The time of the oldest message; zero for an empty page.
    package let start: Timetoken

    /// The time of the newest message; zero for an empty page.
    package let end: Timetoken
}
