import ArgumentParser
import Foundation
import PubNub
import PubNubOrigin
import PubNubOriginTLS
import PubNubWire

/// `pubnub origin`
struct OriginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "origin",
        abstract: "Run a PubNub-compatible server.",
        discussion: """
              pubnub origin
              pubnub origin --data messages.sqlite
              pubnub origin --publish-key demo --subscribe-key demo
              PUBNUB_SECRET_KEY=sec pubnub origin --access-manager --publish-key demo
              pubnub origin --port 8443 --tls --ca-out origin.pem
              pubnub origin --referential-integrity --no-user-events

            Prints its address when it accepts connections, and serves until SIGINT or SIGTERM. The default port is 8080, \
            which clients use with --local. Without keys it serves all keysets. Without --data everything is stored in \
            memory; with --data a publish is acknowledged after the message is on disk.

            With --tls the address starts with https. Clients trust the server with --ca and the file of --ca-out.
            """
    )

    @Option(help: "Address to listen on.")
    var host = "127.0.0.1"

    @Option(name: .shortAndLong, help: "Port to listen on; 0 for any free port.")
    var port: UInt16 = 8080

    @Option(
        help: ArgumentHelp(
            "SQLite file for messages, events, groups, rights and App Context, which survive restarts.",
            valueName: "file"
        ),
        completion: .file()
    )
    var data: String?

    @OptionGroup var keyset: KeysetOptions

    @Flag(help: "Deny all access until it is granted; needs a publish key and a secret key.")
    var accessManager = false

    @Flag(help: "Serve TLS with a new certificate for this run.")
    var tls = false

    @Option(
        help: ArgumentHelp("File for the certificate that clients have to trust, with --tls.", valueName: "file"),
        completion: .file(extensions: ["pem"])
    )
    var caOut: String?

    @OptionGroup var appContext: AppContextOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if (appContext.disallowAllUsers || appContext.disallowAllChannels) && !accessManager {
            throw ValidationError("--disallow-all-users and --disallow-all-channels need --access-manager.")
        }
        if caOut != nil, !tls { throw ValidationError("--ca-out needs --tls.") }
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

    /// The settings of the flags and the environment.
    private var configuration: OriginConfiguration {
        func given(_ key: String) -> String? { key.isEmpty ? nil : key }
        let sources = SettingSources()
        return OriginConfiguration(
            host: host,
            port: Int(port),
            dataFile: data,
            publishKey: given(sources.value(keyset.publishKey, "PUBNUB_PUBLISH_KEY", \.publishKey)),
            subscribeKey: given(sources.value(keyset.subscribeKey, "PUBNUB_SUBSCRIBE_KEY", \.subscribeKey)),
            secretKey: given(sources.value(keyset.secretKey, "PUBNUB_SECRET_KEY", \.secretKey)),
            accessManager: accessManager,
            appContext: appContext.settings
        )
    }
}
