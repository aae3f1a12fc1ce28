import PubNubAsync

let configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "ann")
try await PubNubClient.withClient(configuration) { client in
    for try await event in client.subscribe(to: ["room"]) {
        switch event {
        case .connection(.connected): try await client.publish("hello", to: "room")
        case .message(let message): print(message.json)
        default: break
        }
    }
}
