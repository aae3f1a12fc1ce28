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
        abstract: "Look at the streams of a cluster in NATS, and change them.",
        discussion: """
              pubnub cluster stream status --nats nats://a:4222 --cluster chat
              pubnub cluster stream replicas 3 --nats nats://a:4222 --cluster chat
              pubnub cluster stream remove-peer b --nats nats://a:4222 --cluster chat
              pubnub cluster stream delete --yes --nats nats://a:4222 --cluster chat

            A cluster has a stream for its log and one for its files. 'delete' deletes the log only; the other subcommands use both \
            streams.

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

        /// Prints the state of both streams.
        func print(_ report: ClusterStream.Report, _ output: Output) {
            let files: JSON = report.files.map { .object(members(of: $0)) } ?? .null
            // Scripts read the log from the members of the result itself, which had no files in earlier builds.
            var result = members(of: report.log)
            result["files"] = files
            result["well"] = .bool(report.isWell)
            output.result(.object(result), forPeople: lines(for: report))
        }

        /// The members of a result about one stream.
        private func members(of state: ClusterStream.State) -> [String: JSON] {
            let peers = state.peers.map { peer -> JSON in
                [
                    "name": .string(peer.name), "leader": .bool(peer.isLeader), "current": .bool(peer.isCurrent),
                    "online": .bool(peer.isOnline), "lag": .integer(Int64(clamping: peer.lag)),
                ]
            }
            return [
                "stream": .string(state.name), "replicas": .integer(Int64(state.replicas)),
                "first": .integer(Int64(clamping: state.first)), "last": .integer(Int64(clamping: state.last)),
                "bytes": .integer(Int64(clamping: state.bytes)), "peers": .array(peers), "well": .bool(state.isWell),
            ]
        }

        /// Both streams for people.
        private func lines(for report: ClusterStream.Report) -> [String] {
            let log = lines(for: report.log)
            guard let files = report.files else { return log + ["no stream of files"] }
            let hint =
                "The files have fewer replicas than the log. Change that with "
                + "'pubnub cluster stream replicas \(report.log.replicas)'."
            return log + lines(for: files) + (report.hasFewerFileReplicas ? [hint] : [])
        }

        /// One stream for people.
        private func lines(for state: ClusterStream.State) -> [String] {
            let rows = state.peers.map { peer in
                let condition = peer.isOnline ? (peer.isCurrent ? "current" : "behind") : "offline"
                return [peer.name, peer.isLeader ? "leader" : "replica", condition, "\(peer.lag)"]
            }
            let records = "records \(state.first) to \(state.last), \(state.bytes) bytes"
            let table = rows.isEmpty ? [] : Terminal.columns([["NATS SERVER", "ROLE", "STATE", "LAG"]] + rows)
            return ["stream \(state.name): \(state.replicas.of("replica")), \(records)"] + table
        }
    }

    /// `pubnub cluster stream status`
    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Print the replicas of both streams and what they lack.",
            discussion: """
                  pubnub cluster stream status --nats nats://a:4222 --cluster chat
                  pubnub cluster stream status --nats nats://a:4222 --cluster chat --json

                The exit status is 0 if all replicas of both streams are online and have all records, and the files have as many \
                replicas as the log or more: then one NATS server may be stopped. With --json, 'files' is the state of the \
                stream of files, or null without one; 'well' says for both streams what the exit status says.
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
            abstract: "Change how many NATS servers store each change and each file.",
            discussion: """
                  pubnub cluster stream replicas 3 --nats nats://a:4222 --cluster chat

                New replicas copy the streams while the cluster serves. 'status' shows when they have all records. If the command \
                fails, repeat it: it may have changed the log only.
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
            abstract: "Take a NATS server from those that store the streams.",
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
                let streams = try await stream.removePeer(name)
                output.result(
                    ["removed": .string(name), "streams": .array(streams.map { .string($0) })],
                    forPeople: streams.map { "\(name) does not store the stream \($0) any more" }
                )
            }
        }
    }

    /// `pubnub cluster stream delete`
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete the stream of the log, before the cluster is restored.",
            discussion: """
                  pubnub cluster stream delete --yes --nats nats://a:4222 --cluster chat

                Stop all servers first, and keep their data files. Changes that only the stream has are lost. The files stay.
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
                let log = try await stream.delete()
                output.result(
                    ["deleted": .string(log.name)],
                    forPeople: ["deleted the stream \(log.name), which had the records \(log.first) to \(log.last)"]
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
        abstract: "Look at the streams of a cluster in NATS, and change them.",
        discussion: "  pubnub cluster stream status --nats nats://a:4222 --cluster chat"
    )

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws {
        throw StreamOptions.missingNATS(for: "pubnub cluster stream")
    }
}
#endif
