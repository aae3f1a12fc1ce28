import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// The flags of every subcommand that uses a service.
struct CommonOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: "Host of the service: http://HOST:PORT without TLS, https://HOST:PORT or HOST with TLS."
    )
    var origin: String?

    @OptionGroup var keyset: KeysetOptions

    @Flag(
        name: .shortAndLong,
        help: "Use the server of 'pubnub origin' on this machine: http://127.0.0.1:8080, keys demo."
    )
    var local = false

    @Option(help: ArgumentHelp("Use the settings of this context; see 'pubnub help contexts'.", valueName: "name"))
    var context: String?

    @Option(help: "Cipher key for messages; the environment or a file is safer.")
    var cipherKey: String?

    @Option(
        help: ArgumentHelp(
            "Format of encrypted messages: fixed (3.x clients), random, header (current clients) or 3.3.",
            valueName: "format"
        )
    )
    var cipherFormat: String?

    @Option(help: "Authorization key; the environment or a file is safer.")
    var authKey: String?

    @Option(name: .shortAndLong, help: "Identifier of this client. Default: a new one in each run.")
    var uuid: String?

    @Option(
        name: [.customShort("t"), .customLong("timeout")],
        help: ArgumentHelp(
            "Time limit of each request, and of 'subscribe' as a whole, such as 5s; a number without a unit counts seconds.",
            valueName: "duration"
        )
    )
    private var limit: DurationArgument?

    @Option(
        help: ArgumentHelp("PEM file of the certificates to trust instead of the system's.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt"])
    )
    var ca: String?

    @Option(
        help: ArgumentHelp(
            "HTTP proxy: http://[USER:PASSWORD@]HOST:PORT, or '' for none; the environment is safer for a password.",
            valueName: "url"
        )
    )
    var proxy: String?

    @Flag(name: .customLong("no-tls-verify"), help: "Accept a TLS certificate that cannot be verified.")
    var acceptsAnyCertificate = false

    @Flag(name: .customLong("subscribe-v1"), help: "Use version 1 of the subscribe protocol.")
    var subscribesWithFirstVersion = false

    @Option(
        help: ArgumentHelp("JSON file with settings; see 'pubnub help environment'.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var config: String?

    @OptionGroup var output: OutputOptions

    /// The longest file for `--ca`, in bytes: 16 MiB. The system's own list of authorities has about 200 KiB.
    static let maxAuthorityFileBytes = 16 * 1024 * 1024

    /// The time limit of `--timeout` in seconds; `nil` if it was not given.
    var timeout: Double? { limit?.seconds(defaultUnit: .seconds) }

    func validate() throws {
        if let timeout, !(timeout > 0 && timeout.isFinite) {
            throw ValidationError("--timeout takes a duration greater than 0, such as 5s.")
        }
        if let ca { try BoundedFile.check(ca, flag: "--ca", limit: Self.maxAuthorityFileBytes) }
        _ = try settings()
    }

    /// The settings of the flags, the environment, the file and the context.
    func settings() throws -> CommandSettings {
        let sources = SettingSources(
            isLocal: local,
            file: try config.map { path in try SavedSettings.read(path) },
            context: try ContextStore.settings(named: context)
        )
        let origin = sources.value(origin, "PUBNUB_ORIGIN", \.origin, local: "http://127.0.0.1:8080")
        let identifier = sources.value(uuid, "PUBNUB_UUID", \.uuid)
        try ClientIdentifier.check(identifier)
        let originName = try OriginName(origin.isEmpty ? kPNOriginHost : origin)
        return CommandSettings(
            origin: originName,
            publishKey: sources.value(keyset.publishKey, "PUBNUB_PUBLISH_KEY", \.publishKey, local: "demo"),
            subscribeKey: sources.value(keyset.subscribeKey, "PUBNUB_SUBSCRIBE_KEY", \.subscribeKey, local: "demo"),
            secretKey: sources.value(keyset.secretKey, "PUBNUB_SECRET_KEY", \.secretKey),
            cipherKey: sources.value(cipherKey, "PUBNUB_CIPHER_KEY", \.cipherKey),
            encryptionFormat: try CipherFormat.format(
                named: sources.value(cipherFormat, "PUBNUB_CIPHER_FORMAT", \.cipherFormat)
            ),
            authKey: sources.value(authKey, "PUBNUB_AUTH_KEY", \.authKey),
            identifier: identifier,
            proxy: try ProxyName.proxy(
                proxy,
                ProcessInfo.processInfo.environment["PUBNUB_PROXY"],
                sources.file?.proxy ?? sources.context?.proxy,
                for: originName
            )
        )
    }

    /// The names of the given flags that carry a secret.
    var secretFlags: [String] {
        let proxyWithPassword = proxy?.contains("@") == true ? proxy : nil
        let secrets =
            keyset.secrets + [("--cipher-key", cipherKey), ("--auth-key", authKey), ("--proxy", proxyWithPassword)]
        return secrets.filter { $0.value != nil }.map(\.flag)
    }
}

/// The keys of a keyset, which a client uses and a server serves.
struct KeysetOptions: ParsableArguments {
    @Option(name: [.customShort("P"), .long], help: "Publish key.")
    var publishKey: String?

    @Option(name: [.customShort("S"), .long], help: "Subscribe key.")
    var subscribeKey: String?

    @Option(help: "Secret key, which signs grant, revoke, audit and token; the environment is safer.")
    var secretKey: String?

    /// The flags that carry a secret.
    var secrets: [(flag: String, value: String?)] { [("--secret-key", secretKey)] }
}

/// The form of the output, and the log.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Log to standard error from this level on. Default: no log; for pubnub origin, warning.",
            valueName: "level"
        )
    )
    var log: LogLevel?

    @Flag(help: "Print one JSON object per line.")
    var json = false
}

/// The identifiers that `--uuid` takes.
enum ClientIdentifier {
    /// Checks an identifier; an empty one stands for a new one in each run.
    ///
    /// - Parameter identifier: The identifier.
    /// - Throws: A `ValidationError` with the rule.
    static func check(_ identifier: String) throws {
        let isTooLong = NameLength.isExceeded(by: identifier, limit: ServiceLimits.maxNameLength)
        guard !isTooLong, identifier != ".", identifier != ".." else {
            throw ValidationError(
                "--uuid and PUBNUB_UUID take at most \(ServiceLimits.maxNameLength) characters, and neither '.' nor '..'."
            )
        }
    }
}
