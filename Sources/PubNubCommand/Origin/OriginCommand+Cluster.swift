import ArgumentParser
import Foundation
import PubNubOrigin
import PubNubOriginServer

extension OriginCommand {
    /// Sets the cluster of the server, if it is part of one.
    ///
    /// - Throws: A `ValidationError` that names what is wrong and where it was given.
    func setCluster(in configuration: inout OriginConfiguration, _ sources: OriginSources) throws {
        let node = try sources.setting(.node, cluster.node)
        let replicas = try sources.setting(.replicas, cluster.replicas)
        let age = try sources.setting(.streamAge, cluster.streamAge)
        guard let nats = try sources.setting(.nats, cluster.stream.nats) else {
            let others = try cluster.stream.others(sources) + [node, replicas, age].compactMap(\.self)
            if let other = others.first { throw ValidationError("\(other.source) needs --nats.") }
            if cluster.restore { throw ValidationError("--restore needs --nats.") }
            return
        }
        #if NATS
        var origin = try cluster.stream.settings(nats, sources)
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
        if cluster.restore, configuration.storage == .memory { throw ValidationError("--restore needs --data.") }
        origin.restores = cluster.restore
        origin.node = node?.text
        configuration.nats = origin
        #else
        throw StreamOptions.missingNATS(for: nats.source)
        #endif
    }

    #if NATS
    /// The URLs of the NATS servers; nil without a cluster.
    func natsServers(_ sources: OriginSources) throws -> [String]? {
        try sources.setting(.nats, cluster.stream.nats).map(StreamOptions.servers)
    }
    #endif
}

extension StreamOptions {
    /// The settings apart from the addresses of NATS.
    fileprivate func others(_ sources: OriginSources) throws -> [OriginSetting] {
        try [
            sources.setting(.cluster, cluster), sources.setting(.partitions, partitions),
            sources.setting(.partition, partition), sources.setting(.natsCreds, natsCreds),
            sources.setting(.natsCa, natsCa),
        ]
        .compactMap(\.self)
    }

    /// The error of a command that was built without the NATS client; `feature` is the subject of its text.
    static func missingNATS(for feature: String) -> ValidationError {
        ValidationError(
            "\(feature) needs a build with the NATS client. Install libnats-dev, and build the command with --traits NATS."
        )
    }

    #if NATS
    /// The stream, and how to connect to it.
    ///
    /// - Throws: A `ValidationError` that names what is wrong and where it was given.
    func settings(_ nats: OriginSetting, _ sources: OriginSources) throws -> OriginNATS {
        var origin = OriginNATS(
            servers: try Self.servers(of: nats),
            cluster: try sources.setting(.cluster, cluster)?.text ?? "pubnub"
        )
        if let partitions = try sources.setting(.partitions, partitions) {
            guard let count = Int(partitions.text), (1...ClusterPartition.most).contains(count) else {
                throw partitions.wrong("a number from 1 to \(ClusterPartition.most)")
            }
            origin.partitions = count
        }
        if let partition = try sources.setting(.partition, partition) {
            guard let number = Int(partition.text), (1...origin.partitions).contains(number) else {
                throw partition.wrong("a number from 1 to \(origin.partitions), the number of partitions")
            }
            origin.partition = number
        }
        origin.credentialsFile = try sources.setting(.natsCreds, natsCreds)?.text
        origin.authorityFile = try sources.setting(.natsCa, natsCa)?.text
        return origin
    }

    /// The URLs of the setting.
    static func servers(of nats: OriginSetting) throws -> [String] {
        let servers = nats.text.split(separator: ",").map(String.init)
        let areAddresses = servers.allSatisfy { server in
            guard let url = URL(string: server), let scheme = url.scheme, ["nats", "tls"].contains(scheme) else {
                return false
            }
            return url.host()?.isEmpty == false
        }
        guard !servers.isEmpty, areAddresses else {
            throw nats.wrong("URLs such as nats://127.0.0.1:4222, separated by commas")
        }
        return servers
    }
    #endif
}
