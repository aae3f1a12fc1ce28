/// Options to announce changes to clients of PubNub's Chat SDK in the same rooms.
///
/// Each costs requests that clients of this layer do not need, so all are off by default. They are sent once, after the change
/// that they announce; failures are logged.
public struct ChatInterop: Hashable, Sendable {
    /// Whether to send a receipt to the channel when the service has a read marker that moved forward. None is sent to channels
    /// of the type `public`, as in the Chat SDK. False by default.
    public var sendsReceipts: Bool
    /// Whether to publish an event to the channel of each mentioned user, which has the user's identifier, when a message is
    /// published. Access Manager must grant writing to it. False by default.
    public var sendsMentionEvents: Bool

    /// Creates the options.
    ///
    /// - Parameters:
    ///   - sendsReceipts: Whether to send receipts; false by default.
    ///   - sendsMentionEvents: Whether to send the events of mentions; false by default.
    public init(sendsReceipts: Bool = false, sendsMentionEvents: Bool = false) {
        self.sendsReceipts = sendsReceipts
        self.sendsMentionEvents = sendsMentionEvents
    }
}
