import ArgumentParser
import PubNubOrigin
import PubNubOriginServer

extension OriginCommand {
    /// Sets the cluster of the server, if it is part of one.
    ///
    /// - Throws: A `ValidationError` that names what is wrong and where it was given.
    func setCluster(in configuration: inout OriginConfiguration, _ sources: OriginSources) throws {
        let name = try sources.setting(.cluster, cluster.cluster)
        let node = try sources.setting(.node, cluster.node)
        let replicas = try sources.setting(.replicas, cluster.replicas)
        let age = try sources.setting(.streamAge, cluster.streamAge)
        let credentials = try sources.setting(.natsCreds, cluster.natsCreds)
        let authority = try sources.setting(.natsCa, cluster.natsCa)
        let partitions = try sources.setting(.partitions, cluster.partitions)
        let partition = try sources.setting(.partition, cluster.partition)
        guard let nats = try sources.setting(.nats, cluster.nats) else {
            let others = [name, partitions, partition, node, replicas, age, credentials, authority]
            if let other = others.compactMap(\.self).first {
                throw ValidationError("\(other.source) needs --nats.")
            }
            if cluster.restore { throw ValidationError("--restore needs --nats.") }
            return
        }
        #if NATS
        var origin = OriginNATS(servers: try Self.servers(of: nats), cluster: name?.text ?? "pubnub")
        if let replicas {
            guard let count = Int(replicas.text), [1, 3, 5].contains(count) else {
                throw replicas.wrong("1, 3 or 5")
            }
            origin.replicas = count
        }
        if let age {
            let duration = try age.duration()
            origin.streamAge = duration > .zero ? duration : nil
        }
        try Self.setPartition(in: &origin, partitions, partition)
        if cluster.restore, configuration.storage == .memory { throw ValidationError("--restore needs --data.") }
        origin.restores = cluster.restore
        origin.node = node?.text
        origin.credentialsFile = credentials?.text
        origin.authorityFile = authority?.text
        configuration.nats = origin
        #else
        throw ValidationError(
            "\(nats.source) needs a build with the NATS client. Install libnats-dev, and build the command with --traits NATS."
        )
        #endif
    }

    #if NATS
    /// The URLs of the NATS servers; nil without a cluster.
    func natsServers(_ sources: OriginSources) throws -> [String]? {
        try sources.setting(.nats, cluster.nats).map(Self.servers)
    }

    /// The URLs of the setting.
    static func servers(of nats: OriginSetting) throws -> [String] {
        let servers = nats.text.split(separator: ",").map(String.init)
        guard !servers.isEmpty, servers.allSatisfy({ $0.contains("://") }) else {
            throw nats.wrong("URLs such as nats://127.0.0.1:4222, separated by commas")
        }
        return servers
    }

    /// Sets the part of the cluster that the server serves.
    static func setPartition(
        in origin: inout OriginNATS,
        _ partitions: OriginSetting?,
        _ partition: OriginSetting?
    ) throws {
        if let partitions {
            guard let count = Int(partitions.text), (1...ClusterPartition.most).contains(count) else {
                throw partitions.wrong("a number from 1 to \(ClusterPartition.most)")
            }
            origin.partitions = count
        }
        if let partition {
            guard let number = Int(partition.text), (1...origin.partitions).contains(number) else {
                throw partition.wrong("a number from 1 to \(origin.partitions), the number of partitions")
            }
            origin.partition = number
        }
    }
    #endif
}
