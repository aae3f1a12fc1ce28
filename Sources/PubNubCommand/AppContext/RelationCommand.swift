import ArgumentParser

/// `pubnub memberships` and `pubnub members`
struct RelationCommand<Family: RelationFamily>: ParsableCommand {
    static var configuration: CommandConfiguration {
        let (word, example, others) = (Family.word, Family.example, Family.otherExamples)
        return CommandConfiguration(
            commandName: word,
            abstract: Family.abstract,
            discussion: """
                  pubnub \(word) set \(example) \(others.joined(separator: " ")) --status active
                  pubnub \(word) list \(example)
                  pubnub \(word) get \(example) \(others[0])
                  pubnub \(word) remove \(example) nothing

                Neither the \(Family.subject) nor the \(Family.other) needs metadata. \
                Who is subscribed to one of the two is told of every change.
                """,
            subcommands: [
                RelationListCommand<Family>.self, RelationGetCommand<Family>.self, RelationSetCommand<Family>.self,
                RelationRemoveCommand<Family>.self,
            ]
        )
    }

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}
