import ArgumentParser

/// The keys of a keyset, which a client uses and an origin serves.
struct KeysetOptions: ParsableArguments {
    @Option(help: "Publish key.")
    var publishKey: String?

    @Option(help: "Subscribe key.")
    var subscribeKey: String?

    @Option(help: "Secret key, which signs grant and audit; the environment is safer.")
    var secretKey: String?
}
