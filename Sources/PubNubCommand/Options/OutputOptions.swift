import ArgumentParser

/// What a subcommand prints beside its results, and in which form.
struct OutputOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Log to standard error from this level on.", valueName: "level"))
    var log: LogLevel?

    @Flag(help: "Print one JSON object per line.")
    var json = false
}
