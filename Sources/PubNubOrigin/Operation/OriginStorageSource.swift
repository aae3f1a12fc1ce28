/// Opens the storage of a server. A server without one stores everything in memory.
package protocol OriginStorageSource: OriginStorageSettings {
    /// Opens the storage, and joins the cluster if there is one.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - monitor: Has the counters of commits, and learns that the start waits for the log of the cluster.
    /// - Returns: The storage, and what concerns the cluster; nil for a server by itself.
    /// - Throws: ``OriginError``, or an error of the storage.
    func open(
        _ configuration: OriginConfiguration,
        _ monitor: OriginMonitor
    ) async throws -> (storage: OpenedStorage, cluster: JoinedCluster?)
}

/// The cluster that a server has joined. The server may lack what was committed before.
package struct JoinedCluster: Sendable {
    /// The region number of all servers of the cluster.
    let region: Int
    /// Makes the access to the other servers, to which the monitor describes this one. Called once.
    let peers: @Sendable (OriginMonitor) -> any OriginPeers

    package init(region: Int, peers: @escaping @Sendable (OriginMonitor) -> any OriginPeers) {
        self.region = region
        self.peers = peers
    }
}

/// The access to the servers of a cluster. A server keeps it while it runs; only the module of the cluster uses it.
package protocol OriginPeers: Sendable {}
