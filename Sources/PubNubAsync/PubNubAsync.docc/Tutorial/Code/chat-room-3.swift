import PubNubAsync

struct Line: Codable {
    var author: String
    var text: String
}

let configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "ann")
try await PubNubClient.withClient(configuration) { client in
    for try await event in client.subscribe(to: ["room"]) {
        switch event {
        case .connection(.connected): try await client.publish(Line(author: "ann", text: "hello"), to: "room")
        case .message(let message):
            let line = try message.decode(as: Line.self)
            print("\(line.author): \(line.text)")
        default: break
        }
    }
}
