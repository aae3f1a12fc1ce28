import ArgumentParser

/// What a user can be given.
struct UserFields: ParsableArguments {
    @Option(help: "Name.")
    var name: String?

    @Option(help: "Email address.")
    var email: String?

    @Option(help: ArgumentHelp("Identifier of the user in another system.", valueName: "identifier"))
    var externalId: String?

    @Option(help: ArgumentHelp("Address of the user's profile.", valueName: "url"))
    var profileUrl: String?

    @OptionGroup var shared: SharedFields
    @OptionGroup var match: MatchOption
}
