import Foundation
import PubNub

// Publishes a message to the server at the address in the first argument.
let configuration = PNConfiguration(
    forOrigin: CommandLine.arguments[1],
    publishKey: "demo",
    subscribeKey: "demo",
    secretKey: nil
)
configuration.shouldUseSecureConnection = false
let client = PubNub.client(with: configuration)
client.connect()
client.sendMessage("hello", to: PNChannel.channel(withName: "consumers")) { state, result in
    if state.contains(.sent) { exit(EXIT_SUCCESS) }
    if state.contains(.sendingError) {
        print("not sent: \(String(describing: result))")
        exit(EXIT_FAILURE)
    }
}
RunLoop.main.run()
