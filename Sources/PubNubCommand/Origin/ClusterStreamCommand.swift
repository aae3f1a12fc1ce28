import ArgumentParser
import PubNub
import PubNubOrigin
import PubNubOriginServer
import PubNubWire

#if NATS
/// `pubnub cluster stream`
struct ClusterStreamCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stream",
        abstract: "Look at the stream of a cluster in NATS, and change it.",
        discussion: """
              pubnub cluster stream status --nats nats://a:4222 --cluster chat
              pubnub cluster stream replicas 3 --nats nats://a:4222 --cluster chat
              pubnub cluster stream remove-peer b --nats nats://a:4222 --cluster chat
              pubnub cluster stream delete --yes --nats nats://a:4222 --cluster chat

            The address of NATS is also read from PUBNUB_ORIGIN_NATS.
            """,
        subcommands: [Status.self, Replicas.self, RemovePeer.self, Delete.self]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

extension ClusterStreamCommand {
    /// The options of all subcommands.
    struct Options: ParsableArguments {
        @OptionGroup var stream: StreamOptions

        @OptionGroup var output: OutputOptions

        /// Connects, runs a body, and ends the connection. A failure is printed.
        func run(_ body: (ClusterStream, Output) async throws(ClusterStream.Failure) -> Void) async throws {
            let output = Output(isJSON: self.output.json)
            CommandLog.start(at: self.output.log)
            output.warn(aboutSecretFlags: self.stream.secretFlags)
            let sources = try OriginSources(config: nil)
            guard let nats = try sources.setting(.nats, self.stream.nats) else {
                throw ValidationError("Name the NATS servers with --nats.")
            }
            let settings = try self.stream.settings(nats, sources)
            do throws(ClusterStream.Failure) {
                let stream = try await ClusterStream.connect(settings)
                defer { stream.close() }
                try await body(stream, output)
            } catch {
                output.error(PNError(message: error.text, code: kPNUnknownError))
                throw ExitCode.failure
            }
        }

        /// Prints what a stream is.
        func print(_ report: ClusterStream.Report, _ output: Output) {
            let peers = report.peers.map { peer -> JSON in
                [
                    "name": .string(peer.name), "leader": .bool(peer.isLeader), "current": .bool(peer.isCurrent),
                    "online": .bool(peer.isOnline), "lag": .integer(Int64(clamping: peer.lag)),
                ]
            }
            let rows = report.peers.map { peer in
                let state = peer.isOnline ? (peer.isCurrent ? "current" : "behind") : "offline"
                return [peer.name, peer.isLeader ? "leader" : "replica", state, "\(peer.lag)"]
            }
            let title =
                "stream \(report.name): \(report.replicas.of("replica")), records \(report.first) to \(report.last), \(report.bytes) bytes"
            let table = rows.isEmpty ? [] : Terminal.columns([["NATS SERVER", "ROLE", "STATE", "LAG"]] + rows)
            output.result(
                [
                    "stream": .string(report.name), "replicas": .integer(Int64(report.replicas)),
                    "first": .integer(Int64(clamping: report.first)), "last": .integer(Int64(clamping: report.last)),
                    "bytes": .integer(Int64(clamping: report.bytes)), "peers": .array(peers),
                    "well": .bool(report.isWell),
                ],
                forPeople: [title] + table
            )
        }
    }

    /// `pubnub cluster stream status`
    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Print the replicas of the stream and what they lack.",
            discussion: """
                  pubnub cluster stream status --nats nats://a:4222 --cluster chat

                The exit status is 0 if all replicas are online and have all records: then one NATS server may be stopped.
                """
        )

        @OptionGroup var options: Options

        func run() async throws {
            var isWell = false
            try await options.run { stream, output throws(ClusterStream.Failure) in
                let report = try await stream.report()
                isWell = report.isWell
                options.print(report, output)
            }
            guard isWell else { throw ExitCode.failure }
        }
    }

    /// `pubnub cluster stream replicas`
    struct Replicas: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replicas",
            abstract: "Change how many NATS servers store each change.",
            discussion: """
                  pubnub cluster stream replicas 3 --nats nats://a:4222 --cluster chat

                New replicas copy the stream while the cluster serves. 'status' shows when they have all records.
                """
        )

        @Argument(help: ArgumentHelp("1, 3 or 5.", valueName: "count"))
        var count: Int

        @OptionGroup var options: Options

        func validate() throws {
            guard [1, 3, 5].contains(count) else { throw ValidationError("The number of replicas is 1, 3 or 5.") }
        }

        func run() async throws {
            try await options.run { stream, output throws(ClusterStream.Failure) in
                options.print(try await stream.setReplicas(count), output)
            }
        }
    }

    /// `pubnub cluster stream remove-peer`
    struct RemovePeer: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-peer",
            abstract: "Take a NATS server from those that store the stream.",
            discussion: """
                  pubnub cluster stream remove-peer b --nats nats://a:4222 --cluster chat

                For a machine that does not come back. Another server of the NATS cluster takes its place, if there is one.
                """
        )

        @Argument(help: ArgumentHelp("The server_name of the NATS server.", valueName: "name"))
        var name: String

        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { stream, output throws(ClusterStream.Failure) in
                try await stream.removePeer(name)
                output.result(["removed": .string(name)], forPeople: ["\(name) does not store the stream any more"])
            }
        }
    }

    /// `pubnub cluster stream delete`
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete the stream, before the cluster is restored.",
            discussion: """
                  pubnub cluster stream delete --yes --nats nats://a:4222 --cluster chat

                Stop all servers first, and keep their data files. Changes that only the stream has are lost.
                """
        )

        @Flag(help: "Delete it without another question.")
        var yes = false

        @OptionGroup var options: Options

        func validate() throws {
            guard yes else { throw ValidationError("This deletes the log of the cluster. Add --yes if that is meant.") }
        }

        func run() async throws {
            try await options.run { stream, output throws(ClusterStream.Failure) in
                let report = try await stream.report()
                try await stream.delete()
                output.result(
                    ["deleted": .string(report.name)],
                    forPeople: [
                        "deleted the stream \(report.name), which had the records \(report.first) to \(report.last)"
                    ]
                )
            }
        }
    }
}
#else
/// `pubnub cluster stream`, which says what it needs.
struct ClusterStreamCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stream",
        abstract: "Look at the stream of a cluster in NATS, and change it.",
        discussion: "  pubnub cluster stream status --nats nats://a:4222 --cluster chat"
    )

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws {
        throw StreamOptions.missingNATS(for: "pubnub cluster stream")
    }
}
#endif
