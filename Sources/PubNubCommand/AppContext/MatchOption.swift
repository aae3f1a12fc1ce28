import ArgumentParser

/// Whether a change is bound to a state of its object.
struct MatchOption: ParsableArguments {
    @Option(
        name: .customLong("if-match"),
        help: ArgumentHelp("Change nothing unless this is its eTag.", valueName: "etag")
    )
    var eTag: String?
}
