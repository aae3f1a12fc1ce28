import Foundation
import PubNub
import PubNubOrigin

/// Connects, subscribes to a channel, publishes a message, and receives it.
final class HelloWorld: PNDelegate {
    private let client: PubNub
    private let channel = PNChannel.channel(withName: "greetings")

    init(_ configuration: PNConfiguration) {
        client = PubNub.client(with: configuration)
        client.setDelegate(self)
    }

    func start() {
        client.connect()
        client.subscribe(on: [channel]) { [self] _, _, error in
            if let error { fail(error) }
            print("subscribed to \(channel.name)")
        }
        client.sendMessage("Hello, world!", to: channel)
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        print("received on \(message.channel.name): \(message.message)")
        exit(EXIT_SUCCESS)
    }

    func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
        fail(error)
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

let app = HelloWorld(configuration)
app.start()

try await Task.sleep(for: .seconds(10))
print("failed: no message arrived within 10 s")
exit(EXIT_FAILURE)
