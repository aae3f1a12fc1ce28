import ArgumentParser
import PubNub

/// `pubnub users list` and `pubnub channels list`
struct EntityListCommand<Family: EntityFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: "Print a page of the \(Family.word) that have metadata.",
            discussion: """
                  pubnub \(Family.word) list --filter "name LIKE 'A*'" --sort updated:desc
                  pubnub \(Family.word) list --limit 2 --json

                The next page is the one with --start and the cursor that this page names as next.
                """
        )
    }

    @OptionGroup var common: CommonOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var include: IncludeOption<Family>

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let query = page.query(including: include.fields)
        output.page(try await Family.page(query, from: client), of: Family.self)
    }
}
