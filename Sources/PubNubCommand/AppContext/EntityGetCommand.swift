import ArgumentParser
import PubNub

/// `pubnub users get` and `pubnub channels get`
struct EntityGetCommand<Family: EntityFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "get",
            abstract: "Print the metadata of a \(Family.subject).",
            discussion: """
                  pubnub \(Family.word) get \(Family.example)
                """
        )
    }

    @OptionGroup var common: CommonOptions
    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: "Identifier of the \(Family.subject).")
    var identifier: String

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        output.object(try await Family.object(identifier, including: include.fields, from: client))
    }
}
