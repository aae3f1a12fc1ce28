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
              pubnub origin --port 8080 --data messages.sqlite --publish-key demo --subscribe-key demo
              PUBNUB_SECRET_KEY=sec pubnub origin --access-manager --publish-key demo --subscribe-key demo

            Prints its address once it accepts connections, then serves until SIGINT or SIGTERM. Without keys it serves \
            any keyset. Without --data everything is kept in memory; with it, a message is on disk before its publisher \
            gets an answer.
            """
    )

    @Option(help: "Address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "Port to listen on; 0 for any that is free.")
    var port: UInt16 = 0

    @Option(
        help: ArgumentHelp("SQLite file that keeps messages, groups and rights over restarts.", valueName: "file"),
        completion: .file()
    )
    var data: String?

    @OptionGroup var keyset: KeysetOptions

    @Flag(help: "Allow clients nothing until it is granted; takes a publish key and a secret key.")
    var accessManager = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
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
        output.warn(aboutSecretFlags: keyset.secretKey == nil ? [] : ["--secret-key"])
        // Before anything listens, so that no signal is missed once a caller has seen the address.
        let (end, ending) = AsyncStream<Void>.makeStream()
        let signals = Signals.onEnd { ending.finish() }
        defer { for source in signals { source.cancel() } }
        let server = OriginServer(configuration: configuration)
        do {
            let address = try await server.start()
            output.result(.object(["origin": .string(address.url)]), forPeople: ["serving \(address.url)"])
        } catch {
            output.error(PNError(message: error.text, code: kPNUnknownError))
            throw ExitCode.failure
        }
        for await _ in end {}
        await server.stop()
    }

    /// What the flags and the environment say together.
    private var configuration: OriginConfiguration {
        func key(_ flag: String?, _ variable: String) -> String? {
            let value = flag ?? ProcessInfo.processInfo.environment[variable] ?? ""
            return value.isEmpty ? nil : value
        }
        return OriginConfiguration(
            host: host,
            port: Int(port),
            dataFile: data,
            publishKey: key(keyset.publishKey, "PUBNUB_PUBLISH_KEY"),
            subscribeKey: key(keyset.subscribeKey, "PUBNUB_SUBSCRIBE_KEY"),
            secretKey: key(keyset.secretKey, "PUBNUB_SECRET_KEY"),
            accessManager: accessManager
        )
    }
}
