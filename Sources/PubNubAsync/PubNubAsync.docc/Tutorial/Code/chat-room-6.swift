import PubNubAsync

func join(with token: AccessToken, renewed: () async throws -> AccessToken) async throws {
    var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "ann")
    configuration.token = token.string
    try await PubNubClient.withClient(configuration) { client in
        for try await event in client.subscribe(to: ["room"]) {
            switch event {
            case .connection(.connected): client.setToken(try await renewed().string)
            case .message(let message): print(message.json)
            default: break
            }
        }
    }
}
