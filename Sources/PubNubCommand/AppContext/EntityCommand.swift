import ArgumentParser

/// `pubnub users` and `pubnub channels`
struct EntityCommand<Family: EntityFamily>: ParsableCommand {
    static var configuration: CommandConfiguration {
        let (word, example) = (Family.word, Family.example)
        return CommandConfiguration(
            commandName: word,
            abstract: Family.abstract,
            discussion: """
                  pubnub \(word) set \(example) \(Family.exampleFields)
                  pubnub \(word) get \(example)
                  pubnub \(word) list --sort name --limit 10
                  pubnub \(word) remove nobody

                Whoever is subscribed to the channel of that name is told of every change.
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
