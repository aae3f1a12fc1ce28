import Foundation
import PubNub
import PubNubOrigin

/// Publishes five messages, then reads the newest three, and then everything that was published after the first one.
final class History {
    private let client: PubNub
    private let channel = PNChannel.channel(withName: "journal")
    private var sent: [PNMessage] = []

    init(_ configuration: PNConfiguration) {
        client = PubNub.client(with: configuration)
    }

    func start() {
        client.connect()
        for number in 1...5 {
            client.sendMessage("entry \(number)", to: channel) { [self] state, outcome in
                if let error = outcome as? PNError { fail(error) }
                guard state == .sent, let message = outcome as? PNMessage else { return }
                sent.append(message)
                if sent.count == 5 { readNewest() }
            }
        }
    }

    private func readNewest() {
        client.requestHistory(for: channel, from: nil, limit: 3) { [self] messages, _, _, _, error in
            if let error { fail(error) }
            print("newest three: \(messages?.map(\.message) ?? [])")
            readAfterFirst()
        }
    }

    private func readAfterFirst() {
        client.requestHistory(for: channel, from: sent[0].date, to: sent[4].date) { messages, _, _, _, error in
            if let error { fail(error) }
            print("after the first: \(messages?.map(\.message) ?? [])")
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

let app = History(configuration)
app.start()

try await Task.sleep(for: .seconds(10))
print("failed: history was not read within 10 s")
exit(EXIT_FAILURE)
