import PubNubAsync
import PubNubOrigin
import PubNubTesting

// Publishes to a server of its own.
try await OriginServer.withServer { server in
    try await PubNubClient.withClient(server.configuration(userID: "consumer")) { client in
        try await client.publish("hello", to: "consumers")
    }
}
