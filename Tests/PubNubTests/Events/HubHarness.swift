import Dispatch
import Foundation

@testable import PubNub

/// A hub with its own queue and notification center.
final class HubHarness: Sendable {
    let queue = DispatchQueue(label: "test.callbacks")
    let center = PNObservationCenter()
    let notifications = NotificationCenter()
    let client = PubNub(configuration: .default())
    let hub: EventHub

    init() {
        hub = EventHub(callbackQueue: queue, center: center, notificationCenter: notifications)
    }

    /// Returns when all emitted events are delivered.
    func settle() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }

    func emit(_ event: PNEvent, completion: Completion? = nil) async {
        hub.emit(event, from: client, completion: completion)
        await settle()
    }
}
