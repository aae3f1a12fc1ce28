import ArgumentParser

/// Answers a wrong subcommand with those that exist, which the parser itself does not name.
enum SubcommandCheck {
    /// Throws when a word stands where the name of a subcommand is expected and is none.
    static func check(_ arguments: some Sequence<String>, of root: any ParsableCommand.Type) throws {
        var command = root
        for word in arguments {
            let subcommands = command.configuration.subcommands
            // What is not a word, and what follows the whole name of a subcommand, is for the parser.
            guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
            guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else {
                throw ValidationError("There is no subcommand '\(word)'. \(advice(on: word, in: command))")
            }
            command = next
        }
    }

    /// What to say to somebody who named none.
    static func missing(in command: any ParsableCommand.Type) -> ValidationError {
        ValidationError("Name a subcommand: \(choice(names(in: command))).")
    }

    private static func advice(on word: String, in command: any ParsableCommand.Type) -> String {
        let names = names(in: command)
        let distances = names.map { (name: $0, distance: word.editDistance(to: $0)) }
        guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= max(2, word.count / 3)
        else { return "Choose from \(choice(names))." }
        return "Did you mean '\(best.name)'?"
    }

    private static func names(in command: any ParsableCommand.Type) -> [String] {
        command.configuration.subcommands.compactMap { $0.configuration.commandName }
    }

    private static func choice(_ names: [String]) -> String {
        names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}
