import ArgumentParser

/// Reports an unknown subcommand with the names of those that exist. The parser does not name them.
enum SubcommandCheck {
    /// Checks the names of subcommands.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the command.
    ///   - root: The command.
    ///   - topics: The topics of `help` that are not subcommands, for suggestions.
    /// - Throws: A `ValidationError` if an argument in the place of a subcommand does not name one.
    static func check(
        _ arguments: some Sequence<String>,
        of root: any ParsableCommand.Type,
        topics: [String]
    ) throws {
        var words = Array(arguments)
        let isHelp = words.first == "help"
        if isHelp { words.removeFirst() }
        var command = root
        for word in words {
            let subcommands = command.configuration.subcommands
            // The parser handles flags, and everything after the complete name of a subcommand.
            guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
            guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else {
                // The word is an argument of the default subcommand.
                if command.configuration.defaultSubcommand != nil, !isHelp { return }
                let kind = isHelp ? "topic or subcommand" : "subcommand"
                let others = isHelp ? topics : command == root ? ["--version"] : []
                let names = names(in: command) + others
                throw ValidationError("There is no \(kind) '\(word)'. \(advice(on: word, names))")
            }
            command = next
        }
    }

    /// The name of the command that the arguments call, such as `pubnub token parse`.
    static func name(in arguments: some Sequence<String>, of root: any ParsableCommand.Type) -> String {
        var (command, names) = (root, ["pubnub"])
        for word in arguments {
            let subcommands = command.configuration.subcommands
            guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else { break }
            command = next
            names.append(word)
        }
        return names.joined(separator: " ")
    }

    /// The error for a command that was called without a subcommand.
    static func missing(in command: any ParsableCommand.Type) -> ValidationError {
        let names = names(in: command)
        let name = command.configuration.commandName.map { $0 == "pubnub" ? $0 : "pubnub \($0)" } ?? "pubnub"
        guard names.count <= maxChoices else {
            return ValidationError("Name a subcommand, such as publish or subscribe. '\(name) --help' lists them.")
        }
        return ValidationError("Name a subcommand: \(choice(names)). '\(name) --help' describes them.")
    }

    /// The longest list of names in an error.
    private static let maxChoices = 8

    private static func advice(on word: String, _ names: [String]) -> String {
        if word.count > 1, let name = names.first(where: { $0.hasPrefix(word) }) { return "Did you mean '\(name)'?" }
        let distances = names.map { (name: $0, distance: word.editDistance(to: $0)) }
        guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= max(2, word.count / 3)
        else {
            return names.count <= maxChoices
                ? "Choose from \(choice(names))." : "'pubnub --help' lists all subcommands and topics."
        }
        return "Did you mean '\(best.name)'?"
    }

    private static func names(in command: any ParsableCommand.Type) -> [String] {
        command.configuration.subcommands.compactMap { $0.configuration.commandName }
    }

    private static func choice(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}

/// Advice for arguments that begin with a dash, which the parser takes for options.
enum DashAdvice {
    /// The advice if an argument is a negative number; `nil` if none is. A number after an option is its value, and not meant.
    static func text(for arguments: some Sequence<String>, of root: any ParsableCommand.Type) -> String? {
        let words = Array(arguments.prefix { $0 != "--" })
        let pairs = zip(words, words.dropFirst())
        guard let number = pairs.first(where: { !$0.hasPrefix("-") && $1.hasPrefix("-") && Double($1) != nil })?.1
        else {
            return nil
        }
        let name = SubcommandCheck.name(in: arguments, of: root)
        return "'\(number)' was read as an option. Write '--' before the first argument that begins with '-', "
            + "after all options, as in: \(name) … -- \(number)"
    }
}
