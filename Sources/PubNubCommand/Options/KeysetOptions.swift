import ArgumentParser

/// The keys of a keyset, which a client uses and a server serves.
struct KeysetOptions: ParsableArguments {
    @Option(name: [.customShort("P"), .long], help: "Publish key.")
    var publishKey: String?

    @Option(name: [.customShort("S"), .long], help: "Subscribe key.")
    var subscribeKey: String?

    @Option(help: "Secret key, which signs grant, revoke and audit; the environment is safer.")
    var secretKey: String?

    /// The flags that carry a secret.
    var secrets: [(flag: String, value: String?)] { [("--secret-key", secretKey)] }
}
