import Foundation
import PubNub
import PubNubOrigin

/// Subscribes to a channel with presence and state, and prints everything that arrives for a minute.
///
/// Publish from a second terminal, with the address that the program prints:
///
///     swift run pubnub publish a hello --local --origin http://127.0.0.1:PORT
final class SimpleSubscribe: PNDelegate {
    private let client: PubNub

    init(_ configuration: PNConfiguration) {
        client = PubNub.client(with: configuration)
        client.setDelegate(self)
        client.setClientIdentifier("SimpleSubscribeInstance")
    }

    func start() {
        let channel = PNChannel.channel(withName: "a", shouldObservePresence: true)
        client.connect()
        client.subscribe(on: [channel], withClientState: ["a": ["appEvent": "demo app started"]])
    }

    func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) {
        print("connected to \(origin)")
    }

    func pubnubClient(_ client: PubNub, didSubscribeOn channels: [any PNChannelProtocol]) {
        print("subscribed to \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        print("message on \(message.channel.name): \(message.message)")
    }

    func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) {
        print("presence on \(event.channel.name): \(event.client.identifier), \(event.occupancy) present")
    }

    func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError) {
        print("not subscribed: \(error.localizedDescription)")
    }
}

// A server in this process. To use PubNub instead, set the origin to "ps.pndsn.com", set your keys, and leave TLS enabled.
let server = OriginServer()
let address = try await server.start()
let origin = "\(address.host):\(address.port)"
let configuration = PNConfiguration(forOrigin: origin, publishKey: "demo", subscribeKey: "demo", secretKey: nil)
configuration.shouldUseSecureConnection = false
configuration.presenceHeartbeatTimeout = 60
print("the server is at \(address.url)")
let app = SimpleSubscribe(configuration)
app.start()

let seconds = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 60
try await Task.sleep(for: .seconds(seconds))
print("stopped after \(seconds) s")
