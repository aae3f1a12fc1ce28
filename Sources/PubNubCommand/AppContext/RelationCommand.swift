import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub memberships` and `pubnub members`
struct RelationCommand<Family: RelationFamily>: ParsableCommand {
    static var configuration: CommandConfiguration {
        let word = Family.word
        let example = Family.example
        let others = Family.otherExamples
        return CommandConfiguration(
            commandName: word,
            abstract: Family.abstract,
            discussion: """
                  pubnub \(word) set \(example) \(others.joined(separator: " ")) --status active
                  pubnub \(word) list \(example)
                  pubnub \(word) get \(example) \(others[0])
                  pubnub \(word) remove \(example) nothing
                  pubnub \(word) manage \(example) --set \(others[0]) --remove \(others[1])

                Neither the \(Family.subject) nor the \(Family.other) needs metadata. \
                Subscribers of the channels with these names receive an event for each change.
                """,
            subcommands: [
                RelationListCommand<Family>.self, RelationGetCommand<Family>.self, RelationSetCommand<Family>.self,
                RelationRemoveCommand<Family>.self, RelationManageCommand<Family>.self,
            ]
        )
    }

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

/// `pubnub memberships list` and `pubnub members list`
struct RelationListCommand<Family: RelationFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: "List the \(Family.word) of a \(Family.subject), a page at a time.",
            discussion: """
                  pubnub \(Family.word) list \(Family.example) --sort \(Family.otherKey).name --limit 10
                  pubnub \(Family.word) list \(Family.example) --filter "status == 'active'"
                """
        )
    }

    @OptionGroup var page: PageOptions
    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: ArgumentHelp("Identifier of the \(Family.subject).", valueName: Family.subject))
    var identifier: String

    @OptionGroup var common: CommonOptions

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let query = page.query(including: include.fields)
        output.page(try await Family.page(of: identifier, query, from: client), of: Family.self)
    }
}

/// `pubnub memberships get` and `pubnub members get`
struct RelationGetCommand<Family: RelationFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "get",
            abstract: "Print one \(Family.entry) of a \(Family.subject).",
            discussion: """
                  pubnub \(Family.word) get \(Family.example) \(Family.otherExamples[0])
                """
        )
    }

    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: ArgumentHelp("Identifier of the \(Family.subject).", valueName: Family.subject))
    var identifier: String

    @Argument(help: ArgumentHelp("Identifier of the \(Family.other).", valueName: Family.other))
    var other: String

    @OptionGroup var common: CommonOptions

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        // A filter takes strings in JSON format.
        let filter = "\(Family.otherKey).id == \(JSON.string(other).text)"
        let query = PageQuery(filter: filter, limit: 1, fields: include.fields)
        guard let found = try await Family.page(of: identifier, query, from: client).objects.first else {
            throw PNError(message: "\(other) is not one of the \(Family.word) of \(identifier).", code: kPNUnknownError)
        }
        output.object(found)
    }
}

/// `pubnub memberships set` and `pubnub members set`
struct RelationSetCommand<Family: RelationFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "set",
            abstract: "Add or change \(Family.word) of a \(Family.subject), and list all of them.",
            discussion: """
                  pubnub \(Family.word) set \(Family.example) \(Family.otherExamples.joined(separator: " "))
                  pubnub \(Family.word) set \(Family.example) \(Family.otherExamples[0]) --custom '{"role":"owner"}'
                """
        )
    }

    @OptionGroup var fields: SharedFields<Family>
    @OptionGroup var page: PageOptions
    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: ArgumentHelp("Identifier of the \(Family.subject).", valueName: Family.subject))
    var identifier: String

    @Argument(help: ArgumentHelp("Identifiers of the \(Family.other)s, at least one.", valueName: Family.other))
    var others: [String]

    @OptionGroup var common: CommonOptions

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let entries = others.map { fields.entry.merging([Family.otherKey: $0]) { _, other in other } }
        let query = page.query(including: include.fields)
        let changed = try await Family.change(of: identifier, set: entries, removed: [], query, by: client)
        output.page(changed, of: Family.self)
    }
}

/// `pubnub memberships remove` and `pubnub members remove`
struct RelationRemoveCommand<Family: RelationFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove",
            abstract: "Remove \(Family.word) of a \(Family.subject), and list the remaining ones.",
            discussion: """
                  pubnub \(Family.word) remove \(Family.example) \(Family.otherExamples[0])
                """
        )
    }

    @OptionGroup var page: PageOptions
    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: ArgumentHelp("Identifier of the \(Family.subject).", valueName: Family.subject))
    var identifier: String

    @Argument(help: ArgumentHelp("Identifiers of the \(Family.other)s, at least one.", valueName: Family.other))
    var others: [String]

    @OptionGroup var common: CommonOptions

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let query = page.query(including: include.fields)
        let changed = try await Family.change(of: identifier, set: [], removed: others, query, by: client)
        output.page(changed, of: Family.self)
    }
}

/// `pubnub memberships manage` and `pubnub members manage`
struct RelationManageCommand<Family: RelationFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        let others = Family.otherExamples
        return CommandConfiguration(
            commandName: "manage",
            abstract: "Set and remove \(Family.word) of a \(Family.subject) in one request, and list all of them.",
            discussion: """
                  pubnub \(Family.word) manage \(Family.example) --set \(others[0]) --remove \(others[1])
                  pubnub \(Family.word) manage \(Family.example) --set \(others[0]) --status active --remove \(others[1])

                The fields apply to each \(Family.entry) that --set names.
                """
        )
    }

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Identifier of a \(Family.other) whose \(Family.entry) to add or change; may be repeated.",
            valueName: Family.other
        )
    )
    var set: [String] = []

    @Option(
        name: .customLong("remove"),
        help: ArgumentHelp(
            "Identifier of a \(Family.other) whose \(Family.entry) to remove; may be repeated.",
            valueName: Family.other
        )
    )
    var removed: [String] = []

    @OptionGroup var fields: SharedFields<Family>
    @OptionGroup var page: PageOptions
    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: ArgumentHelp("Identifier of the \(Family.subject).", valueName: Family.subject))
    var identifier: String

    @OptionGroup var common: CommonOptions

    var subject: String? { identifier }

    func validate() throws {
        guard !set.isEmpty || !removed.isEmpty else { throw ValidationError("Give --set or --remove, or both.") }
        guard !set.isEmpty || fields.entry.isEmpty else {
            throw ValidationError("--status, --type, --custom and --clear need --set.")
        }
        if let both = set.first(where: { name in removed.contains { $0.hasSameBytes(as: name) } }) {
            throw ValidationError("--set and --remove both have '\(both)'.")
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let entries = set.map { fields.entry.merging([Family.otherKey: $0]) { _, other in other } }
        let query = page.query(including: include.fields)
        let changed = try await Family.change(of: identifier, set: entries, removed: removed, query, by: client)
        output.page(changed, of: Family.self)
    }
}
