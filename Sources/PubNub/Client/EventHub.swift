import Dispatch
import Foundation
import PubNubSupport

/// Delivers events to the app: the only place that calls delegates, observers, closures and NotificationCenter.
///
/// An event reaches, on the callback queue and in this order: the delegate, the observers in the order of their
/// registration, the closure of the call, and NotificationCenter. Events reach all of them in the order in which they
/// were emitted. The client lives at least until its last pending event is delivered; the hub itself does not retain it.
final class EventHub: Sendable {
    private struct State {
        var queue: DispatchQueue
        var delegate = CallbackBox(DelegateReference(nil))
        var postsNotifications: Bool
    }

    /// A received event, and the change that it causes in the objects of the app.
    struct Arrival: Sendable {
        let event: PNEvent
        let change: ChannelChange
    }

    private static let payloadKey = CallbackBox(AnyHashable(kPNNotificationPayloadKey))

    private let state: Locked<State>
    private let center: PNObservationCenter
    private let notificationCenter: NotificationCenter
    private let watch: QueueWatch

    init(
        callbackQueue: DispatchQueue,
        center: PNObservationCenter,
        notificationCenter: NotificationCenter = .default,
        postsNotifications: Bool = true,
        watch: QueueWatch = QueueWatch()
    ) {
        state = Locked(State(queue: callbackQueue, postsNotifications: postsNotifications))
        self.center = center
        self.notificationCenter = notificationCenter
        self.watch = watch
    }

    /// The queue on which the app receives events.
    var callbackQueue: DispatchQueue {
        state.withLock { $0.queue }
    }

    /// Delivers later events on another queue. Events that were emitted before stay on the old one.
    func setCallbackQueue(_ queue: DispatchQueue) {
        state.withLock { $0.queue = queue }
    }

    /// Posts notifications or not from now on.
    func setPostsNotifications(_ postsNotifications: Bool) {
        state.withLock { $0.postsNotifications = postsNotifications }
    }

    /// Delivers later events to another delegate, which is not retained.
    func setDelegate(_ delegate: (any PNDelegate)?) {
        if let delegate { Self.warnOfInheritedConformance(delegate) }
        let box = CallbackBox(DelegateReference(delegate))
        state.withLock { $0.delegate = box }
    }

    /// Whether a delegate is set and alive.
    var hasDelegate: Bool {
        currentDelegate != nil
    }

    /// Delivers one event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - client: The client it happened to.
    ///   - change: The change that the event causes in the objects of the app; `nil`, the default, for none.
    ///   - completion: The closure of the call that the event belongs to; `nil`, the default, for none.
    func emit(
        _ event: PNEvent,
        from client: PubNub,
        changing change: ChannelChange? = nil,
        completion: Completion? = nil
    ) {
        PNLogger.log(.generalLevel, from: client, event.logText)
        enqueue { [self] in
            watch.ran()
            change?.apply()
            deliver(event, from: client, completion: completion)
        }
    }

    /// Reports an event to the closure of its call only: the client is gone.
    func emit(_ event: PNEvent, changing change: ChannelChange? = nil, to completion: Completion) {
        post {
            change?.apply()
            completion.run(event)
        }
    }

    /// Delivers received events in one hop to the callback queue, then calls `completion` there.
    func emit(_ arrivals: [Arrival], from client: PubNub, then completion: @escaping @Sendable () -> Void) {
        enqueue { [self] in
            watch.ran()
            for arrival in arrivals {
                arrival.change.apply()
                deliver(arrival.event, from: client, completion: nil)
            }
            completion()
        }
    }

    /// Passes a result that only its caller receives to the caller's closure.
    func hand<Value: Sendable>(_ value: Value, to block: @escaping (Value) -> Void) {
        let box = CallbackBox(block)
        post { box.value(value) }
    }

    /// Runs `work` on the callback queue, after all work that was put there before.
    func post(_ work: @escaping @Sendable () -> Void) {
        enqueue { [watch] in
            watch.ran()
            work()
        }
    }

    /// Puts work on the callback queue that notes its beginning itself.
    private func enqueue(_ work: @escaping @Sendable () -> Void) {
        let queue = callbackQueue
        watch.willPost(on: queue)
        queue.async(execute: work)
    }

    /// Returns when the callback queue has run all work that was put there, including the work which that added in
    /// turn. Must not be called on the callback queue.
    func drain() {
        var seen: UInt64
        repeat {
            seen = watch.posted
            callbackQueue.sync {}
        } while watch.posted != seen
    }

