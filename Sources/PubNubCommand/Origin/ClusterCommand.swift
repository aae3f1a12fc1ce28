import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub cluster`
struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Look at the servers and the stream of a cluster.",
        discussion: """
            The servers of a cluster are those of 'pubnub origin --nats' with the same --cluster.

              pubnub cluster status --admin http://127.0.0.1:8081
              pubnub cluster stream status --nats nats://a:4222
            """,
        subcommands: [ClusterStatusCommand.self, ClusterStreamCommand.self]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

/// `pubnub cluster status`
struct ClusterStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "List the servers of a cluster, and check them.",
        discussion: """
              pubnub cluster status --admin http://127.0.0.1:8081
              pubnub cluster status --admin http://127.0.0.1:8081 --json

            Asks one server, which asks the others. In a cluster with --partitions those are the servers of its partition. A server that does not respond within a second is missing from the list. \
            BEHIND is the number of records between the position of a server and the newest known one; LAG is the number of records \
            that the server itself knows to be missing. The exit status is 1 if the cluster has no quorum or a listed server is not \
            ready.

            The token of the admin listener is that of PUBNUB_ORIGIN_ADMIN_TOKEN.
            """
    )

    @OptionGroup var admin: AdminClientOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let output = Output(isJSON: self.output.json)
        CommandLog.start(at: self.output.log)
        output.warn(aboutSecretFlags: admin.secretFlags)
        let client = try admin.client()
        let report: JSON
        do throws(PNError) {
            report = try await client.report("/api/cluster")
        } catch {
            output.error(error)
            throw ExitCode.failure
        }
        guard let status = ClusterStatus(report) else {
            output.error(
                PNError(message: "\(client.url) is not the admin listener of a server.", code: kPNUnknownError)
            )
            throw ExitCode.failure
        }
        output.result(report, forPeople: status.lines)
        guard status.isWell else { throw ExitCode.failure }
    }
}

/// The state of a cluster as a server reports it.
private struct ClusterStatus {
    private let name: String?
    /// For example `partition 2 of 3`; nil if the cluster is not divided.
    private let partition: String?
    private let hasQuorum: Bool
    private let last: UInt64
    private let nodes: [JSON]

    /// Fails if a JSON value is not the report of a server.
    init?(_ report: JSON) {
        guard let hasQuorum = report["quorum"]?.bool, let last = report["last"]?.uint64Value,
            let nodes = report["nodes"]?.array
        else { return nil }
        name = report["cluster"]?.string
        let parts = (number: report["partition"]?.int64Value ?? 1, count: report["partitions"]?.int64Value ?? 1)
        partition = parts.count > 1 ? "partition \(parts.number) of \(parts.count)" : nil
        self.hasQuorum = hasQuorum
        self.last = last
        self.nodes = nodes
    }

    /// Whether the cluster stores changes and each listed server takes traffic.
    var isWell: Bool { hasQuorum && nodes.allSatisfy { $0["ready"]?.bool == true } }

    /// The state for people.
    var lines: [String] {
        let quorum = hasQuorum ? "quorum" : "no quorum"
        let part = partition.map { ", \($0)" } ?? ""
        let title = name.map { "cluster \($0)\(part): \(quorum)" } ?? "a server by itself"
        let rows = nodes.map { node in
            let position = node["position"]?.uint64Value ?? 0
            let reasons = (node["reasons"]?.array ?? []).map(\.forPeople).joined(separator: ", ")
            return [
                text(node["name"]), node["ready"]?.bool == true ? "ready" : reasons, "\(position)",
                "\(last > position ? last - position : 0)", text(node["lag"]), text(node["version"]), text(node["url"]),
            ]
        }
        let table = Terminal.columns([["NAME", "STATE", "POSITION", "BEHIND", "LAG", "VERSION", "ADDRESS"]] + rows)
        return ["\(title), \(Int(nodes.count).of("server")), position \(last)"] + table
    }

    private func text(_ value: JSON?) -> String {
        guard let value, !value.isNull else { return "-" }
        return value.forPeople
    }
}
