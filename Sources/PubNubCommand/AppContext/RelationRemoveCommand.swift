import ArgumentParser
import PubNub

/// `pubnub memberships remove` and `pubnub members remove`
struct RelationRemoveCommand<Family: RelationFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove",
            abstract: "Take \(Family.other)s away from a \(Family.subject); print those that are left.",
            discussion: """
                  pubnub \(Family.word) remove \(Family.example) \(Family.otherExamples[0])
                """
        )
    }

    @OptionGroup var common: CommonOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: "Identifier of the \(Family.subject).")
    var identifier: String

    @Argument(help: "Identifiers of the \(Family.other)s.")
    var others: [String]

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let query = page.query(including: include.fields)
        let changed = try await Family.change(of: identifier, set: [], removed: others, query, by: client)
        output.page(changed, of: Family.self)
    }
}
