import ArgumentParser
import Foundation
import Logging
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubOriginServer
import PubNubWire

/// What signals do while the server starts. It serves no client then, so ending the process loses nothing.
private struct ServerStart {
    /// Whether the server joins a cluster, which may be out of reach, or have a long log.
    let isJoining: Bool
    var isInProgress = true
    private var ends = 0

    init(isJoining: Bool) { self.isJoining = isJoining }

    /// Counts a signal that ends the server, and returns whether the process ends immediately: at the first one while the
    /// server joins a cluster, and otherwise at the second one, because then an operator does not want to wait for the start.
    mutating func endsNow() -> Bool {
        guard isInProgress else { return false }
        ends += 1
        return isJoining || ends > 1
    }
}

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
              pubnub origin --data messages.sqlite --admin-port 0
              pubnub origin --nats nats://a:4222,nats://b:4222,nats://c:4222 --replicas 3
              pubnub origin --nats nats://a:4222 --partitions 3 --partition 2
              pubnub origin --console
              pubnub origin --referential-integrity --no-user-events

            Prints its address when it accepts connections, and serves until SIGINT or SIGTERM. The default port is 8080, \
            which clients use with --local. Without keys it serves all keysets. Without --data everything is stored in \
            memory; with --data a publish is acknowledged after the message is on disk.

            With --check the command starts nothing, and reports all that is wrong with its settings and their files; its \
            status is 0 or 78.

            With --tls the address starts with https. Clients trust the server with --ca and the file of --ca-out.

            'pubnub help server' describes the configuration file, faults and signals.
            """,
        subcommands: [OriginBackupCommand.self]
    )

    @OptionGroup var listener: ListenerOptions

    @OptionGroup var storage: StorageOptions

    @OptionGroup var cluster: ClusterOptions

    @OptionGroup var keyset: KeysetOptions

    @Option(
        name: .customLong("keyset"),
        help: ArgumentHelp("JSON file with the keysets to serve; see 'pubnub help server'.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var keysetFile: String?

    @Flag(help: "Deny all access until it is granted; needs a publish key and a secret key.")
    var accessManager = false

    @OptionGroup var appContext: AppContextOptions

    @OptionGroup var admin: AdminOptions

    @OptionGroup var operation: OperationOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !operation.check { _ = try settings() }
    }

    func run() async throws {
        let output = Output(isJSON: self.output.json)
        if operation.check { return try check(output) }
        var settings = try settings()
        ServerLog.start(at: settings.logLevel, settings.logFormat)
        defer { LogWriter.standardError.flush() }
        EventLoopCount.useAllowedProcessors()
        Self.fitConnections(&settings.configuration.limits)
        let tokenFlag = admin.adminToken == nil ? [] : ["--admin-token"]
        let keyFlags = keyset.secrets.filter { $0.value != nil }.map(\.flag)
        output.warn(aboutSecretFlags: keyFlags + tokenFlag + cluster.stream.secretFlags)
        // Before anything listens, so that no signal is missed once a caller has seen the address.
        let (events, event) = AsyncStream<ServerEvent>.makeStream()
        let start = Locked(ServerStart(isJoining: settings.configuration.clusterIdentity != nil))
        let ends = Signals.onEnd {
            if start.withLock({ $0.endsNow() }) { Foundation.exit(EXIT_SUCCESS) }
            event.yield(.end)
        }
        let signals = ends + Signals.on([SIGHUP]) { event.yield(.reload) }
        defer { for source in signals { source.cancel() } }
        do throws(OriginError) {
            let running = try await RunningServer.start(settings)
            start.withLock { $0.isInProgress = false }
            output.result(running.report, forPeople: running.lines)
            ServiceManager.notify(.ready)
            await running.serve(until: events, reloading: self, startedWith: settings)
        } catch {
            output.error(PNError(message: error.text, code: kPNUnknownError))
            // A service manager starts the server again, unless it could not start with these settings anyway.
            throw settingsFaults().isEmpty ? ExitCode.failure : ExitCode(EX_CONFIG)
        }
    }

    /// Reports all that is wrong with the settings, and starts nothing.
    private func check(_ output: Output) throws {
        let faults = settingsFaults()
        guard faults.isEmpty else {
            for fault in faults { output.error(PNError(message: fault, code: kPNUnknownError)) }
            throw ExitCode(EX_CONFIG)
        }
        output.result(["faults": []], forPeople: ["The settings and their files are valid."])
    }

    /// Allows as many connections as the process has descriptors for. Connections beyond that would leave none for the admin listener,
    /// the data file and the cluster.
    private static func fitConnections(_ limits: inout OriginLimits) {
        guard let descriptors = DescriptorLimit.raise() else { return }
        let share = max(1, descriptors / 16)
        limits.fileDownloads = min(limits.fileDownloads, share)
        limits.fileUploads = min(limits.fileUploads, share)
        let most = DescriptorLimit.connections(of: descriptors - limits.fileDownloads - limits.fileUploads)
        guard most < limits.connections else { return }
        Logger(label: "pubnub.origin").warning(
            "the limit of open files is \(descriptors): at most \(most) connections instead of \(limits.connections)"
        )
        limits.connections = most
    }
}
