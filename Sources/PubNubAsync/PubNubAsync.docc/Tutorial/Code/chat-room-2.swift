import PubNubAsync

let configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "ann")
try await PubNubClient.withClient(configuration) { client in
    try await client.subscribe(to: ["room"]) { room in
        try await client.publish("hello", to: "room")
        for try await message in room.messages {
            print(message.json)  // "hello"
            break
        }
    }
}
