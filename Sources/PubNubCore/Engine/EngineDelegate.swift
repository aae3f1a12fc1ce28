package import PubNubMachines
package import PubNubWire

/// Receives what an engine decides and receives, for the interface above it.
///
/// Each function is called in the order of the decisions, outside of the lock of the engine, on the thread that performs them,
/// which it must not block.
package protocol EngineDelegate: AnyObject, Sendable {
    /// The connection to an origin changed.
    func connection(_ event: ConnectionMachine.Event, with origin: String)

    /// The subscriptions changed.
    ///
    /// - Parameters:
    ///   - event: The change.
    ///   - remaining: All subscriptions if no change is in progress any more; what is not in the list has ended.
    func subscription(_ event: SubscribeMachine.Event, remaining: SubscriptionTargetList?)

    /// A page arrived.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - context: The state with which its envelopes are read.
    ///   - processed: Called once when the application has processed all of it. Polling pauses while too much is not.
    func received(_ page: SubscribePage, _ context: DeliveryContext, processed: @escaping @Sendable () -> Void)

    /// A message of the outbox is sent, or ended.
    func message(_ event: MessageEvent, of message: QueuedMessage)

    /// Something failed that belongs to no call.
    func failed(_ failure: Failure)

    /// Another configuration is in force from now on.
    func adopted(_ settings: ClientSettings)

    /// Asks about a setting; `answer` is called once, with `nil` for that of the configuration.
    func ask(_ question: ClientAction.Question, answer: @escaping @Sendable (Bool?) -> Void)

    /// The client is about to stop; `proceed` is called once when it may.
    func willSuspend(proceed: @escaping @Sendable () -> Void)
}

/// The state of the client with which the envelopes of a page are read.
package struct DeliveryContext: Sendable {
    /// Decrypts messages; `nil` without a cipher key.
    package let cryptor: MessageCipher?
    /// The subscriptions that the service has confirmed.
    package let subscriptions: SubscriptionTargetList
}

/// A message of the outbox.
package struct QueuedMessage: Sendable {
    /// Names the message in the process.
    package let ticket: OutboxMachine.Ticket
    package let content: OutboxRecord.StoredMessage
}

/// A stage of a message of the outbox.
package enum MessageEvent: Sendable {
    /// It is as safe as the application required.
    case accepted
    /// The service has not accepted it yet; it is sent again.
    case delayed(Failure)
    case sent(at: Timetoken)
    case failed(Failure)
}
