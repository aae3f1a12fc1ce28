import PubNubOrigin
import Foundation
import PubNubWire

extension OriginMonitor {
    /// This server, as it describes itself to the others of its cluster.
    var node: ClusterNode {
        let health = logHealth
        return ClusterNode(
            name: nodeName,
            version: PackageVersion.current,
            url: serving?.address.url,
            admin: reportingAddress?.url,
            position: health?.position.rawValue ?? 0,
            lag: health?.cluster?.lag ?? 0,
            reasons: unreadyReasons().map(\.rawValue),
            uptime: uptime.inSeconds
        )
    }

    /// The given name, or else one that no other server of the cluster is likely to have.
    private var nodeName: String {
        if let givenName { return givenName }
        return serving.map { "\(Self.machine):\($0.address.port)" } ?? Self.machine
    }

    /// The name of this machine.
    private static let machine: String = {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()

    /// The servers of this part of the cluster that respond, as JSON. A server by itself is the only one, and needs no quorum.
    func clusterReport() async -> JSON {
        // Before the others respond: a later position could be above all of theirs, as if each of them lagged.
        let health = logHealth
        let nodes = await (peers as? ClusterNodes)?.all() ?? [node]
        let seen = (health?.position.rawValue ?? 0).addingReportingOverflow(health?.cluster?.lag ?? 0).partialValue
        return [
            "cluster": cluster.map { .string($0) } ?? .null,
            "partition": .integer(Int64(partition.number)),
            "partitions": .integer(Int64(partition.count)),
            "this": .string(nodeName),
            "quorum": .bool(cluster == nil || health?.cluster?.hasQuorum == true),
            "last": JSON(max(seen, nodes.map(\.position).max() ?? 0)),
            "nodes": .array(nodes.map(\.json)),
        ]
    }
}