    private func deliver(_ event: PNEvent, from client: PubNub, completion: Completion?) {
        state.withLock { $0.delegate }.value.receive(event, from: client)
        if case .willSuspend(let window) = event { window.closeUnlessWorking() }
        let posting = event.posting
        if let kind = posting.kind {
            for registration in center.registrations(for: kind) where !registration.value.isDead {
                registration.value.handler.handle(event)
            }
        }
        completion?.run(event)
        if let notification = posting.notification, state.withLock({ $0.postsNotifications }) {
            // Created with the final type: converting a dictionary costs more.
            let userInfo: [AnyHashable: Any]? = posting.payload.map { [Self.payloadKey.value: $0] }
            notificationCenter.post(name: Notification.Name(notification), object: client, userInfo: userInfo)
        }
    }

    private var currentDelegate: (any PNDelegate)? {
        state.withLock { $0.delegate }.value.delegate
    }
}

extension EventHub {
    private static let warnedClasses = Locked<Set<ObjectIdentifier>>([])

    /// Warns once for each class that inherits its conformance. Swift binds the methods of a protocol to the class that
    /// declares the conformance: a method that only a subclass has is never called. The affected methods cannot be
    /// listed, because Swift has no list of a class's methods.
    private static func warnOfInheritedConformance(_ delegate: any PNDelegate) {
        let type: AnyClass = Swift.type(of: delegate)
        guard let conforming = conformingSuperclass(of: type),
            warnedClasses.withLock({ $0.insert(ObjectIdentifier(type)).inserted })
        else { return }
        PNLogger.warn(
            """
            The delegate's class \(type) inherits PNDelegate from \(conforming). Of the delegate methods, only those are \
            called that \(conforming) and its superclasses implement, and overrides of them; methods that are new in a \
            subclass are never called. Implement them in \(conforming) and override them, or declare the conformance in \
            \(type) only.
            """
        )
    }

    /// The superclass from which a class inherits its conformance; nil if it declares the conformance itself.
    static func conformingSuperclass(of type: AnyClass) -> AnyClass? {
        var found: AnyClass?
        while let superclass = _getSuperclass(found ?? type), superclass is any PNDelegate.Type { found = superclass }
        return found
    }
}

extension EventHub {
    /// Asks the delegate about a setting.
    ///
    /// - Parameters:
    ///   - question: The setting.
    ///   - client: The client.
    ///   - answer: Receives the setting; on the callback queue, or immediately without a delegate. `nil` without a
    ///     delegate, or if the delegate returns `nil`: the setting of the configuration applies.
    func ask(_ question: PNQuestion, from client: PubNub, answer: @escaping @Sendable (Bool?) -> Void) {
        guard hasDelegate else { return answer(nil) }
        post { [self] in
            answer(currentDelegate.flatMap { question.ask($0, client) })
        }
    }
}

/// The questions that a client asks its delegate.
enum PNQuestion: CaseIterable, Sendable {
    case reconnect, keepTimeToken, resubscribe, restoreFromLastTimeToken, runInBackground

    /// The method that asks, with its labels.
    private var method: String {
        switch self {
        case .reconnect: "shouldReconnectPubNubClient(_:)"
        case .keepTimeToken: "shouldKeepTimeTokenOnChannelsListChange()"
        case .resubscribe: "shouldResubscribeOnConnectionRestore()"
        case .restoreFromLastTimeToken: "shouldRestoreSubscriptionFromLastTimeToken()"
        case .runInBackground: "shouldRunClientInBackground()"
        }
    }

    /// Asks; `nil` when the delegate leaves it to the configuration.
    func ask(_ delegate: any PNDelegate, _ client: PubNub) -> Bool? {
        PNLogger.log(.delegateLevel, from: client, "calls \(type(of: delegate)).\(method)")
        return switch self {
        case .reconnect: delegate.shouldReconnectPubNubClient(client)?.boolValue
        case .keepTimeToken: delegate.shouldKeepTimeTokenOnChannelsListChange()?.boolValue
        case .resubscribe: delegate.shouldResubscribeOnConnectionRestore()?.boolValue
        case .restoreFromLastTimeToken: delegate.shouldRestoreSubscriptionFromLastTimeToken()?.boolValue
        case .runInBackground: delegate.shouldRunClientInBackground()
        }
    }
}

// Unchecked because applications need not make these Sendable: they are stored and copied anywhere, and used on the
// callback queue only.

/// Carries closures, delegates and observers of the application to the callback queue.
package struct CallbackBox<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) {
        self.value = value
    }
}
