import PubNubAsync
import PubNubOrigin

// A server in this process. To use PubNub instead, leave out the origin, set your keys, and leave TLS enabled.
let server = OriginServer()
let address = try await server.start()
var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "historian")
configuration.origin = "\(address.host):\(address.port)"
configuration.isSecure = false

/// Publishes 250 messages and reads them back: the newest ones, all in order, and those after a time.
try await PubNubClient.withClient(configuration) { client in
    var middle: Timetoken = 0
    for number in 1...250 {
        let timetoken = try await client.publish(number, to: "numbers")
        if number == 125 { middle = timetoken }
    }

    var newest: [Int] = []
    for try await message in client.history(of: "numbers", limit: 3) { newest.append(try message.decode()) }
    print("the newest: \(newest)")

    var sum = 0
    for try await message in client.history(of: "numbers", from: .oldest) { sum += try message.decode(as: Int.self) }
    print("the sum of all: \(sum)")

    let counts = try await client.messageCounts(of: ["numbers": middle])
    print("after the middle: \(counts["numbers"] ?? 0)")
}
await server.stop()
