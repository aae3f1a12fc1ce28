import Foundation
import PubNub
import PubNubOrigin

/// Publishes an encrypted message. A client with the same cipher key decrypts it; one without a key receives the ciphertext.
final class Encryption: PNDelegate {
    private let sender: PubNub
    private let eavesdropper: PubNub
    private let channel = PNChannel.channel(withName: "vault")
    private var received = 0

    init(_ configuration: PNConfiguration) {
        eavesdropper = PubNub.client(with: configuration)
        configuration.cipherKey = "a long and secret string"
        sender = PubNub.client(with: configuration)
        sender.setDelegate(self)
        eavesdropper.setDelegate(self)
    }

    func start() {
        eavesdropper.connect()
        sender.connect()
        eavesdropper.subscribe(on: [channel]) { [self] _, _, error in
            if let error { fail(error) }
            sender.subscribe(on: [channel]) { [self] _, _, error in
                if let error { fail(error) }
                sender.sendMessage(["treasure": "under the stairs"], to: channel)
            }
        }
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        print("\(client === sender ? "with the key" : "without the key"): \(message.message)")
        received += 1
        if received == 2 { exit(EXIT_SUCCESS) }
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

let app = Encryption(configuration)
app.start()

try await Task.sleep(for: .seconds(10))
print("failed: the message did not arrive within 10 s")
exit(EXIT_FAILURE)
