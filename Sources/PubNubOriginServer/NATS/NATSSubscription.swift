#if NATS
import CPubNubNATS
import PubNubSupport

/// A subscription whose messages one thread takes.
struct NATSSubscription: ~Copyable {
    private let handle: NATSHandle
    private let pointer: OpaquePointer
    /// The number of messages that the connection had received before the subscription.
    private let start: UInt64

    /// Subscribes to a subject, as one of a group or alone.
    ///
    /// - Throws: ``NATSFailure``.
    init(on handle: NATSHandle, _ subject: String, group: String?) throws(NATSFailure) {
        self.handle = handle
        start = handle.receivedMessages
        var subscription: OpaquePointer?
        let status =
            group.map { natsConnection_QueueSubscribeSync(&subscription, handle.pointer, subject, $0) }
            ?? natsConnection_SubscribeSync(&subscription, handle.pointer, subject)
        try NATSFailure.check(status)
        guard let subscription else { throw NATSFailure("no subscription") }
        pointer = subscription
    }

    deinit {
        handle.end(pointer, since: start)
    }

    /// Limits the messages that wait for the thread; later ones are dropped. -1 means no limit.
    func limit(_ messages: Int) {
        natsSubscription_SetPendingLimits(pointer, Int32(clamping: messages), -1)
    }

    /// The next message; nil if none came within `timeout`, in milliseconds.
    ///
    /// - Throws: ``NATSFailure`` if there will be none.
    func next(timeout: Int64, _ body: (NATSMessage) -> Void) throws(NATSFailure) -> Bool {
        var message: OpaquePointer?
        let status = natsSubscription_NextMsg(&message, pointer, timeout)
        if status == NATS_TIMEOUT { return false }
        try NATSFailure.check(status)
        defer { natsMsg_Destroy(message) }
        body(NATSMessage(message))
        return true
    }
}

/// A connection of the library, and its subscriptions that have ended. It ends with the last call or subscription that uses it.
///
/// Before version 3.6 the library's reading thread finds the subscription of a message, and locks it afterwards without a reference
/// (nats.c, issue 637). If another thread destroys the subscription in between, the process crashes. Debian 12 has version 3.4.1: one of
/// three servers crashed in 1 of 8 runs in which all NATS servers were killed and started again. The library counts a message before it
/// looks for its subscription. An ended subscription, which it no longer finds, is destroyed after the library has counted a later message.
final class NATSHandle: Sendable {
    private struct Ended: Sendable {
        /// No thread of the program uses it any more.
        nonisolated(unsafe) let subscription: OpaquePointer
        /// The number of messages that the connection had received when the library no longer found the subscription.
        let messages: UInt64
    }

    /// The library guards it with a lock of its own.
    nonisolated(unsafe) let pointer: OpaquePointer
    private let ended = Locked<[Ended]>([])

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// The number of messages for which the library has begun to look for a subscription.
    var receivedMessages: UInt64 {
        var statistics: OpaquePointer?
        guard natsStatistics_Create(&statistics) == NATS_OK else { return 0 }
        defer { natsStatistics_Destroy(statistics) }
        var messages: UInt64 = 0
        natsConnection_GetStats(pointer, statistics)
        natsStatistics_GetCounts(statistics, &messages, nil, nil, nil, nil)
        return messages
    }

    /// Ends a subscription, and destroys those that the reading thread cannot use any more.
    ///
    /// - Parameters:
    ///   - subscription: The subscription.
    ///   - start: The number of messages that the connection had received before the subscription.
    func end(_ subscription: OpaquePointer, since start: UInt64) {
        natsSubscription_Unsubscribe(subscription)
        let messages = receivedMessages
        let unused = ended.withLock { ended in
            let unused = ended.filter { $0.messages < messages }
            ended.removeAll { $0.messages < messages }
            // Without messages since its beginning, the library has not looked for it. Without a connection none of them has to wait.
            if messages != start { ended.append(Ended(subscription: subscription, messages: messages)) }
            return unused
        }
        for ended in unused { natsSubscription_Destroy(ended.subscription) }
        if messages == start { natsSubscription_Destroy(subscription) }
    }

    deinit {
        // Waits for the reading thread.
        natsConnection_Close(pointer)
        for ended in ended.withLock({ $0 }) { natsSubscription_Destroy(ended.subscription) }
        natsConnection_Destroy(pointer)
    }
}
#endif
