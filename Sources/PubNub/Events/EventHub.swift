import Dispatch
import Foundation
import PubNubLocks
import Synchronization

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
        var completions: [Completion.Key: Completion] = [:]
    }

    private static let payloadKey = CallbackBox(AnyHashable(kPNNotificationPayloadKey))

    private let state: Locked<State>
    private let center: PNObservationCenter
    private let notificationCenter: NotificationCenter
    /// How often work was put on the callback queue.
    private let posts = Atomic<UInt64>(0)

    init(
        callbackQueue: DispatchQueue,
        center: PNObservationCenter,
        notificationCenter: NotificationCenter = .default,
        postsNotifications: Bool = true
    ) {
        state = Locked(State(queue: callbackQueue, postsNotifications: postsNotifications))
        self.center = center
        self.notificationCenter = notificationCenter
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
    ///   - completion: The closure of the call that the event belongs to; `nil` for none.
    func emit(_ event: PNEvent, from client: PubNub, completion: Completion? = nil) {
        PNLogger.log(.generalLevel, from: client, event.logText)
        post { [self] in
            deliver(event, from: client, completion: completion)
        }
    }

    /// Reports an event to the closure of its call only: the client is gone.
    func emit(_ event: PNEvent, to completion: Completion) {
        post { [self] in
            if completion.run(event) { forget(completion) }
        }
    }

    /// Delivers many events in one hop to the callback queue, then calls `completion` there.
    func emit(_ events: [PNEvent], from client: PubNub, then completion: @escaping @Sendable () -> Void) {
        post { [self] in
            for event in events {
                deliver(event, from: client, completion: nil)
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
        posts.wrappingAdd(1, ordering: .acquiringAndReleasing)
        callbackQueue.async(execute: work)
    }

    /// Returns when the callback queue has run all work that was put there, including the work which that added in
    /// turn. Must not be called on the callback queue.
    func drain() {
        var seen: UInt64
        repeat {
            seen = posts.load(ordering: .acquiring)
            callbackQueue.sync {}
        } while posts.load(ordering: .acquiring) != seen
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
        if let completion, completion.run(event) { forget(completion) }
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
    /// Stores the closure of a call.
    ///
    /// The closure of an identical call that is still pending is dropped: only the last one is called.
    ///
    /// - Parameters:
    ///   - handler: The closure; `nil` gives `nil`.
    ///   - key: The identity of the call; `nil` for calls that are never identical.
    /// - Returns: What to emit the events of the call with.
    func completion(_ handler: EventHandler?, for key: Completion.Key?) -> Completion? {
        guard let handler else { return nil }
        let completion = Completion(key: key, handler: handler)
        guard let key else { return completion }
        let earlier = state.withLock { state in
            state.completions.updateValue(completion, forKey: key)
        }
        earlier?.drop()
        return completion
    }

    /// The number of closures that wait for the end of their calls and could be replaced by identical ones.
    var pendingCompletions: Int {
        state.withLock { $0.completions.count }
    }

    private func forget(_ completion: Completion) {
        guard let key = completion.key else { return }
        state.withLock { state in
            if state.completions[key] === completion { state.completions[key] = nil }
        }
    }
}

extension EventHub {
    /// Asks the delegate about a setting.
    ///
    /// - Parameters:
    ///   - question: The setting.
    ///   - fallback: The setting of the configuration, which applies without a delegate, or if the delegate returns `nil`.
    ///   - client: The client.
    ///   - answer: Receives the setting; on the callback queue, or immediately without a delegate.
    func ask(
        _ question: PNQuestion,
        default fallback: Bool,
        from client: PubNub,
        answer: @escaping @Sendable (Bool) -> Void
    ) {
        guard hasDelegate else { return answer(fallback) }
        post { [self] in
            answer(currentDelegate.flatMap { question.ask($0, client) } ?? fallback)
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
