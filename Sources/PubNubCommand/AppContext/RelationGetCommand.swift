import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub memberships get` and `pubnub members get`
struct RelationGetCommand<Family: RelationFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "get",
            abstract: "Print what is kept about one \(Family.other) of a \(Family.subject).",
            discussion: """
                  pubnub \(Family.word) get \(Family.example) \(Family.otherExamples[0])
                """
        )
    }

    @OptionGroup var common: CommonOptions
    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: "Identifier of the \(Family.subject).")
    var identifier: String

    @Argument(help: "Identifier of the \(Family.other).")
    var other: String

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        // Texts of a filter are written as in JSON.
        let filter = "\(Family.otherKey).id == \(JSONValue.string(other).text)"
        let query = PageQuery(filter: filter, limit: 1, fields: include.fields)
        guard let found = try await Family.page(of: identifier, query, from: client).objects.first else {
            throw PNError(message: "\(other) is not among the \(Family.word) of \(identifier).", code: kPNUnknownError)
        }
        output.object(found)
    }
}
