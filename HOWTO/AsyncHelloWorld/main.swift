import PubNubAsync
import PubNubOrigin

// A server in this process. To use PubNub instead, leave out the origin, set your keys, and leave TLS enabled.
let server = OriginServer()
let address = try await server.start()
var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "hello-world")
configuration.origin = "\(address.host):\(address.port)"
configuration.isSecure = false

struct Greeting: Codable {
    var text: String
    var language: String
}

/// Connects, subscribes to a channel, publishes a message, and receives it.
try await PubNubClient.withClient(configuration) { client in
    for try await event in client.subscribe(to: ["greetings"]) {
        switch event {
        case .connection(.connected):
            print("subscribed to greetings")
            try await client.publish(Greeting(text: "Hello, world!", language: "en"), to: "greetings")
        case .message(let message):
            let greeting = try message.decode(as: Greeting.self)
            print("received on \(message.channel): \(greeting.text)")
            return
        default: break
        }
    }
}
await server.stop()
