import Foundation
import PubNub

/// Says hello on a channel and hears it back in each of the four ways an app can be told.
final class HelloWorld: PNDelegate {
    let steps: Steps
    let channel = PNChannel.channel(withName: "hello", shouldObservePresence: true)
    let secret = PNChannel.channel(withName: "hello-secret")
    lazy var client = PubNub.client(with: steps.configuration, andDelegate: self)

    init(_ steps: Steps) { self.steps = steps }

    func run() {
        let center = client.observationCenter
        center.addMessageReceive(self) { [steps] message in steps.saw(.observer, "message \(message?.message ?? "")") }
        NotificationCenter.default.addObserver(
            forName: .init(kPNClientDidReceiveMessageNotification),
            object: client,
            queue: nil
        ) { [steps] note in steps.saw(.notification, "message \(note.message)") }

        client.setClientIdentifier("HelloWorld")
        client.connect { [self] origin in
            steps.saw(.closure, "connected to \(origin)")
            subscribe()
        } errorBlock: { [steps] error in
            steps.fail(error)
        }
    }
}
