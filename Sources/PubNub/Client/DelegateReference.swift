import PubNubSupport
import Synchronization

/// The delegate of a client, which is not retained.
///
/// A class, because copying a weak reference out of a lock with each event is not cheap.
final class DelegateReference {
    /// The number of ignored events after which a delegate is reported. Fewer suffice if the last one is a message or another
    /// received event, which is what an app waits for.
    private static let maxIgnoredEvents = 10
    private static let minIgnoredEvents = 3

    private(set) weak var delegate: (any PNDelegate)?
    /// Whether an event has reached a method of the delegate, or a warning was logged.
    private let isKnown = Atomic<Bool>(false)
    private let ignoredEvents = Locked<[String]>([])

    init(_ delegate: (any PNDelegate)?) { self.delegate = delegate }

    /// Calls the method of an event, on the callback queue.
    func receive(_ event: PNEvent, from client: PubNub) {
        guard let delegate else { return }
        PNLogger.log(.delegateLevel, from: client, "calls \(type(of: delegate)).\(event.delegateMethod)")
        guard !isKnown.load(ordering: .relaxed) else { return event.notify(delegate, client) }
        let ignored = client.delegateTrace.ignoredCount
        event.notify(delegate, client)
        if client.delegateTrace.ignoredCount == ignored {
            isKnown.store(true, ordering: .relaxed)
        } else {
            ignore(event, delegate)
        }
    }

    /// Warns if the delegate implements none of the methods that the first events call, which Swift does not report: a method with
    /// another spelling or other types is another method.
    private func ignore(_ event: PNEvent, _ delegate: any PNDelegate) {
        let ignored = ignoredEvents.withLock { events in
            events.append(event.delegateMethod)
            return events
        }
        guard ignored.count >= (event.isReceived ? Self.minIgnoredEvents : Self.maxIgnoredEvents),
            !isKnown.exchange(true, ordering: .relaxed)
        else { return }
        PNLogger.warn(
            """
            The delegate's class \(type(of: delegate)) implements no method of PNDelegate for its first \(ignored.count) events: \
            \(ignored.joined(separator: ", ")). If it has such methods, their spelling or types differ, as in code of Swift 1 and 2 \
            that was changed in part. Example: pubnubClient(_ client: PubNub!, didReceiveMessage message: PNMessage?) is never \
            called; pubnubClient(_ client: PubNub!, didReceive message: PNMessage!) is.
            """
        )
    }
}

extension PNEvent {
    /// Whether another client or the service caused the event.
    fileprivate var isReceived: Bool {
        switch self {
        case .message, .presence, .signal, .object, .messageAction: true
        default: false
        }
    }
}
