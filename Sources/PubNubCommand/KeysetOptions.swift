import ArgumentParser

/// The keys of a keyset, which a client uses and an origin serves.
struct KeysetOptions: ParsableArguments {
    @Option(help: "Publish key.")
    var publishKey: String?

    @Option(help: "Subscribe key.")
    var subscribeKey: String?

    @Option(help: "Secret key, which signs grant, revoke and audit; the environment is safer.")
    var secretKey: String?

    /// The flags that carry a secret.
    var secrets: [(flag: String, value: String?)] { [("--secret-key", secretKey)] }

    /// What the flags, the environment and the file say together; an empty text means that nothing was given.
    func keys(_ file: ConfigurationFile? = nil) -> (publish: String, subscribe: String, secret: String) {
        (
            Setting.value(publishKey, "PUBNUB_PUBLISH_KEY", file?.publishKey),
            Setting.value(subscribeKey, "PUBNUB_SUBSCRIBE_KEY", file?.subscribeKey),
            Setting.value(secretKey, "PUBNUB_SECRET_KEY", file?.secretKey)
        )
    }
}
