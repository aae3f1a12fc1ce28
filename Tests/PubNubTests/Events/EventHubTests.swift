import Dispatch
import Foundation
import PubNubSupport
import PubNubWire
import Testing

@testable import PubNub

@Suite("README, Event handling: delegate, observers, closure and notification in one order")
struct EventHubTests {
    private final class Messenger: PNDelegate {
        let calls: Recorder

        init(_ calls: Recorder) {
            self.calls = calls
        }

        func pubnubClient(_ client: PubNub, didSend message: PNMessage) {
            calls.record("delegate")
        }

        func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
            calls.record("delegate \(message.message)")
        }
    }

    @Test("Delegate, observers, closure, notification: in this order, on the callback queue")
    func order() async {
        let harness = HubHarness()
        let key = DispatchSpecificKey<Bool>()
        harness.queue.setSpecific(key: key, value: true)
        let said = Recorder()
        let delegate = Messenger(said)
        harness.hub.setDelegate(delegate)
        let place: @Sendable () -> String = { DispatchQueue.getSpecific(key: key) == true ? "" : " elsewhere" }
        harness.center.addMessageProcessingObserver("first") { _, _ in said.record("first observer" + place()) }
        harness.center.addMessageProcessingObserver("second") { _, _ in said.record("second observer" + place()) }
        let completion = Completion(.messageProcessing { _, _ in said.record("closure" + place()) })
        let name = Notification.Name(kPNClientDidSendMessageNotification)
        let token = harness.notifications.addObserver(forName: name, object: nil, queue: nil) { _ in
            said.record("notification" + place())
        }
        await harness.emit(.didSend(.sample), completion: completion)
        harness.notifications.removeObserver(token)
        #expect(said.all == ["delegate", "first observer", "second observer", "closure", "notification"])
    }

    @Test("Delivers events in the order in which they were emitted, one by one or several together")
    func manyEvents() async {
        let harness = HubHarness()
        let said = Recorder()
        let delegate = Messenger(said)
        harness.hub.setDelegate(delegate)
        let messages = (0..<100).map { PNMessage(payload: RawJSON(.integer($0)), channel: .a) }
        let page = messages[..<50].map {
            EventHub.Arrival(event: .message($0), change: .received(on: .a, at: Timetoken(rawValue: 1)))
        }
        harness.hub.emit(page, from: harness.client) {}
        for message in messages[50...] {
            harness.hub.emit(.message(message), from: harness.client)
        }
        await harness.settle()
        #expect(said.all == (0..<100).map { "delegate \($0)" })
    }

    @Test("Does not retain the delegate, and calls the one that was set last")
    func weakDelegate() async {
        let harness = HubHarness()
        let said = Recorder()
        var delegate: Messenger? = Messenger(said)
        weak let trace = delegate
        harness.hub.setDelegate(delegate)
        await harness.emit(.message(.sample))
        delegate = nil
        #expect(trace == nil)
        #expect(!harness.hub.hasDelegate)
        await harness.emit(.message(.sample))
        #expect(said.all == ["delegate hello"])
    }

    @Test("A pending event retains its client, a delivered one does not")
    func clientLifetime() async {
        let queue = DispatchQueue(label: "test.lifetime")
        let hub = EventHub(
            callbackQueue: queue,
            center: PNObservationCenter(),
            notificationCenter: NotificationCenter()
        )
        queue.suspend()
        var client: PubNub? = PubNub(configuration: .default())
        weak let trace = client
        if let client { hub.emit(.time(.success(1)), from: client) }
        client = nil
        #expect(trace != nil)
        queue.resume()
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        #expect(trace == nil)
    }

    @Test("Callbacks may emit events, set the delegate and register closures")
    func reentrancy() async {
        let harness = HubHarness()
        let said = Recorder()
        let hub = harness.hub
        let client = harness.client
        harness.center.addTimeTokenReceivingObserver("outer") { token, _ in
            said.record("time \(token ?? 0)")
            hub.setDelegate(nil)
            let completion = Completion(PNEvent.time.handler { _, _ in said.record("closure") })
            if token == 1 { hub.emit(.time(.success(2)), from: client, completion: completion) }
        }
        await harness.emit(.time(.success(1)))
        await harness.settle()
        #expect(said.all == ["time 1", "time 2", "closure"])
    }

    @Test("Delivers events of the delegate's last work before a suspension")
    func suspension() async {
        let harness = HubHarness()
        let proceeded = Recorder()
        await harness.emit(.willSuspend(SuspensionWindow { proceeded.record("no delegate") }))
        #expect(proceeded.all == ["no delegate"])

        final class Worker: PNDelegate {
            let done = Locked<(() -> Void)?>(nil)
            func pubnubClient(
                _ client: PubNub,
                willSuspendWith preSuspensionBlock: @escaping (@escaping (@escaping () -> Void) -> Void) -> Void
            ) {
                preSuspensionBlock { completion in
                    let box = CallbackBox(completion)
                    self.done.withLock { $0 = box.value }
                }
            }
        }
        let worker = Worker()
        harness.hub.setDelegate(worker)
        let window = SuspensionWindow { proceeded.record("after work") }
        await harness.emit(.willSuspend(window))
        #expect(proceeded.all == ["no delegate"])
        worker.done.withLock { $0.map { CallbackBox($0) } }?.value()
        window.close()
        #expect(proceeded.all == ["no delegate", "after work"])
    }

    @Test("Without notifications, delegate, observers and closure receive the event all the same")
    func withoutNotifications() async {
        let harness = HubHarness()
        let said = Recorder()
        let delegate = Messenger(said)
        harness.hub.setDelegate(delegate)
        harness.center.addMessageProcessingObserver("observer") { _, _ in said.record("observer") }
        let name = Notification.Name(kPNClientDidSendMessageNotification)
        let token = harness.notifications.addObserver(forName: name, object: nil, queue: nil) { _ in
            said.record("notification")
        }
        let completion = Completion(.messageProcessing { _, _ in said.record("closure") })
        harness.hub.setPostsNotifications(false)
        await harness.emit(.didSend(.sample), completion: completion)
        harness.hub.setPostsNotifications(true)
        await harness.emit(.didSend(.sample))
        harness.notifications.removeObserver(token)
        #expect(said.all == ["delegate", "observer", "closure", "delegate", "observer", "notification"])
    }

    @Test("The queue may be changed; later events use the new one")
    func otherQueue() async {
        let harness = HubHarness()
        let key = DispatchSpecificKey<String>()
        let other = DispatchQueue(label: "test.other")
        other.setSpecific(key: key, value: "other")
        let said = Recorder()
        harness.center.addTimeTokenReceivingObserver("clock") { _, _ in
            said.record(DispatchQueue.getSpecific(key: key) ?? "first")
        }
        await harness.emit(.time(.success(1)))
        harness.hub.setCallbackQueue(other)
        harness.hub.emit(.time(.success(1)), from: harness.client)
        await withCheckedContinuation { continuation in other.async { continuation.resume() } }
        #expect(said.all == ["first", "other"])
    }
}
