import PubNubAsync

// Receives what it publishes to the server at the address in the first argument.
var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "consumer")
configuration.origin = CommandLine.arguments[1]
configuration.isSecure = false
try await PubNubClient.withClient(configuration) { client in
    for try await event in client.subscribe(to: ["consumers"]) {
        if case .connection(.connected) = event { try await client.publish("hello", to: "consumers") }
        if case .message = event { return }
    }
}
