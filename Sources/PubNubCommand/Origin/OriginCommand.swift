import ArgumentParser
import Foundation
import PubNub
import PubNubOrigin
import PubNubWire

/// `pubnub origin`
struct OriginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "origin",
        abstract: "Serve the PubNub protocol on this machine.",
        discussion: """
              pubnub origin --port 8080
              pubnub origin --port 8080 --data messages.sqlite
              pubnub origin --publish-key demo --subscribe-key demo
              PUBNUB_SECRET_KEY=sec pubnub origin --access-manager --publish-key demo
              pubnub origin --port 8443 --tls --ca-out origin.pem
              pubnub origin --port 8080 --referential-integrity --no-user-events

            Prints its address once it accepts connections, then serves until SIGINT or SIGTERM. Without keys it serves \
            any keyset. Without --data everything is kept in memory; with it, a message is on disk before its publisher \
            gets an answer.

            With --tls the address starts with https, and clients trust it with --ca and the file that --ca-out names.
            """
    )

    @Option(help: "Address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "Port to listen on; 0 for any that is free.")
    var port: UInt16 = 0

    @Option(
        help: ArgumentHelp(
            "SQLite file that keeps messages, events, groups, rights and App Context over restarts.",
            valueName: "file"
        ),
        completion: .file()
    )
    var data: String?

    @OptionGroup var keyset: KeysetOptions

    @Flag(help: "Allow clients nothing until it is granted; takes a publish key and a secret key.")
    var accessManager = false

    @Flag(help: "Serve TLS, with a new certificate for this run.")
    var tls = false

    @Option(
        help: ArgumentHelp("Where to write the certificate that clients are to trust, with --tls.", valueName: "file"),
        completion: .file(extensions: ["pem"])
    )
    var caOut: String?

    @OptionGroup var appContext: AppContextOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if (appContext.disallowAllUsers || appContext.disallowAllChannels) && !accessManager {
            throw ValidationError("--disallow-all-users and --disallow-all-channels go with --access-manager.")
        }
        if caOut != nil, !tls { throw ValidationError("--ca-out goes with --tls.") }
        guard accessManager else { return }
        let keys = [configuration.publishKey, configuration.secretKey].compactMap(\.self).filter { !$0.isEmpty }
        guard keys.count == 2 else {
            throw ValidationError(
                "--access-manager needs a publish key and a secret key to check signatures with: set PUBNUB_SECRET_KEY, "
                    + "and add --publish-key."
            )
        }
    }

    func run() async throws {
        let output = Output(isJSON: self.output.json)
        CommandLog.start(at: self.output.log)
        output.warn(aboutSecretFlags: keyset.secrets.filter { $0.value != nil }.map(\.flag))
        // Before anything listens, so that no signal is missed once a caller has seen the address.
        let (end, ending) = AsyncStream<Void>.makeStream()
        let signals = Signals.onEnd { ending.finish() }
        defer { for source in signals { source.cancel() } }
        do {
            let server = OriginServer(configuration: try completeConfiguration())
            let address = try await server.start()
            output.result(.object(["origin": .string(address.url)]), forPeople: ["serving \(address.url)"])
            for await _ in end {}
            await server.stop()
        } catch {
            output.error(PNError(message: error.text, code: kPNUnknownError))
            throw ExitCode.failure
        }
    }

    /// The configuration with its certificate, which is written for clients before anything listens.
    private func completeConfiguration() throws(OriginError) -> OriginConfiguration {
        var configuration = configuration
        guard tls else { return configuration }
        let certificate = try OriginTLS(hosts: host == "0.0.0.0" || host == "::" ? [] : [host])
        configuration.tls = certificate
        guard let caOut else { return configuration }
        do {
            try Data(certificate.authority.utf8).write(to: URL(fileURLWithPath: caOut), options: .atomic)
        } catch {
            throw .cannotMakeCertificate("\(caOut) cannot be written: \(error.localizedDescription)")
        }
        return configuration
    }

    /// What the flags and the environment say together.
    private var configuration: OriginConfiguration {
        func given(_ key: String) -> String? { key.isEmpty ? nil : key }
        let keys = keyset.keys()
        return OriginConfiguration(
            host: host,
            port: Int(port),
            dataFile: data,
            publishKey: given(keys.publish),
            subscribeKey: given(keys.subscribe),
            secretKey: given(keys.secret),
            accessManager: accessManager,
            appContext: appContext.settings
        )
    }
}

/// The value of `--origin`, taken apart.
struct OriginName: Sendable {
    /// Host, with the port when one was given.
    let host: String
    /// False for `http://`.
    let isSecure: Bool

    init(_ text: String) throws {
        let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
        var rest = text.dropFirst(scheme?.count ?? 0)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard !rest.isEmpty, rest.first != ":", !rest.contains(where: { $0.isWhitespace || "/?#@".contains($0) }) else {
            throw ValidationError("--origin and PUBNUB_ORIGIN take http://HOST:PORT, https://HOST:PORT or HOST.")
        }
        host = String(rest)
        isSecure = scheme != "http://"
    }
}

extension OriginError {
    /// The reason in words.
    var text: String {
        switch self {
        case .cannotListen(let reason): "cannot listen: \(reason)"
        case .cannotOpen(let reason): "cannot open the data file: \(reason)"
        case .cannotMakeCertificate(let reason): "cannot make a certificate: \(reason)"
        case .missingKeys: "the access manager needs a publish key and a secret key"
        case .alreadyStarted: "started twice"
        }
    }
}
