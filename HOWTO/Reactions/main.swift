import Foundation
import PubNub
import PubNubOrigin

/// Publishes a message, adds a reaction to it, and reads it from history together with its reactions.
final class Reactions: PNDelegate {
    private let client: PubNub
    private let channel = PNChannel.channel(withName: "kitchen")

    init(_ configuration: PNConfiguration) {
        client = PubNub.client(with: configuration)
        client.setDelegate(self)
    }

    func start() {
        client.connect()
        client.subscribe(on: [channel]) { [self] _, _, _ in
            client.sendMessage("Is there cake?", to: channel)
        }
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        guard let timetoken = message.date?.timeToken else { return }
        let request = PNAddMessageActionRequest(channel: channel.name, messageTimetoken: timetoken)
        request.type = "reaction"
        request.value = "yes, please"
        client.addMessageAction(with: request) { status in
            if status.isError { fail(status.errorData) }
        }
    }

    func pubnubClient(_ client: PubNub, didReceiveMessageAction event: PNMessageActionResult) {
        print("\(event.data.event): \(event.data.action.value)")
        let request = PNHistoryFetchRequest(channels: [channel.name])
        request.includeMessageActions = true
        client.fetchHistory(with: request) { [channel] result, status in
            guard let message = result?.data.channels[channel.name]?.last else { fail(status?.errorData) }
            print("in history: \(message.message) \(message.actions.map(\.value))")
            exit(EXIT_SUCCESS)
        }
    }
}

func fail(_ error: PNErrorData?) -> Never {
    print("failed: \(error?.information ?? "unknown error")")
    exit(EXIT_FAILURE)
}

// A server in this process. To use PubNub instead, set the origin to "ps.pndsn.com", set your keys, and leave TLS enabled.
let server = OriginServer()
let address = try await server.start()
let origin = "\(address.host):\(address.port)"
let configuration = PNConfiguration(forOrigin: origin, publishKey: "demo", subscribeKey: "demo", secretKey: nil)
configuration.shouldUseSecureConnection = false

let app = Reactions(configuration)
app.start()

try await Task.sleep(for: .seconds(10))
print("failed: no reaction arrived within 10 s")
exit(EXIT_FAILURE)
