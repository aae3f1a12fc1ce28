import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub time`
struct TimeCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "time",
        abstract: "Print the time of the service as a timetoken.",
        discussion: """
            A timetoken counts 10⁻⁷ s since 1970 and marks a place in a channel's messages.

              pubnub time
              pubnub time --origin http://127.0.0.1:8080 --subscribe-key demo --json
            """
    )

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let token = try await client.serverTime().stringValue
        output.result(.object(["timetoken": .string(token)]), forPeople: [token])
    }
}
