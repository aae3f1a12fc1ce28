import PubNubAsync

struct Line: Codable {
    var author: String
    var text: String
}

let configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "ann")
try await PubNubClient.withClient(configuration) { client in
    try await client.subscribe(to: ["room"]) { room in
        try await client.publish(Line(author: "ann", text: "hello"), to: "room")
        for try await line in room.messages(as: Line.self) {
            print("\(line.value.author): \(line.value.text)")  // ann: hello
            break
        }
    }
}
