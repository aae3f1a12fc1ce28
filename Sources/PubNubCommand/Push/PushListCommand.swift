import ArgumentParser
import PubNub

/// `pubnub push list`
struct PushListCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the channels of which a device is notified.",
        discussion: """
              pubnub push list "$TOKEN"
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var device: PushOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let names = try await client.pushChannels(of: device).map(\.name)
        output.pushChannels(names, forPeople: names)
    }
}
