import ArgumentParser
import PubNub

/// `pubnub push remove-all`
struct PushRemoveAllCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-all",
        abstract: "Notify a device of nothing any more.",
        discussion: """
              pubnub push remove-all "$TOKEN"
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var device: PushOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.removeAllPush(from: device)
        output.pushChannels([], forPeople: ["removed the device"])
    }
}
