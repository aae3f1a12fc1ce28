import PubNubAsync

var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "server")
configuration.secretKey = "the secret key of the keyset"
let token = try await PubNubClient.withClient(configuration) { server in
    try await server.access.grantToken(
        validFor: .seconds(3_600),
        authorizedUserID: "ann",
        resources: AccessScope(channels: ["room": [.read, .write]])
    )
}
print(token.expires)
