/// One answer to a subscribe request, of either version of the protocol. It has at most `ReplyLimits.items` envelopes.
package struct SubscribePage: Sendable, Hashable {
    /// Where the next request continues.
    package var cursor: Cursor
    /// What arrived, in order; empty when the poll ended with nothing.
    package var envelopes: [Envelope]

    package init(cursor: Cursor, envelopes: [Envelope]) {
        self.cursor = cursor
        self.envelopes = envelopes
    }

    /// Whether the service may have more than it put into the page.
    package var isFull: Bool { envelopes.count >= ServiceLimits.messageBuffer }
}
