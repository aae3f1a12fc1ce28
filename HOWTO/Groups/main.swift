import Foundation
import PubNub
import PubNubOrigin

/// Subscribes to a channel group. A channel that is added to the group later is received without another subscription.
final class Groups: PNDelegate {
    private let client: PubNub
    private let group = PNChannelGroup(name: "house")
    private let hall = PNChannel.channel(withName: "hall")
    private let garden = PNChannel.channel(withName: "garden")

    init(_ configuration: PNConfiguration) {
        client = PubNub.client(with: configuration)
        client.setDelegate(self)
    }

    func start() {
        client.connect()
        client.addChannels([hall], to: group) { [self] _, _, error in
            if let error { fail(error) }
            client.subscribe(on: [group]) { [self] _, _, error in
                if let error { fail(error) }
                print("subscribed to the group \(group.groupName)")
                client.sendMessage("The door is open", to: hall)
            }
        }
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        print("\(message.channel.name), through \(message.channelGroup?.groupName ?? "no group"): \(message.message)")
        guard message.channel == hall else { exit(EXIT_SUCCESS) }
        client.addChannels([garden], to: group) { [self] _, _, error in
            if let error { fail(error) }
            client.sendMessage("The roses are in bloom", to: garden)
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

let app = Groups(configuration)
app.start()

try await Task.sleep(for: .seconds(10))
print("failed: no message arrived within 10 s")
exit(EXIT_FAILURE)
