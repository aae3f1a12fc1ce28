import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub where-now`
struct WhereNowCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "where-now",
        abstract: "Print the channels a client is in.",
        discussion: """
              pubnub where-now ann
              pubnub where-now --uuid ann
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Identifier to ask about; without it this client's own.")
    var identifier: String?

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let name = identifier ?? client.clientIdentifier()
        let channels = try await client.channels(of: name).map(\.name)
        output.result(
            .object(["identifier": .string(name), "channels": .array(channels.map(JSONValue.string))]),
            forPeople: channels
        )
    }
}
