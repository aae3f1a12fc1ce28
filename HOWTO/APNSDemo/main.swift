import Foundation
import PubNub
import PubNubOrigin

/// Registers a device for push notifications of a channel, publishes a notification, and removes the device.
final class APNSDemo: PNDelegate {
    private let client: PubNub
    private let channel = PNChannel.channel(withName: "news")
    // An iOS device gets its token from Apple. This one is made up.
    private let token = Data((0..<32).map { _ in UInt8.random(in: 0...255) })

    init(_ configuration: PNConfiguration) {
        client = PubNub.client(with: configuration)
        client.setDelegate(self)
    }

    func start() {
        client.connect()
        client.subscribe(on: [channel]) { [self] _, _, error in
            if let error { fail(error) }
            register()
        }
    }

    private func register() {
        client.enablePushNotifications(on: channel, withDevicePushToken: token) { [self] channels, error in
            if let error { fail(error) }
            print("registered for \(channels?.map(\.name) ?? [])")
            let notification: [String: Any] = ["aps": ["alert": "The cat is out of the bag", "badge": 1]]
            client.sendMessage("It is a black cat", applePushNotification: notification, to: channel)
        }
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        let parts = message.message as? [String: Any]
        print("subscribers receive: \(parts?["pn_other"] ?? "")")
        print("the push service receives: \(parts?["pn_apns"] ?? "")")
        client.removeAllPushNotifications(forDevicePushToken: token) { error in
            if let error { fail(error) }
            print("removed the device")
            exit(EXIT_SUCCESS)
        }
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

let app = APNSDemo(configuration)
app.start()

try await Task.sleep(for: .seconds(10))
print("failed: no notification arrived within 10 s")
exit(EXIT_FAILURE)
