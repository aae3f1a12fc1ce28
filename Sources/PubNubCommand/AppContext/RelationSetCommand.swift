import ArgumentParser
import PubNub

/// `pubnub memberships set` and `pubnub members set`
struct RelationSetCommand<Family: RelationFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "set",
            abstract: "Add \(Family.other)s to a \(Family.subject), or change what is kept about them; print them all.",
            discussion: """
                  pubnub \(Family.word) set \(Family.example) \(Family.otherExamples.joined(separator: " "))
                  pubnub \(Family.word) set \(Family.example) \(Family.otherExamples[0]) --custom '{"role":"owner"}'
                """
        )
    }

    @OptionGroup var common: CommonOptions
    @OptionGroup var fields: SharedFields
    @OptionGroup var page: PageOptions
    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: "Identifier of the \(Family.subject).")
    var identifier: String

    @Argument(help: "Identifiers of the \(Family.other)s.")
    var others: [String]

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let entries = others.map { fields.entry.merging([Family.otherKey: $0]) { _, other in other } }
        let query = page.query(including: include.fields)
        let changed = try await Family.change(of: identifier, set: entries, removed: [], query, by: client)
        output.page(changed, of: Family.self)
    }
}
