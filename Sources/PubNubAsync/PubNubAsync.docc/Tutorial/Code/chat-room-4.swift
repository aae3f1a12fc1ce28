import PubNubAsync

struct Line: Codable {
    var author: String
    var text: String
}

let configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "ann")
try await PubNubClient.withClient(configuration) { client in
    for try await message in client.history(of: "room", limit: 20) {
        let line = try message.decode(as: Line.self)
        print("\(line.author): \(line.text)")
    }
}
