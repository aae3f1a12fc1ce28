/// The settings of a storage that outlasts the process, or of a cluster.
///
/// Settings with which a server can start are an ``OriginStorageSource``; this protocol has what other settings depend on.
package protocol OriginStorageSettings: Sendable {
    /// The cluster that the server is part of; nil for a server by itself.
    var cluster: ClusterIdentity? { get }
}

/// A server among those of its cluster.
package struct ClusterIdentity: Sendable {
    /// The name of the cluster.
    let cluster: String
    /// The part of the cluster that the server serves.
    let partition: ClusterPartition
    /// The name of the server; nil for one that follows from its machine and port.
    let node: String?

    package init(cluster: String, partition: ClusterPartition, node: String?) {
        self.cluster = cluster
        self.partition = partition
        self.node = node
    }
}
