import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub users` and `pubnub channels`
struct EntityCommand<Family: EntityFamily>: ParsableCommand {
    static var configuration: CommandConfiguration {
        let word = Family.word
        let example = Family.example
        return CommandConfiguration(
            commandName: word,
            abstract: Family.abstract,
            discussion: """
                  pubnub \(word) set \(example) \(Family.exampleFields)
                  pubnub \(word) get \(example)
                  pubnub \(word) list --sort name --limit 10
                  pubnub \(word) remove former

                Subscribers of the channel with the name of the identifier receive an event for each change.
                """,
            subcommands: [
                EntityListCommand<Family>.self, EntityGetCommand<Family>.self, EntitySetCommand<Family>.self,
                EntityRemoveCommand<Family>.self,
            ]
        )
    }

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

/// `pubnub users list` and `pubnub channels list`
struct EntityListCommand<Family: EntityFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: "List the \(Family.word) that have metadata, a page at a time.",
            discussion: """
                  pubnub \(Family.word) list --filter "name LIKE 'A*'" --sort updated:desc
                  pubnub \(Family.word) list --limit 2 --json

                For the next page add --start with the cursor 'next' of this page.
                """
        )
    }

    @OptionGroup var page: PageOptions
    @OptionGroup var include: IncludeOption<Family>
    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let query = page.query(including: include.fields)
        output.page(try await Family.page(query, from: client), of: Family.self)
    }
}

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

    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: "Identifier of the \(Family.subject).")
    var identifier: String

    @OptionGroup var common: CommonOptions

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        output.object(try await Family.object(identifier, including: include.fields, from: client))
    }
}

/// `pubnub users set` and `pubnub channels set`
struct EntitySetCommand<Family: EntityFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "set",
            abstract: "Create or change the metadata of a \(Family.subject), and print the new metadata.",
            discussion: """
                  pubnub \(Family.word) set \(Family.example) \(Family.exampleFields)
                  pubnub \(Family.word) set \(Family.example) --custom '{"team":"red"}' --clear status

                Fields without an option keep their values. --custom replaces all custom values.
                """
        )
    }

    @OptionGroup var fields: Family.Fields
    @OptionGroup var include: IncludeOption<Family>

    @Argument(help: "Identifier of the \(Family.subject).")
    var identifier: String

    @OptionGroup var common: CommonOptions

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        output.object(try await Family.set(identifier, to: fields, including: include.fields, by: client))
    }
}

/// `pubnub users remove` and `pubnub channels remove`
struct EntityRemoveCommand<Family: EntityFamily>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove",
            abstract: "Remove the metadata of a \(Family.subject). Succeeds if none exists.",
            discussion: """
                  pubnub \(Family.word) remove \(Family.example)
                """
        )
    }

    @Argument(help: "Identifier of the \(Family.subject).")
    var identifier: String

    @OptionGroup var common: CommonOptions

    var subject: String? { identifier }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await Family.remove(identifier, by: client)
        output.result(.object(["id": .string(identifier)]), forPeople: ["removed \(identifier)"])
    }
}
