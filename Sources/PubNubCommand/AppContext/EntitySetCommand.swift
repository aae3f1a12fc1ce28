import ArgumentParser
import PubNub

/// `pubnub users set` and `pubnub channels set`
struct EntitySetCommand<Family: EntityFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "set",
            abstract: "Change the metadata of a \(Family.subject), which need not exist yet; print what it is then.",
            discussion: """
                  pubnub \(Family.word) set \(Family.example) \(Family.exampleFields)
                  pubnub \(Family.word) set \(Family.example) --custom '{"team":"red"}' --clear status

                What is not named stays as it is. --custom takes the place of all custom values.
                """
        )
    }

    @OptionGroup var common: CommonOptions
    @OptionGroup var fields: Family.Fields
    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: "Identifier of the \(Family.subject).")
    var identifier: String

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        output.object(try await Family.set(identifier, to: fields, including: include.fields, by: client))
    }
}
