import ArgumentParser

/// What a channel can be given.
struct ChannelFields: ParsableArguments {
    @Option(help: "Name.")
    var name: String?

    @Option(help: "What the channel is about.")
    var description: String?

    @OptionGroup var shared: SharedFields
    @OptionGroup var match: MatchOption
}
