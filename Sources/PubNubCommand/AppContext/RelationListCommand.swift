import ArgumentParser
import PubNub

/// `pubnub memberships list` and `pubnub members list`
struct RelationListCommand<Family: RelationFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: "Print a page of the \(Family.word) of a \(Family.subject).",
            discussion: """
                  pubnub \(Family.word) list \(Family.example) --sort \(Family.otherKey).name --limit 10
                  pubnub \(Family.word) list \(Family.example) --filter "status == 'active'"
                """
        )
    }

    @OptionGroup var common: CommonOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: "Identifier of the \(Family.subject).")
    var identifier: String

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let query = page.query(including: include.fields)
        output.page(try await Family.page(of: identifier, query, from: client), of: Family.self)
    }
}
