import Foundation
import PubNub
import PubNubOrigin

/// Publishes without the right to write, which is denied; grants the right with the secret key; and publishes again.
final class AccessManager: PNDelegate {
    private let administrator: PubNub
    private let guest: PubNub
    private let garden = PNChannel.channel(withName: "garden")

    init(administrator: PNConfiguration, guest: PNConfiguration) {
        self.administrator = PubNub.client(with: administrator)
        guest.authorizationKey = "guest-key"
        self.guest = PubNub.client(with: guest)
        self.guest.setDelegate(self)
    }

    func start() {
        administrator.connect()
        guest.connect()
        guest.sendMessage("May I come in?", to: garden)
    }

    func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
        guard error.code == kPNAPIAccessForbiddenError else { fail(error) }
        print("denied: \(error.localizedDescription)")
        administrator.changeAccessRights(
            forClients: ["guest-key"],
            object: garden,
            to: .writeAccessRight,
            onPeriod: 10
        ) { [self] _, error in
            if let error { fail(error) }
            print("granted: write on \(garden.name) for 10 minutes")
            guest.send(message)
        }
    }

    func pubnubClient(_ client: PubNub, didSend message: PNMessage) {
        print("sent: \(message.message)")
        exit(EXIT_SUCCESS)
    }
}

func fail(_ error: PNError) -> Never {
    print("failed: \(error.localizedDescription) (\(error.code))")
    exit(EXIT_FAILURE)
}

// A server in this process that denies everything until it is granted.
let keyset = OriginConfiguration(publishKey: "demo", subscribeKey: "demo", secretKey: "secret", accessManager: true)
let server = OriginServer(configuration: keyset)
let address = try await server.start()
let origin = "\(address.host):\(address.port)"

/// The secret key belongs to trusted programs only, so the guest has none.
func configuration(secretKey key: String?) -> PNConfiguration {
    let configuration = PNConfiguration(forOrigin: origin, publishKey: "demo", subscribeKey: "demo", secretKey: key)
    configuration.shouldUseSecureConnection = false
    return configuration
}

let app = AccessManager(administrator: configuration(secretKey: "secret"), guest: configuration(secretKey: nil))
app.start()

try await Task.sleep(for: .seconds(10))
print("failed: the message was not sent within 10 s")
exit(EXIT_FAILURE)
