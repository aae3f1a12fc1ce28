import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub users remove` and `pubnub channels remove`
struct EntityRemoveCommand<Family: EntityFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove",
            abstract: "Remove the metadata of a \(Family.subject). That there is none is fine.",
            discussion: """
                  pubnub \(Family.word) remove \(Family.example)
                """
        )
    }

    @OptionGroup var common: CommonOptions

    @Argument(help: "Identifier of the \(Family.subject).")
    var identifier: String

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await Family.remove(identifier, by: client)
        output.result(.object(["id": .string(identifier)]), forPeople: ["removed \(identifier)"])
    }
}
