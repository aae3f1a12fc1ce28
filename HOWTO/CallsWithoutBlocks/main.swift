import Foundation
import PubNub
import PubNubOrigin

/// Uses the class methods of the shared client without closures. Only the delegate receives the results.
final class CallsWithoutBlocks: PNDelegate {
    private let phones = PNChannel.channel(withName: "phones")
    private let tablets = PNChannel.channel(withName: "tablets")

    func start(_ configuration: PNConfiguration) {
        PubNub.setup(with: configuration, andDelegate: self)
        PubNub.connect()
        PubNub.subscribe(on: [phones, tablets])
        PubNub.enablePresenceObservation(for: [phones])
        PubNub.unsubscribe(from: [tablets])
        PubNub.sendMessage("hello", to: phones)
        PubNub.requestParticipantsList(for: [phones])
    }

    func pubnubClient(_ client: PubNub, didSubscribeOn channels: [any PNChannelProtocol]) {
        print("subscribed to \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channels: [any PNChannelProtocol]) {
        print("presence enabled on \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didUnsubscribeFrom channels: [any PNChannelProtocol]) {
        print("unsubscribed from \(channels.map(\.name))")
        PubNub.disconnect()
    }

    func pubnubClient(_ client: PubNub, didSend message: PNMessage) {
        print("sent to \(message.channel.name): \(message.message)")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipants hereNow: PNHereNow,
        for channels: [any PNChannelProtocol]
    ) {
        print("present on phones: \(hereNow.participantsCount(for: phones))")
    }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String) {
        print("disconnected")
        exit(EXIT_SUCCESS)
    }
}

// A server in this process. To use PubNub instead, set the origin to "ps.pndsn.com", set your keys, and leave TLS enabled.
let server = OriginServer()
let address = try await server.start()
let origin = "\(address.host):\(address.port)"
let configuration = PNConfiguration(forOrigin: origin, publishKey: "demo", subscribeKey: "demo", secretKey: nil)
configuration.shouldUseSecureConnection = false

let app = CallsWithoutBlocks()
app.start(configuration)

try await Task.sleep(for: .seconds(10))
print("failed: the calls did not end within 10 s")
exit(EXIT_FAILURE)
