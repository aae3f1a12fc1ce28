import ArgumentParser
import Foundation
import PubNub
import PubNubCore
import PubNubMachines
import PubNubWire

/// `pubnub time`
struct TimeCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "time",
        abstract: "Print the time of the service as a timetoken.",
        discussion: """
            A timetoken is a number of units of 100 ns since 1970. It identifies a position in the messages of a channel.

              pubnub time
              pubnub time --local --json
            """
    )

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let time = try await client.reporting { client async throws(Failure) in try await client.serverTime() }
        let token = "\(time)"
        output.result(.object(["timetoken": .string(token)]), forPeople: [token])
    }
}
