import Foundation
import PubNub
import PubNubOrigin

/// Tracks presence without the presence service: each client publishes a sign of life to a second channel, and a client that
/// was silent for too long is removed from the list.
final class ClientSidePresence: PNDelegate {
    private let client: PubNub
    private let heartbeats = PNChannel.channel(withName: "room.heartbeats")
    private let timeout: TimeInterval = 2
    private var lastHeard: [String: Date] = [:]

    init(_ configuration: PNConfiguration) {
        client = PubNub.client(with: configuration)
        client.setDelegate(self)
    }

    func start() {
        client.connect()
        client.subscribe(on: [heartbeats]) { _, _, error in
            if let error { fail(error) }
        }
    }

    /// Publishes that a client is present. History does not need these messages.
    func sendHeartbeat(of name: String) {
        client.sendMessage(["present": name], to: heartbeats, storeInHistory: false)
    }

    /// Removes the clients that were silent for longer than the timeout.
    func removeSilentClients() {
        lastHeard = lastHeard.filter { -$0.value.timeIntervalSinceNow < timeout }
        print("present: \(lastHeard.keys.sorted())")
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        guard let name = (message.message as? [String: String])?["present"] else { return }
        lastHeard[name] = Date()
    }
}

func fail(_ error: PNError) -> Never {
    print("failed: \(error.localizedDescription) (\(error.code))")
    exit(EXIT_FAILURE)
}

// A server in this process. To use PubNub instead, set the origin to "ps.pndsn.com", set your keys, and leave TLS enabled.
let server = OriginServer()
let address = try await server.start()
let origin = "\(address.host):\(address.port)"
let configuration = PNConfiguration(forOrigin: origin, publishKey: "demo", subscribeKey: "demo", secretKey: nil)
configuration.shouldUseSecureConnection = false

let app = ClientSidePresence(configuration)
app.start()

// Ann stays; Bob stops after three seconds and is removed two seconds later.
for second in 0..<8 {
    app.sendHeartbeat(of: "Ann")
    if second < 3 { app.sendHeartbeat(of: "Bob") }
    try await Task.sleep(for: .seconds(1))
    app.removeSilentClients()
}
exit(EXIT_SUCCESS)
