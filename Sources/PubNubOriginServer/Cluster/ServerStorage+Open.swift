import PubNubOrigin

extension ServerStorage: OriginStorageSource {
    func open(
        _ configuration: OriginConfiguration,
        _ monitor: OriginMonitor
    ) async throws -> (storage: OpenedStorage, cluster: JoinedCluster?) {
        if let stream { return try await join(stream, configuration, monitor) }
        guard let path = storage.path else { return (.memory(configuration), nil) }
        return (try OpenedStorage.open(path: path, configuration, monitor.metrics.commits), nil)
    }

    private func join(
        _ source: any OriginStreamSource,
        _ configuration: OriginConfiguration,
        _ monitor: OriginMonitor
    ) async throws -> (storage: OpenedStorage, cluster: JoinedCluster?) {
        let report = configuration.report
        let joined = try await OpenedStorage.join(source, configuration, monitor.metrics.commits) { reason in
            monitor.waitsForLog()
            report(reason)
        }
        let stream = joined.stream
        let cluster = JoinedCluster(region: joined.settings.epoch) { monitor in
            ClusterNodes(stream) { [weak monitor] in monitor?.node }
        }
        return (joined.storage, cluster)
    }
}
