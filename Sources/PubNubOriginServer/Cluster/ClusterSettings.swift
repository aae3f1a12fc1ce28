import PubNubOrigin
import PubNubWire

/// What all servers of a cluster have in common: the first record of its stream. A server with other settings would come to another state from
/// the same log, so it does not start.
struct ClusterSettings: Sendable, Equatable {
    private static let version: Int64 = 1

    /// JSON with members in order of their names. It has no secret.
    let text: String

    /// The settings of a new cluster.
    ///
    /// - Parameters:
    ///   - cluster: The name of the cluster.
    ///   - id: Distinguishes the stream from others that had its name.
    ///   - epoch: 1 for a cluster that was never restored from a backup, and a larger number after each restoration. With more than 1 the stream
    ///     begins with the content of a data file.
    ///   - partition: The part of the cluster that the stream is the log of. All of it by default.
    ///   - configuration: The configuration of the server that creates the stream.
    init(
        cluster: String,
        id: UInt64,
        epoch: Int = 1,
        partition: ClusterPartition = .whole,
        _ configuration: OriginConfiguration
    ) {
        var members: [String: JSON] = [
            "version": .integer(Self.version), "cluster": .string(cluster), "id": .string(String(id, radix: 16)),
            "epoch": .integer(Int64(epoch)),
            "settings": (try? JSON(parsing: AppliedSettings(configuration).text)) ?? .null,
        ]
        // Streams of clusters that are not divided have no such members.
        if partition.count > 1 {
            members["partition"] = .integer(Int64(partition.number))
            members["partitions"] = .integer(Int64(partition.count))
        }
        text = JSON.object(members).text
    }

    /// The settings of a cluster that is restored from a data file, which has the settings of the former stream.
    ///
    /// - Throws: ``OriginError/cannotJoin(_:)`` if the data file is not that of a server of the cluster.
    init(
        restoring stored: String?,
        cluster: String,
        id: UInt64,
        partition: ClusterPartition = .whole,
        _ configuration: OriginConfiguration
    ) throws(OriginError) {
        guard let stored, let former = Self.settings(stored, cluster: cluster, partition: partition),
            former["version"]?.int64Value == Self.version, let epoch = former["epoch"]?.int64Value,
            epoch > 0, epoch < Int64(Int32.max)
        else {
            let part =
                partition.count == 1 ? "" : " that serves its partition \(partition.number) of \(partition.count)"
            throw .cannotJoin(
                "Only the data file of a server of the cluster \(cluster)\(part), or a backup of it, can restore the cluster."
            )
        }
        let restored = max(Int(epoch) + 1, Self.epoch(at: configuration.clock.date))
        self.init(cluster: cluster, id: id, epoch: restored, partition: partition, configuration)
    }

    /// The epoch of a cluster that is restored at a time, in timetokens: the seconds since 2025, so that two restorations from one backup have
    /// different ones. Clients read it as a number of 31 bits, which is enough until 2093.
    private static func epoch(at date: UInt64) -> Int {
        let start: UInt64 = 1_735_689_600
        let seconds = date / 10_000_000
        return Int(min(seconds - min(seconds, start), UInt64(Int32.max) - 1))
    }

    /// Whether the settings in a data file are those of a server of the cluster, now or before it was restored.
    static func areThose(_ stored: String, of cluster: String, partition: ClusterPartition) -> Bool {
        settings(stored, cluster: cluster, partition: partition) != nil
    }

    /// The settings of a data file that has records which the stream lost. No stream has them, and they can restore the cluster.
    var lost: String {
        guard case .object(var members) = json else { return text }
        members["lost"] = .bool(true)
        return JSON.object(members).text
    }

    /// The settings in a data file; nil if they are not those of a server of the cluster.
    private static func settings(_ stored: String, cluster: String, partition: ClusterPartition) -> JSON? {
        guard let json = try? JSON(parsing: stored), json["cluster"]?.string == cluster,
            number(json["partition"]) == partition.number, number(json["partitions"]) == partition.count
        else { return nil }
        return json
    }

    /// The settings in the first record of a stream.
    ///
    /// - Throws: ``OriginError/cannotJoin(_:)`` if it has none that this version knows.
    init(record: [UInt8]) throws(OriginError) {
        guard case .settings(let bytes)? = try? StreamCodec.decode(record), let json = try? JSON(parsing: bytes),
            json["version"]?.int64Value == Self.version
        else {
            throw .cannotJoin(
                "The first record of the stream is not one of this version of the server. "
                    + "Use another cluster name, or a server of the version that created the stream."
            )
        }
        text = json.text
    }

    /// The first record of a stream with these settings.
    var record: [UInt8] { StreamCodec.encode(settings: Array(text.utf8)) }

    /// The region number of responses, which clients see change when the cluster was restored.
    var epoch: Int { json["epoch"]?.int64Value.map { Int($0) } ?? 1 }

    /// Whether the stream begins with the content of a data file, so that its records are not enough for a server that starts.
    var isRestored: Bool { epoch > 1 }

    /// Checks that a server may apply the log.
    ///
    /// - Throws: ``OriginError/cannotJoin(_:)`` that names what differs.
    func check(
        cluster: String,
        partition: ClusterPartition = .whole,
        _ configuration: OriginConfiguration
    ) throws(OriginError) {
        if let name = json["cluster"]?.string, name != cluster {
            throw .cannotJoin("The stream is that of the cluster \(name), not of \(cluster).")
        }
        try check(partitions: partition.count)
        let number = Self.number(json["partition"])
        guard number == partition.number else {
            throw .cannotJoin("The stream is that of partition \(number), not of \(partition.number).")
        }
        let difference = AppliedSettings(configuration).difference(from: json["settings"] ?? .null)
        guard let difference else { return }
        throw .cannotJoin(
            "The settings of this server differ from those of the cluster: \(difference). "
                + "All servers of a cluster need the same limits of calls and data, keysets, quotas and switches of keysets. "
                + AppliedSettings.steps
        )
    }

    /// Checks a server against the first record of another stream of its cluster. A record that is not one of this version, or is one of
    /// another cluster, says nothing about it.
    ///
    /// - Throws: ``OriginError/cannotJoin(_:)`` if the cluster is divided into another number of parts.
    static func check(
        other record: [UInt8],
        cluster: String,
        partition: ClusterPartition
    ) throws(OriginError) {
        guard let settings = try? ClusterSettings(record: record),
            settings.json["cluster"]?.string == cluster
        else { return }
        try settings.check(partitions: partition.count)
    }

    private func check(partitions count: Int) throws(OriginError) {
        let found = Self.number(json["partitions"])
        guard found == count else {
            throw .cannotJoin(
                "The settings of this server differ from those of the cluster: partitions is \(count) here and \(found) there. "
                    + "All servers of a cluster need the same number of partitions, which cannot change."
            )
        }
    }

    /// The number of a part, or of all parts. A cluster that is not divided has one.
    private static func number(_ json: JSON?) -> Int { json?.int64Value.map { Int(clamping: $0) } ?? 1 }

    private var json: JSON { (try? JSON(parsing: text)) ?? .null }
}
