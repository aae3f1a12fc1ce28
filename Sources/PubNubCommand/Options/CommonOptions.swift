import ArgumentParser
import Foundation
import PubNub

/// The flags every subcommand that speaks to a service shares.
struct CommonOptions: ParsableArguments {
    @Option(help: "Host of the service; http://HOST:PORT is plain HTTP, https://HOST:PORT or a bare host is TLS.")
    var origin: String?

    @OptionGroup var keyset: KeysetOptions

    @Option(help: "Cipher key for messages; the environment or a file is safer.")
    var cipherKey: String?

    @Option(
        help: ArgumentHelp(
            "Format of encrypted messages: fixed (3.x clients), random, header (today's clients) or 3.3.",
            valueName: "format"
        )
    )
    var cipherFormat: String?

    @Option(help: "Authorization key; the environment or a file is safer.")
    var authKey: String?

    @Option(help: "Identifier of this client. Without it each run makes up a new one.")
    var uuid: String?

    @Option(help: ArgumentHelp("Seconds after which to give up.", valueName: "seconds"))
    var timeout: Double?

    @Option(
        help: ArgumentHelp("PEM file of the certificates to trust, in place of the system's.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt"])
    )
    var ca: String?

    @Option(
        help: ArgumentHelp(
            "HTTP proxy: http://[USER:PASSWORD@]HOST:PORT, or '' for none; with a password the environment is safer.",
            valueName: "url"
        )
    )
    var proxy: String?

    @Flag(name: .customLong("no-tls-verify"), help: "Accept a TLS certificate that cannot be verified.")
    var acceptsAnyCertificate = false

    @Flag(name: .customLong("subscribe-v1"), help: "Speak the first version of the subscribe protocol.")
    var subscribesWithFirstVersion = false

    @Option(
        help: ArgumentHelp("JSON file with the settings.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var config: String?

    @OptionGroup var output: OutputOptions

    /// The longest file for `--ca`, in bytes: 16 MiB; the system's own list of authorities has some 200 KiB.
    private static let longestAuthorityFile = 16 * 1024 * 1024

    func validate() throws {
        if let timeout, !(timeout > 0 && timeout.isFinite) {
            throw ValidationError("--timeout takes a number of seconds greater than 0.")
        }
        if let ca { try BoundedFile.check(ca, flag: "--ca", limit: Self.longestAuthorityFile) }
        _ = try settings()
    }

    /// What the flags, the environment and the file say together.
    func settings() throws -> Settings {
        let file = try config.map { path in try ConfigurationFile.read(path) }
        let keys = keyset.keys(file)
        let origin = Setting.value(origin, "PUBNUB_ORIGIN", file?.origin)
        let identifier = Setting.value(uuid, "PUBNUB_UUID", file?.uuid)
        guard identifier.utf8.count <= 92, identifier != ".", identifier != ".." else {
            throw ValidationError("--uuid takes at most 92 bytes in UTF-8, and neither '.' nor '..'.")
        }
        let originName = try OriginName(origin.isEmpty ? kPNOriginHost : origin)
        return Settings(
            origin: originName,
            publishKey: keys.publish,
            subscribeKey: keys.subscribe,
            secretKey: keys.secret,
            cipherKey: Setting.value(cipherKey, "PUBNUB_CIPHER_KEY", file?.cipherKey),
            encryptionFormat: try CipherFormat.format(
                named: Setting.value(cipherFormat, "PUBNUB_CIPHER_FORMAT", file?.cipherFormat)
            ),
            authKey: Setting.value(authKey, "PUBNUB_AUTH_KEY", file?.authKey),
            identifier: identifier,
            proxy: try ProxyName.proxy(
                proxy,
                ProcessInfo.processInfo.environment["PUBNUB_PROXY"],
                file?.proxy,
                for: originName
            )
        )
    }

    /// The names of the flags that carry a secret, of those that were given.
    var secretFlags: [String] {
        let proxyWithPassword = proxy?.contains("@") == true ? proxy : nil
        let secrets =
            keyset.secrets + [("--cipher-key", cipherKey), ("--auth-key", authKey), ("--proxy", proxyWithPassword)]
        return secrets.filter { $0.value != nil }.map(\.flag)
    }
}

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

/// What a subcommand prints beside its results, and in which form.
struct OutputOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Log to standard error from this level on.", valueName: "level"))
    var log: LogLevel?

    @Flag(help: "Print one JSON object per line.")
    var json = false
}
